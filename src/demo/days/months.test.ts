import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Decimal } from '@/record/decimal';
import { monthSchema, monthsSchema } from '@/days/month/schema';
import { summarySchema } from '@/days/report/schema/summary';
import { startDemoService, type DemoService } from '@/testing/app/demo-service';
import { companies } from '../../testing/app/demo-service';
import { demoDays } from './demo-days';
import { loadDays } from './load';

/** Three months, of which the middle one is whole. */
const days = [...demoDays(companies, '2026-11-19')].filter(
  ({ date }) => date >= '2026-09-24' && date <= '2026-11-05',
);
let demo: DemoService;

beforeAll(async () => {
  demo = await startDemoService();
  await loadDays(demo.service.db, demo.caller, days, {});
  await sql`analyze`.execute(demo.service.db);
});
afterAll(() => demo.service.close());

const get = async (path: string): Promise<unknown> =>
  (await demo.send('GET', `/api/secure/report/${path}`)).json;
const total = (texts: readonly string[]): string =>
  texts.reduce((sum, text) => sum.plus(Decimal.parse(text)), Decimal.scaled(0, 2)).toFixed(2);

it.each(['2026-09', '2026-10', '2026-11'])(
  'the demo in %s is the sum of its days and of its receipts, by location, rate and tender',
  async (month) => {
    const found = monthSchema.parse(await get(`month?month=${month}`));
    const { days: sealed, ...fromDays } = found.sealed;
    const { by_tender, ...fromReceipts } = found.totals;
    expect([found.equal, fromDays]).toEqual([true, fromReceipts]);
    expect(found.difference).toEqual({ gross: '0.00', net: '0.00', tax: '0.00' });
    expect([sealed, found.states.open]).toEqual([found.days.length, 0]);
    // Another statement adds the same days up.
    const dates = found.days.map(({ date }) => date).toSorted();
    const summary = summarySchema.parse(await get(`summary?from=${dates[0]}&to=${dates.at(-1)}`));
    expect(summary.days.length).toBe(found.days.length);
    const { count, gross, net, tax } = summary.totals;
    expect({ count, gross, net, tax }).toEqual({
      count: found.totals.count,
      gross: found.totals.gross,
      net: found.totals.net,
      tax: found.totals.tax,
    });
    const byRate = summary.totals.by_tax.map((row) => ({ rate: row.rate, net: row.net, tax: row.tax }));
    expect(found.totals.by_tax.toReversed()).toEqual(byRate);
    const amounts = (rows: readonly { tender_id: string | null; amount: string }[]) =>
      new Map(rows.map((row) => [row.tender_id, row.amount]));
    expect(amounts(by_tender)).toEqual(amounts(summary.totals.by_tender));
    for (const of of [found.days, found.locations]) {
      for (const name of ['gross', 'net', 'tax'] as const)
        expect([name, total(of.map((row) => row[name]))]).toEqual([name, found.totals[name]]);
    }
  },
);

it('what customers are owed goes on from month to month, and the list of months says what each came to', async () => {
  const [september, october] = [
    monthSchema.parse(await get('month?month=2026-09')),
    monthSchema.parse(await get('month?month=2026-10')),
  ];
  expect(october.owed.map((row) => row.brought_forward)).toEqual(september.owed.map((row) => row.carried_on));
  for (const row of october.owed)
    expect(row.carried_on).toBe(
      total([row.brought_forward ?? '', row.received, `-${row.used}`.replace('--', '')]),
    );
  const months = monthsSchema.parse(await get('months'));
  expect(months.map(({ month }) => month)).toEqual(['2026-11', '2026-10', '2026-09']);
  const { count, gross, tax } = october.totals;
  expect(months[1]?.by_currency).toEqual([{ currency: 'EUR', count, gross, tax }]);
});
