import type { Big } from 'big.js';
import { addDays } from '@/record/calendar';
import { changeOf, comparedUntil, datesIn, fellowOf, periodOfMonth, type Period } from '@/record/period';
import { big, sumOf } from '@/days/report/amounts';
import type { Summary } from '@/days/report/schema/summary';

/** A day of a summary. */
export type SummaryDay = Summary['days'][number];

/** The month that the overview shows; days as `YYYY-MM-DD`. */
export interface Month {
  readonly today: string;
  readonly yesterday: string;
  readonly first: string;
  readonly last: string;
  /** Its days until today. */
  readonly soFar: Period;
}

/** Returns the month of yesterday: on the first of a month the one that has just ended. */
export function monthOf(today: string): Month {
  const yesterday = addDays(today, -1);
  const { from, to } = periodOfMonth(yesterday.slice(0, 7));
  return { today, yesterday, first: from, last: to, soFar: { from, to: to < today ? to : today } };
}

/** Sales of some days, null without any, and their change in per cent (record/period.ts). */
export interface Sold {
  readonly gross: Big | null;
  readonly change: string | null;
}

/** Sales of one date, and of the date that it is compared with; null for a day that the month does not have. */
export interface DaySales {
  readonly date: string;
  readonly gross: Big | null;
  readonly before: Big | null;
}

/** Sales of a location, or of all. */
export interface Sales {
  readonly days: readonly DaySales[];
  readonly yesterday: Sold;
  /** From the first of the month until yesterday: days that are over. */
  readonly month: Sold;
}

/** Returns the sales of each date of a month, beside those of the same weekdays of the month before. */
export function salesOf(now: readonly SummaryDay[], before: readonly SummaryDay[], month: Month): Sales {
  const sums = byDate([...now, ...before]);
  const fellow = fellowOf({ from: month.first, to: month.last });
  const days = datesIn({ from: month.first, to: month.last }).map((date) => ({
    date,
    gross: (date <= month.today && sums.get(date)) || null,
    before: sums.get(fellow(date) ?? '') ?? null,
  }));
  const until = comparedUntil(month.soFar, month.today);
  const over = days.filter(({ date }) => date <= until);
  const compared = over.filter(({ date }) => fellow(date) !== null);
  const yesterday = { from: month.yesterday, to: month.yesterday };
  const gross = sums.get(month.yesterday) ?? null;
  return {
    days,
    yesterday: {
      gross,
      change: changeOf(gross ?? '0', sums.get(fellowOf(yesterday)(month.yesterday) ?? '') ?? null),
    },
    month: {
      gross: total(over.map((day) => day.gross)),
      change: changeOf(total(compared.map((day) => day.gross)), total(compared.map((day) => day.before))),
    },
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
