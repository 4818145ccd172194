import { Big } from 'big.js';
import { array, assert, asyncProperty, constantFrom, integer, oneof, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { openShop, openTwoRegisters } from '@/testing/shop';
import { computeReceipt, daySpec, receiptJson, unitText } from '@/testing/sold-day';
import { countOf, drawersOf, sumKnown } from '../closing/count';
import { recompute } from '../checks/recompute';
import { monthSchema } from '../month/schema';
import { big, overShortOf, sumOf } from '../report/amounts';
import { reportSchema } from '../report/report';
import { summarySchema } from '../report/schema/summary';
import { vouchersSchema } from '../voucher/schema';

const on = stage();

const read = async (path: string): Promise<unknown> => {
  const answer = await on.send('GET', `/api/secure/${path}`);
  expect([path, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([path, 200, '']);
  return answer.json;
};
const make = async (resource: string, json: Json) => {
  const answer = await on.send('POST', `/api/secure/${resource}`, { json });
  expect([resource, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([resource, 201, '']);
  return answer.entity.id;
};

/** A z report: of one of two registers or none, counted or not, with a float or without, as text or number. */
const zReport = record({
  register: constantFrom(0, 1, 2),
  counted: oneof(constantFrom(null, 0), integer({ min: 0, max: 50_000 })),
  float: oneof(constantFrom(null, 0), integer({ min: 0, max: 20_000 })),
  isNumber: constantFrom(true, false),
});
const day = record({
  specs: daySpec,
  z: array(zReport, { maxLength: 6 }),
  nameless: integer({ min: 0, max: 3 }),
});
const money = constantFrom(['EUR', 2] as const, ['JPY', 0] as const, ['KWD', 3] as const);

/** Decimal text without the zeros at its end; null stays null. */
const plain = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return (value instanceof Big ? value : big(value)).toFixed();
};
const figures = (row: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, plain(row[name])]));
const cashNames = [
  'opening_float',
  'sales',
  'refunds',
  'paid_in',
  'paid_out',
  'expected',
  'counted',
  'over_short',
];

describe('the figures of a day', () => {
  it('are the same in the list, the report, the browser, the summary, the voucher, the month and the closing dialog', async () => {
    await assert(
      asyncProperty(array(day, { minLength: 1, maxLength: 3 }), money, async (days, [currency, scale]) => {
        const { location_id, registers } = await openTwoRegisters(on.send, on.samples, { currency });
        const amount = (units: number | null, isNumber: boolean) =>
          units === null ? null : isNumber ? Number(unitText(units, scale)) : unitText(units, scale);
        const found: Awaited<ReturnType<typeof figuresOfDay>>[] = [];
        for (const [at, { specs, z, nameless }] of days.entries()) {
          const date = `2026-03-0${at + 1}`;
          const z_reports = z.map(({ register, counted, float, isNumber }) => ({
            ...(registers[register] && {
              pos_id: isNumber ? registers[register].toUpperCase() : registers[register],
            }),
            ...(counted !== null && { counted: amount(counted, isNumber) }),
            ...(float !== null && { opening_float: amount(float, isNumber) }),
          }));
          const businessday_id = await make('businessday', { location_id, date, data: { z_reports } });
          const json = specs.map((spec, n) =>
            receiptJson(computeReceipt(spec), scale, {
              id: crypto.randomUUID(),
              businessday_id,
              location_id,
              pos_id: n < nameless ? null : registers[spec.register],
              receipt_num: String(n + 1),
              currency,
            }),
          );
          expect((await on.send('POST', '/api/secure/sales', { json })).status).toBe(200);
          found.push(await figuresOfDay(businessday_id, date, location_id));
        }
        const from = `location_id=${location_id}&from=2026-03-01&to=2026-03-31`;
        const summary = summarySchema.parse(await read(`report/summary?${from}`));
        const sum = (of: (one: (typeof found)[number]) => unknown) => plain(sumOf(found.map(of)));
        for (const name of ['count', 'gross', 'net', 'tax', 'discount', 'rounding'] as const)
          expect([name, plain(summary.totals[name])]).toEqual([
            name,
            sum(({ report }) => report.totals[name]),
          ]);
        expect(plain(summary.totals.cash_total.over_short)).toBe(
          plain(overShortOf(found.map(({ report }) => report.totals.cash_total)).over_short),
        );
        for (const name of ['opening_float', 'sales', 'refunds', 'paid_in', 'paid_out', 'expected'] as const)
          expect([name, plain(summary.totals.cash_total[name])]).toEqual([
            name,
            sum(({ report }) => report.totals.cash_total[name]),
          ]);

        for (const { id } of found) {
          const closed = await on.send('PUT', `/api/secure/businessday/${id}`, {
            json: { status: 'closed' },
          });
          expect(closed.status).toBe(200);
        }
        const month = monthSchema.parse(
          await read(`report/month?month=2026-03&location_id=${location_id}&currency=${currency}`),
        );
        expect(month.equal).toBe(true);
        for (const { id, report } of found) {
          const row = month.days.find((one) => one.id === id);
          expect(figures({ ...row }, ['count', 'gross', 'net', 'tax'])).toEqual(
            figures(report.totals, ['count', 'gross', 'net', 'tax']),
          );
        }
        // Once closed, the same again.
        const again = summarySchema.parse(await read(`report/summary?${from}`));
        expect(again.totals).toEqual(summary.totals);
        expect(again.days.map(({ over_short }) => over_short)).toEqual(
          summary.days.map(({ over_short }) => over_short),
        );
      }),
      { numRuns: 12, seed: 20_261_126 },
    );
  }, 240_000);
});

/** Reads a day in each place, and compares them with its report. */
async function figuresOfDay(id: string, date: string, location_id: string) {
  const report = reportSchema.parse(await read(`report/businessdaytx/${id}`));
  const { totals } = report;
  const over = totals.cash_total.over_short;
  const own = recompute(report).totals;
  expect(figures(own, ['count', 'gross', 'net', 'tax', 'rounding'])).toEqual(
    figures(totals, ['count', 'gross', 'net', 'tax', 'rounding']),
  );
  const drawersBy = (rows: typeof totals.cash) => rows.map((row) => [row.pos_id, figures(row, cashNames)]);
  expect(drawersBy(own.cash)).toEqual(drawersBy(totals.cash));
  expect(figures(own.cash_total, cashNames)).toEqual(figures(totals.cash_total, cashNames));

  const entity = (await on.send('GET', `/api/secure/businessday/${id}`)).entity;
  const listed = (await on.send('GET', `/api/secure/businessday?location_id=${location_id}&date=${date}`))
    .entities;
  const summary = summarySchema.parse(
    await read(`report/summary?location_id=${location_id}&from=${date}&to=${date}`),
  );
  const [ofSummary] = summary.days;
  for (const row of [Object(entity['totals']), Object(listed[0]?.['totals']), { ...ofSummary }])
    expect(figures(row, ['count', 'gross', 'over_short'])).toEqual({
      ...figures(totals, ['count', 'gross']),
      over_short: plain(over),
    });
  expect(summary.totals).toEqual(totals);

  const drawers = drawersOf(totals.cash, entity.data);
  const counts = drawers.map((drawer) => countOf(drawer, {}, 3));
  expect(plain(sumKnown(counts.map(({ over_short }) => over_short))?.toFixed() ?? null)).toBe(plain(over));
  const missing = counts.filter(({ faults }) => faults.counted === 'count.missing').length;

  const { vouchers } = vouchersSchema.parse(await read(`report/voucher?businessday_id=${id}&by=day`));
  const rows = vouchers[0]?.rows ?? [];
  const net = (use: string) =>
    rows
      .filter((row) => row.use === use && row.against === null)
      .reduce((sum, { debit, credit }) => sum.plus(big(debit)).minus(big(credit)), big('0'));
  expect(net('over').plus(net('short')).times(-1).toFixed()).toBe(plain(over ?? '0'));
  expect(net('revenue').times(-1).toFixed()).toBe(plain(totals.net));
  expect(net('vat').times(-1).toFixed()).toBe(plain(totals.tax));
  expect(net('tender').toFixed()).toBe(plain(sumOf(totals.by_tender.map(({ amount }) => amount))));
  expect(vouchers[0]?.notes.find(({ code }) => code === 'uncounted')?.count ?? 0).toBe(missing);
  return { id, report };
}

describe('a register of which one of two z reports is counted', () => {
  const halfCounted = async () => {
    const shop = await openShop(on.send, on.samples);
    const id = await shop.openDay();
    await on.send('POST', '/api/secure/sales', { json: shop.receipt(id) });
    const { pos_id } = shop;
    const z_reports = [
      { pos_id, z_number: 1, opening_float: '100.00', counted: '95.00' },
      { pos_id, z_number: 2, opening_float: '0.00' },
    ];
    await on.send('PUT', `/api/secure/businessday/${id}`, { json: { data: { z_reports } } });
    return { shop, id, z_reports };
  };
  const overOf = async (id: string) =>
    Object((await on.send('GET', `/api/secure/businessday/${id}`)).entity['totals']).over_short;

  it('is not counted: nothing says that it is over or short, and a location that asks for counting gets it counted', async () => {
    const { shop, id, z_reports } = await halfCounted();
    expect(await overOf(id)).toBeNull();
    await figuresOfDay(id, '2026-03-01', shop.location_id);
    await on.send('PUT', `/api/secure/location/${shop.location_id}`, {
      json: { data: { count_at_close: 'required' } },
    });
    const refused = await shop.setStatus(id, 'closed');
    expect([refused.status, refused.problem.errors?.[0]?.code, refused.pointers]).toEqual([
      422,
      'not_counted',
      ['/data/z_reports/1/counted'],
    ]);
    const counted = z_reports.map((one) => ({ counted: '9.50', ...one }));
    expect((await shop.setStatus(id, 'closed', { z_reports: counted })).status).toBe(200);
    expect(await overOf(id)).toBe('0.00');
  });
});
