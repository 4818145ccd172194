import { Big } from 'big.js';
import { array, assert, integer, option, property } from 'fast-check';
import { expect, it } from 'vitest';
import { datesOf } from '@/record/calendar';
import { compareAll, averageOf, compareDays, compareShops } from './comparison';
import { compareMonths, type ComparedMonth } from './compared-months';

type Cents = (date: string, shop: string) => number | null;

const shops = ['north', 'south'];
const money = (cents: number) => new Big(cents).div(100).toFixed(2);

/** A month whose days are closed, with what each shop took on each date in cents; null is no day. */
function monthOf(month: string, cents: Cents, { over = true, open = '' } = {}): ComparedMonth {
  const none = { net: '0.00', tax: '0.00', by_tax: [] };
  const days = shops.flatMap((location_id) =>
    datesOf(month).flatMap((date) => {
      const sum = cents(date, location_id);
      if (sum === null) return [];
      const status = date === open ? 'open' : 'closed';
      const rest = { status, state: status, seal: null, voucher_num: null, ...none } as const;
      return [{ id: `${location_id} ${date}`, location_id, date, count: 2, gross: money(sum), ...rest }];
    }),
  );
  const closed = days.filter(({ status }) => status === 'closed');
  const figures = (list: typeof days) => ({
    ...none,
    count: list.reduce((all, { count }) => all + count, 0),
    gross: list.reduce((all, { gross }) => all.plus(gross), new Big(0)).toFixed(2),
  });
  return {
    month,
    currency: 'EUR',
    totals: { ...figures(closed), by_tender: [] },
    locations: shops.map((id) => ({
      id,
      name: id,
      ...figures(closed.filter(({ location_id }) => location_id === id)),
    })),
    days,
    lock: { over },
  };
}

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
        monthOf('2026-10', from(one), { open: '2026-10-07' }),
        monthOf('2026-09', from(other)),
        monthOf('2025-10', from(older)),
      ] as const;
      const days = compareDays(compareMonths(months));
      const sum = (key: 'gross' | 'before' | 'yearBefore') =>
        days.reduce((all, day) => all.plus(day[key] ?? 0), new Big(0)).toFixed(2);
      expect([sum('gross'), sum('before'), sum('yearBefore')]).toEqual(
        months.map(({ totals }) => totals.gross),
      );
      const all = compareShops(compareMonths(months)).reduce(
        (sums, { gross }) => sums.plus(gross),
        new Big(0),
      );
      expect(all.toFixed(2)).toBe(months[0].totals.gross);
    }),
  );
});

it('months that take the same on each weekday do not differ, whatever number of weekends they have', () => {
  const same: Cents = (date) => 1000 + 700 * weekday(date);
  // August 2026 has five Saturdays and Sundays, July and August of the year before have four or five others.
  const months = [monthOf('2026-08', same), monthOf('2026-07', same), monthOf('2025-08', same)] as const;
  expect(months[0].totals.gross).not.toBe(months[1].totals.gross);
  expect(compareAll(compareMonths(months))).toMatchObject({ onBefore: '0.0', onYear: '0.0' });
});

it('a month that is not over is compared with the same weekdays so far', () => {
  const same: Cents = () => 5000;
  const soFar: Cents = (date) => (date <= '2026-10-12' ? 5500 : null);
  const now = monthOf('2026-10', soFar, { over: false });
  const [north] = compareShops(
    compareMonths([now, monthOf('2026-09', same), monthOf('2025-10', () => null)]),
  );
  expect(north).toMatchObject({ name: 'north', onBefore: '10.0', onYear: null, count: 24 });
});

it('a month without days before it is compared with nothing', () => {
  const none = (month: string) => monthOf(month, () => null);
  const months = [monthOf('2026-10', () => 100), none('2026-09'), none('2025-10')] as const;
  expect(compareDays(compareMonths(months))[0]).toMatchObject({
    before: null,
    yearBefore: null,
    onBefore: null,
    onYear: null,
  });
  expect(compareAll(compareMonths(months))).toMatchObject({ onBefore: null, onYear: null });
});

it('an average receipt has the decimals of its currency, and there is none without receipts', () => {
  expect(averageOf('10.00', 3, 'EUR')?.toFixed(2)).toBe('3.33');
  expect(averageOf('1000', 3, 'JPY')?.toString()).toBe('333');
  expect(averageOf('10.000', 3, 'KWD')?.toString()).toBe('3.333');
  expect(averageOf('0.00', 0, 'EUR')).toBeNull();
});
