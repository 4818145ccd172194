import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { centsText } from '../money';
import { companies } from '../../testing/app/demo-service';
import { demoDays } from './demo-days';
import { loadDays } from './load';
import { startDemoService, type DemoService } from '@/testing/app/demo-service';

/** The last weeks, which contain the three faults; the weeks before have none. */
const days = [...demoDays(companies, '2026-11-19')].filter((day) => day.date >= '2026-11-02');
let demo: DemoService;

beforeAll(async () => {
  demo = await startDemoService();
  await loadDays(demo.service.db, demo.caller, days, {});
  await sql`analyze`.execute(demo.service.db);
});
afterAll(() => demo.service.close());

const report = z.looseObject({
  checks: z.array(z.looseObject({ code: z.string(), ok: z.boolean(), transaction_ids: z.array(z.string()) })),
  totals: z.looseObject({ count: z.int(), gross: z.string() }),
  transactions: z.array(z.looseObject({ id: z.string(), receipt_num: z.string() })),
});

it('every day passes each check of its report, but for three, which fail the one check that is meant', async () => {
  const failed: unknown[] = [];
  for (const day of days) {
    const answer = await demo.send('GET', `/api/secure/report/businessdaytx/${day.id}`);
    const { checks, totals, transactions } = report.parse(JSON.parse(answer.text));
    expect(checks.length).toBeGreaterThan(10);
    expect([transactions.length, totals.count, totals.gross]).toEqual([
      day.receipts.length,
      day.totals.reduce((sum, total) => sum + total.count, 0),
      centsText(day.totals.reduce((sum, total) => sum + total.gross, 0)),
    ]);
    for (const { code, ok, transaction_ids } of checks) {
      if (!ok) failed.push([day.place, day.date, code, transaction_ids.length]);
    }
  }
  expect(failed).toEqual([
    // The counted cash and the opening float belong to the register, not to a receipt.
    ['munkkiniemi', '2026-11-07', 'opening', 0],
    // The receipts before and after the missing number.
    ['kallio', '2026-11-12', 'receipt_sequence', 2],
    ['hakaniemi', '2026-11-15', 'receipt_tax', 1],
  ]);
});
