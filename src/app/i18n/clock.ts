import { dayMs } from '@/record/calendar';
import { dateFormat, dayOf } from './format';

/**
 * Returns the first moment of a day (`YYYY-MM-DD`) in a time zone, `later` days on, as an ISO date-time; null
 * if it is not a day.
 */
export function startOfDay(day: string, timeZone: string | undefined, later = 0): string | null {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(midnight) ? null : momentOfLocalTime(midnight + later * dayMs, timeZone);
}

/** Returns the last millisecond of a minute (`YYYY-MM-DD`, `HH:MM`) in a time zone; null if it is not one. */
export function momentOf(day: string, time: string, timeZone: string | undefined): string | null {
  const match = /^\d{4}-\d\d-\d\d$/.test(day) && /^\d\d:\d\d/.test(time);
  const minute = match ? Date.parse(`${day}T${time.slice(0, 5)}:59.999Z`) : Number.NaN;
  return Number.isNaN(minute) ? null : momentOfLocalTime(minute, timeZone);
}

/** Returns the local day and time of a moment in a time zone: `YYYY-MM-DD` and `HH:MM`. */
export function localDayAndTime(at: string, timeZone: string | undefined): { day: string; time: string } {
  const local = new Date(localTime(Date.parse(at), timeZone)).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 16) };
}

/** Returns the moment whose local time in the zone equals `localMoment`, which is local time counted as UTC. */
function momentOfLocalTime(localMoment: number, timeZone: string | undefined): string {
  // The zone's local time at a guess shows the error of the guess; the second pass handles a change of the
  // clocks.
  let guess = localMoment;
  const seconds = Math.floor(localMoment / 1000) * 1000;
  for (let pass = 0; pass < 2; pass += 1) guess += seconds - localTime(guess, timeZone);
  return new Date(guess).toISOString();
}

/** Returns the local time of a moment in a time zone, counted as if it were UTC. */
function localTime(moment: number, timeZone: string | undefined): number {
  const parts = dateFormat('en-CA', {
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

/** Returns the day of a moment in a time zone, for grouping. */
export const dayKey = (at: string, timeZone: string | undefined): string => dayOf(new Date(at), timeZone);

/** Formats the day of a moment: "Friday 20 March 2026". */
export function dayName(at: string, locale: string, timeZone: string | undefined): string {
  const style = { timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const text = dateFormat(locale, style).format(new Date(at)).replace(',', '');
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** Formats the time of a moment: "14:32:08". */
export const clockTime = (at: string, locale: string, timeZone: string | undefined): string =>
  dateFormat(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at));
