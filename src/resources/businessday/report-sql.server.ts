import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/caller';
import { trusted } from '@/core/server/db';

/**
 * The arithmetic of the report, in PostgreSQL and with `numeric` alone. Each part is a common table expression over those
 * before it: the days, their receipts, what the receipts hold, and what each receipt comes to. `checksSql` and
 * `totalsSql` stand on them.
 */

/** A day whose receipts are counted, as the statement is given it. */
export interface CountedDay {
  readonly id: string;
  readonly location_id: string;
  readonly currency: string;
  /** A time zone that PostgreSQL knows. */
  readonly zone: string;
  /** The hour at which the day begins. */
  readonly cutover: number;
}

/**
 * How numbers of `data` are read. What the service accepted casts; what came in past it may not, and then the
 * statement fails, and is asked again carefully: a look at each value costs more than all the rest.
 */
export type Care = 'cast' | 'careful';

/** The number at a key of a JSON object; null where there is none. */
export const decimal = (care: Care, from: string, key: string): string =>
  care === 'cast' ? `(${from}->>'${key}')::numeric` : `report_decimal(${from}->'${key}')`;

/** What is read of the objects of a list: text, numbers, and whether some of the numbers are none. */
interface Members {
  readonly text?: readonly string[];
  readonly numbers: readonly string[];
  readonly bad: Readonly<Record<string, readonly string[]>>;
}

/**
 * The objects of a list of `data` as rows `e`; what is no list is missing, but for an object, which is its own only
 * element. Cast, they are taken apart at once, and a list that is not of objects alone fails, too.
 */
function elements(care: Care, key: string, { text = [], numbers, bad }: Members): RawBuilder<unknown> {
  if (care === 'cast') {
    const columns = [...text.map((name) => `${name} text`), ...numbers.map((name) => `${name} numeric`)];
    const none = Object.keys(bad).map((name) => `, false as ${name}`);
    return trusted(`lateral (
      select *${none.join('')} from jsonb_to_recordset(nullif(t.data->'${key}', 'null')) e(${columns.join(', ')})) e`);
  }
  const wrong = (name: string) =>
    `(report_decimal(e->'${name}') is null and coalesce(jsonb_typeof(e->'${name}'), 'null') <> 'null')`;
  const columns = [
    ...text.map((name) => `e->>'${name}' as ${name}`),
    ...numbers.map((name) => `report_decimal(e->'${name}') as ${name}`),
    ...Object.entries(bad).map(([name, of]) => `${of.map(wrong).join(' or ')} as ${name}`),
  ];
  return trusted(`lateral (
    select ${columns.join(', ')} from jsonb_path_query(t.data, '$.${key}[*] ? (@.type() == "object")') e) e`);
}

/** What counts: sales and returns that are active (report.md, What counts). */
const counts = `t.active and t.type in ('sale', 'return')`;

/** The digits of a receipt's number; null where it has none. Plain numbers, as most are, go without a pattern. */
export const receiptDigits = (column: string): string =>
  `case when ltrim(${column}, '0123456789') = '' then nullif(${column}, '')
    else nullif(regexp_replace(${column}, '[^0-9]', '', 'g'), '') end::numeric`;

/** `d`: the days; `s`: their receipts; `l`, `p`, `x`: lines, payments, tax rows; `r`: what each receipt comes to. */
export function receiptParts(caller: Caller, days: readonly CountedDay[], care: Care): RawBuilder<unknown> {
  const from = sql`d join sales t
    on t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.businessday_id = d.id`;
  return sql`d as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      d(id uuid, location_id uuid, currency text, zone text, cutover integer)
  ), s as materialized (
    select t.seq, t.id, t.businessday_id, t.active, t.type, ${trusted(counts)} as counts, t.pos_id::text collate "C" as pos_id,
      t.receipt_num, ${trusted(receiptDigits('t.receipt_num'))} as num, t.completed_at, t.cashier,
      t.location_id, t.currency, d.location_id as day_location_id, d.currency as day_currency,
      t.total, t.total_net, t.total_tax, t.rounding, lower(t.data->>'late_for' collate "C") as late_for,
      extract(hour from t.completed_at at time zone d.zone)::integer as hour, d.cutover
    from ${from}
  ), l as materialized (
    select t.seq, coalesce(kind, 'sale') = 'sale' as turnover, kind, lower(plu_id collate "C") as plu_id, productid, e.name,
      lower(dpt_id collate "C") as dpt_id, dpt_name, qty, discount, e.total, net, tax, tax_rate as rate, bad, bad_tax
    from ${from} cross join ${elements(care, 'lines', lineMembers)} where ${trusted(counts)}
  ), p as materialized (
    select t.seq, ${trusted(counts)} as counts, t.pos_id::text collate "C" as pos_id,
      lower(tender_id collate "C") as tender_id, e.name, e.type, amount, tendered, change, bad
    from ${from} cross join ${elements(care, 'tenders', paymentMembers)}
    where t.active and t.type in ('sale', 'return', 'paid_in', 'paid_out')
  ), x as materialized (
    select t.seq, rate, coalesce(gross, 0) as gross, coalesce(net, 0) as net, coalesce(tax, 0) as tax, bad
    from ${from} cross join ${elements(care, 'taxes', taxMembers)} where ${trusted(counts)}
  ), ${trusted(receiptSums)}`;
}

