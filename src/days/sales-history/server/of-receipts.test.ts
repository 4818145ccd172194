import { Big } from 'big.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stage } from '@/testing/api/start';
import { backdate } from '@/testing/backdate';
import { openShop, type Shop } from '@/testing/shop';
import { summarySchema } from '../../report/schema/summary';
import { amountSteps, salesHistory, type SalesBy } from '../answer';
import { marginBys, salesMargin } from '../margin-answer';

const on = stage();
const [from, to] = ['2026-03-01', '2026-03-31'];
let shop: Shop;
let plu_id: string;
let discount_id: string;
let number = 0;

interface Line {
  readonly total: string;
  readonly net?: string;
  readonly kind?: string;
  readonly discount?: string;
  readonly discount_id?: string;
  readonly plu_id?: string;
  readonly qty?: string;
}

/** Sells a receipt of these lines, without tax. */
async function sell(day: string, cashier: string | null, lines: readonly Line[], type = 'sale') {
  const sum = (of: readonly Line[]) => of.reduce((all, { total }) => all.plus(total), new Big(0)).toFixed(2);
  const total = sum(lines);
  const { status, text } = await on.send('POST', '/api/secure/sales', {
    json: shop.receipt(day, {
      receipt_num: String((number += 1)),
      type,
      total,
      total_net: total,
      total_tax: '0.00',
      cashier: cashier === null ? null : { id: cashier, name: `Cashier ${cashier}` },
      data: {
        lines: lines.map((line) => ({
          name: 'Bun',
          qty: '1',
          net: line.total,
          tax: '0.00',
          tax_rate: '0',
          ...line,
        })),
        tenders: [{ type: 'cash', amount: total }],
      },
    }),
  });
  expect([status, text]).toEqual([201, text]);
}

const sales = async (by: SalesBy, more = '') => {
  const answer = await on.send('GET', `/api/secure/report/sales?by=${by}&from=${from}&to=${to}${more}`);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return salesHistory.parse(answer.json);
};
const margin = async (by: string, more = '') => {
  const answer = await on.send(
    'GET',
    `/api/secure/report/sales/margin?by=${by}&from=${from}&to=${to}${more}`,
  );
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return salesMargin.parse(answer.json);
};
const sumOf = (rows: readonly object[], name: string) =>
  rows
    .reduce<Big>(
      (sum, row) => sum.plus(z.record(z.string(), z.unknown()).parse(row)[name] as string),
      new Big(0),
    )
    .toFixed(2);

beforeAll(async () => {
  shop = await openShop(on.send, on.samples);
  const group = await on.service.as('group', 'admin');
  discount_id = (await group('POST', '/api/secure/discount', { json: { name: 'Staff', value: '30' } })).entity
    .id;
  const dpt_id = (await on.send('POST', '/api/secure/dpt', { json: { name: 'Bakery' } })).entity.id;
  const tax_id = (await on.send('POST', '/api/secure/tax', { json: { name: 'None', rate: '0' } })).entity.id;
  plu_id = (
    await on.send('POST', '/api/secure/plu', {
      json: { name: 'Bun', base_price: '5.00', dpt_id, tax_id, data: { cost_price: 1.25 } },
    })
  ).entity.id;
  await backdate(on.service.db, 'plu', plu_id, ['2026-01-01T12:00:00Z']);
  const [closed, open] = [await shop.openDay('2026-03-02'), await shop.openDay('2026-03-10')];
  await sell(closed, 'a', [
    { total: '4.99', discount: '0.01', discount_id: discount_id.toUpperCase(), plu_id, qty: '2' },
  ]);
  await sell(closed, 'b', [
    { total: '3.50', discount: '1.50', discount_id, plu_id },
    { total: '1.50', discount: '0.50', discount_id },
    { total: '2.00', kind: 'tip' },
  ]);
  await sell(closed, 'a', [
    // A name of the till's own.
    { total: '200.00', discount: '10.00', discount_id: 'SPRING-5' },
    { total: '1.00', kind: 'tip' },
    { total: '0.50', kind: 'tip' },
  ]);
  // What a discount of a gift card would be is no discount of the turnover, and a training receipt counts nowhere.
  await sell(closed, 'a', [{ total: '50.00', kind: 'gift_card', discount: '5.00', discount_id }]);
  await sell(
    closed,
    'a',
    [
      { total: '7.00', discount: '7.00' },
      { total: '9.00', kind: 'tip' },
    ],
    'training',
  );
  expect((await shop.setStatus(closed, 'closed')).status).toBe(200);
  await sell(open, null, [{ total: '-3.50', discount: '-1.50', discount_id, plu_id, qty: '-1' }], 'return');
  await sell(open, 'b', [{ total: '19.99' }, { total: '3.00', kind: 'tip' }]);
});

