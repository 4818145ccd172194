import { string } from '@/core/contract/openapi-parts';
import { voucherKinds } from '../schema';
import { voucherRange } from './read-query.server';

/** Returns a query parameter that may be sent. */
export const query = (name: string, description: string, schema: object = string) => ({
  name,
  in: 'query',
  description,
  schema,
});
const date = { type: 'string', format: 'date', examples: ['2026-03-01'] } as const;

/** The parameters that say of which days vouchers are, in the OpenAPI document. */
export const voucherParameters = [
  query('from', 'The first date; needed unless days are named.', date),
  query('to', `The last date, at most ${voucherRange} days in all.`, date),
  query('location_id', 'A location, or several separated by commas; all where absent.'),
  query('businessday_id', 'Instead of a range: a business day, or at most 100 separated by commas.'),
  query('currency', 'Only days in this currency. Needed where the days are in several.', {
    type: 'string',
    pattern: '^[A-Z]{3}$',
    examples: ['EUR'],
  }),
  query('by', 'One voucher for each day (the default), or one for all days of a location and year.', {
    type: 'string',
    enum: voucherKinds,
  }),
];
