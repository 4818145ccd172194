import { assert, asyncProperty, constantFrom, integer, record, array, sample, type Arbitrary } from 'fast-check';
import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '@/core/server/db/db';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { openShop, type Shop } from '@/testing/shop';
import { computeReceipt, daySpec, receiptJson, tenders } from '@/testing/sold-day';
import type { Care } from '../../sales/server/receipt-lists.server';
import { readSummaryQuery, summaryText } from '../server/report/report-summary.server';
import { openFigures } from './figures-job.server';

const on = stage();
const silent = pino({ level: 'silent' });
const makeFigures = () => openFigures({ db: on.service.db, log: silent, every: null, beside: 1 }).makeAll();

class Undo extends Error {}

/**
 * Returns what the summary says with the figures that are kept, and of the receipts alone, in one transaction that leaves
 * everything as it was; and how many days with figures there were.
 */
async function bothOf(query: string, care: Care = 'cast') {
  const asked = readSummaryQuery(new URLSearchParams(query));
  const caller = on.service.companies.helsinki;
  const found: { kept?: string; live?: string; days?: number } = {};
  await inScope(on.service.db, caller, 'read write', async (tx) => {
    found.kept = await summaryText(tx, caller, asked, care);
    const gone = await tx.rows(sql`delete from businessday_figures returning 1 as one`);
    found.days = gone.length;
    found.live = await summaryText(tx, caller, asked, care);
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return found;
}

const dates = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02', '2026-02-03'];
const shops: { shop: Shop; currency: string; days: string[] }[] = [];

const make = async (path: string, json: Json) => {
  const answer = await on.send('POST', `/api/secure/${path}`, { json });
  expect([path, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([path, 201, '']);
  return answer.entity.id;
};
const put = async (path: string, json: Json) => {
  const answer = await on.send('PUT', `/api/secure/${path}`, { json });
  expect([path, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([path, 200, '']);
};

const changing = { tax: '', tender: '', pos: '' };

beforeAll(async () => {
  for (const currency of ['EUR', 'EUR', 'SEK']) {
    const shop = await openShop(on.send, on.samples);
    await put(`location/${shop.location_id}`, { data: { currency, timezone: 'Europe/Helsinki', day_cutover: '04:00' } });
    const days: string[] = [];
    for (const date of dates) days.push(await shop.openDay(date));
    shops.push({ shop, currency, days });
  }
  changing.tax = await make('tax', { name: 'VAT', rate: '13.5' });
  for (const rate of ['10', '25.5']) await make('tax', { name: `VAT ${rate}`, rate });
  const [, cash] = tenders;
  changing.tender = await make('tender', {
    id: cash.tender_id,
    name: 'Cash',
    type: 'cash',
    data: { rounding: { unit: '0.05', mode: 'half_up' } },
  });
  changing.pos = shops[0]?.shop.pos_id ?? '';
}, 60_000);

/** One step of a history: what happens, to which shop and day, and a number for what else is chosen. */
interface Step {
  readonly what: 'sell' | 'close' | 'reopen' | 'remove' | 'late' | 'count' | 'tax' | 'tender' | 'move' | 'figures';
  readonly shop: number;
  readonly day: number;
  readonly choice: number;
}

const step: Arbitrary<Step> = record({
  what: constantFrom<Step['what'][]>(
    ...(['sell', 'sell', 'sell', 'close', 'close', 'close', 'figures', 'figures', 'reopen', 'remove'] as const),
    ...(['late', 'count', 'count', 'tax', 'tender', 'move'] as const),
  ),
  shop: integer({ min: 0, max: 2 }),
  day: integer({ min: 0, max: dates.length - 1 }),
  choice: integer({ min: 0, max: 1000 }),
});

const statusOf = async (day: string): Promise<string> => {
  const { entity } = await on.send('GET', `/api/secure/businessday/${day}`);
  return String(entity['status']);
};

let numbered = 0;
async function receipts({ shop, currency }: (typeof shops)[number], day: string, date: string, choice: number) {
  const [specs = []] = sample(daySpec, { seed: choice, numRuns: 1 });
  return specs.map((spec, at) => {
    // Now and then a number is left out, said twice, or none.
    numbered += (choice + at) % 7 === 0 ? 2 : (choice + at) % 11 === 0 ? 0 : 1;
    return shop.receipt(day, {
      ...receiptJson(computeReceipt(spec), 2, { receipt_num: (choice + at) % 13 === 0 ? 'none' : String(numbered) }),
      currency,
      completed_at: `${date}T${String(spec.hour - 2).padStart(2, '0')}:30:00.000Z`,
      ...(spec.register === 1 && { pos_id: null }),
      // Some do not add up.
      ...((choice + at) % 5 === 0 && { total: '1.23' }),
    });
  });
}

/** Does a step, or nothing where it cannot be done. */
async function take({ what, shop: at, day: dayAt, choice }: Step): Promise<void> {
  const of = shops[at] ?? shops[0];
  const day = of?.days[dayAt];
  const date = dates[dayAt];
  if (!of || day === undefined || date === undefined) throw new Error('There are three shops');
  const isOpen = (await statusOf(day)) === 'open';
  if (what === 'sell' && isOpen) {
    const json = await receipts(of, day, date, choice);
    expect((await on.send('POST', '/api/secure/sales', { json })).status).toBe(200);
  } else if (what === 'late' && isOpen) {
    const [json] = await receipts(of, day, date, choice);
    const late_for = of.days[(dayAt + 1 + (choice % 4)) % dates.length];
    const data = { ...Object(json?.['data']), late_for };
    expect((await on.send('POST', '/api/secure/sales', { json: { ...json, data } })).status).toBeLessThan(300);
  } else if (what === 'remove' && isOpen) {
    const list = await on.send('GET', `/api/secure/sales?page=1&businessday_id=${day}&active=true`);
    const one = list.entities[choice % Math.max(1, list.entities.length)];
    const json = { active: false, ...(choice % 2 === 0 && { removed_reason: 'Rung up twice' }) };
    if (one) await put(`sales/${one.id}`, json);
  } else if (what === 'count' && isOpen) {
    const float = (cents: number) => `${100 + cents}.00`;
    const z = { pos_id: of.shop.pos_id, opening_float: float(choice % 2), counted: float(choice % 3), paid_out: '1.00' };
    await put(`businessday/${day}`, { data: { z_reports: [z] } });
  } else if (what === 'close' && isOpen) await of.shop.setStatus(day, 'closed');
  else if (what === 'reopen' && !isOpen)
    await of.shop.setStatus(day, 'open', { note: `${choice} Because` });
  else if (what === 'tax') {
    const data = choice % 2 === 0 ? { valid_until: '2026-01-31' } : { valid_until: null };
    await put(`tax/${changing.tax}`, { data });
  } else if (what === 'tender')
    await put(`tender/${changing.tender}`, { data: { rounding: { unit: choice % 2 === 0 ? '0.01' : '0.05', mode: 'half_up' } } });
  else if (what === 'move')
    await put(`pos/${changing.pos}`, { location_id: shops[choice % 2]?.shop.location_id });
  else if (what === 'figures') await makeFigures();
}

const questions = (): string[] => {
  const all = `from=${dates[0]}&to=${dates.at(-1)}`;
  return [
    `${all}&currency=EUR`,
    `${all}&currency=SEK`,
    `from=${dates[1]}&to=${dates[2]}&currency=EUR`,
    `${all}&location_id=${shops[0]?.shop.location_id}`,
    `from=2026-02-01&to=2026-02-28&location_id=${shops[0]?.shop.location_id},${shops[1]?.shop.location_id}`,
  ];
};

describe('the figures of closed days', () => {
  it('say what the receipts say, to the byte, after every history', async () => {
    let withFigures = 0;
    await assert(
      asyncProperty(array(step, { minLength: 25, maxLength: 40 }), async (steps) => {
        for (const [at, one] of steps.entries()) {
          await take(one);
          if (at % 4 !== 3 && at !== steps.length - 1) continue;
          for (const question of questions()) {
            const { kept, live, days = 0 } = await bothOf(question);
            expect(kept, question).toBe(live);
            withFigures += days;
          }
        }
      }),
      { numRuns: 6, endOnFailure: true, seed: 166 },
    );
    expect(withFigures).toBeGreaterThan(0);
  }, 240_000);
});
