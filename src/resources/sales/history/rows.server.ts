import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { trusted } from '@/core/server/db/db';
import { elements, isTurnover, type Care } from '../server/receipt-lists.server';
import type { Part } from './columns';

/** SQL condition: an active sale or return (docs/report.md#what-counts). */
const counts = `t.active and t.type in ('sale', 'return')`;

/** SQL: the days of the caller's company with these ids, as `d`, and what each of their receipts begins with. */
const days = (caller: Caller, ids: readonly string[]) => sql`days as materialized (
  select x.id, x.seq as day, x.date, x.location_id, x.snapshot->>'currency' as currency,
    x.snapshot->>'timezone' as zone
  from businessday x
  where x.tenant_id = ${caller.tenantId} and x.company_id = ${caller.companyId} and x.id = any(${ids}::uuid[])
)`;

/** SQL: the receipts `t` of the days `d`; the days as an array, or PostgreSQL 15 would read those of every day. */
const receiptsOf = (caller: Caller) => sql`days d join sales t
  on t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.businessday_id = d.id
    and t.businessday_id = any (array(select id from days))`;

const place = 't.seq as receipt, d.day, d.date, d.location_id, d.currency';

const sum = (name: string) => `coalesce(sum(e.${name}), 0)`;

/**
 * SQL: gross and net are the turnover of a receipt, as in its report: without gift cards, deposits and tips, whether or
 * not the till has them in its net; the tax is all that it states (businessday/ledger/ledger.server.ts).
 */
const receipts = (caller: Caller, care: Care) => sql`
  select q.*, q.total - q.aside as gross,
    q.total_net - case when q.net_has_aside then q.aside_net else 0 end as net,
    q.total_tax + case when q.net_has_aside then 0 else q.aside_tax end as tax, 1 as n
  from (
    select ${trusted(place)}, ${trusted(counts)} as counts, t.id, t.pos_id, t.receipt_num, t.type, t.active, t.completed_at,
      extract(hour from t.completed_at at time zone d.zone)::integer as hour,
      t.cashier->>'id' as cashier_id, (t.cashier->>'name') collate "C" as cashier_name, l.lines, t.total, t.total_net, t.total_tax,
      t.rounding, s.discount, l.quantity, s.aside, s.aside_net, s.aside_tax,
      s.aside = 0 or abs(t.total_net + t.total_tax - t.total) <= abs(t.total_net + t.total_tax - t.total + s.aside)
        as net_has_aside
    from ${receiptsOf(caller)} cross join unnest(array[t.sums]) s
      cross join lateral (
        select count(*)::integer as lines, ${trusted(sum('qty'))} as quantity
        from ${trusted(elements(care, 'lines', ['kind', 'qty']))} where ${trusted(isTurnover)}
      ) l
  ) q`;

const lineColumns = [
  'kind',
  'plu_id',
  'productid',
  'name',
  'dpt_id',
  'dpt_name',
  'qty',
  'unit_price',
  'discount',
  'total',
  'net',
  'tax',
  'tax_rate',
];

/** SQL: 1 on the first line of a receipt that has the same key, where it counts. */
const first = (
  id: string,
  names: readonly string[],
) => `case when ${isTurnover} and ${counts} and row_number() over (
  partition by t.seq, ${isTurnover}, lower(e.${id}), ${names.map((name) => `case when e.${id} is null then e.${name} end`).join(', ')}) = 1
  then 1 else 0 end`;

const lines = (caller: Caller, care: Care) => sql`
  select ${trusted(place)}, ${trusted(`${counts} and ${isTurnover}`)} as counts,
    extract(hour from t.completed_at at time zone d.zone)::integer as hour, e.kind, lower(e.plu_id collate "C") as plu_id,
    e.productid collate "C" as productid, e.name collate "C" as name, lower(e.dpt_id collate "C") as dpt_id,
    e.dpt_name collate "C" as dpt_name, ${trusted(first('plu_id', ['productid', 'name']))} as plu_receipts,
    ${trusted(first('dpt_id', ['dpt_name']))} as dpt_receipts, e.unit_price, e.tax_rate, coalesce(e.qty, 0) as quantity,
    coalesce(e.total, 0) as gross, coalesce(e.net, 0) as net, coalesce(e.tax, 0) as tax, coalesce(e.discount, 0) as discount
  from ${receiptsOf(caller)} cross join ${trusted(elements(care, 'lines', lineColumns))}`;

const tenders = (caller: Caller, care: Care) => sql`
  select ${trusted(place)}, ${trusted(counts)} as counts, lower(e.tender_id collate "C") as tender_id,
    e.name collate "C" as name, e.type collate "C" as type, coalesce(e.amount, 0) as amount,
    case when e.amount < 0 then -e.amount else 0 end as refunded, 1 as n
  from ${receiptsOf(caller)} cross join ${trusted(elements(care, 'tenders', ['tender_id', 'name', 'type', 'amount']))}`;

const texts: Readonly<Record<Part, (caller: Caller, care: Care) => RawBuilder<unknown>>> = {
  receipts,
  lines,
  tenders,
};

/** SQL common table expressions: the days with these ids, and the rows of one part of the archive as they are in PostgreSQL. */
export const rowsOfPart = (
  caller: Caller,
  ids: readonly string[],
  part: Part,
  care: Care,
): RawBuilder<unknown> => sql`${days(caller, ids)}, found as (${texts[part](caller, care)})`;
