import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted } from '@/server/db/db';
import { counts, elements, isTurnover, type NumberParsing } from '../receipts/server/receipt-lists.server';
import { receiptsOf } from '../ledger/ledger.server';

const lineColumns = [
  'kind',
  'plu_id',
  'productid',
  'name',
  'dpt_id',
  'dpt_name',
  'qty',
  'discount',
  'total',
  'net',
  'tax',
];

/** SQL: 1 on the first line of a receipt that has the same key, so that the sum is the number of receipts; 0 on others. */
const first = (id: string, names: readonly string[]) => `case when row_number() over (
  partition by t.seq, lower(e.${id}), ${names.map((name) => `case when e.${id} is null then e.${name} end`).join(', ')}) = 1
  then 1 else 0 end`;

/** SQL: the lines of turnover of the receipts `t` of `from`, whose days are `d` (date, location_id, zone). */
export const linesOf = (from: RawBuilder<unknown>, parsing: NumberParsing): RawBuilder<unknown> => sql`
  select t.seq, d.date, d.location_id, extract(hour from t.completed_at at time zone d.zone)::integer as hour,
    lower(e.plu_id collate "C") as plu_id, e.productid, e.name, lower(e.dpt_id collate "C") as dpt_id, e.dpt_name,
    ${trusted(first('plu_id', ['productid', 'name']))} as plu_receipts, ${trusted(first('dpt_id', ['dpt_name']))} as dpt_receipts,
    coalesce(e.qty, 0) as qty, coalesce(e.total, 0) as gross, coalesce(e.net, 0) as net, coalesce(e.tax, 0) as tax,
    coalesce(e.discount, 0) as discount
  from ${from} cross join ${trusted(elements(parsing, 'lines', lineColumns))} where ${trusted(`${counts} and ${isTurnover}`)}`;

/**
 * SQL parts in a statement that has the ledger: `lines_sold`, a row for each line of turnover, and `receipts_sold`, one for each
 * receipt that counts.
 */
export const soldParts = (caller: Caller, parsing: NumberParsing): RawBuilder<unknown> => sql`
  lines_sold as materialized (${linesOf(receiptsOf(caller), parsing)}), receipts_sold as (
    select r.day_date as date, r.day_location_id as location_id, r.pos_id, r.hour, r.cutover, r.cashier->>'id' as id,
      r.cashier->>'name' as name, coalesce(l.qty, 0) as qty, r.gross, r.net, r.tax + r.aside_tax as tax, r.discount
    from r left join (select seq, sum(qty) as qty from lines_sold group by seq) l on l.seq = r.seq where r.counts
  )`;

const sums = ['qty', 'gross', 'net', 'tax', 'discount'].map((name) => `sum(${name}) as ${name}`).join(', ');
const byReceipts = (columns: string, groups: string) =>
  `select ${columns}, count(*) as count, ${sums} from receipts_sold group by ${groups}`;

/** SQL parts: what is kept of a day for sales over years, by the keys of its columns. */
export const keptParts: RawBuilder<unknown> = trusted(`plus_sold as (
    select plu_id, max(productid collate "C") as productid, max(name collate "C") as name, dpt_id, max(dpt_name collate "C") as dpt_name,
      sum(plu_receipts) as receipts, ${sums}
    from lines_sold group by plu_id, case when plu_id is null then productid end, case when plu_id is null then name end,
      dpt_id, case when dpt_id is null then dpt_name end
  ), dpts_sold as (
    select dpt_id, max(dpt_name collate "C") as name, hour, sum(dpt_receipts) as receipts, ${sums}
    from lines_sold group by dpt_id, case when dpt_id is null then dpt_name end, hour
  ), hours_sold as (${byReceipts('hour, min(cutover) as cutover', 'hour')}),
  cashiers_sold as (${byReceipts('id, max(name collate "C") as name', 'id, case when id is null then name end')}),
  tills_sold as (${byReceipts('pos_id', 'pos_id')}),
  asides_by_kind as (select kind, returned, sum(count)::bigint as count, sum(total) as amount from asides group by kind, returned)`);
