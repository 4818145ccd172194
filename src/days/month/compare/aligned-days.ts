import { datesOf, weekdayOf } from '@/record/calendar';

/** A weekday and its place in a month: the second Monday. A month has four or five of each weekday. */
export interface AlignedDay {
  /** 1 (Monday) to 7. */
  readonly weekday: number;
  /** 1 to 5. */
  readonly ordinal: number;
  /** Its date in each of the months, in their order; null in a month that has no fifth such weekday. */
  readonly dates: readonly (string | null)[];
}

/**
 * Returns the days of several months beside each other, the first Monday with the first Monday and so on (docs/report.md#months-compared):
 * in the order of the first month, then by weekday those that only others have. Each date of each month is in it once.
 */
export function alignedDays(months: readonly [string, ...string[]]): AlignedDay[] {
  const found = months.map(
    (month) => new Map(datesOf(month).map((date) => [keyOf(weekdayOf(date), ordinalOf(date)), date])),
  );
  const [own = [], ...others] = found.map((dates) => [...dates.keys()]);
  return [...new Set([...own, ...others.flat().toSorted()])].map((key) => ({
    weekday: Number(key.slice(2)),
    ordinal: Number(key.slice(0, 1)),
    dates: found.map((dates) => dates.get(key) ?? null),
  }));
}

const keyOf = (weekday: number, ordinal: number): string => `${ordinal} ${weekday}`;

const ordinalOf = (date: string): number => Math.ceil(Number(date.slice(8)) / 7);
