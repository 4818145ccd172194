const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** A time zone that this engine knows, or undefined: then the reader's own. */
function known(timeZone: string | undefined): string | undefined {
  if (!timeZone) return undefined;
  try {
    formatOf('en', { timeZone });
    return timeZone;
  } catch {
    return undefined;
  }
}

const momentOf = (value: string): Date | null => {
  const moment = new Date(value);
  return value === '' || Number.isNaN(moment.getTime()) ? null : moment;
};

/** The time of a moment on the clock of a place: "12:40", with seconds "12:40:07"; "–" for none. */
export function clockOf(
  value: string,
  locale: string,
  timeZone: string | undefined,
  seconds = false,
): string {
  const moment = momentOf(value);
  if (!moment) return '–';
  return formatOf(locale, {
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
    hourCycle: 'h23',
    timeZone: known(timeZone),
  }).format(moment);
}

/** The day of a moment in a place, `YYYY-MM-DD`; empty for none. */
export function dayOf(value: string, timeZone: string | undefined): string {
  const moment = momentOf(value);
  if (!moment) return '';
  const style = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: known(timeZone) } as const;
  return formatOf('en-CA', style).format(moment);
}

/**
 * The moment at which a day begins in a time zone, as the wire writes moments. Asked twice, since the offset
 * at midnight may be another than at the first guess.
 */
export function startOfDay(day: string, timeZone: string | undefined): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight)) return '';
  const offset = (at: number) => wallClock(at, timeZone) - at;
  const first = midnight - offset(midnight);
  return new Date(midnight - offset(first)).toISOString();
}

/** The day after, `YYYY-MM-DD`. Days have no time zone. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** What the clock of a place shows at a moment, read as if it were UTC. */
function wallClock(at: number, timeZone: string | undefined): number {
  const parts = formatOf('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: known(timeZone),
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '00';
  return Date.parse(
    `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`,
  );
}
