import { expect, it } from 'vitest';
import { usualRanges } from './usual-ranges';

const ranges = (today: string) =>
  usualRanges(today).map(({ name, from, until }) => `${name} ${from} ${until}`);

it('names the day, the week up to it, its month so far, and the whole month before, across the turn of a year', () => {
  expect(ranges('2026-01-03')).toEqual([
    'today 2026-01-03 2026-01-03',
    'week 2025-12-28 2026-01-03',
    'month 2026-01-01 2026-01-03',
    'lastMonth 2025-12-01 2025-12-31',
  ]);
});

it('knows a February of 29 days', () => {
  expect(ranges('2028-03-31')[3]).toBe('lastMonth 2028-02-01 2028-02-29');
});
