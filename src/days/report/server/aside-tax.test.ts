import { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contracts } from '@/resources/contracts';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { recompute } from '../../checks/recompute';
import { reportSchema } from '../report';

const on = stage();
const make = async (path: string, json: Json) => {
  const answer = await on.send('POST', `/api/secure/${path}`, { json });
  expect([path, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([path, 201, '']);
  return answer.entity.id;
};

const receiptSpec = fc.array(
  fc.record({
    kind: fc.constantFrom('sale', 'sale', 'deposit', 'gift_card', 'service_charge', 'tip'),
    rate: fc.constantFrom('0', '14', '25.5'),
    cents: fc.integer({ min: 20, max: 9_999 }),
    isBack: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);
type Spec = typeof receiptSpec extends fc.Arbitrary<infer T> ? T : never;

/** Returns a receipt whose tax rows and totals have everything that is on it. */
function receiptOf(spec: Spec) {
  const made = spec.map(({ kind, rate, cents, isBack }) => {
    const total = new Big(cents).div(kind === 'deposit' && isBack ? -100 : 100);
    const tax = total.times(rate).div(new Big(rate).plus(100)).round(2, Big.roundHalfUp);
    return { kind, rate, total, tax, net: total.minus(tax) };
  });
  const sum = (of: typeof made, name: 'total' | 'net' | 'tax') =>
    of.reduce((all, one) => all.plus(one[name]), new Big(0)).toFixed(2);
  return {
    total: sum(made, 'total'),
    total_net: sum(made, 'net'),
    total_tax: sum(made, 'tax'),
    data: {
      lines: made.map(({ kind, rate, total, tax, net }) => ({
        name: kind,
        kind,
        qty: '1',
        total: total.toFixed(2),
        net: net.toFixed(2),
        tax: tax.toFixed(2),
        tax_rate: rate,
      })),
      taxes: [...new Set(made.map(({ rate }) => rate))].map((rate) => {
        const of = made.filter((one) => one.rate === rate);
        return { rate, gross: sum(of, 'total'), net: sum(of, 'net'), tax: sum(of, 'tax') };
      }),
      tenders: [{ name: 'Card', type: 'card', amount: sum(made, 'total') }],
    },
  };
}

const text = (value: unknown) => new Big(z.coerce.string().parse(value ?? 0)).toFixed(2);
const byRate = (rows: readonly { readonly rate?: unknown; readonly tax: unknown }[]) =>
  Object.fromEntries(
    rows
      .map(({ rate, tax }) => [String(rate), text(tax)])
      .filter(([, tax]) => tax !== '0.00')
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );

it('has all tax that receipts state in report, summary, sales over years, voucher and month, by rate', async () => {
  const sample = await on.samples.minimal(contracts.location);
  const place = { ...sample, data: { currency: 'EUR', timezone: 'UTC' } };
  const location_id = await make('location', place);
  const pos_id = await make('pos', { name: 'Till', location_id });
  for (const rate of ['14', '25.5']) await make('tax', { name: `VAT ${rate}`, rate });
  const days = fc.sample(fc.array(receiptSpec, { minLength: 1, maxLength: 8 }), { seed: 11, numRuns: 12 });
  const all: { rate: string; tax: string }[] = [];
  let next = 0;
  for (const [index, specs] of days.entries()) {
    const date = `2026-03-${String(index + 1).padStart(2, '0')}`;
    const businessday_id = await make('businessday', { location_id, date });
    const sold = specs.map((spec) => ({
      businessday_id,
      location_id,
      pos_id,
      currency: 'EUR',
      receipt_num: String((next += 1)),
      completed_at: `${date}T10:00:00Z`,
      ...receiptOf(spec),
    }));
    expect((await on.send('POST', '/api/secure/sales', { json: sold })).status).toBe(200);
    const sums = new Map<string, Big>();
    for (const { rate, tax } of sold.flatMap(({ data }) => data.taxes))
      sums.set(rate, (sums.get(rate) ?? new Big(0)).plus(tax));
    const stated = [...sums].map(([rate, tax]) => ({ rate, tax: tax.toFixed(2) }));
    all.push(...stated);
    const tax = sold.reduce((sum, { total_tax }) => sum.plus(total_tax), new Big(0)).toFixed(2);

    const answer = await on.send('GET', `/api/secure/report/businessdaytx/${businessday_id}`);
    const report = reportSchema.parse(answer.json);
    for (const { totals, checks } of [report, recompute(report)]) {
      expect(checks.filter(({ ok }) => !ok).map(({ code, faults }) => ({ code, faults }))).toEqual([]);
      expect([date, totals.tax, byRate(totals.by_tax)]).toEqual([date, tax, byRate(stated)]);
    }
    expect(recompute(report).totals).toMatchObject({ gross: report.totals.gross, net: report.totals.net });

    await on.send('PUT', `/api/secure/businessday/${businessday_id}`, { json: { status: 'closed' } });
    const vouchers = await on.send('GET', `/api/secure/report/voucher?businessday_id=${businessday_id}`);
    const [voucher] = Object(vouchers.json)['vouchers'];
    expect(voucher.differences).toEqual([]);
    const vat = voucher.rows.filter(({ use }: { use: string }) => use === 'vat');
    expect(
      byRate(
        vat.map((row: Json) => ({
          rate: row['rate'],
          tax: new Big(text(row['credit'])).minus(text(row['debit'])),
        })),
      ),
    ).toEqual(byRate(stated));
  }
  const sums = new Map<string, Big>();
  for (const { rate, tax } of all) sums.set(rate, (sums.get(rate) ?? new Big(0)).plus(tax));
  const stated = byRate([...sums].map(([rate, tax]) => ({ rate, tax })));
  const tax = [...sums.values()].reduce((sum, one) => sum.plus(one), new Big(0)).toFixed(2);
  const range = `from=2026-03-01&to=2026-03-31&location_id=${location_id}`;
  const summary = Object((await on.send('GET', `/api/secure/report/summary?${range}`)).json);
  expect([summary.totals.tax, byRate(summary.totals.by_tax)]).toEqual([tax, stated]);
  const month = Object(
    (await on.send('GET', `/api/secure/report/month?month=2026-03&location_id=${location_id}`)).json,
  );
  expect([month.totals.tax, byRate(month.totals.by_tax), month.equal]).toEqual([tax, stated, true]);
  const sales = Object((await on.send('GET', `/api/secure/report/sales?by=day&${range}`)).json);
  expect(sales.totals.tax).toBe(tax);
});
