const quarter = 900_000;

/**
 * Returns a function for the business date (`YYYY-MM-DD`) of a moment: its local date, or the day before if the local hour
 * is before `cutover` and `minute`. It uses local time, so a day has 23 or 25 hours when the clocks change. The function returns null
 * for text that is not a date-time; an unknown time zone counts as UTC.
 */
export function businessDateReader(
  timeZone: string,
  cutover: number,
  minute = 0,
): (time: string) => string | null {
  const format = formatter(timeZone);
  // Formatting is slow, and offsets change only at a quarter of an hour, so results are cached per quarter, or per minute
  // where a day begins within one.
  const step = minute % 15 === 0 ? quarter : 60_000;
  const cache = new Map<number, string>();
  return (time) => {
    const at = Math.floor(Date.parse(time) / step);
    if (!Number.isFinite(at)) return null;
    const date = cache.get(at) ?? dateOf(format.formatToParts(at * step), cutover, minute);
    cache.set(at, date);
    return date;
  };
}

function dateOf(parts: readonly Intl.DateTimeFormatPart[], cutover: number, minute: number): string {
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const number = (type: string) => Number(part(type));
  const isBefore = part('era').startsWith('B');
  const date = new Date(0);
  date.setUTCFullYear(isBefore ? 1 - number('year') : number('year'), number('month') - 1, number('day'));
  date.setUTCHours((number('hour') % 24) - cutover, number('minute') - minute);
  const year = date.getUTCFullYear();
  const digits = (value: number, length: number) => String(value).padStart(length, '0');
  const rest = `${digits(date.getUTCMonth() + 1, 2)}-${digits(date.getUTCDate(), 2)}`;
  // PostgreSQL's format of dates before the year 1.
  return year > 0 ? `${digits(year, 4)}-${rest}` : `${digits(1 - year, 4)}-${rest} BC`;
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  const options = {
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}
