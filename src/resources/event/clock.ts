const formats = new Map<string, Intl.DateTimeFormat>();

/** A format of dates; making one costs far more than using it. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/**
 * The first moment of a day (`YYYY-MM-DD`) by the clock of a time zone, `later` days on, as the wire has it;
 * null for what is no day.
 */
export function startOfDay(day: string, timeZone: string | undefined, later = 0): string | null {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(midnight)) return null;
  const wanted = midnight + later * 86_400_000;
  // The zone's clock at a guess says how far off the guess is; the second look is for a change of the clock.
  let guess = wanted;
  for (let look = 0; look < 2; look += 1) guess += wanted - wallTime(guess, timeZone);
  return new Date(guess).toISOString();
}

/** What the clock on the wall shows at a moment, counted as if it were UTC. */
function wallTime(moment: number, timeZone: string | undefined): number {
  const parts = formatOf('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '00';
  return Date.parse(
    `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`,
  );
}

/** The day of a moment in a time zone, to group by. */
export const dayKey = (at: string, timeZone: string | undefined): string =>
  formatOf('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(at));

/** "Friday 20 March 2026". */
export const dayName = (at: string, locale: string, timeZone: string | undefined): string =>
  formatOf(locale, { timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(
    new Date(at),
  );

/** "14:32:08". */
export const clockTime = (at: string, locale: string, timeZone: string | undefined): string =>
  formatOf(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at));
