import { sql } from 'kysely';
import { currencyScale } from '@/contract/values';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { counts, elements, isTurnover, type NumberParsing } from '../../receipts/server/receipt-lists.server';
import { groupBy } from '../../checks/recompute-totals';
import { currencyOf, findDays, requireLocations } from '../../report/server/report-days.server';
import { datesOf } from '@/record/calendar';
import type { MonthQuery } from '../server/read-query.server';
import type { MonthMargin, MarginFigures } from './schema';
import { Big } from 'big.js';

interface Row extends LineSums {
  readonly location_id: string;
  readonly dpt_id: string | null;
  readonly dpt_name: string | null;
}

/**
 * Returns what is left of a month's net sales after what the goods cost when each line was sold (docs/report.md#margin): of its closed and
 * exported days, in one currency.
 *
 * @throws 400 as the month itself (month-answer.server.ts).
 */
export async function marginOf(
  tx: Tx,
  caller: Caller,
  query: MonthQuery,
  parsing: NumberParsing,
): Promise<MonthMargin> {
  const { month, location_ids } = query;
  await requireLocations(tx, caller, location_ids);
  const dates = datesOf(month);
  const within = location_ids.length > 0 ? sql`t.location_id = any(${location_ids}::uuid[])` : sql`true`;
  const found = await findDays(
    tx,
    caller,
    sql`t.active and t.status <> 'open' and t.date between ${dates[0]}::date and ${dates.at(-1)}::date and ${within}`,
  );
  const { currency } = await currencyOf(tx, caller, found, query.currency);
  const days = found.filter((day) => day.currency === currency);
  const rows = await tx.rows(
    linesWithCosts(
      caller,
      days.map(({ id }) => id),
      currency,
      parsing,
    ),
  );
  const figures = (of: readonly Row[]) => marginFigures(of, currencyScale(currency));
  // By the name of the newest day: places are renamed.
  const names = new Map(days.map(({ location_id, location_name }) => [location_id, location_name]));
  const departments = groupBy(rows, ({ dpt_id, dpt_name }) => dpt_id ?? [dpt_name]);
  return {
    month,
    currency,
    all: figures(rows),
    locations: [...names]
      .map(([id, name]) => ({ id, name, ...figures(rows.filter((row) => row.location_id === id)) }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    departments: departments
      .map((of) => ({ dpt_id: of[0]?.dpt_id ?? null, name: of[0]?.dpt_name ?? null, ...figures(of) }))
      .toSorted((one, other) => Number(other.net) - Number(one.net)),
  };
}

const guid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

/**
 * SQL: net sales by location and department, those of lines whose cost is known, and that cost. A line's cost is its quantity times the cost that its
 * product had when the receipt was completed. It is not known of a line without a product, quantity, or stated tax, of a product without a cost then, of a moment
 * before the horizon of the trail, and in another currency than that of the company whose product it is.
 */
function linesWithCosts(caller: Caller, days: readonly string[], currency: string, parsing: NumberParsing) {
  const { tenantId, companyId, lineage } = caller;
  const list = trusted(
    elements(parsing, 'lines', ['kind', 'plu_id', 'dpt_id', 'dpt_name', 'qty', 'total', 'net', 'tax']),
  );
  return sql<Row>`
    with lines as materialized (
      select b.location_id, lower(e.dpt_id collate "C") as dpt_id, e.dpt_name, t.completed_at, e.qty,
        case when lower(e.plu_id) ~ ${guid} then e.plu_id::uuid end as plu_id,
        coalesce(e.net, e.total - e.tax, e.total, 0) as net, e.net is not null or e.tax is not null as is_stated
      from businessday b join sales t on t.tenant_id = b.tenant_id and t.company_id = b.company_id and t.businessday_id = b.id
        cross join ${list}
      where b.tenant_id = ${tenantId} and b.company_id = ${companyId} and b.id = any(${days}::uuid[])
        and t.tenant_id = ${tenantId} and t.company_id = ${companyId} and t.businessday_id = any(${days}::uuid[])
        and ${trusted(counts)} and ${trusted(isTurnover)}
    ), owners as (
      select o.id, coalesce((
        select c.data->>'currency' from company c join unnest(${lineage}::uuid[]) with ordinality a(id, place) on a.id = c.id
        where c.tenant_id = ${tenantId} and a.place >= o.place and c.data->>'currency' is not null order by a.place limit 1), 'EUR') as currency
      from unnest(${lineage}::uuid[]) with ordinality o(id, place)
    ), steps as materialized (
      select s.plu_id, s.cost, s.at, lead(s.at) over (partition by s.plu_id order by s.at, s.seq) as until, h.horizon
      from plu_cost_steps(array(select distinct l.plu_id from lines l where l.plu_id is not null), (select min(l.completed_at) from lines l)) s
        join owners o on o.id = s.owner and o.currency = ${currency}
        left join event_horizon h on s.from_trail and h.tenant_id = ${tenantId} and h.company_id = s.owner
    )
    select location_id, dpt_id, max(dpt_name collate "C") as dpt_name, sum(net)::text as net,
      coalesce(sum(net) filter (where cost is not null), 0)::text as known_net,
      coalesce(sum(qty * cost) filter (where cost is not null), 0)::text as cost
    from (
      select l.location_id, l.dpt_id, l.dpt_name, l.net, l.qty,
        case when l.is_stated and l.qty is not null and (s.horizon is null or l.completed_at >= s.horizon) then s.cost end as cost
      from lines l left join steps s on s.plu_id = l.plu_id and l.completed_at >= s.at and (s.until is null or l.completed_at < s.until)
    ) sold group by location_id, dpt_id, case when dpt_id is null then dpt_name end`;
}

/** What some lines came to: exact decimal texts. */
interface LineSums {
  readonly net: string;
  readonly known_net: string;
  readonly cost: string;
}

/** Returns the margin of some lines in a currency with `scale` decimals. The cost is rounded once, half up, and the margin is what is left. */
export function marginFigures(lines: readonly LineSums[], scale: number): MarginFigures {
  const sum = (name: keyof LineSums) => lines.reduce((all, line) => all.plus(line[name]), new Big(0));
  const [net, known] = [sum('net'), sum('known_net')];
  const cost = sum('cost').round(scale, Big.roundHalfUp);
  const margin = known.minus(cost);
  return {
    net: net.toFixed(scale),
    known_net: known.toFixed(scale),
    known_percent: shareOf(known, net),
    cost: cost.toFixed(scale),
    margin: margin.toFixed(scale),
    margin_percent: percentOf(margin, known),
  };
}

/** Returns a part in per cent with one decimal; null of what is not above zero. */
function percentOf(part: Big, whole: Big): string | null {
  if (whole.lte(0)) return null;
  return part.times(100).div(whole).round(1, Big.roundHalfUp).toFixed(1);
}

/** As `percentOf`, but what is not the whole is never 100.0. */
function shareOf(part: Big, whole: Big): string | null {
  const percent = percentOf(part, whole);
  return percent === '100.0' && part.lt(whole) ? '99.9' : percent;
}
