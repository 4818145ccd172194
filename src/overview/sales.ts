import type { Big } from 'big.js';
import { addDays, addMonths } from '@/record/calendar';
import { big, sumOf } from '@/days/report/amounts';
import type { Summary } from '@/days/report/schema/summary';

/** A day of a summary. */
export type SummaryDay = Summary['days'][number];

/** Sales are compared with those of the same weekdays four weeks before. */
export const comparedDays = 28;

/** The month that the overview shows; days as `YYYY-MM-DD`. */
export interface Month {
  readonly today: string;
  readonly yesterday: string;
  readonly first: string;
  readonly last: string;
}

/** Returns the month of yesterday: on the first of a month the one that has just ended. */
export function monthOf(today: string): Month {
  const yesterday = addDays(today, -1);
  const first = `${yesterday.slice(0, 8)}01`;
  return { today, yesterday, first, last: addDays(addMonths(first, 1), -1) };
}

/** Sales of some days and of those compared with them; null without any day. */
export interface Compared {
  readonly gross: Big | null;
  readonly before: Big | null;
}

/** Sales of one date. `date` is null for a day that the month does not have. */
export interface DaySales extends Compared {
  readonly date: string;
}

/** Sales of a location, or of all. */
export interface Sales {
  readonly days: readonly DaySales[];
  readonly yesterday: Compared;
  /** From the first of the month until yesterday: days that are over. */
  readonly month: Compared;
}

/** Returns the sales of each date of a month, beside those of four weeks before. */
export function salesOf(now: readonly SummaryDay[], before: readonly SummaryDay[], month: Month): Sales {
  const [mine, theirs] = [byDate(now), byDate(before)];
  const dates: string[] = [];
  for (let date = month.first; date <= month.last; date = addDays(date, 1)) dates.push(date);
  const days = dates.map((date) => ({
    date,
    gross: mine.get(date) ?? null,
    before: theirs.get(addDays(date, -comparedDays)) ?? null,
  }));
  const over = days.filter(({ date }) => date <= month.yesterday);
  return {
    days,
    yesterday: over.at(-1) ?? { gross: null, before: null },
    month: { gross: total(over.map((day) => day.gross)), before: total(over.map((day) => day.before)) },
  };
}

/** Returns the sales of each location, in the order of the locations. */
export const salesByLocation = (summary: Summary, before: Summary, month: Month) =>
  summary.locations.map((location) => {
    const isHere = ({ location_id }: SummaryDay) => location_id === location.id;
    return {
      ...location,
      sales: salesOf(summary.days.filter(isHere), before.days.filter(isHere), month),
    };
  });

function byDate(days: readonly SummaryDay[]): ReadonlyMap<string, Big> {
  const sums = new Map<string, Big>();
  for (const { date, gross } of days) sums.set(date, (sums.get(date) ?? big('0')).plus(big(gross)));
  return sums;
}

const total = (sums: readonly (Big | null)[]): Big | null => {
  const known = sums.filter((sum) => sum !== null);
  return known.length === 0 ? null : sumOf(known.map((sum) => sum.toFixed()));
};

/** Returns the change in percent, "+1.3" or "−0.4" by its sign, with one decimal; null without something to compare. */
export function changeOf({ gross, before }: Compared): string | null {
  if (gross === null || before === null || before.lte(0)) return null;
  return gross.minus(before).times(100).div(before).toFixed(1);
}

/** Whether a day has faults that nobody has acknowledged. */
export const isAtFault = ({ at_fault, failing }: SummaryDay): boolean => at_fault > 0 || failing.length > 0;

/** The state of a day as a mark shows it. */
export type DayMarkKind = 'exported' | 'fault' | 'closed' | 'open';

/** Returns the mark of a day: a fault counts until the day is exported. */
export function markOf(day: SummaryDay): DayMarkKind {
  if (day.status === 'exported') return 'exported';
  if (isAtFault(day) && day.status === 'closed') return 'fault';
  return day.status === 'closed' ? 'closed' : 'open';
}
