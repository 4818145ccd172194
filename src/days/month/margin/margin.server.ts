import { sql } from 'kysely';
import { currencyScale } from '@/contract/values';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { groupBy } from '../../checks/recompute-totals';
import { currencyOf, findDays, requireLocations } from '../../report/server/report-days.server';
import { datesOf } from '@/record/calendar';
import { costParts, marginSums } from './line-costs.server';
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

/** SQL: net sales by location and department, those of lines whose cost is known, and that cost. */
const linesWithCosts = (
  caller: Caller,
  days: readonly string[],
  currency: string,
  parsing: NumberParsing,
) => sql<Row>`
  with ${costParts(caller, days, currency, parsing)}
  select location_id, dpt_id, max(dpt_name collate "C") as dpt_name, ${trusted(marginSums)}
  from costed group by location_id, dpt_id, case when dpt_id is null then dpt_name end`;

/** What some lines came to: exact decimal texts. */
export interface LineSums {
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
