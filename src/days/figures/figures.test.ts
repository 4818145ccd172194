import {
  assert,
  asyncProperty,
  constantFrom,
  integer,
  record,
  array,
  sample,
  type Arbitrary,
} from 'fast-check';
import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { Decimal } from '@/record/decimal';
import type { Caller } from '@/server/auth/caller';
import { inScope, sqlState, type Tx } from '@/server/db/db';
import { serviceCaller } from '@/server/ops/companies';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { openShop, soundReceipt, type Shop } from '@/testing/shop';
import { computeReceipt, daySpec, receiptJson, tenders } from '@/testing/sold-day';
import type { NumberParsing } from '../receipts/server/receipt-lists.server';
import { saleChecked } from '../receipts/server/receipt-checks.server';
import { saleSums } from '../receipts/server/receipt-sums.server';
import { readReceiptFigures } from '../month/server/receipt-figures.server';
import { summarySchema } from '../report/schema/summary';
import { findDays } from '../report/server/report-days.server';
import { summaryQuery, summaryText } from '../summary/server/report-summary.server';
import type { SummaryQuery } from '../summary/server/summary-query.server';
import { figuresEdition } from './figure-columns.server';
import { openFigures } from './figures-job.server';
import { dayFigures, sumOfFigures } from './make-figures.server';

const on = stage();
const silent = pino({ level: 'silent' });
const makeFigures = () => openFigures({ db: on.service.db, log: silent, every: null, beside: 1 }).makeAll();

class Undo extends Error {}

/** Returns what a month says of each day of a period: its figures, and how many of its receipts are at fault. */
async function monthFigures(tx: Tx, caller: Caller, asked: SummaryQuery, parsing: NumberParsing) {
  const { from, to } = asked;
  const days = await findDays(tx, caller, sql`t.active and t.date between ${from}::date and ${to}::date`);
  const figures = await readReceiptFigures(tx, caller, days, parsing);
  return days.map(({ id }) => JSON.stringify([id, figures.get(id)], plain));
}

const plain = (_key: string, value: unknown) => (value instanceof Decimal ? value.toFixed() : value);

/**
 * Returns what the summary says with the figures that are kept, and of the receipts alone, in one transaction that leaves
 * everything as it was; and how many days and months had figures. A month says the same of each day both times.
 */
