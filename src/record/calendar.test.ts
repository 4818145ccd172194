import { assert, date as anyDate, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, addMonths, dateAt, datesOf, daysBetween, plusMonths, weekdayOf } from './calendar';

const dates = anyDate({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }).map(
  (moment) => dateAt(moment.getTime()),
);

it('days that are added lie as many days apart, on the weekday that follows from their number', () => {
  assert(
    property(dates, integer({ min: -5000, max: 5000 }), (date, days) => {
      const other = addDays(date, days);
      expect(daysBetween(date, other)).toBe(days);
      expect((((weekdayOf(other) - weekdayOf(date) - days) % 7) + 7) % 7).toBe(0);
    }),
  );
  expect(['2026-11-23', '2026-11-29'].map(weekdayOf)).toEqual([1, 7]);
});

it('a month later is the same day, or the last of a month without it', () => {
  expect([addMonths('2026-01-31', 1), addMonths('2028-01-31', 1)]).toEqual(['2026-02-28', '2028-02-29']);
  expect([addMonths('2026-03-15', -3), addMonths('2026-12-31', 2)]).toEqual(['2025-12-15', '2027-02-28']);
});

it('a month has its dates, and leads to others', () => {
  expect([datesOf('2028-02').length, datesOf('2026-02').at(-1)]).toEqual([29, '2026-02-28']);
  expect([plusMonths('2026-12', 1), plusMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});
