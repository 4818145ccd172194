import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted } from '@/server/db/db';
import { saleTypes } from '@/resources/sales/contract';
import {
  asideSign,
  counts,
  elements,
  isNonTurnover,
  isTaxedAside,
  isTurnover,
  kindDiffers,
  lineNet,
  netHasAside,
  pricesAreNet,
  type NumberParsing,
} from '../receipts/server/receipt-lists.server';
import { countedRegisters, keptRegister } from '../model/drawers.server';

/**
 * The ledger of business days: what their receipts and z reports come to, each figure defined here once in SQL, only with `numeric`.
 * The report, the summary, the figures that are kept of closed days, the voucher and the month are folds of its parts; the
 * browser computes a day again by definitions of its own (checks/recompute-totals.ts).
 *
 * Each part is a common table expression over the previous ones; PostgreSQL evaluates only those that a statement reads. All have a row per
 * `day`, the GUID of the business day, and key; days without any have none.
 *
 * The sums of a receipt's lists are stored with it (`sums`, receipts/server/receipt-sums.server.ts). The lists are parsed only for the
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
 * SQL parts.
 *
 * - `d`: the days; `ru`: rounding units; `r`: the receipts with the sums of each.
 * - `day_sums`: what the receipts of a day come to as a whole (`ofDay`).
 * - `sold`: lines of turnover by product, department and rate. `revenue` is their net, of a line without it its total without its tax;
 *   `untaxed` is how many say neither.
 * - `asides`: lines that are no turnover by kind, rate, and whether they state tax; deposits given back are `returned`. `sign` says how they
 *   change the tax rows.
 * - `vat`: turnover and whatever else is taxed by rate. `is_aside`: something that is no turnover is in it.
 * - `paid`: payments by register ('' for none) and tender; `refunded` is the negative ones, as a positive sum.
 * - `tenders`: the same by tender; one without a GUID is told apart by its type and name.
 * - `moves`: each payment into or out of a drawer. The sign of its receipt is ignored (docs/report.md#what-counts).
 * - `drawer_rows`: what the receipts of each register did to its drawer.
 * - `lates`: what belongs to another day, by that day.
 */
