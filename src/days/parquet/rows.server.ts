import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { counts, elements, isTurnover, netHasAside } from '../receipts/server/receipt-lists.server';
import { columnsOf, type Part } from './columns';

/** SQL: the receipts `t` of the day `d`. */
const receiptsOf = ({ tenantId, companyId }: Caller, day: string) => sql`businessday d join sales t
  on t.tenant_id = d.tenant_id and t.company_id = d.company_id and t.businessday_id = d.id
  where d.tenant_id = ${tenantId} and d.company_id = ${companyId} and d.id = ${day}`;

const place = `t.seq, d.id as businessday_id, t.id as receipt_id, d.date, d.location_id, d.snapshot->>'currency' as currency`;

/** SQL: a list of the receipt `t` with an ordinal, and with care for values that were written past the service. */
const list = (name: 'lines' | 'tenders', columns: readonly string[]) =>
  trusted(elements('careful', name, columns));

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

/**
 * SQL: gross and net are the turnover of a receipt, as in its report: without gift cards, deposits and tips, whether or
 * not the till has them in its net; the tax is all that it states.
 */
const receipts = (caller: Caller, day: string) => sql`
  select q.*, q.total - q.aside as gross,
    q.total_net - case when q.net_has_aside then q.aside_net else 0 end as net,
    q.total_tax + case when q.net_has_aside then 0 else q.aside_tax end as tax
  from (
    select f.*, s.discount, s.aside, s.aside_net, s.aside_tax,
      (select coalesce(sum(e.qty), 0) from ${list('lines', ['kind', 'qty'])} where ${trusted(isTurnover)}) as quantity,
      ${trusted(netHasAside)} as net_has_aside
    from (
      select ${trusted(place)}, ${trusted(counts)} as counts, t.pos_id, t.receipt_num, t.type, t.active, t.completed_at,
        extract(hour from t.completed_at at time zone (d.snapshot->>'timezone'))::integer as hour,
        t.cashier->>'id' as cashier_id, t.cashier->>'name' as cashier_name, t.total, t.total_net, t.total_tax, t.rounding,
        t.sums, t.data
      from ${receiptsOf(caller, day)}
    ) f cross join unnest(array[f.sums]) s cross join lateral (select f.data) t
  ) q order by seq`;

const lines = (caller: Caller, day: string) => sql`
  select f.*, ${trusted(`f.is_counted and ${isTurnover}`)} as counts, e.kind, lower(e.plu_id) as plu_id, e.productid, e.name,
    lower(e.dpt_id) as dpt_id, e.dpt_name, e.unit_price, e.tax_rate, coalesce(e.qty, 0) as quantity, coalesce(e.total, 0) as gross,
    coalesce(e.net, 0) as net, coalesce(e.tax, 0) as tax, coalesce(e.discount, 0) as discount
  from (select ${trusted(place)}, ${trusted(counts)} as is_counted, t.data from ${receiptsOf(caller, day)}) f
    cross join lateral (select f.data) t cross join ${list('lines', lineColumns)} order by f.seq`;

const tenders = (caller: Caller, day: string) => sql`
  select f.*, lower(e.tender_id) as tender_id, e.name, e.type, coalesce(e.amount, 0) as amount
  from (select ${trusted(place)}, ${trusted(counts)} as counts, t.data from ${receiptsOf(caller, day)}) f
    cross join lateral (select f.data) t cross join ${list('tenders', ['tender_id', 'name', 'type', 'amount'])} order by f.seq`;

const texts: Readonly<Record<Part, (caller: Caller, day: string) => RawBuilder<unknown>>> = {
  receipts,
  lines,
  tenders,
};

/** Reads the rows of a part of a day, of its receipts: each value as text, so that no number becomes a float. */
export function readRows(
  tx: Tx,
  caller: Caller,
  day: string,
  part: Part,
): Promise<readonly Readonly<Record<string, string | null>>[]> {
  const columns = columnsOf(part).map(([name, type]) =>
    type === 'TIME'
      ? `to_char(x.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`
      : `x.${name}::text as ${name}`,
  );
  return tx.rows(sql`select ${trusted(columns.join(', '))} from (${texts[part](caller, day)}) x`);
}
