/** The time zone of all demo locations. */
const timeZone = 'Europe/Helsinki';

const dateThere = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
const hourThere = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });

/** Adds days to a date (YYYY-MM-DD); a negative number goes back. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the weekday, from 1 (Monday) to 7 (Sunday), as in the records' `weekdays`. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** Returns the date at `now` in the time zone of the shops. */
export function localDate(now: Date): string {
  return dateThere.format(now);
}

/**
 * Returns midnight of a date in the time zone of the shops, in milliseconds since 1970. It uses the offset at noon: the
 * clocks change before any shop opens.
 */
export function localMidnight(date: string): number {
  const hour = hourThere.format(new Date(`${date}T12:00:00Z`));
  return Date.parse(`${date}T00:00:00Z`) - (Number(hour) - 12) * 3_600_000;
}
