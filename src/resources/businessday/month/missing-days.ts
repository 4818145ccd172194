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
      .map((days) => plusDays(date, days))
      .filter((other) => other >= first && other < today);
    return around.filter((other) => dates.has(other)).length * 2 > around.length;
  });
}

/** Returns the dates of a month (`2026-10`), in order. */
export function datesOf(month: string): string[] {
  const [year, number] = month.split('-').map(Number);
  const length = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate();
  return Array.from({ length }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`);
}

/** Returns the date `days` days later. Dates have no time zone. */
export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns the month `months` months later. */
export function plusMonths(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, (number ?? 1) - 1 + months, 1)).toISOString().slice(0, 7);
}
