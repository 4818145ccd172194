import { z } from 'zod';
import { integer, string } from '@/contract/openapi/parts';
import { wholeNumber } from '../http/query-parameters';

/** The parameters of a page of what a change set has. */
export const pageParameters = {
  cursor: {
    // Empty for the first page.
    read: z
      .string()
      .regex(/^\d{0,9}$/)
      .transform(Number)
      .default(0),
    rule: 'Must be the next_cursor of an answer',
    schema: string,
  },
  limit: {
    read: wholeNumber(1, 1000).default(100),
    rule: 'Must be from 1 to 1000',
    schema: { ...integer, minimum: 1, maximum: 1000, default: 100 },
  },
};
