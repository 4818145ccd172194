import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, weekdayOf } from './calendar';
import {
  changeOf,
  comparedDates,
  comparedUntil,
  datesIn,
  fellowOf,
  lengthOf,
  periodBeside,
  periodNames,
  periodOf,
  shiftOf,
  weeksAtMost,
} from './period';

const first = integer({ min: 0, max: 40 * 365 }).map((days) => addDays('1999-11-20', days));
const length = integer({ min: 1, max: 420 });

it('names today, yesterday, this week, this month, the last, this year and the last twelve months', () => {
  expect(periodNames.map((name) => periodOf(name, '2026-03-21'))).toEqual([
    { from: '2026-03-21', to: '2026-03-21' },
    { from: '2026-03-20', to: '2026-03-20' },
    { from: '2026-03-16', to: '2026-03-21' },
    { from: '2026-03-01', to: '2026-03-21' },
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-01-01', to: '2026-03-21' },
    { from: '2025-03-01', to: '2026-02-28' },
  ]);
});

describe('a period is compared', () => {
  it.each([
    ['2026-03-01', '2026-03-31', { month: '2026-02' }, { month: '2025-03' }],
    ['2026-01-01', '2026-01-02', { month: '2025-12' }, { month: '2025-01' }],
    // The first of a month alone is a day.
    ['2026-03-01', '2026-03-01', { weeks: 1 }, { weeks: 52 }],
    ['2026-03-18', '2026-03-18', { weeks: 1 }, { weeks: 52 }],
    ['2026-11-16', '2026-11-22', { weeks: 1 }, { weeks: 52 }],
    ['2026-11-16', '2026-11-23', { weeks: 2 }, { weeks: 52 }],
    ['2026-10-14', '2026-11-17', { weeks: 5 }, { weeks: 52 }],
    ['2026-10-14', '2026-11-18', { weeks: 52 }, { weeks: 52 }],
    ['2026-01-01', '2026-11-26', { weeks: 52 }, { weeks: 52 }],
    ['2024-01-01', '2024-12-31', { weeks: 52 }, { weeks: 52 }],
    ['2025-01-01', '2026-12-31', { weeks: 104 }, { weeks: 52 }],
  ])('from %s to %s', (from, to, before, year) => {
    expect([shiftOf({ from, to }), shiftOf({ from, to }, 'year')]).toEqual([before, year]);
  });

  it('with other dates of the same weekdays, each once, that are all before it if it is no longer than five weeks', () => {
    assert(
      property(first, length, (from, days) => {
        const period = { from, to: addDays(from, days - 1) };
        for (const against of ['before', 'year'] as const) {
          const fellow = fellowOf(period, against);
          const pairs = datesIn(period).map((date) => [date, fellow(date)] as const);
          const fellows = pairs.flatMap(([, other]) => other ?? []);
          expect(new Set(fellows).size).toBe(fellows.length);
          for (const [date, other] of pairs) {
            if (other === null) {
              expect(shiftOf(period, against)).toHaveProperty('month');
              continue;
            }
            expect(weekdayOf(other)).toBe(weekdayOf(date));
            if (days <= weeksAtMost) expect(other < from).toBe(true);
          }
          const { from: begin, to: end, without } = periodBeside(period, against);
          const beside = new Set(datesIn({ from: begin, to: end }));
          for (const date of without) beside.delete(date);
          expect(fellows.filter((date) => !beside.has(date))).toEqual([]);
        }
      }),
    );
  });

  it('up to yesterday: today and what is to come are not over', () => {
    const month = { from: '2026-11-01', to: '2026-11-27' };
    expect(comparedUntil(month, '2026-11-27')).toBe('2026-11-26');
    expect(comparedUntil(month, '2026-11-10')).toBe('2026-11-09');
    expect(comparedUntil(month, '2026-12-24')).toBe('2026-11-27');
    expect(comparedDates(month, comparedUntil(month, '2026-11-01'))).toBeNull();
    expect(comparedDates(month, '2026-11-26')).toEqual({
      now: { from: '2026-11-01', to: '2026-11-26', without: [] },
      before: { from: '2026-10-01', to: '2026-10-28', without: ['2026-10-23', '2026-10-24'] },
    });
  });

  it('in as many days on both sides, without those that only one month has', () => {
    expect(comparedDates({ from: '2026-10-01', to: '2026-10-31' }, '2026-10-31')).toEqual({
      now: { from: '2026-10-01', to: '2026-10-28', without: [] },
      before: { from: '2026-09-01', to: '2026-09-28', without: [] },
    });
    // October 2025 has no fifth Saturday, and October 2026 no fifth Wednesday.
    expect(comparedDates({ from: '2026-10-01', to: '2026-10-31' }, '2026-10-31', 'year')).toEqual({
      now: { from: '2026-10-01', to: '2026-10-30', without: [] },
      before: { from: '2025-10-01', to: '2025-10-31', without: ['2025-10-29'] },
    });
    assert(
      property(first, length, integer({ min: -3, max: 420 }), (from, days, cut) => {
        const period = { from, to: addDays(from, days - 1) };
        const dates = comparedDates(period, addDays(from, cut));
        if (cut < 0) expect(dates).toBeNull();
        if (!dates) return;
        const countOf = (one: typeof dates.now) => lengthOf(one) - one.without.length;
        expect(countOf(dates.now)).toBe(countOf(dates.before));
        expect(daysBetween(dates.now.to, addDays(from, cut))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

it('a change is in per cent of what was before with one decimal, and there is none without it', () => {
  expect(changeOf('101.3', '100')).toBe('1.3');
  expect(changeOf('99.6', '100')).toBe('-0.4');
  expect(changeOf('99.99', '100')).toBe('0.0');
  expect(changeOf('5', null)).toBeNull();
  expect(changeOf(null, '5')).toBeNull();
  expect(changeOf('5', '0')).toBeNull();
});
