import { expect, it } from 'vitest';
import type { SalesHistory, SalesRow } from '../answer';
import { barsOf, comparedRows, sortedRows } from './compared';

const row = (id: string, gross: string, more: Partial<SalesRow> = {}): SalesRow => ({
  id,
  productid: null,
  name: null,
  receipts: 1,
  quantity: '1',
  gross,
  net: gross,
  tax: '0.00',
  discount: '0.00',
  average: gross,
  ...more,
});

function history(by: SalesHistory['by'], from: string, to: string, rows: SalesRow[]): SalesHistory {
  const gross = rows.reduce((sum, one) => sum + Number(one.gross), 0).toFixed(2);
  const { id: _, productid: __, name: ___, ...totals } = row('', gross);
  return {
    by,
    from,
    to,
    currency: 'EUR',
    currencies: ['EUR'],
    location_ids: [],
    plu_id: null,
    dpt_id: null,
    totals,
    latest_receipts: null,
    rows,
  };
}

const both = (now: SalesHistory, before: SalesHistory) => ({ now, part: now, before });

it('compares a product with itself, and a day with the same weekday', () => {
  const products = comparedRows({
    now: history('product', '2026-03-01', '2026-03-31', [row('a', '30.00'), row('b', '10.00')]),
    part: history('product', '2026-03-01', '2026-03-28', [row('a', '20.00'), row('b', '6.00')]),
    before: history('product', '2026-02-01', '2026-02-28', [row('b', '8.00'), row('c', '5.00')]),
  });
  expect(products.map(({ id, part, before, share, change }) => [id, part, before, share, change])).toEqual([
    ['a', '20.00', null, '75.0', null],
    ['b', '6.00', '8.00', '25.0', '-25.0'],
  ]);
  const days = comparedRows(
    both(
      history('day', '2026-03-01', '2026-03-03', [row('2026-03-02', '9.00')]),
      history('day', '2026-02-01', '2026-02-03', [row('2026-02-01', '7.00'), row('2026-02-02', '10.00')]),
    ),
  );
  expect(days.map(({ id, before, change }) => [id, before, change])).toEqual([
    ['2026-03-02', '10.00', '-10.0'],
  ]);
});

it('has a bar for each day and month of the period, also without sales', () => {
  const days = barsOf(
    both(
      history('day', '2026-02-28', '2026-03-02', [row('2026-03-01', '9.00')]),
      history('day', '2026-02-21', '2026-02-23', [row('2026-02-23', '7.00')]),
    ),
  );
  expect(days.map(({ id, gross, before }) => [id, gross, before])).toEqual([
    ['2026-02-28', null, null],
    ['2026-03-01', '9.00', null],
    ['2026-03-02', null, '7.00'],
  ]);
  const months = barsOf(
    both(
      history('month', '2025-12-01', '2026-01-31', [row('2026-01', '9.00')]),
      history('day', '2024-12-02', '2025-02-01', [row('2025-01-02', '5.00'), row('2025-02-01', '3.00')]),
    ),
  );
  expect(months.map(({ id, gross, before }) => [id, gross, before])).toEqual([
    ['2025-12', null, null],
    ['2026-01', '9.00', '8.00'],
  ]);
});

it('sorts by figures as numbers, by names as the language does, and rows without the value last either way', () => {
  const rows = comparedRows({
    now: history('product', '2026-03-01', '2026-03-31', [
      row('a', '9.00', { name: 'Öljy' }),
      row('b', '10.00', { name: 'Zucchini' }),
      row('c', '1.00', { name: 'Ananas', average: null }),
    ]),
    part: undefined,
    before: undefined,
  });
  const ids = (key: 'gross' | 'name' | 'average', isDown: boolean) =>
    sortedRows(rows, key, isDown, ({ name }) => name ?? '', 'fi').map(({ id }) => id);
  expect(ids('gross', true)).toEqual(['b', 'a', 'c']);
  expect(ids('name', false)).toEqual(['c', 'b', 'a']);
  expect(ids('average', true)).toEqual(['b', 'a', 'c']);
  expect(ids('average', false)).toEqual(['a', 'b', 'c']);
});