export function ledgerParts(
  caller: Caller,
  days: readonly CountedDay[],
  parsing: NumberParsing,
  rates = ratesOfDay,
): RawBuilder<unknown> {
  const receipts = receiptsOf(caller);
  const lines = (...columns: string[]) => trusted(elements(parsing, 'lines', columns));
  const payments = trusted(elements(parsing, 'tenders', ['tender_id', 'name', 'type', 'amount']));
  const is = { counted: trusted(counts), turnover: trusted(isTurnover), aside: trusted(isNonTurnover) };
  return sql`d as materialized (
    select d.*, x.own_registers, ${trusted(cutoverOf('x.snapshot'))} as begins, x.snapshot->'line_kinds' as line_kinds,
      ${rates} as tax_rates
    from jsonb_to_recordset(${JSON.stringify(days.map(dayOf))}::jsonb)
      d(id uuid, location_id uuid, date date, currency text, zone text, cutover integer)
    join businessday x on x.tenant_id = ${caller.tenantId} and x.id = d.id
  ), ru as materialized (
    ${roundingUnits(caller)}
  ), ${receiptsWithSums(caller, parsing)}, day_sums as materialized (
    select businessday_id as day, ${trusted(
      Object.entries(ofDay)
        .map(([name, sum]) => `${sum} as ${name}`)
        .join(', '),
    )}
    from r group by 1
  ), sold as materialized (
    select day, lower(plu_id collate "C") as plu_id, productid, name, lower(dpt_id collate "C") as dpt_id, dpt_name, rate,
      qty, total, net, tax, revenue, untaxed
    from (
      select d.id as day, e.plu_id, e.productid, e.name, e.dpt_id, e.dpt_name, e.tax_rate as rate, ${sums(['qty', 'total', 'net', 'tax'])},
        coalesce(sum(coalesce(e.net, e.total - e.tax)), 0) as revenue, count(*) filter (where coalesce(e.net, e.tax) is null) as untaxed
      from ${receipts} cross join ${lines('kind', 'plu_id', 'productid', 'name', 'dpt_id', 'dpt_name', 'qty', 'total', 'net', 'tax', 'tax_rate')}
      where ${is.counted} and ${is.turnover} group by 1, 2, 3, 4, 5, 6, 7
    ) e
  ), asides as materialized (
    select d.id as day, e.kind, e.kind = 'deposit' and coalesce(e.total, 0) < 0 as returned, coalesce(e.tax_rate, 0) as rate,
      ${trusted(isTaxedAside)} as is_taxed, ${trusted(asideSign)} as sign, count(*) as count,
      coalesce(sum(e.total), 0) as total, coalesce(sum(${trusted(lineNet)}), 0) as net, coalesce(sum(e.tax), 0) as tax
    from ${receipts} join r on r.seq = t.seq and r.counts and r.asides > 0 cross join ${lines('kind', 'total', 'net', 'tax', 'tax_rate')}
    where ${is.aside} group by 1, 2, 3, 4, 5, 6
  ), vat as materialized (
    select day, rate, sum(gross) as gross, sum(net) as net, sum(tax) as tax, bool_or(is_aside) as is_aside from (
      select d.id as day, e.rate, ${sums(['gross', 'net', 'tax'])}, false as is_aside
      from ${receipts} cross join ${trusted(elements(parsing, 'taxes', ['rate', 'gross', 'net', 'tax']))} where ${is.counted} group by 1, 2
      union all
      select day, rate, sign * total, sign * net, sign * tax, true from asides where sign <> 0
    ) parts group by day, rate
  ), paid as materialized (
    select day, coalesce(pos_id::text collate "C", '') as pos_id, lower(tender_id collate "C") as tender_id, name, type, count, amount, refunded
    from (
      select d.id as day, t.pos_id, e.tender_id, e.name, e.type, count(*) as count, ${sums(['amount'])},
        coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as refunded
      from ${receipts} cross join ${payments} where ${is.counted} group by 1, 2, 3, 4, 5
    ) e
  ), tenders as materialized (
    select day, ${trusted(tenderSums)}
    from paid group by day, ${trusted(byTender)}
  ), moves as materialized (
    select businessday_id as day, coalesce(pos_id, '') as pos_id, type, reason, abs(coalesce(cash, total)) as amount
    from r where active and type in ('paid_in', 'paid_out')
  ), drawer_rows as materialized (
    select day, pos_id, sum(sales) as sales, sum(refunds) as refunds, sum(paid_in) as paid_in, sum(paid_out) as paid_out
    from (
      select day, pos_id, amount + refunded as sales, refunded as refunds, null::numeric as paid_in, null::numeric as paid_out
      from paid where type = 'cash'
      union all
      select day, pos_id, null, null, case type when 'paid_in' then amount end, case type when 'paid_out' then amount end from moves
      union all
      select distinct businessday_id, coalesce(pos_id, ''), null::numeric, null::numeric, null::numeric, null::numeric from r
    ) parts group by day, pos_id
  ), lates as materialized (
    select businessday_id as day, late_for, count(*) as count, sum(gross) as gross, sum(tax + aside_tax) as tax
    from r where ${trusted(isLateOf)} group by 1, 2
  )`;
}

/** SQL condition: a receipt `r` that counts in this day, and came too late for another. */
const isLateOf = 'counts and late_for is not null and late_for <> businessday_id::text';

const counted = (sum: string) => `coalesce(sum(${sum}) filter (where counts), 0)`;

/** SQL condition: a receipt `r` has a type that is none of those that there are. */
export const isUnknown = `active and type not in (${saleTypes.map((type) => `'${type}'`).join(', ')})`;

/** The columns of `day_sums`: sums of counted receipts, of others, and those that the checks compare. */
const ofDay: Readonly<Record<string, string>> = {
  count: 'count(*) filter (where counts)',
  gross: counted('gross'),
  net: counted('net'),
  // What is no turnover has its tax here, too: the receipts state it, so it is owed.
  tax: counted('tax + aside_tax'),
  discount: counted('discount'),
  rounding: counted('rounding'),
  aside: counted('aside'),
  all_total: counted('total'),
  all_lines: counted('lines'),
  all_paid: counted('paid'),
  all_row_tax: counted('row_tax'),
  all_line_tax: counted('sold_tax + case when rows_have_aside then aside_tax else 0 end'),
  active: 'count(*) filter (where active)',
  returns: `count(*) filter (where counts and type = 'return')`,
  returns_gross: `coalesce(sum(gross) filter (where counts and type = 'return'), 0)`,
  voids: `count(*) filter (where active and type = 'void')`,
  voids_gross: `coalesce(sum(gross) filter (where active and type = 'void'), 0)`,
  trainings: `count(*) filter (where active and type = 'training')`,
  trainings_gross: `coalesce(sum(gross) filter (where active and type = 'training'), 0)`,
  unknown: `count(*) filter (where ${isUnknown})`,
  late_of: `count(*) filter (where ${isLateOf})`,
};

