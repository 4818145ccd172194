import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted } from '@/server/db/db';
import { receiptsOf } from '../../ledger/ledger.server';
import {
  counts,
  elements,
  guidPattern,
  isTurnover,
  type NumberParsing,
} from '../../receipts/server/receipt-lists.server';
import { stepOf } from './breakdown.server';

/** SQL: the discount that a line names; null for names of a till's own, which may be anything. */
const named = trusted(
  `case when e.discount_id ~* '${guidPattern}' then lower(e.discount_id collate "C") end`,
);

/**
 * SQL parts of what only receipts say, in a statement that has the ledger and `receipts_sold` (figures/sales-parts.server.ts).
 *
 * - `discounts_sold`: what was taken off each line of turnover, by the discount that it names; together the discount of the day.
 * - `tips_sold`: the tips of each receipt that counts, by its cashier; together the tips of the day's `non_turnover`.
 * - `amounts_sold`: each receipt that counts with the step of amounts that it is in.
 */
export const receiptParts = (caller: Caller, parsing: NumberParsing): RawBuilder<unknown> => {
  const lines = (...columns: string[]) => trusted(elements(parsing, 'lines', columns));
  return sql`discounts_sold as (
    select d.date, d.location_id, ${named} as discount_id, coalesce(e.qty, 0) as qty, e.discount as amount,
      case when row_number() over (partition by t.seq, ${named}) = 1 then 1 else 0 end as receipts
    from ${receiptsOf(caller)} cross join ${lines('kind', 'qty', 'discount', 'discount_id')}
    where ${trusted(`${counts} and ${isTurnover}`)} and e.discount <> 0
  ), tips_sold as (
    select d.date, d.location_id, t.cashier->>'id' as id, t.cashier->>'name' as name, null::numeric as qty,
      coalesce(sum(e.total), 0) as amount, 1 as receipts
    from ${receiptsOf(caller)} cross join ${lines('kind', 'total')}
    where ${trusted(counts)} and e.kind = 'tip' group by t.seq, d.date, d.location_id, t.cashier
  ), amounts_sold as (select r.*, ${trusted(stepOf)} as step from receipts_sold r)`;
};
