import { expect, it } from 'vitest';
import { compareAll, compareDays, compareShops } from '../../month/compare/comparison';
import { rangeBefore, compareRanges, weeksBefore, weeksOfYear, type ComparedRange } from './compared-ranges';

const shops = ['north', 'south'];

/** A range of closed days in which each shop takes so much a day; null is no day. */
function range(
  from: string,
  to: string,
  gross: (date: string, shop: string) => string | null,
  open: readonly string[] = [],
): ComparedRange {
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    dates.push(new Date(at).toISOString().slice(0, 10));
  return {
    from,
    to,
    currency: 'EUR',
    locations: shops.map((id) => ({ id, name: id })),
    days: dates.flatMap((date) =>
      shops.flatMap((location_id) => {
        const sum = gross(date, location_id);
        return sum === null
          ? []
          : [{ location_id, date, status: open.includes(date) ? 'open' : 'closed', count: 3, gross: sum }];
      }),
    ),
  };
}

it.each([
  ['2026-11-16', '2026-11-22', 1],
  ['2026-11-18', '2026-11-18', 1],
  ['2026-11-16', '2026-11-23', 2],
  ['2026-10-01', '2026-10-31', 5],
  ['2026-10-01', '2026-11-01', null],
  ['2026-10-02', '2026-10-01', null],
])('%s to %s is compared with the days %s weeks before', (from, to, weeks) => {
  expect(weeksBefore(from, to)).toBe(weeks);
  if (weeks === null) return;
  for (const before of [weeks, weeksOfYear]) {
    const other = rangeBefore(from, to, before);
    expect(other.to < from).toBe(true);
    expect(new Date(other.from).getUTCDay()).toBe(new Date(from).getUTCDay());
  }
});

it('a week lies beside the one before and that of a year before, weekday by weekday and shop by shop', () => {
  const comparison = compareRanges([
    range('2026-11-16', '2026-11-22', () => '110.00'),
    range('2026-11-09', '2026-11-15', (_, shop) => (shop === 'north' ? '100.00' : '50.00')),
    range('2025-11-17', '2025-11-23', (date) => (date === '2025-11-17' ? null : '100.00')),
  ]);
  const days = compareDays(comparison);
  expect(days).toHaveLength(7);
  expect(days[0]?.dates).toEqual(['2026-11-16', '2026-11-09', '2025-11-17']);
  expect([days[0]?.gross?.toFixed(2), days[0]?.before?.toFixed(2), days[0]?.yearBefore]).toEqual([
    '220.00',
    '150.00',
    null,
  ]);
  expect(compareAll(comparison)).toMatchObject({ count: 42, onBefore: '46.7', onYear: '28.3' });
  expect(compareShops(comparison).map(({ name, onBefore }) => [name, onBefore])).toEqual([
    ['north', '10.0'],
    ['south', '120.0'],
  ]);
});

it('days that are open are shown and left out of changes, and so are those to come', () => {
  const now = (date: string) => (date <= '2026-11-19' ? '110.00' : null);
  const comparison = compareRanges([
    range('2026-11-16', '2026-11-22', now, ['2026-11-18', '2026-11-19']),
    range('2026-11-09', '2026-11-15', () => '100.00'),
    range('2025-11-17', '2025-11-23', () => null),
  ]);
  expect(compareDays(comparison)[2]?.gross?.toFixed(2)).toBe('220.00');
  expect(compareAll(comparison)).toMatchObject({ onBefore: '10.0', onYear: null });
  expect(compareAll(comparison).gross.toFixed(2)).toBe('880.00');
});