describe('what only receipts say of sales', () => {
  it('has discounts by the one that the line names, which add up to the discount of the period', async () => {
    const { rows, totals } = await sales('discount');
    expect(rows.map(({ id, name, receipts, gross }) => [id, name, receipts, gross])).toEqual([
      [null, null, 1, '10.00'],
      [discount_id, 'Staff', 3, '0.51'],
    ]);
    expect([totals.discount, sumOf(rows, 'gross')]).toEqual(['10.51', '10.51']);
  });

  it('has tips by cashier, which add up to those of the summary', async () => {
    const { rows } = await sales('tip');
    expect(
      rows.map(({ id, name, receipts, gross, average }) => [id, name, receipts, gross, average]),
    ).toEqual([
      ['b', 'Cashier b', 2, '5.00', '2.50'],
      ['a', 'Cashier a', 1, '1.50', '1.50'],
    ]);
    const summary = await on.send('GET', `/api/secure/report/summary?from=${from}&to=${to}`);
    const { totals } = summarySchema.parse(summary.json);
    expect(totals.non_turnover.find(({ kind }) => kind === 'tip')?.amount).toBe('6.50');
    expect(sumOf(rows, 'gross')).toBe('6.50');
  });

  it('has receipts by what they come to, a bound in the row that it begins, which add up to the turnover', async () => {
    const { rows, totals } = await sales('amount');
    expect(rows.map(({ id, receipts, gross }) => [id, receipts, gross])).toEqual([
      ['returns', 1, '-3.50'],
      ['0', 2, '4.99'],
      ['5', 1, '5.00'],
      ['10', 1, '19.99'],
      ['200', 1, '200.00'],
    ]);
    expect(amountSteps.map(String)).toEqual(expect.arrayContaining(rows.slice(1).map(({ id }) => id)));
    const cashiers = await sales('cashier');
    for (const of of [rows, cashiers.rows])
      expect([sumOf(of, 'gross'), of.reduce((sum, { receipts }) => sum + receipts, 0)]).toEqual([
        totals.gross,
        totals.receipts,
      ]);
    expect(cashiers.totals).toEqual(totals);
  });

  it('has a margin in every breakdown, of the same net sales as the page', async () => {
    const { totals } = await sales('department');
    for (const by of marginBys) {
      const { rows, totals: all } = await margin(by);
      // 2 × 1.25 + 1.25 − 1.25
      expect([by, all.net, all.known_net, all.cost, all.margin]).toEqual([
        by,
        totals.net,
        '4.99',
        '2.50',
        '2.49',
      ]);
      expect([by, sumOf(rows, 'net'), sumOf(rows, 'margin')]).toEqual([by, totals.net, '2.49']);
      const sold = await sales(by);
      expect([by, rows.map(({ id, net }) => `${id} ${net}`).toSorted()]).toEqual([
        by,
        sold.rows.map(({ id, net }) => `${id} ${net}`).toSorted(),
      ]);
    }
    const cashiers = await margin('cashier');
    expect(cashiers.rows.map(({ id, name, margin }) => [id, name, margin])).toEqual([
      ['a', 'Cashier a', '2.49'],
      ['b', 'Cashier b', '2.25'],
      [null, null, '-2.25'],
    ]);
    const own = await margin('day', `&plu_id=${plu_id}`);
    expect(own.rows.map(({ id, net, cost }) => [id, net, cost])).toEqual([
      ['2026-03-02', '8.49', '3.75'],
      ['2026-03-10', '-3.50', '-1.25'],
    ]);
  });

  it('is of at most 62 days, and the margin for those who read products and reports', async () => {
    for (const path of ['sales?by=discount', 'sales?by=tip', 'sales?by=amount', 'sales/margin?by=day']) {
      const asked = `/api/secure/report/${path}&from=2026-03-01`;
      expect([path, (await on.send('GET', `${asked}&to=2026-05-01`)).status]).toEqual([path, 200]);
      const long = await on.send('GET', `${asked}&to=2026-05-02`);
      expect([path, long.status, long.pointers]).toEqual([path, 400, ['?to']]);
    }
    for (const [role, status] of [
      ['manager', 200],
      ['accountant', 200],
      ['terminal', 403],
    ] as const) {
      const send = await on.service.as('helsinki', role);
      for (const path of ['sales?by=tip', 'sales/margin?by=day'])
        expect([
          role,
          (await send('GET', `/api/secure/report/${path}&from=${from}&to=${to}`)).status,
        ]).toEqual([role, status]);
    }
    const tampere = await on.service.as('tampere');
    const theirs = await tampere('GET', `/api/secure/report/sales/margin?by=cashier&from=${from}&to=${to}`);
    expect(salesMargin.parse(theirs.json).rows).toEqual([]);
  });
});
