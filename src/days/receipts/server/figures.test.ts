import { Big } from 'big.js';
import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { contracts } from '@/resources/contracts';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { openShop, type Shop } from '@/testing/shop';

const on = stage();
const path = '/api/secure/sales';
const dates = ['2026-01-31', '2026-02-01', '2026-02-28'];
let shop: Shop;
let products: string[];

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  const body = await on.samples.minimal(contracts.plu);
  const made = await on.send('POST', '/api/secure/plu', { json: [body, body] });
  products = made.entities.map(({ id }) => id);
});

const line = record({
  product: integer({ min: 0, max: 1 }),
  qty: integer({ min: 1, max: 5000 }),
  cents: integer({ min: 0, max: 99_999 }),
  kind: constantFrom('sale', null, 'gift_card', 'deposit', 'tip'),
  capitals: boolean(),
});
const sale = record({
  day: integer({ min: 0, max: 2 }),
  type: constantFrom('sale', 'return', 'void', 'training', 'paid_in', 'paid_out', 'unheard of'),
  lines: array(line, { maxLength: 3 }),
  active: boolean(),
  turned: boolean(),
});

const text = (value: number, places: number) => new Big(value).div(10 ** places).toFixed(places);

describe('what receipts come to', () => {
  it('is for each product and month the sum of its lines: net of returns, without voids, training and the inactive', async () => {
    await assert(
      asyncProperty(array(sale, { minLength: 1, maxLength: 8 }), async (sales) => {
        const days = await Promise.all(dates.map((date) => shop.openDay(date)));
        const before = await Promise.all(products.map(monthSales));
        const expected = new Map<string, { qty: Big; total: Big }>();
        const gross = days.map(() => ({ count: 0, gross: new Big(0) }));
        const bodies = sales.map(({ day, type, lines, active }): Json => {
          const sign = type === 'return' ? -1 : 1;
          const sum = lines.reduce((total, { cents }) => total + sign * cents, 0);
          return shop.receipt(days[day] ?? '', {
            type,
            active,
            total: text(sum, 2),
            data: {
              lines: lines.map(({ product, qty, cents, kind, capitals }) => ({
                plu_id: capitals ? products[product]?.toUpperCase() : products[product],
                // Terminals send text or numbers; both are exact.
                qty: capitals ? (sign * qty) / 1000 : text(sign * qty, 3),
                total: text(sign * cents, 2),
                ...(kind && { kind }),
              })),
            },
          });
        });
        sales.forEach(({ day, type, lines, active, turned }) => {
          if (active === turned || !['sale', 'return'].includes(type)) return;
          const sign = type === 'return' ? -1 : 1;
          const figures = gross[day];
          if (figures) figures.count += 1;
          for (const { product, qty, cents, kind } of lines) {
            if (kind !== null && kind !== 'sale') continue;
            const key = `${products[product]} ${dates[day]?.slice(0, 7)}-01`;
            const sum = expected.get(key) ?? { qty: new Big(0), total: new Big(0) };
            expected.set(key, {
              qty: sum.qty.plus(new Big(sign * qty).div(1000)),
              total: sum.total.plus(new Big(sign * cents).div(100)),
            });
            if (figures) figures.gross = figures.gross.plus(new Big(sign * cents).div(100));
          }
        });

        expect((await on.send('POST', path, { json: bodies })).status).toBe(200);
        const turns = bodies.flatMap((body, n) =>
          sales[n]?.turned ? [{ id: body['id'], active: !sales[n]?.active }] : [],
        );
        expect((await on.send('POST', path, { json: turns })).status).toBe(200);

        const after = await Promise.all(products.map(monthSales));
        products.forEach((product, n) => {
          for (const month of ['2026-01-01', '2026-02-01']) {
            const wanted = expected.get(`${product} ${month}`);
            for (const figure of ['qty', 'total'] as const) {
              const grown = sumOf(after[n], month, figure).minus(sumOf(before[n], month, figure));
              expect([month, figure, grown.toFixed()]).toEqual([
                month,
                figure,
                (wanted?.[figure] ?? new Big(0)).toFixed(),
              ]);
            }
          }
        });
        for (const [n, day] of days.entries()) {
          const totals = await totalsOf(day);
          expect([totals.count, new Big(totals.gross).toFixed()]).toEqual([
            gross[n]?.count,
            gross[n]?.gross.toFixed(),
          ]);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('is shown to the selling company alone, newest month first, and raises no version of the product', async () => {
    const body = await on.samples.minimal(contracts.plu);
    const { entity } = await on.send('POST', '/api/secure/plu', { json: body });
    for (const date of ['2025-12-31', '2026-01-01']) {
      const lines = [{ plu_id: entity.id, qty: '2.500', total: '10.00' }];
      await on.send('POST', path, { json: shop.receipt(await shop.openDay(date), { data: { lines } }) });
    }
    const read = await on.send('GET', `/api/secure/plu/${entity.id}`);
    expect(read.entity.version).toBe(1);
    expect(read.entity['sales_history']).toEqual({
      month_sales: [
        { date: '2026-01-01', qty: '2.500', total: '10.00' },
        { date: '2025-12-01', qty: '2.500', total: '10.00' },
      ],
    });
  });

  it('keeps the money of each currency by itself: pieces of all, the total in the currency of the company', async () => {
    const body = await on.samples.minimal(contracts.plu);
    const { entity } = await on.send('POST', '/api/secure/plu', { json: body });
    const day = await shop.openDay('2026-03-01');
    const sold = (currency: string, total: string) =>
      shop.receipt(day, { currency, data: { lines: [{ plu_id: entity.id, qty: '1', total }] } });
    await on.send('POST', path, {
      json: [sold('EUR', '4.50'), sold('JPY', '720'), sold('JPY', '360'), sold('SEK', '48.00')],
    });
    const read = await on.send('GET', `/api/secure/plu/${entity.id}`);
    expect(read.entity['sales_history']).toEqual({
      month_sales: [
        {
          date: '2026-03-01',
          qty: '4',
          total: '4.50',
          other_totals: [
            { currency: 'JPY', total: '1080' },
            { currency: 'SEK', total: '48.00' },
          ],
        },
      ],
    });
  });

  it('leaves a refused array without a trace', async () => {
    const day = await shop.openDay();
    const [plu_id = ''] = products;
    const before = await monthSales(plu_id);
    const data = { lines: [{ plu_id, qty: '1', total: '1.00' }] };
    const wrong = shop.receipt(day, { location_id: crypto.randomUUID() });
    expect((await on.send('POST', path, { json: [shop.receipt(day, { data }), wrong] })).status).toBe(422);
    expect(await monthSales(plu_id)).toEqual(before);
    expect(await totalsOf(day)).toEqual({ count: 0, gross: '0.00', over_short: null });
  });

  it('gives over and short from what was counted: opening float, cash, paid in and paid out', async () => {
    const day = await shop.openDay();
    const cash = (type: string, amount: string) =>
      shop.receipt(day, { type, total: amount, data: { tenders: [{ type: 'cash', amount }] } });
    await on.send('POST', path, {
      json: [
        cash('sale', '20.00'),
        cash('return', '-5.00'),
        cash('paid_in', '10.00'),
        cash('paid_out', '3.00'),
        shop.receipt(day, { type: 'paid_out', total: '-2.00', data: {} }),
        cash('void', '99.00'),
        shop.receipt(day, { data: { tenders: [{ type: 'card', amount: '4.50' }] } }),
        { ...cash('sale', '7.00'), pos_id: null },
      ],
    });
    expect((await totalsOf(day)).over_short).toBe(null);
    const count = (z_reports: Json[]) =>
      on.send('PUT', `/api/secure/businessday/${day}`, { json: { data: { z_reports } } });
    const { pos_id } = shop;
    await count([{ pos_id, opening_float: '100.00', counted: '119.50' }]);
    expect((await totalsOf(day)).over_short).toBe('-0.50');
    await count([
      { pos_id, opening_float: 100, counted: 120 },
      { opening_float: '0.00', counted: '8.00' },
    ]);
    expect(new Big((await totalsOf(day)).over_short ?? 0).toFixed(2)).toBe('1.00');
    await count([{ pos_id, opening_float: '100.00' }]);
    expect((await totalsOf(day)).over_short).toBe(null);
  });
});

interface Month {
  date: string;
  qty: string;
  total: string;
}

const sumOf = (months: readonly Month[] | undefined, date: string, figure: 'qty' | 'total') =>
  new Big(months?.find((month) => month.date === date)?.[figure] ?? 0);

async function monthSales(id: string): Promise<Month[]> {
  const { json } = await on.send('GET', `/api/secure/plu/${id}`);
  return contracts.plu.fields.sales_history.schema.parse(Object(json)['sales_history']).month_sales;
}

async function totalsOf(day: string) {
  const { json } = await on.send('GET', `/api/secure/businessday/${day}`);
  return contracts.businessday.fields.totals.schema.parse(Object(json)['totals']);
}