const lineMembers: Members = {
  text: ['kind', 'plu_id', 'productid', 'name', 'dpt_id', 'dpt_name'],
  numbers: ['qty', 'discount', 'total', 'net', 'tax', 'tax_rate'],
  bad: { bad: ['qty', 'discount', 'total'], bad_tax: ['net', 'tax', 'tax_rate'] },
};
const payments = ['amount', 'tendered', 'change'];
const paymentMembers: Members = {
  text: ['tender_id', 'name', 'type'],
  numbers: payments,
  bad: { bad: payments },
};
const taxes = ['rate', 'gross', 'net', 'tax'];
const taxMembers: Members = { numbers: taxes, bad: { bad: taxes } };

/**
 * `r`: each receipt, with its lines, tenders and tax rows summed. `gross`, `net` and `tax` are its turnover:
 * what it comes to without its lines of another kind (`aside_*`). Whether those are in a receipt's `total_net`
 * and tax rows is the till's custom; the reading that comes nearer to adding up is taken for each.
 */
const receiptSums = `ls as (
    select seq, sum(total) filter (where turnover) as sold, sum(net) filter (where turnover) as sold_net,
      sum(tax) filter (where turnover) as sold_tax, sum(discount) filter (where turnover) as discount,
      sum(total) filter (where not turnover) as aside,
      sum(coalesce(net, total - coalesce(tax, 0))) filter (where not turnover) as aside_net,
      sum(tax) filter (where not turnover) as aside_tax, bool_or(bad) as bad, bool_or(bad_tax) as bad_tax
    from l group by seq
  ), ps as (
    select seq, sum(amount) as amount, sum(amount) filter (where type = 'cash') as cash, count(*) as count,
      bool_or(bad) as bad from p group by seq
  ), xs as (
    select seq, sum(gross) as gross, sum(net) as net, sum(tax) as tax, bool_or(bad) as bad from x group by seq
  ), q as (
    select s.*,
      coalesce(ls.sold, 0) + coalesce(ls.aside, 0) as lines, coalesce(ls.sold, 0) as sold, coalesce(ls.sold_net, 0) as sold_net,
      coalesce(ls.sold_tax, 0) as sold_tax, coalesce(ls.discount, 0) as discount,
      coalesce(ls.aside, 0) as aside, coalesce(ls.aside_net, 0) as aside_net, coalesce(ls.aside_tax, 0) as aside_tax,
      coalesce(ps.amount, 0) as paid, ps.cash, coalesce(ps.count, 0) as payments,
      coalesce(xs.gross, 0) as row_gross, coalesce(xs.net, 0) as row_net, coalesce(xs.tax, 0) as row_tax,
      coalesce(ls.bad, false) as wrong_lines,
      coalesce(ls.bad_tax, false) or coalesce(xs.bad, false) as wrong_tax,
      coalesce(ps.bad, false) as wrong_tenders
    from s left join ls using (seq) left join ps using (seq) left join xs using (seq)
  ), r as materialized (
    select q.*, has.*, total - aside as gross,
      total_net - case when net_has_aside then aside_net else 0 end as net,
      total_tax - case when net_has_aside then aside_tax else 0 end as tax,
      row_gross - case when rows_have_aside then aside else 0 end as rows_gross,
      row_net - case when rows_have_aside then aside_net else 0 end as rows_net,
      row_tax - case when rows_have_aside then aside_tax else 0 end as rows_tax
    from q cross join lateral (select
      abs(total_net + total_tax - total) <= abs(total_net + total_tax - total + aside) as net_has_aside,
      abs(row_gross - total) <= abs(row_gross - total + aside) as rows_have_aside) has
  )`;
