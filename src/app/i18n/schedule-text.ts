import type { Format } from './formats';
import { dayRuns, weekdayNames } from './weekdays';

type Words = (key: 'from' | 'until', values: Record<string, string>) => string;

/**
 * Describes when something is valid by its `weekdays`, `time_from`, `time_until`, `valid_from` and
 * `valid_until`: "Mon–Fri 14–16 until 31 May"; empty without limits. On a generic server these fields may have
 * any type (docs/design.md#6-servers-that-this-project-did-not-write).
 */
export function scheduleText(record: Readonly<Record<string, unknown>>, format: Format, say: Words): string {
  const weekdays = Array.isArray(record['weekdays']) ? record['weekdays'].filter(isDay) : [];
  const [from, until] = [shortTime(record['time_from']), shortTime(record['time_until'])];
  const days = weekdays.length > 0 && weekdays.length < 7 ? dayRanges(weekdays, format.locale) : '';
  const hours = from || until ? `${from}–${until}` : '';
  const dates = (['from', 'until'] as const).map((bound) => {
    const day = record[`valid_${bound}`];
    return day ? say(bound, { day: format.day(day) }) : '';
  });
  return [days, hours, ...dates].filter(Boolean).join(' ');
}

/** Omits the minutes of full hours. */
const shortTime = (time: unknown): string =>
  typeof time === 'string' ? time.replace(/^0/, '').replace(/:00$/, '') : '';

const isDay = (day: unknown): day is number => typeof day === 'number';

/** Formats weekdays as ranges: [1, 2, 3, 5] → "Mon–Wed, Fri". */
function dayRanges(days: readonly number[], locale: string): string {
  const names = weekdayNames(locale);
  const name = (day: number) => names[day - 1] ?? String(day);
  return dayRuns(days)
    .map(([first, last]) => (first === last ? name(first) : `${name(first)}–${name(last)}`))
    .join(', ');
}