async function bothOf(query: string, parsing: NumberParsing = 'cast') {
  const asked = summaryQuery.read(new URLSearchParams(query));
  const caller = on.service.companies.helsinki;
  const found: { kept?: string; live?: string; days?: number; sums?: number } = {};
  const months: string[][] = [];
  await inScope(on.service.db, caller, 'read write', async (tx) => {
    found.kept = await summaryText(tx, caller, asked, parsing);
    months.push(await monthFigures(tx, caller, asked, parsing));
    const gone = await tx.rows(sql<{ is_sum: boolean }>`
      delete from businessday_figures where edition > 0 returning businessday_id is null as is_sum`);
    found.sums = gone.filter(({ is_sum }) => is_sum).length;
    found.days = gone.length - found.sums;
    found.live = await summaryText(tx, caller, asked, parsing);
    months.push(await monthFigures(tx, caller, asked, parsing));
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  expect(months[0], query).toEqual(months[1]);
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
    await put(`location/${shop.location_id}`, {
      data: { currency, timezone: 'Europe/Helsinki', day_cutover: '04:00' },
    });
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

const acts = [
  'sell',
  'close',
  'reopen',
  'remove',
  'late',
  'count',
  'tax',
  'tender',
  'move',
  'figures',
] as const;

/** One step of a history: what happens, to which shop and day, and a number for what else is chosen. */
interface Step {
  readonly what: (typeof acts)[number];
  readonly shop: number;
  readonly day: number;
  readonly choice: number;
}

const step: Arbitrary<Step> = record({
  what: constantFrom(...acts, ...(['sell', 'sell', 'close', 'close', 'figures', 'count'] as const)),
  shop: integer({ min: 0, max: 2 }),
  day: integer({ min: 0, max: dates.length - 1 }),
  choice: integer({ min: 0, max: 1000 }),
});

const statusOf = async (day: string): Promise<string> => {
  const { entity } = await on.send('GET', `/api/secure/businessday/${day}`);
  return String(entity['status']);
};

/** Products are called this and that, and those without a record have one of two numbers or none. */
const renamed = (lines: readonly Json[], choice: number): Json[] =>
  lines.map((line, n) => ({
    ...line,
    name: `${String(line['name'])} ${(choice + n) % 3}`,
    ...((line['plu_id'] ?? null) === null && { productid: [null, '7', '8'][(choice + n) % 3] }),
  }));

let numbered = 0;
async function receipts(
  { shop, currency }: (typeof shops)[number],
  day: string,
  date: string,
  choice: number,
) {
  const [specs = []] = sample(daySpec, { seed: choice, numRuns: 1 });
  return specs.map((spec, at) => {
    // Now and then a number is left out, said twice, or none.
    numbered += (choice + at) % 7 === 0 ? 2 : (choice + at) % 11 === 0 ? 0 : 1;
    const json = receiptJson(computeReceipt(spec), 2, {
      receipt_num: (choice + at) % 13 === 0 ? 'none' : String(numbered),
    });
    return shop.receipt(day, {
      ...json,
      data: { ...Object(json['data']), lines: renamed(Object(json['data'])['lines'] ?? [], choice + at) },
      currency,
      completed_at: `${date}T${String(spec.hour - 2).padStart(2, '0')}:30:00.000Z`,
      ...(spec.register === 1 && { pos_id: null }),
      // Some come from the register that moves.
      ...((choice + at) % 3 === 0 && { pos_id: changing.pos }),
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
    expect((await on.send('POST', '/api/secure/sales', { json: { ...json, data } })).status).toBeLessThan(
      300,
    );
  } else if (what === 'remove' && isOpen) {
    const list = await on.send('GET', `/api/secure/sales?page=1&businessday_id=${day}&active=true`);
    const one = list.entities[choice % Math.max(1, list.entities.length)];
    const json = { active: false, ...(choice % 2 === 0 && { removed_reason: 'Rung up twice' }) };
    if (one) await put(`sales/${one.id}`, json);
  } else if (what === 'count' && isOpen) {
    const float = (cents: number) => `${100 + cents}.00`;
    const z = {
      pos_id: of.shop.pos_id,
      opening_float: float(choice % 2),
      counted: float(choice % 3),
      paid_out: '1.00',
    };
    await put(`businessday/${day}`, { data: { z_reports: [z] } });
  } else if (what === 'close' && isOpen) await of.shop.setStatus(day, 'closed');
  else if (what === 'reopen' && !isOpen) await of.shop.setStatus(day, 'open', { note: `${choice} Because` });
  else if (what === 'tax') {
    const data = choice % 2 === 0 ? { valid_until: '2026-01-31' } : { valid_until: null };
    await put(`tax/${changing.tax}`, { data });
  } else if (what === 'tender')
    await put(`tender/${changing.tender}`, {
      data: { rounding: { unit: choice % 2 === 0 ? '0.01' : '0.05', mode: 'half_up' } },
    });
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
    const seen = { days: 0, sums: 0 };
    await assert(
      asyncProperty(array(step, { minLength: 25, maxLength: 40 }), async (steps) => {
        for (const [at, one] of steps.entries()) {
          await take(one);
          if (at % 4 !== 3 && at !== steps.length - 1) continue;
          for (const question of questions()) {
            const { kept, live, days = 0, sums = 0 } = await bothOf(question);
            expect(kept, question).toBe(live);
            seen.days += days;
            seen.sums += sums;
          }
        }
      }),
      { numRuns: 4, endOnFailure: true, seed: 166 },
    );
    expect(Math.min(seen.days, seen.sums)).toBeGreaterThan(100);
  }, 240_000);
});

it('a late receipt in another day fills the gap that the figures of its day have', async () => {
  const shop = await openShop(on.send, on.samples);
  const [day, next] = [await shop.openDay('2025-04-01'), await shop.openDay('2025-04-02')];
  const sell = (...receipts: Json[]) => on.send('POST', '/api/secure/sales', { json: receipts });
  await sell(soundReceipt(shop, day, '1'), soundReceipt(shop, day, '3'));
  await shop.setStatus(day, 'closed');
  await makeFigures();
  const query = `from=2025-04-01&to=2025-04-02&location_id=${shop.location_id}`;
  const failing = async () => {
    const { kept, live } = await bothOf(query);
    expect(kept).toBe(live);
    return summarySchema.parse(JSON.parse(kept ?? '')).days.map((one) => one.failing);
  };
  expect(await failing()).toEqual([['receipt_sequence'], []]);
  const late = soundReceipt(shop, next, '2');
  await sell({ ...late, data: { ...Object(late['data']), late_for: day } }, soundReceipt(shop, next, '4'));
  expect(await failing()).toEqual([[], []]);
  await shop.setStatus(next, 'closed');
  await makeFigures();
  expect(await failing()).toEqual([[], []]);
  // From the second day on, the first one is the day before, of which the last number counts.
  const { kept, live } = await bothOf(query.replace('from=2025-04-01', 'from=2025-04-02'));
  expect(kept).toBe(live);
  expect(summarySchema.parse(JSON.parse(kept ?? '')).days).toMatchObject([{ failing: [] }]);
});

it.each(['2025-04-11', '2025-05-01'])(
  'the last number of a register before %s is one that came late, into another day',
  async (last) => {
    const shop = await openShop(on.send, on.samples);
    const [day, next, then] = [
      await shop.openDay('2025-04-09'),
      await shop.openDay('2025-04-10'),
      await shop.openDay(last),
    ];
    const late = soundReceipt(shop, next, '2');
    const json = [
      soundReceipt(shop, day, '1'),
      // The day that it came in has no number of its own: what counts before the range is the day that it is for.
      { ...late, data: { ...Object(late['data']), late_for: day } },
      soundReceipt(shop, then, '3'),
    ];
    expect((await on.send('POST', '/api/secure/sales', { json })).status).toBe(200);
    for (const one of [day, next, then]) await shop.setStatus(one, 'closed');
    await makeFigures();
    const { kept, live } = await bothOf(`from=${last}&to=${last}&location_id=${shop.location_id}`);
    expect(kept).toBe(live);
    expect(summarySchema.parse(JSON.parse(kept ?? '')).days).toMatchObject([{ failing: [] }]);
  },
);

it('a rate by which one day sold nothing but a gift card, and another gave something away, is left out', async () => {
  const shop = await openShop(on.send, on.samples);
  const days = [await shop.openDay('2025-08-01'), await shop.openDay('2025-08-02')];
  const free = { name: 'Sample', qty: '1', total: '0', net: '0', tax: '0', tax_rate: '0' };
  const card = {
    name: 'Gift card',
    kind: 'gift_card',
    qty: '1',
    total: '10',
    net: '10',
    tax: '0',
    tax_rate: '0',
  };
  const json = [card, free].map((line, at) => {
    const sound = soundReceipt(shop, days[at] ?? '', String(at + 1));
    const of: { lines: Json[]; tenders: Json[]; taxes: Json[] } = Object(sound['data']);
    const [bun] = of.lines;
    const amount = line === card ? '14.50' : '4.50';
    return {
      ...sound,
      total: amount,
      total_net: line === card ? '13.96' : '3.96',
      data: {
        lines: [{ ...bun }, line],
        tenders: [{ type: 'cash', amount }],
        taxes: [...of.taxes, { rate: '0', gross: line.total, net: line.net, tax: '0' }],
      },
    };
  });
  const sold = await on.send('POST', '/api/secure/sales', { json });
  expect([sold.status, sold.text]).toEqual([200, expect.not.stringContaining('"error"')]);
  for (const day of days) await shop.setStatus(day, 'closed');
  await makeFigures();
  const query = `from=2025-08-01&to=2025-08-31&location_id=${shop.location_id}`;
  const { kept, live } = await bothOf(query);
  expect(kept).toBe(live);
  const { by_tax } = summarySchema.parse(JSON.parse(kept ?? '')).totals;
  expect(by_tax.map(({ rate }) => rate)).toEqual(['13.5']);
});

describe('the row of a closed day', () => {
  /** A closed day of two receipts, in a month of its own. */
  async function closedDay(date: string) {
    const shop = await openShop(on.send, on.samples);
    const day = await shop.openDay(date);
    const json = ['1', '2'].map((number) => soundReceipt(shop, day, number));
    expect((await on.send('POST', '/api/secure/sales', { json })).status).toBe(200);
    expect((await shop.setStatus(day, 'closed')).status).toBe(200);
    const summary = () =>
      on.send('GET', `/api/secure/report/summary?from=${date}&to=${date}&location_id=${shop.location_id}`);
    return { shop, day, summary };
  }
  const rowOf = async (day: string) => {
    const { rows } = await sql<{ id: number; edition: number; left_out: boolean }>`
      select id, edition, left_out from businessday_figures where businessday_id = ${day}`.execute(
      on.service.db,
    );
    return rows;
  };
  /** Runs a statement as nothing in the service may: without triggers, as the owner. */
  const plant = async (statement: RawBuilder<unknown>) =>
    on.service.db.connection().execute(async (one) => {
      await sql`set session_replication_role = replica`.execute(one);
      await statement.execute(one).finally(() => sql`set session_replication_role = origin`.execute(one));
    });

  it('is there from the close on, goes when the day is opened again, and is another one after that', async () => {
    const { shop, day, summary } = await closedDay('2025-05-01');
    const [waiting] = await rowOf(day);
    expect(waiting).toMatchObject({ edition: 0 });
    const before = await summary();
    await makeFigures();
    expect(await rowOf(day)).toEqual([{ id: waiting?.id, edition: figuresEdition, left_out: false }]);
    const after = await summary();
    expect([after.text, after.header('etag')]).toEqual([before.text, before.header('etag')]);
    await shop.setStatus(day, 'open', { note: 'A receipt was missing' });
    expect(await rowOf(day)).toEqual([]);
    await makeFigures();
    expect(await rowOf(day)).toEqual([]);
    await on.send('POST', '/api/secure/sales', { json: soundReceipt(shop, day, '3') });
    await shop.setStatus(day, 'closed');
    const [again] = await rowOf(day);
    expect([again?.id === waiting?.id, again?.edition]).toEqual([false, 0]);
    expect(summarySchema.parse((await summary()).json).totals.count).toBe(3);
    await makeFigures();
    expect(summarySchema.parse((await summary()).json).totals.count).toBe(3);
  });

  it.each(['much', 'NaN'])(
    'has no figures where a number in the receipts is %j, and the summary reads each value by itself',
    async (number) => {
      const { day, summary } = await closedDay(number === 'NaN' ? '2025-06-01' : '2025-06-02');
      await plant(sql`update sales set data = jsonb_set(data, '{lines,0,net}', to_jsonb(${number}::text))
      where businessday_id = ${day} and receipt_num = '1'`);
      const before = await summary();
      await makeFigures();
      expect(await rowOf(day)).toMatchObject([{ edition: figuresEdition, left_out: true }]);
      expect([before.status, (await summary()).text]).toEqual([200, before.text]);
      expect((await on.send('GET', '/api/secure/report/month?month=2025-06')).status).toBe(200);
      expect(await makeFigures()).toBe(0);
      await plant(sql`update sales set data = jsonb_set(data, '{lines,0,net}', '"3.96"')
      where businessday_id = ${day} and receipt_num = '1'`);
    },
  );

  it('waits for another turn if the process that makes its figures is ended in the middle', async () => {
    const { day, summary } = await closedDay('2025-07-01');
    const before = await summary();
    await on.service.db.connection().execute(async (holder) => {
      await sql`begin`.execute(holder);
      try {
        // The work stands still where it reads the receipts.
        await sql`lock table sales in access exclusive mode`.execute(holder);
        const work = makeFigures().catch((error: unknown) => sqlState(error) ?? 'lost');
        const end = async (): Promise<number> => {
          const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%with made as%'`.execute(
            on.service.db,
          );
          return rows.length;
        };
        await expect.poll(end).toBe(1);
        expect(await work).not.toBeTypeOf('number');
      } finally {
        await sql`rollback`.execute(holder);
      }
    });
    expect(await rowOf(day)).toMatchObject([{ edition: 0 }]);
    expect((await summary()).text).toBe(before.text);
    expect(await makeFigures()).toBe(1);
    expect((await summary()).text).toBe(before.text);
  });

  it('is made once, by one of the processes that look for it', async () => {
    const dates = ['2025-09-01', '2025-09-02', '2025-09-03', '2025-09-04', '2025-09-05', '2025-09-06'];
    await makeFigures();
    for (const date of dates) await closedDay(date);
    const made = await Promise.all([makeFigures(), makeFigures(), makeFigures()]);
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(dates.length);
  });

  it('waits while its tenant is moved to another database, and holds nobody back', async () => {
    const { day } = await closedDay('2025-10-01');
    const { tenantId } = on.service.companies.helsinki;
    await sql`insert into tenant_move (tenant_id, name, frozen_at) values (${tenantId}, 'Group', now())`.execute(
      on.service.db,
    );
    expect(await makeFigures().finally(() => sql`delete from tenant_move`.execute(on.service.db))).toBe(0);
    expect(await rowOf(day)).toMatchObject([{ edition: 0 }]);
    expect(await makeFigures()).toBe(1);
  });

  it('is added to its month later if a process ended before it did', async () => {
    const { day } = await closedDay('2024-12-01');
    await closedDay('2024-12-02');
    await makeFigures();
    const [row] = await rowOf(day);
    const sums = async () =>
      (await sql`select from businessday_figures where ${row?.id} = any("of")`.execute(on.service.db)).rows
        .length;
    expect(await sums()).toBe(1);
    await sql`delete from businessday_figures where businessday_id is null`.execute(on.service.db);
    expect([await sums(), await makeFigures(), await sums()]).toEqual([0, 0, 1]);
  });

  it('is made again after closing that nobody noted, as after a restore', async () => {
    await makeFigures();
    const { day } = await closedDay('2025-08-01');
    await sql`delete from businessday_figures where businessday_id = ${day}`.execute(on.service.db);
    expect(await makeFigures()).toBe(1);
    expect(await rowOf(day)).toMatchObject([{ edition: figuresEdition }]);
  });
});

it('the edition of figures is raised when what makes them changes', () => {
  const day = { id: '', location_id: '', date: '', currency: 'EUR', zone: 'UTC', cutover: 0 };
  const caller = serviceCaller(['']);
  const texts = [
    dayFigures(caller, day).compile(on.service.db).sql,
    sumOfFigures(caller, []).compile(on.service.db).sql,
    saleSums,
    saleChecked,
  ];
  const made = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12);
  const what =
    'Does the new text come to the same figures of every receipt? If not, raise figuresEdition (figure-columns.server.ts); then write the pair here';
  expect([figuresEdition, made], what).toEqual([4, 'b47e204b41c1']);
});
