import { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { currencyScale } from '@/contract/values';
import { contracts } from '@/resources/contracts';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { recompute } from '../../checks/recompute';
import { reportSchema, type Report } from '../report';
import type { Check } from '../schema/checks';
import { summarySchema } from '../schema/summary';

const on = stage();
const make = async (path: string, json: Json) => {
  const answer = await on.send('POST', `/api/secure/${path}`, { json });
  expect([path, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([path, 201, '']);
  return answer.entity.id;
};

const rates = ['0', '7.25', '8.875', '10', '14', '20', '25.5'];
const lineSpec = fc.record({
  rate: fc.constantFrom(...rates),
  qty: fc.oneof(fc.integer({ min: 1, max: 40 }).map(String), fc.constantFrom('0.345', '1.5', '12.75')),
  /** In smallest units of the currency, and tenths of them: prices of a unit may be finer. */
  price: fc.integer({ min: 200, max: 99_999 }),
  isFine: fc.boolean(),
  discount: fc.integer({ min: 0, max: 15 }),
});
const receiptSpec = fc.record({
  lines: fc.array(lineSpec, { minLength: 1, maxLength: 6 }),
  isNet: fc.boolean(),
  isReturn: fc.boolean(),
});
type Spec = typeof receiptSpec extends fc.Arbitrary<infer T> ? T : never;

/** Returns the lists of a receipt that adds up: tax on top of net prices, or taken out of prices that hold it. */
function listsOf({ lines, isNet, isReturn }: Spec, scale: number) {
  const unit = new Big(10).pow(-scale);
  const round = (value: Big) => value.round(scale, Big.roundHalfUp);
  const made = lines.map(({ rate, qty, price, isFine, discount }) => {
    const each = unit.times(price).div(isFine ? 10 : 1);
    const quantity = new Big(qty).times(isReturn ? -1 : 1);
    const off = unit.times(discount).times(isReturn ? -1 : 1);
    const worth = round(quantity.times(each).minus(off));
    const part = isNet ? 100 : new Big(rate).plus(100);
    const tax = round(worth.times(rate).div(part));
    const net = isNet ? worth : worth.minus(tax);
    return { rate, quantity, each, off, net, tax, total: net.plus(tax) };
  });
  const sum = (
    of: readonly { readonly [K in 'net' | 'tax' | 'total']: Big }[],
    name: 'net' | 'tax' | 'total',
  ) => of.reduce((all, one) => all.plus(one[name]), new Big(0)).toFixed(scale);
  return {
    total: sum(made, 'total'),
    total_net: sum(made, 'net'),
    total_tax: sum(made, 'tax'),
    data: {
      lines: made.map((one) => ({
        name: 'Goods',
        qty: one.quantity.toFixed(),
        unit_price: one.each.toFixed(),
        discount: one.off.toFixed(scale),
        net: one.net.toFixed(scale),
        tax: one.tax.toFixed(scale),
        total: one.total.toFixed(scale),
        tax_rate: one.rate,
      })),
      taxes: [...new Set(made.map(({ rate }) => rate))].map((rate) => {
        const of = made.filter((one) => one.rate === rate);
        return { rate, gross: sum(of, 'total'), net: sum(of, 'net'), tax: sum(of, 'tax') };
      }),
      tenders: [{ name: 'Card', type: 'card', amount: sum(made, 'total') }],
    },
  };
}

const days = fc.sample(fc.array(receiptSpec, { minLength: 3, maxLength: 9 }), { seed: 32, numRuns: 60 });
const currencies = ['EUR', 'JPY', 'KWD', 'USD', 'SEK'];

const reportOf = async (day: string): Promise<Report> =>
  reportSchema.parse((await on.send('GET', `/api/secure/report/businessdaytx/${day}`)).json);
const failing = ({ checks }: { readonly checks: readonly Check[] }) =>
  checks.filter(({ ok }) => !ok).map(({ code, faults }) => ({ code, faults }));

it('adds up 60 days of random shops with prices without tax and with it, and names the one wrong line among them', async () => {
  for (const rate of rates) await make('tax', { name: `VAT ${rate}`, rate });
  const shops = await Promise.all(
    currencies.map(async (currency) => {
      const sample = await on.samples.minimal(contracts.location);
      const data = { currency, timezone: 'Europe/Helsinki' };
      const location_id = await make('location', { ...sample, data });
      return { currency, location_id, pos_id: await make('pos', { name: 'Till', location_id }) };
    }),
  );
  const next = shops.map(() => 1);
  let named = 0;
  for (const [index, receipts] of days.entries()) {
    const at = index % shops.length;
    const shop = shops[at];
    if (!shop) continue;
    const { currency, location_id, pos_id } = shop;
    const date = new Date(Date.UTC(2026, 1, 1 + index)).toISOString().slice(0, 10);
    const businessday_id = await make('businessday', { location_id, date });
    const sold = receipts.map((spec) => ({
      id: crypto.randomUUID(),
      businessday_id,
      location_id,
      pos_id,
      currency,
      type: spec.isReturn ? 'return' : 'sale',
      receipt_num: String((next[at] = (next[at] ?? 0) + 1)),
      completed_at: `${date}T10:00:00.000Z`,
      ...listsOf(spec, currencyScale(currency)),
    }));
    // The quantity of the last line of a receipt in the middle of the days is wrong.
    const wrong = index === 31 ? sold.at(-1) : undefined;
    const line = wrong?.data.lines.at(-1);
    if (line) line.qty = new Big(line.qty).times(2).plus(7).toFixed();
    const answer = await on.send('POST', '/api/secure/sales', { json: sold });
    expect([date, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([date, 200, '']);

    const report = await reportOf(businessday_id);
    const own = recompute(report);
    expect(own.totals.by_tax).toEqual(report.totals.by_tax);
    expect(failing(own)).toEqual(failing(report));
    const expected = wrong ? [[wrong.id, wrong.data.lines.length]] : [];
    named += expected.length;
    expect(
      failing(report).flatMap(({ faults }) => faults.map((one) => [one.transaction_id, one.line])),
    ).toEqual(expected);
    expect(failing(report).map(({ code }) => code)).toEqual(wrong ? ['receipt_prices'] : []);
  }
  expect(named).toBe(1);
  const query = 'from=2026-02-01&to=2026-04-30';
  const sums = await Promise.all(
    shops.map(async ({ currency, location_id }) => {
      const path = `/api/secure/report/summary?${query}&currency=${currency}&location_id=${location_id}`;
      return summarySchema.parse((await on.send('GET', path)).json).days.map(({ at_fault }) => at_fault);
    }),
  );
  expect(sums.flat().filter((count) => count > 0)).toEqual([1]);
}, 120_000);

it('does not let one receipt mix prices with and without tax', async () => {
  const sample = await on.samples.minimal(contracts.location);
  const location_id = await make('location', { ...sample, data: { currency: 'EUR', timezone: 'UTC' } });
  const businessday_id = await make('businessday', { location_id, date: '2026-02-01' });
  const spec = { rate: '20', qty: '3', price: 1000, isFine: false, discount: 0 };
  const lists = [true, false].map((isNet) => listsOf({ isNet, isReturn: false, lines: [spec, spec] }, 2));
  const [net, gross] = lists.map(({ data }) => data.lines[0]);
  const third = { ...gross, tax_rate: '0', net: '30.00', tax: '0.00' };
  const receipt = (lines: readonly (Json | undefined)[]) => ({
    businessday_id,
    location_id,
    currency: 'EUR',
    completed_at: '2026-02-01T10:00:00Z',
    total: '0.00',
    data: { lines },
  });
  const answer = await on.send('POST', '/api/secure/sales', {
    json: [receipt([net, gross]), receipt([net, third, net]), receipt([gross, gross, net])],
  });
  expect(answer.status).toBe(200);
  const report = await reportOf(businessday_id);
  const [mixed, , more] = answer.entities.map(({ id }) => id);
  for (const { checks } of [report, recompute(report)]) {
    const check = checks.find(({ code }) => code === 'receipt_prices');
    expect(
      check?.faults
        .map(({ transaction_id, line, expected, actual }) => ({ transaction_id, line, expected, actual }))
        .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)),
    ).toEqual([
      { transaction_id: mixed, line: 1, expected: '30.00', actual: '36.00' },
      { transaction_id: more, line: 3, expected: '30.00', actual: '36.00' },
    ]);
  }
});
