import { Big } from 'big.js';
import { array, assert, integer, option, property } from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, datesOf, plusMonths, weekdayOf } from '@/record/calendar';
import { datesIn, periodBeside, periodOfMonth, type Period } from '@/record/period';
import {
  alignedDays,
  averageOf,
  compare,
  compareAll,
  compareDays,
  compareShops,
  type DaysOfPeriod,
} from './comparison';

type Cents = (date: string, shop: string) => number | null;

const shops = ['north', 'south'];
const money = (cents: number) => new Big(cents).div(100).toFixed(2);

/** The days of a period, with what each shop took on each date in cents; null is no day. */
function daysOf(period: Period, cents: Cents): DaysOfPeriod {
  return {
    ...period,
    currency: 'EUR',
    locations: shops.map((id) => ({ id, name: id })),
    days: datesIn(period).flatMap((date) =>
      shops.flatMap((location_id) => {
        const sum = cents(date, location_id);
        return sum === null ? [] : [{ location_id, date, count: 2, gross: money(sum) }];
      }),
    ),
  };
}
const monthOf = (month: string, cents: Cents): DaysOfPeriod => daysOf(periodOfMonth(month), cents);
const totalOf = ({ days }: DaysOfPeriod): string =>
  days.reduce((all, { gross }) => all.plus(gross), new Big(0)).toFixed(2);
const later = '2027-01-01';

const weekday = (date: string) => new Date(date).getUTCDay();
const lots = array(option(integer({ min: -90_000, max: 9_000_000 })), {
  minLength: 62,
  maxLength: 62,
});
const from =
  (list: readonly (number | null)[]): Cents =>
  (date, shop) =>
    list[Number(date.slice(8)) - 1 + 31 * shops.indexOf(shop)] ?? null;

it('the days beside each other add up to the total of each month, and the shops to that of all', () => {
  assert(
    property(lots, lots, lots, (one, other, older) => {
      const months = [
        monthOf('2026-10', from(one)),
        monthOf('2026-09', from(other)),
        monthOf('2025-10', from(older)),
      ] as const;
      const days = compareDays(compare(months, later));
      const sum = (key: 'gross' | 'before' | 'yearBefore') =>
        days.reduce((all, day) => all.plus(day[key] ?? 0), new Big(0)).toFixed(2);
      expect([sum('gross'), sum('before'), sum('yearBefore')]).toEqual(months.map(totalOf));
      const all = compareShops(compare(months, later)).reduce(
        (sums, { gross }) => sums.plus(gross),
        new Big(0),
      );
      expect(all.toFixed(2)).toBe(totalOf(months[0]));
    }),
  );
});

it('months that take the same on each weekday do not differ, whatever number of weekends they have', () => {
  const same: Cents = (date) => 1000 + 700 * weekday(date);
  // August 2026 has five Saturdays and Sundays, July and August of the year before have four or five others.
  const months = [monthOf('2026-08', same), monthOf('2026-07', same), monthOf('2025-08', same)] as const;
  expect(totalOf(months[0])).not.toBe(totalOf(months[1]));
  expect(compareAll(compare(months, later))).toMatchObject({ onBefore: '0.0', onYear: '0.0' });
});

it('a month that is not over is compared with the same weekdays until yesterday', () => {
  const same: Cents = () => 5000;
  // Of today there is little yet.
  const soFar: Cents = (date) => (date < '2026-10-13' ? 5500 : date === '2026-10-13' ? 3 : null);
  const now = monthOf('2026-10', soFar);
  const [north] = compareShops(
    compare([now, monthOf('2026-09', same), monthOf('2025-10', () => null)], '2026-10-13'),
  );
  expect(north).toMatchObject({ name: 'north', onBefore: '10.0', onYear: null, count: 26 });
});

it('a month without days before it is compared with nothing', () => {
  const none = (month: string) => monthOf(month, () => null);
  const months = [monthOf('2026-10', () => 100), none('2026-09'), none('2025-10')] as const;
  expect(compareDays(compare(months, later))[0]).toMatchObject({
    before: null,
    yearBefore: null,
    onBefore: null,
    onYear: null,
  });
  expect(compareAll(compare(months, later))).toMatchObject({ onBefore: null, onYear: null });
});

it('an average receipt has the decimals of its currency, and there is none without receipts', () => {
  expect(averageOf('10.00', 3, 'EUR')?.toFixed(2)).toBe('3.33');
  expect(averageOf('1000', 3, 'JPY')?.toString()).toBe('333');
  expect(averageOf('10.000', 3, 'KWD')?.toString()).toBe('3.333');
  expect(averageOf('0.00', 0, 'EUR')).toBeNull();
});

const anyMonth = integer({ min: 0, max: 12 * 60 }).map((months) => plusMonths('1999-11', months));

it('a month lies beside others by weekday: each date once, the first Monday with the first Monday', () => {
  assert(
    property(anyMonth, (month) => {
      const own = periodOfMonth(month);
      const days = alignedDays(own);
      for (const [at, period] of [own, periodBeside(own), periodBeside(own, 'year')].entries()) {
        const dates = days.flatMap((day) => day.dates[at] ?? []);
        expect(dates.toSorted()).toEqual(datesIn(period));
        for (const day of days) {
          const date = day.dates[at] ?? null;
          if (date === null) {
            expect(day.ordinal).toBe(5);
            continue;
          }
          expect(weekdayOf(date)).toBe(day.weekday);
          const earlier = datesIn(period).filter(
            (other) => weekdayOf(other) === day.weekday && other <= date,
          );
          expect(earlier).toHaveLength(day.ordinal);
        }
      }
      const rest = days.slice(datesOf(month).length);
      expect(rest.map(({ dates }) => dates[0])).toEqual(rest.map(() => null));
      expect(rest.map((day) => day.weekday)).toEqual(
        rest.map((day) => day.weekday).toSorted((a, b) => a - b),
      );
    }),
  );
});

it('a week lies beside the one before and that of a year before, weekday by weekday and shop by shop', () => {
  const week = { from: '2026-11-16', to: '2026-11-22' };
  const comparison = compare(
    [
      daysOf(week, () => 11_000),
      daysOf(periodBeside(week), (_, shop) => (shop === 'north' ? 10_000 : 5000)),
      daysOf(periodBeside(week, 'year'), (date) => (date === '2025-11-17' ? null : 10_000)),
    ],
    later,
  );
  const days = compareDays(comparison);
  expect(days).toHaveLength(7);
  expect(days[0]?.dates).toEqual(['2026-11-16', '2026-11-09', '2025-11-17']);
  expect([days[0]?.gross?.toFixed(2), days[0]?.before?.toFixed(2), days[0]?.yearBefore]).toEqual([
    '220.00',
    '150.00',
    null,
  ]);
  expect(compareAll(comparison)).toMatchObject({ count: 28, onBefore: '46.7', onYear: '28.3' });
  expect(compareShops(comparison).map(({ name, onBefore }) => [name, onBefore])).toEqual([
    ['north', '10.0'],
    ['south', '120.0'],
  ]);
});

it('five weeks have each weekday at five places', () => {
  const days = alignedDays({ from: '2026-10-14', to: addDays('2026-10-14', 34) });
  expect(new Set(days.map(({ weekday: day, ordinal }) => `${day} ${ordinal}`)).size).toBe(35);
});