/** SQL part `g`: the sums of all days as one row. */
export const allSums = `g as materialized (select ${Object.entries(ofDay)
  .map(([name, sum]) => `coalesce(sum(${name}), 0)${sum.startsWith('count') ? '::bigint' : ''} as ${name}`)
  .join(', ')} from day_sums)`;

/** SQL condition: a row of `vat` is no rate of which there is only what is no turnover, and which comes to nothing. */
export const hasVat = `gross <> 0 or net <> 0 or tax <> 0 or not is_aside`;

/** SQL: payments added up by tender: its greatest name and type, since receipts call it this and that. */
export const tenderSums = `tender_id, max(name collate "C") as name, max(type collate "C") as type, sum(count)::bigint as count,
      sum(amount) as amount, sum(refunded) as refunded`;

/** SQL: what tells tenders apart. */
export const byTender = `tender_id, case when tender_id is null then type end, case when tender_id is null then name end`;

/** SQL: what moved the cash of a drawer, summed; zero where nothing did. */
export const drawerSums = ['opening_float', 'sales', 'refunds', 'paid_in', 'paid_out']
  .map((name) => `coalesce(sum(${name}), 0) as ${name}`)
  .join(', ');

/**
 * SQL parts of drawers. `read_registers`: what the z reports of each register say, with over and short as the sums that are kept of the
 * day say; `drawers`: the cash of each register and day, with over and short by its receipts. The register '' stands for
 * receipts without one.
 *
 * @param days the part with the ids of the days whose z reports are read.
 */
export const drawerParts = (
  caller: Caller,
  parsing: NumberParsing,
  days: 'd' | 'every_day' = 'd',
): RawBuilder<unknown> => sql`
  read_registers as materialized (
    select d.id as day, c.*, c.counted - c.opening_float - coalesce(x.cash, 0) as over_short
    from ${trusted(days)} d join businessday t on t.tenant_id = ${caller.tenantId} and t.id = d.id
    cross join lateral ${trusted(countedRegisters(parsing, 't.data'))} c
    left join businessday_totals x on x.tenant_id = t.tenant_id and x.businessday_id = t.id
      and x.pos_id::text = ${trusted(keptRegister('c.pos_id'))}
  ), drawers as materialized (
    select x.*, counted - expected as over_short from (
      select k.*, opening_float + sales - refunds + paid_in - paid_out as expected from (
        select day, pos_id, ${trusted(drawerSums)},
          sum(counted) as counted
        from (
          select day, pos_id, null::numeric as opening_float, sales, refunds, paid_in, paid_out, null::numeric as counted from drawer_rows
          union all
          select day, pos_id, opening_float, null, null, null, null, counted from read_registers
        ) parts group by day, pos_id
      ) k
    ) x
  )`;

const dayOf = ({ id, location_id, date, currency, zone, cutover }: CountedDay) => ({
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
const receiptsWithSums = (
  caller: Caller,
  parsing: NumberParsing,
): RawBuilder<unknown> => sql`r as materialized (
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
        case when t.type in ('paid_in', 'paid_out')
          then left(regexp_replace(trim(coalesce(t.data->>'reason', '')), '\\s+', ' ', 'g'), 100) end as reason,
        t.removed, c.*, ${trusted(pricesAreNet(parsing))} as prices_are_net,
        case when s.asides > 0 and d.line_kinds is not null then exists (
          select from ${trusted(elements(parsing, 'lines', ['kind', 'tax', 'tax_rate']))} where ${trusted(kindDiffers)}
        ) else false end as kinds_differ, t.pos_id is not null and t.pos_id <> all (d.own_registers) as is_guest,
        p.location_id as register_location_id,
        ${trusted(netHasAside)}
          as net_has_aside
      from ${receiptsOf(caller)} cross join unnest(array[t.sums]) s cross join unnest(array[t.checked]) c
        left join pos p on p.tenant_id = t.tenant_id and p.id = t.pos_id
    ) q
  )`;
