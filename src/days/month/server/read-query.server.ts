import { z } from 'zod';
import { queryOf } from '@/server/http/query';
import { currencyParameter, locationsParameter } from '@/server/http/query-parameters';

/** The parameters of a month. Without locations it is of all that have days. */
export interface MonthQuery {
  readonly month: string;
  readonly location_ids: readonly string[];
  readonly currency: string | null;
}

/** The parameter that says which month. */
export const monthParameter = {
  read: z.string().regex(/^(?!0000)\d{4}-(?:0[1-9]|1[0-2])$/),
  rule: 'Must be a month, such as 2026-10',
  needed: 'A month is needed, such as 2026-10',
  schema: { type: 'string', pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', examples: ['2026-10'] },
  description: 'The month.',
};

/** The parameters of the report of a month. */
export const monthQuery = queryOf(
  { month: monthParameter, location_id: locationsParameter, currency: currencyParameter },
  ({ location_id, ...rest }): MonthQuery => ({ ...rest, location_ids: location_id }),
);
