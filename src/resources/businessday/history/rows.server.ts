import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { trusted } from '@/core/server/db/db';
import { elements, isTurnover, type Care } from '../../sales/server/receipt-lists.server';
import { counts } from '../ledger/ledger.server';
import type { Part } from './breakdown';

/** SQL: the receipts `t` of the days `d`; the days as an array, or PostgreSQL 15 would read those of every day. */
const receiptsOf = (caller: Caller) => sql`days d join sales t
  on t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.businessday_id = d.id
    and t.businessday_id = any (array(select id from days))`;

const place = 't.seq as receipt, d.date, d.location_id';

const hour = 'extract(hour from t.completed_at at time zone d.zone)::integer as hour';

/**
 * SQL: gross and net are the turnover of a receipt, as in its report: without gift cards, deposits and tips, whether or
 * not the till has them in its net; the tax is all that it states (businessday/ledger/ledger.server.ts).
 */
const receipts = (from: RawBuilder<unknown>, care: Care) => sql`
  select q.*, q.total - q.aside as gross,
    q.total_net - case when q.net_has_aside then q.aside_net else 0 end as net,
    q.total_tax + case when q.net_has_aside then 0 else q.aside_tax end as tax, 1 as n
  from (
    select ${trusted(place)}, ${trusted(counts)} as counts, t.pos_id, ${trusted(hour)},
      t.cashier->>'id' as cashier_id, t.cashier->>'name' as cashier_name, t.total, t.total_net, t.total_tax,
      s.discount, (
        select coalesce(sum(e.qty), 0) from ${trusted(elements(care, 'lines', ['kind', 'qty']))} where ${trusted(isTurnover)}
      ) as quantity, s.aside, s.aside_net, s.aside_tax,
      s.aside = 0 or abs(t.total_net + t.total_tax - t.total) <= abs(t.total_net + t.total_tax - t.total + s.aside)
        as net_has_aside
    from ${from} cross join unnest(array[t.sums]) s
  ) q`;

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

/** SQL: 1 on the first line of a receipt that has the same key, so that the sum is the number of receipts. */
const first = (id: string, names: readonly string[]) => `case when ${isTurnover} and ${counts} and row_number() over (
  partition by t.seq, ${isTurnover}, lower(e.${id}), ${names.map((name) => `case when e.${id} is null then e.${name} end`).join(', ')}) = 1
  then 1 else 0 end`;

const lines = (from: RawBuilder<unknown>, care: Care) => sql`
  select ${trusted(place)}, ${trusted(`${counts} and ${isTurnover}`)} as counts, ${trusted(hour)},
    lower(e.plu_id collate "C") as plu_id, e.productid, e.name, lower(e.dpt_id collate "C") as dpt_id, e.dpt_name,
    ${trusted(first('plu_id', ['productid', 'name']))} as plu_receipts,
    ${trusted(first('dpt_id', ['dpt_name']))} as dpt_receipts, coalesce(e.qty, 0) as quantity,
    coalesce(e.total, 0) as gross, coalesce(e.net, 0) as net, coalesce(e.tax, 0) as tax, coalesce(e.discount, 0) as discount
  from ${from} cross join ${trusted(elements(care, 'lines', lineColumns))}`;

const tenders = (from: RawBuilder<unknown>, care: Care) => sql`
  select ${trusted(place)}, ${trusted(counts)} as counts, lower(e.tender_id collate "C") as tender_id,
    e.name, e.type, coalesce(e.amount, 0) as amount,
    case when e.amount < 0 then -e.amount else 0 end as refunded, 1 as n
  from ${from} cross join ${trusted(elements(care, 'tenders', ['tender_id', 'name', 'type', 'amount']))}`;

const texts: Readonly<Record<Part, (from: RawBuilder<unknown>, care: Care) => RawBuilder<unknown>>> = {
  receipts,
  lines,
  tenders,
};

/** SQL: the rows of a part, of the receipts of the days `days`. */
export const rowsOfReceipts = (caller: Caller, part: Part, care: Care): RawBuilder<unknown> =>
  texts[part](receiptsOf(caller), care);

/** SQL: the same, of the receipts `latest` (id, date, location_id, zone). */
export const rowsOfLatest = ({ tenantId }: Caller, part: Part, care: Care): RawBuilder<unknown> =>
  texts[part](sql`latest d join sales t on t.tenant_id = ${tenantId} and t.id = d.id`, care);
