/** The time zone of all demo locations. */
const timeZone = 'Europe/Helsinki';

const dateThere = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
const hourThere = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });

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
