import { expect, it } from 'vitest';
import type { SetItem } from '@/app/changes/change-sets';
import { heightOf, heights, itemsBetween, placeSections } from './layout';
import type { Section } from './use-items';

const item = (n: number, more: Partial<SetItem> = {}): SetItem => ({
  n,
  resource: 'plu',
  record_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  is_new: false,
  line: null,
  version: 1,
  state: 'ready',
  label: { name: `Product ${n}`, code: '', company_id: null },
  problems: [],
  warnings: [],
  choices: {},
  cells: [{ pointer: '/base_price' }],
  patch: {},
  ...more,
});

const section = (count: number, pages: ReadonlyMap<number, readonly SetItem[]>): Section => ({
  spec: { key: 'ready', params: {}, color: 'accent' },
  params: {},
  totals: { items: count, cells: count, new: 0, chosen: 0 },
  pageAt: (page) => pages.get(page),
});

const page = (from: number) => Array.from({ length: 100 }, (_, n) => item(from + n));

it('only the items in view of 100,000 are placed, and only their pages are asked for', () => {
  const { placed, height } = placeSections([section(100_000, new Map([[0, page(1)]]))], new Map(), false);
  expect(height).toBe(heights.band + 100_000 * heights.cell);
  const begin = itemsBetween(placed[0]!, 0, 900, false);
  expect(begin.wanted).toEqual([0]);
  expect(begin.items.length).toBeLessThan(30);
  const middle = itemsBetween(placed[0]!, height / 2, height / 2 + 900, false);
  expect(middle.items).toEqual([]);
  expect(middle.wanted.length).toBeLessThanOrEqual(2);
  expect(middle.missing.map(({ page: n }) => n)).toEqual(middle.wanted);
});

it('a page that was read keeps its height when it leaves the memory', () => {
  const known = new Map<string, number>();
  const tall = page(101).map((one): SetItem => ({ ...one, cells: [{ pointer: '/a' }, { pointer: '/b' }] }));
  const both = placeSections(
    [
      section(
        300,
        new Map([
          [0, page(1)],
          [1, tall],
        ]),
      ),
    ],
    known,
    false,
  );
  const later = placeSections([section(300, new Map([[0, page(1)]]))], known, false);
  expect(later.placed[0]?.pages[1]?.height).toBe(2 * 100 * heights.cell);
  expect(later.height).toBe(both.height);
});

it('a value to choose is a row that a finger can hit, on a screen with columns and on a phone', () => {
  const waiting = item(1, { state: 'conflict', cells: [{ pointer: '/base_price', now: '4.10' }] });
  expect(heightOf(waiting, false)).toBe(44);
  expect(heightOf(waiting, true)).toBeGreaterThanOrEqual(2 * 44 + heights.phoneName);
});
