import { z } from 'zod';
import type { Grant } from '@/contract/role';
import { inScope } from '@/server/db/db';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { queryOf } from '@/server/http/query';
import { wholeNumber } from '@/server/http/query-parameters';
import { json } from '@/server/http/json-answer';
import { lowestPriceSheet } from '../answer';
import { questionParameters, requireAnswerable } from './question.server';
import { plu } from '../../contract';
import { readSheet } from './sheet.server';

/** The roles that may read the sheet, as other reports. */
const readers: Grant = { ...plu.access.read, roles: ['admin', 'manager', 'accountant'] };

const usual = { days: 90, limit: 1000 };

/** The sheet of reduced prices (docs/design.md#the-law-of-reductions). */
export const lowestPriceSheetAddresses = endpoints(
  route({
    method: 'GET',
    path: '/report/lowest-price',
    operationId: 'report_lowest_price',
    tag: 'plu',
    summary:
      'The products whose price is reduced at a moment, with the lowest price of the thirty days before',
    needs: readers,
    query: queryOf({
      ...questionParameters,
      fallen: {
        read: z
          .enum(['true', 'false'], { error: 'Must be true or false' })
          .transform((text) => text === 'true')
          .default(false),
        schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
        description: 'true: also the products whose price fell and which is no reduction.',
      },
      days: {
        read: wholeNumber(1, 3660).default(usual.days),
        schema: { type: 'integer', minimum: 1, maximum: 3660, default: usual.days },
        description: 'How many days ago the price may have begun to fall.',
      },
      limit: {
        read: wholeNumber(1, 5000).default(usual.limit),
        schema: { type: 'integer', minimum: 1, maximum: 5000, default: usual.limit },
      },
      offset: {
        read: wholeNumber(0, 10_000_000).default(0),
        schema: { type: 'integer', minimum: 0, default: 0 },
        description: 'The `next_offset` of the last answer, with its `at`.',
      },
    }),
    answers: { 200: jsonAnswer('The sheet.', lowestPriceSheet) },
    handle: async ({ caller, parts: { db, tables }, query: question }) => {
      const sheet = await inScope(db, caller, 'one snapshot', (tx) => readSheet(tx, caller, question));
      await requireAnswerable(db, caller, tables, question, sheet.at);
      return json(JSON.stringify(sheet), 200);
    },
  }),
);
