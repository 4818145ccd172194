import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { trusted } from '@/core/server/db/db';
import { elements, kindDiffers, pricesAreNet, type Care } from '../../sales/server/receipt-lists.server';

/**
 * The arithmetic of the report, in PostgreSQL and only with `numeric`. Each part is a common table expression over the
 * previous ones: the days, the sums of their receipts, and the sums of their lists. The totals (report-totals.server.ts)
 * and the checks (checks/report-checks.server.ts) build on them.
 *
 * The sums of a receipt's lists are stored with it (`sums`, sales/receipt-sums.server.ts). The lists are parsed only for the
 * breakdowns and aggregated at once: materializing their rows first would cost more than the rest of the statement.
 */

/** The parameters of a day whose receipts are counted. */
export interface CountedDay {
  readonly id: string;
  readonly location_id: string;
  readonly date: string;
  readonly currency: string;
  /** The name of a time zone that PostgreSQL supports. */
  readonly zone: string;
  /** The hour at which the business day begins. */
  readonly cutover: number;
}

/** SQL: how long after midnight a business day begins, of its snapshot. */
export const cutoverOf = (snapshot: string): string =>
  `make_interval(hours => (${snapshot}->>'cutover_hour')::integer, mins => coalesce((${snapshot}->>'cutover_minute')::integer, 0))`;

/** SQL condition: an active sale or return (docs/report.md#what-counts). */
export const counts = `t.active and t.type in ('sale', 'return')`;

/**
 * SQL: the digits of a receipt number, null if it has none. Plain numbers, the usual case, skip the regular expression.
 */
export const receiptDigits = (column: string): string =>
  `case when ltrim(${column}, '0123456789') = '' then nullif(${column}, '')
    else nullif(regexp_replace(${column}, '[^0-9]', '', 'g'), '') end::numeric`;

/** SQL: the receipts `t` of the days `d`. Without the days as an array PostgreSQL 15 would read those of every day. */
export const receiptsOf = (caller: Caller): RawBuilder<unknown> => sql`d join sales t
  on t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.businessday_id = d.id
    and t.businessday_id = any (array(select id from d))`;

/** SQL: the rates that taxes had on a day `d` (`tax_rates_on`, tax/table.ts). */
export const ratesOfDay: RawBuilder<unknown> = sql`tax_rates_on(d.date)`;

/** SQL: no rates, for figures that are stored, whose rates are compared when they are read. */
export const withoutRates: RawBuilder<unknown> = sql`null::numeric[]`;

/**
 * SQL parts. `d`: the days; `r`: their receipts with the sums of each; `goods`, `payments`, `taxed`: lines, payments and
 * tax rows, summed by every key that a breakdown needs.
 */
export function receiptParts(
  caller: Caller,
  days: readonly CountedDay[],
  care: Care,
  rates = ratesOfDay,
): RawBuilder<unknown> {
  const lists = {
    lines: trusted(
      elements(care, 'lines', [
        'kind',
        'plu_id',
        'productid',
        'name',
        'dpt_id',
        'dpt_name',
        'qty',
        'total',
        'net',
        'tax',
      ]),
    ),
    tenders: trusted(elements(care, 'tenders', ['tender_id', 'name', 'type', 'amount'])),
    taxes: trusted(elements(care, 'taxes', ['rate', 'gross', 'net', 'tax'])),
  };
  return sql`d as materialized (
    select d.*, x.own_registers, ${trusted(cutoverOf('x.snapshot'))} as begins, x.snapshot->'line_kinds' as line_kinds,
      ${rates} as tax_rates
    from jsonb_to_recordset(${JSON.stringify(days.map(counted))}::jsonb)
      d(id uuid, location_id uuid, date date, currency text, zone text, cutover integer)
    join businessday x on x.tenant_id = ${caller.tenantId} and x.id = d.id
  ), ru as materialized (
    ${roundingUnits(caller)}
  ), ${receipts(caller, care)}, goods as materialized (
    select kind, lower(plu_id collate "C") as plu_id, productid, name, lower(dpt_id collate "C") as dpt_id, dpt_name,
      count, qty, total, net, tax
    from (
      select e.kind, e.plu_id, e.productid, e.name, e.dpt_id, e.dpt_name, count(*) as count, ${sums(['qty', 'total', 'net', 'tax'])}
      from ${receiptsOf(caller)} cross join ${lists.lines} where ${trusted(counts)} group by 1, 2, 3, 4, 5, 6
    ) e
  ), payments as materialized (
    select pos_id::text collate "C" as pos_id, lower(tender_id collate "C") as tender_id, name, type, count, amount, refunded
    from (
      select t.pos_id, e.tender_id, e.name, e.type, count(*) as count, ${sums(['amount'])},
        coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as refunded
      from ${receiptsOf(caller)} cross join ${lists.tenders} where ${trusted(counts)} group by 1, 2, 3, 4
    ) e
  ), taxed as materialized (
    select e.rate, ${sums(['gross', 'net', 'tax'])}
    from ${receiptsOf(caller)} cross join ${lists.taxes} where ${trusted(counts)} group by 1
  )`;
}

