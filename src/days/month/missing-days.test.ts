import { expect, it } from 'vitest';
import { addDays } from '@/record/calendar';
import { missingDates } from './server/read-month.server';

/** The dates from one to another on which a shop is open, but for some. */
function opened(from: string, to: string, isOpen: (weekday: number, date: string) => boolean): Set<string> {
  const dates = new Set<string>();
  for (let date = from; date <= to; date = addDays(date, 1))
    if (isOpen(new Date(date).getUTCDay(), date)) dates.add(date);
  return dates;
}
const shop = { location_id: 'x', first: '2026-01-01', today: '2026-12-31' };

it('a day is missing where the same weekday has one before and after, and a closed weekday is not', () => {
  const dates = opened('2026-09-01', '2026-11-30', (weekday, date) => weekday !== 0 && date !== '2026-10-14');
  expect(missingDates('2026-10', { ...shop, dates })).toEqual(['2026-10-14']);
});

it('the last day of a month is missed the day after, although no later one is there', () => {
  const dates = opened('2026-09-01', '2026-10-30', () => true);
  expect(missingDates('2026-10', { ...shop, today: '2026-11-01', dates })).toEqual(['2026-10-31']);
  expect(missingDates('2026-10', { ...shop, today: '2026-10-31', dates })).toEqual([]);
});

it('nothing is missing before the first day, in a closure of weeks, or after a shop has closed for good', () => {
  const late = opened('2026-10-10', '2026-11-30', () => true);
  expect(missingDates('2026-10', { ...shop, first: '2026-10-10', dates: late })).toEqual([]);
  const holiday = opened('2026-06-01', '2026-08-31', (_, date) => date < '2026-07-06' || date > '2026-07-26');
  expect(missingDates('2026-07', { ...shop, dates: holiday })).toEqual([]);
  const ended = opened('2026-09-01', '2026-10-20', () => true);
  expect(missingDates('2026-10', { ...shop, dates: ended })).toEqual([]);
});
