import { addDays, datesOf } from '@/core/record/calendar';

/** The dates on which a location has active business days, and what bounds the search for missing ones. */
export interface LocationDates {
  readonly location_id: string;
  /** Its first day ever. */
  readonly first: string;
  /** The current business date at the location: this date and later ones are not missed yet. */
  readonly today: string;
  readonly dates: ReadonlySet<string>;
}

/** How far around a month `dates` must reach, in days. */
export const missingReach = 14;

/**
 * Returns the dates of a month on which a location has no business day and usually would have one (docs/report.md#missing-days):
 * not before its first day and before today, and of the same weekdays one and two weeks before and after, so far as they lie
 * within these bounds, more than half have a day. So a weekday on which a shop is closed is not missed, and neither is a closure
 * of several weeks.
 */
export function missingDates(month: string, { first, today, dates }: LocationDates): string[] {
  return datesOf(month).filter((date) => {
    if (dates.has(date) || date < first || date >= today) return false;
    const around = [-14, -7, 7, 14]
      .map((days) => addDays(date, days))
      .filter((other) => other >= first && other < today);
    return around.filter((other) => dates.has(other)).length * 2 > around.length;
  });
}
