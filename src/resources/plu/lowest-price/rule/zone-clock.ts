/** Time-zone arithmetic for one zone. Instants are milliseconds since 1970, local days are days since 1970-01-01. */
export interface ZoneClock {
  readonly zone: string;
  /** Returns the local day of an instant. */
  dayOf(instant: number): number;
  /**
   * Returns the instant of a local time. In the hour that clocks skip it is the end of the skip; of an hour that comes
   * twice it is the first one.
   */
  instantOf(day: number, minute?: number): number;
}

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

interface Change {
  /** The first instant with the offset. */
  readonly at: number;
  /** Milliseconds that the local time is ahead of UTC. */
  readonly offset: number;
}

const clocks = new Map<string, ZoneClock>();

/** Returns the clock of a time zone, or null if there is no such zone. */
export function zoneClock(zone: string): ZoneClock | null {
  const known = clocks.get(zone);
  if (known) return known;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: zone });
  } catch {
    return null;
  }
  const made = clockOf(zone, offsetsOf(format));
  clocks.set(zone, made);
  return made;
}

const parts = {
  hourCycle: 'h23',
  era: 'short',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

function clockOf(zone: string, offsetAt: (instant: number) => number): ZoneClock {
  /** The first instant with a local time; null in a skipped hour. */
  const firstOf = (local: number): number | null => {
    const instants = [local - offsetAt(local - dayMs), local - offsetAt(local + dayMs)].filter(
      (instant) => instant + offsetAt(instant) === local,
    );
    return instants.length === 0 ? null : Math.min(...instants);
  };
  const endOfSkip = (local: number): number => {
    // The offset before the skip gives an instant after it, by less than the skip.
    const after = local - offsetAt(local - dayMs);
    return firstWith(local - offsetAt(local + dayMs), after, offsetAt(after), offsetAt);
  };
  return {
    zone,
    dayOf: (instant) => Math.floor((instant + offsetAt(instant)) / dayMs),
    instantOf: (day, minute = 0) => {
      const local = day * dayMs + minute * minuteMs;
      return firstOf(local) ?? endOfSkip(local);
    },
  };
}

/** Returns the first instant after `from`, up to `to`, that has an offset; `to` has it. */
function firstWith(from: number, to: number, offset: number, offsetAt: (instant: number) => number): number {
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === offset) after = middle;
    else before = middle;
  }
  return after;
}

/** Returns a function that reads offsets; those of a year are read once, since asking `Intl` is slow. */
function offsetsOf(format: Intl.DateTimeFormat): (instant: number) => number {
  const read = (instant: number) => offsetIn(format, instant);
  const years = new Map<number, readonly Change[]>();
  const changesOf = (year: number): readonly Change[] => {
    const from = year * yearMs;
    const changes: Change[] = [{ at: from, offset: read(from) }];
    for (let at = from; at < from + yearMs; at += dayMs) {
      const next = Math.min(at + dayMs, from + yearMs);
      const offset = read(next);
      if (offset !== changes.at(-1)?.offset) changes.push({ at: firstWith(at, next, offset, read), offset });
    }
    return changes;
  };
  return (instant) => {
    const year = Math.floor(instant / yearMs);
    const changes = years.get(year) ?? changesOf(year);
    years.set(year, changes);
    return changes.findLast(({ at }) => at <= instant)?.offset ?? 0;
  };
}

/** Any stretch of time will do. */
const yearMs = 366 * dayMs;

function offsetIn(format: Intl.DateTimeFormat, instant: number): number {
  const of = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const number = (name: string) => Number(of[name]);
  const year = of['era'] === 'BC' ? 1 - number('year') : number('year');
  const local = new Date(0);
  local.setUTCFullYear(year, number('month') - 1, number('day'));
  local.setUTCHours(number('hour'), number('minute'), number('second'));
  return local.getTime() - Math.floor(instant / 1000) * 1000;
}

/** Returns the number of a day (`YYYY-MM-DD`), and its text. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
/** Returns the weekday of a day, from 0 for Monday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;
