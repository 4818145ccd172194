import { Big } from 'big.js';
import { addDays, addMonths, datesOf, daysBetween, plusMonths, weekdayOf } from './calendar';

/**
 * The one rule of periods and of what they are compared with (docs/report.md#periods). A period is the business days of its dates; an
 * open day counts as it stands, but for the figures of a month's proof and lock, which are of closed days. Changes in per cent are those
 * of days that are over, against the same weekdays.
 */

/** Dates, both included, as `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The dates of a period without some of them. */
export interface Dates extends Period {
  readonly without: string[];
}

/** What a period is compared with: what came before it, or a year before. */
export type Against = 'before' | 'year';

/** The longest period that is compared with the weeks before it, in days; a longer one is compared with a year before. */
export const weeksAtMost = 35;

/** The weeks of a year: the same weekdays, one or two dates off. */
export const weeksOfYear = 52;

/** Returns the number of dates of a period; less than one if they are in no order. */
export const lengthOf = ({ from, to }: Period): number => daysBetween(from, to) + 1;

/** Returns the dates of a period, in order. */
export const datesIn = ({ from, to }: Period): string[] =>
  Array.from({ length: Math.max(0, lengthOf({ from, to })) }, (_, at) => addDays(from, at));

/** Returns the first date of the month of a date. */
export const firstOf = (date: string): string => `${date.slice(0, 8)}01`;

/** Returns a whole month (`2026-10`) as a period. */
export const periodOfMonth = (month: string): Period => ({
  from: `${month}-01`,
  to: datesOf(month).at(-1) ?? '',
});

/** The periods that pages offer by name. */
export const periodNames = [
  'today',
  'yesterday',
  'week',
  'month',
  'lastMonth',
  'year',
  'twelveMonths',
] as const;
export type PeriodName = (typeof periodNames)[number];

/** Returns a period by its name; a running one has today as its last date. */
export function periodOf(name: PeriodName, today: string): Period {
  const month = firstOf(today);
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'week':
      return { from: mondayOf(today), to: today };
    case 'month':
      return { from: month, to: today };
    case 'lastMonth':
      return { from: addMonths(month, -1), to: addDays(month, -1) };
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    default:
      return { from: addMonths(month, -12), to: addDays(month, -1) };
  }
}

/** Returns the Monday of the week of a date. */
const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(date));

/** Returns the last date that counts in changes: today and what is to come are not over. Before `from` if none is. */
export function comparedUntil({ to }: Period, today: string): string {
  const yesterday = addDays(today, -1);
  return to < yesterday ? to : yesterday;
}

/** How a period is compared: with another month, or with the dates so many weeks before. */
export type Shift = { readonly month: string } | { readonly weeks: number };

/**
 * Returns how a period is compared. A month, or its days from the first on, with the month before; days, with those as few whole weeks
 * before as leave no date in both; more than `weeksAtMost`, with 52 weeks before for each year that they have.
 */
export function shiftOf(period: Period, against: Against = 'before'): Shift {
  const { from, to } = period;
  const month = from.slice(0, 7);
  if (from === firstOf(from) && to > from && to.slice(0, 7) === month)
    return { month: plusMonths(month, against === 'year' ? -12 : -1) };
  const days = lengthOf(period);
  if (against === 'before' && days <= weeksAtMost) return { weeks: Math.ceil(days / 7) };
  return { weeks: weeksOfYear * (against === 'year' ? 1 : Math.ceil(days / 366)) };
}

/**
 * Returns the date that each date of a period is compared with, of the same weekday: in another month the first Monday with the first
 * Monday, and null for a fifth weekday that it does not have.
 */
export function fellowOf(period: Period, against: Against = 'before'): (date: string) => string | null {
  const shift = shiftOf(period, against);
  if ('weeks' in shift) return (date) => addDays(date, -7 * shift.weeks);
  const byPlace = new Map(datesOf(shift.month).map((date) => [placeOf(date), date]));
  return (date) => byPlace.get(placeOf(date)) ?? null;
}

/** A weekday and its place in a month: "2 1" is the second Monday. */
const placeOf = (date: string): string => `${ordinalOf(date)} ${weekdayOf(date)}`;

/** Returns at which place its weekday is in its month, from 1 to 5. */
export const ordinalOf = (date: string): number => Math.ceil(Number(date.slice(8)) / 7);

/** Returns the dates that a period is beside: of a whole month the whole other one, else the fellows of its dates. */
export function periodBeside(period: Period, against: Against = 'before'): Dates {
  const shift = shiftOf(period, against);
  const isWhole = 'month' in shift && period.to === periodOfMonth(period.from.slice(0, 7)).to;
  if (isWhole) return { ...periodOfMonth(shift.month), without: [] };
  const fellow = fellowOf(period, against);
  return spanOf(datesIn(period).flatMap((date) => fellow(date) ?? [])) ?? { ...period, without: [] };
}

/** The dates of a period that count in its changes, and those that they are compared with. */
export interface ComparedDates {
  readonly now: Dates;
  readonly before: Dates;
}

/** Returns which dates of a period, up to one, are compared with which; null if none is. */
export function comparedDates(
  { from, to }: Period,
  until: string,
  against: Against = 'before',
): ComparedDates | null {
  const fellow = fellowOf({ from, to }, against);
  const dates = datesIn({ from, to: until < to ? until : to }).filter((date) => fellow(date) !== null);
  const [now, before] = [spanOf(dates), spanOf(dates.flatMap((date) => fellow(date) ?? []))];
  return now && before && { now, before };
}

function spanOf(dates: readonly string[]): Dates | null {
  const sorted = dates.toSorted();
  const [from, to] = [sorted[0], sorted.at(-1)];
  if (from === undefined || to === undefined) return null;
  const known = new Set(dates);
  return { from, to, without: datesIn({ from, to }).filter((date) => !known.has(date)) };
}

/** Returns by how much a sum is above another, in per cent with one decimal; null where the other is not above zero. */
export function changeOf(now: Big | string | null, before: Big | string | null): string | null {
  if (now === null || before === null || new Big(before).lte(0)) return null;
  const change = new Big(now).minus(before).times(100).div(before).round(1, Big.roundHalfUp);
  return change.eq(0) ? '0.0' : change.toFixed(1);
}
