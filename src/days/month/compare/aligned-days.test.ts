import { assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { datesOf, plusMonths } from '@/record/calendar';
import { alignedDays } from './aligned-days';

const month = integer({ min: 0, max: 12 * 60 }).map((months) => plusMonths('1999-11', months));

const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

it('any months lie beside each other by weekday: each date once, the first Monday with the first Monday', () => {
  assert(
    property(month, month, month, (...months) => {
      const days = alignedDays(months);
      for (const [at, one] of months.entries()) {
        const dates = days.flatMap((day) => day.dates[at] ?? []);
        expect(dates.toSorted()).toEqual(datesOf(one));
        for (const day of days) {
          const date = day.dates[at] ?? null;
          if (date === null) {
            expect(day.ordinal).toBe(5);
            continue;
          }
          expect(weekday(date)).toBe(day.weekday);
          const earlier = datesOf(one).filter((other) => weekday(other) === day.weekday && other <= date);
          expect(earlier).toHaveLength(day.ordinal);
        }
      }
    }),
  );
});

it('the days follow the first month, and then by weekday come those that only others have', () => {
  assert(
    property(month, month, (one, other) => {
      const days = alignedDays([one, other]);
      const own = days.map(({ dates }) => dates[0] ?? null);
      const length = datesOf(one).length;
      expect(own.slice(0, length)).toEqual(datesOf(one));
      const rest = days.slice(length);
      expect(rest.map(({ dates }) => dates[0])).toEqual(rest.map(() => null));
      expect(rest.map((day) => day.weekday)).toEqual(
        rest.map((day) => day.weekday).toSorted((a, b) => a - b),
      );
    }),
  );
});

it.each([
  // 28 days beside 31; the longest months that begin on different weekdays.
  ['2026-02', '2026-01', 28, ['2026-01-29', '2026-01-30', '2026-01-31']],
  ['2026-10', '2026-09', 31, ['2026-09-29', '2026-09-30']],
  ['2028-02', '2028-01', 29, ['2028-01-31', '2028-01-29', '2028-01-30']],
  ['2026-04', '2026-05', 30, ['2026-05-29', '2026-05-30', '2026-05-31']],
] as const)('%s beside %s leaves what has no fellow for the end', (one, other, length, left) => {
  expect(
    alignedDays([one, other])
      .slice(length)
      .map(({ dates }) => dates[1]),
  ).toEqual(left);
});
