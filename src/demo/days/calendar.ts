/** The zone of all places of the demo. */
const timeZone = 'Europe/Helsinki';

const dateThere = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
const hourThere = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });

/** The day before or after a date (YYYY-MM-DD), by so many days. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** 1 is Monday, 7 is Sunday, as in the records' weekdays. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** The date at which it is `now` where the shops are. */
export function localDate(now: Date): string {
  return dateThere.format(now);
}

/**
 * Midnight of a date where the shops are, as milliseconds since 1970, by the offset that holds at noon: the
 * clock changes before any shop opens.
 */
export function localMidnight(date: string): number {
  const hour = hourThere.format(new Date(`${date}T12:00:00Z`));
  return Date.parse(`${date}T00:00:00Z`) - (Number(hour) - 12) * 3_600_000;
}
