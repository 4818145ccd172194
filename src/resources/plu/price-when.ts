import type { Format } from '@/core/app/use-format';
import { dayRuns, weekdayNames } from '@/core/app/weekdays';
import type { Entity } from '@/core/contract/resource';
import type { pricelist } from '../pricelist/contract';

type Words = (key: 'always' | 'customers' | 'from' | 'until', values?: Record<string, string>) => string;

/** When a price list holds, in a few words: "Mon–Fri 14–16", "until 31 May", "Always". */
export function whenHolds(list: Entity<typeof pricelist>, format: Format, say: Words): string {
  const { weekdays, time_from, time_until, valid_from, valid_until } = list.data;
  const days =
    weekdays && weekdays.length > 0 && weekdays.length < 7 ? dayRanges(weekdays, format.locale) : '';
  const hours = time_from || time_until ? `${hour(time_from)}–${hour(time_until)}` : '';
  const dates = [
    valid_from ? say('from', { day: format.day(valid_from) }) : '',
    valid_until ? say('until', { day: format.day(valid_until) }) : '',
  ];
  const words = [days, hours, ...dates].filter(Boolean).join(' ');
  return words || say(list.type === 'customer' ? 'customers' : 'always');
}

/** Full hours without their minutes. */
const hour = (time: string | null | undefined): string => time?.replace(/^0/, '').replace(/:00$/, '') ?? '';

/** [1, 2, 3, 5] → "Mon–Wed, Fri". */
function dayRanges(days: readonly number[], locale: string): string {
  const names = weekdayNames(locale);
  const name = (day: number) => names[day - 1] ?? String(day);
  return dayRuns(days)
    .map(([first, last]) => (first === last ? name(first) : `${name(first)}–${name(last)}`))
    .join(', ');
}