const counted = ({ id, location_id, date, currency, zone, cutover }: CountedDay) => ({
  id,
  location_id,
  date,
  currency,
  zone,
  cutover,
});

/**
 * SQL part `ru`: the rounding units of tenders, by GUID, and by type for payments without a GUID; by `way`: `up`, `down`, or `half`,
 * to the nearest.
 */
export const roundingUnits = (
  caller: Caller,
): RawBuilder<unknown> => sql`select key, way, max(unit) as unit from (
      select x.id::text collate "C" as id, x.type, report_decimal(x.data->'rounding'->'unit') as unit,
        case when x.data->'rounding'->>'mode' in ('up', 'down') then x.data->'rounding'->>'mode' else 'half' end as way
      from tender x where x.tenant_id = ${caller.tenantId} and x.company_id = any(${caller.lineage}::uuid[])
    ) t cross join lateral (values (id), ('type ' || type)) k(key) where unit > 0 group by key, way`;

/** SQL condition: some tender of `keys` rounds by `rounding`; the rounding of a negative total is turned round. */
export const isRounding = (
  rounding: string,
  keys: string,
): string => `exists (select from ru where ru.key = any(${keys})
  and case ru.way when 'up' then ${rounding} > 0 and ${rounding} < ru.unit when 'down' then ${rounding} < 0 and -${rounding} < ru.unit
    else abs(${rounding}) * 2 <= ru.unit end)`;

/** SQL: the rounding of a receipt as if it were a sale: a refund is rounded as its sale was. */
export const mirrored = 'rounding * case when total < 0 then -1 else 1 end';

/** SQL: `sum(qty) as qty` for each name, zero if there are no rows. */
const sums = (names: readonly string[]): RawBuilder<unknown> =>
  trusted(names.map((name) => `coalesce(sum(e.${name}), 0) as ${name}`).join(', '));

/**
 * SQL part `r`: each receipt with the sums of its lists. `gross`, `net` and `tax` are its turnover, without non-turnover
 * lines (`aside_*`). Tills differ in whether `total_net` and the tax rows include those: for each receipt, the
 * interpretation that comes closer to adding up is used. `unnest` expands `sums` once instead of once per column.
 */
const receipts = (caller: Caller, care: Care): RawBuilder<unknown> => sql`r as materialized (
    select q.*, is_guest and register_location_id is distinct from day_location_id as is_foreign, total - aside as gross,
      total_net - case when net_has_aside then aside_net else 0 end as net,
      total_tax - case when net_has_aside then aside_tax else 0 end as tax,
      row_gross - case when rows_have_aside then aside else 0 end as rows_gross,
      row_net - case when rows_have_aside then aside_net else 0 end as rows_net,
      row_tax - case when rows_have_aside then aside_tax else 0 end as rows_tax,
      rounding <> 0 and not ${trusted(isRounding(mirrored, 'q.tender_keys'))} as over_rounded,
      case when rounding <> 0 then coalesce((select max(case when ru.way = 'half' then ru.unit / 2
        when (ru.way = 'up') = (${trusted(mirrored)} > 0) then ru.unit else 0 end) from ru where ru.key = any(q.tender_keys)), 0) end
        as rounding_most
    from (
      select t.seq, t.id, t.businessday_id, t.active, t.type, ${trusted(counts)} as counts, t.pos_id::text collate "C" as pos_id,
        t.receipt_num, ${trusted(receiptDigits('t.receipt_num'))} as num, t.completed_at, t.cashier,
        t.location_id, t.currency, d.location_id as day_location_id, d.currency as day_currency,
        t.total, t.total_net, t.total_tax, t.rounding, lower(t.data->>'late_for' collate "C") as late_for,
        extract(hour from t.completed_at at time zone d.zone)::integer as hour, d.cutover, s.*,
        d.date as day_date, d.tax_rates, ((t.completed_at at time zone d.zone) - d.begins)::date
          as local_date,
        t.removed, c.*, ${trusted(pricesAreNet(care))} as prices_are_net,
        case when s.asides > 0 and d.line_kinds is not null then exists (
          select from ${trusted(elements(care, 'lines', ['kind', 'tax', 'tax_rate']))} where ${trusted(kindDiffers)}
        ) else false end as kinds_differ, t.pos_id is not null and t.pos_id <> all (d.own_registers) as is_guest,
        p.location_id as register_location_id,
        s.aside = 0 or abs(total_net + total_tax - total) <= abs(total_net + total_tax - total + s.aside)
          as net_has_aside
      from ${receiptsOf(caller)} cross join unnest(array[t.sums]) s cross join unnest(array[t.checked]) c
        left join pos p on p.tenant_id = t.tenant_id and p.id = t.pos_id
    ) q
  )`;
