import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sample } from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trustedProxies } from '@/core/server/auth/client-address';
import { tables } from '@/resources/tables';
import { summarySchema } from '@/resources/businessday/report/schema/summary';
import { samplesFor, type Samples } from '@/testing/samples';
import { startTestService, type Sender, type TestService } from '@/testing/service';
import { openShop, type Shop } from '@/testing/shop';
import { articles, computeReceipt, daySpec, receiptJson } from '@/testing/sold-day';
import { ofLines, salesBys, salesHistory, type SalesBy, type SalesHistory } from './answer';
import { openArchiver, type Archiver } from './archiver.server';
import { salesOf } from './sales-history.server';

const on: { service?: TestService; send?: Sender; samples?: Samples; archiver?: Archiver; folder?: string } =
  {};
const dates = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02', '2026-02-03'];
const shops: Shop[] = [];
const days: string[] = [];

const service = () => on.service ?? fail();
const fail = () => {
  throw new Error('Not started');
};

beforeAll(async () => {
  on.folder = await mkdtemp(path.join(tmpdir(), 'archive-'));
  on.service = await startTestService(tables, 0, trustedProxies([]), on.folder);
  on.send = await on.service.as('helsinki');
  on.samples = samplesFor(on.send);
  on.archiver = archiver();
  for (let n = 0; n < 2; n += 1) shops.push(await openShop(on.send, on.samples));
  for (const shop of shops)
    for (const date of dates) {
      const day = await shop.openDay(date);
      days.push(day);
      await sell(shop, day, date);
    }
}, 60_000);

afterAll(async () => {
  await on.archiver?.close();
  await on.service?.close();
  await rm(on.folder ?? fail(), { recursive: true });
});

function archiver(): Archiver {
  const { db, archive } = service();
  if (!archive) throw new Error('DuckDB is not installed');
  return openArchiver({
    db,
    store: archive,
    log: pino({ level: 'silent' }),
    settled: 0,
    unread: 0,
    every: null,
  });
}

let seed = 1;
async function sell(shop: Shop, day: string, date: string): Promise<void> {
  const [specs = []] = sample(daySpec, { seed: (seed += 1), numRuns: 1 });
  const receipts = specs.map((spec, at) =>
    shop.receipt(day, {
      ...receiptJson(computeReceipt(spec), 2, { receipt_num: String(at + 1) }),
      completed_at: `${date}T${String(spec.hour - 2).padStart(2, '0')}:30:00.000Z`,
      ...(spec.register === 1 && { pos_id: null }),
    }),
  );
  const { status, text } = await (on.send ?? fail())('POST', '/api/secure/sales', { json: receipts });
  expect([status, text]).toEqual([200, expect.anything()]);
}

const close = async (shop: Shop, day: string) => {
  const { status, text } = await shop.setStatus(day, 'closed');
  expect([status, text]).toEqual([200, expect.anything()]);
};

/** What the product answers, with the archive and from PostgreSQL alone. */
async function bothOf(query: string): Promise<[SalesHistory, SalesHistory]> {
  const { db, archive, companies } = service();
  const { readSalesQuestion } = await import('./question.server');
  const question = readSalesQuestion(new URLSearchParams(query));
  let warned = '';
  const store = archive && {
    ...archive,
    log: { warn: (...said: unknown[]) => void (warned += JSON.stringify(said)) },
  };
  const both = await Promise.all([
    salesOf({ db, store }, companies.helsinki, question),
    salesOf({ db, store: null }, companies.helsinki, question),
  ]);
  expect(warned).toBe('');
  return [salesHistory.parse(both[0]), salesHistory.parse(both[1])];
}

const plu = articles[0].plu_id;
const dpt = '0198c2f0-0000-7000-8000-0000000000d2';
const period = 'from=2026-01-30&to=2026-02-03';

/** Questions of every breakdown: of whole months, of parts of them, of one location, one product, one department. */
const questions = (): string[] => [
  ...salesBys
    .filter((by) => by !== 'together')
    .flatMap((by) => [
      `by=${by}&${period}`,
      `by=${by}&from=2026-01-31&to=2026-02-02`,
      `by=${by}&${period}&location_id=${shops[0]?.location_id}`,
    ]),
  ...ofLines.flatMap((by: SalesBy) => [
    `by=${by}&${period}&plu_id=${plu}`,
    `by=${by}&from=2026-01-01&to=2026-01-31&plu_id=${plu}&location_id=${shops[1]?.location_id}`,
    ...(by === 'together' ? [] : [`by=${by}&${period}&dpt_id=${dpt}`]),
  ]),
];

async function requireSameAnswers(): Promise<void> {
  for (const question of questions()) {
    const [archived, stored] = await bothOf(question);
    expect(archived, question).toEqual(stored);
  }
}

describe('the sales of a period', () => {
  it('are the same from the archive as from PostgreSQL alone, at each step of a day', async () => {
    await requireSameAnswers();
    for (const [at, day] of days.entries()) {
      const shop = shops[Math.floor(at / dates.length)] ?? fail();
      await close(shop, day);
      if (at % 3 === 0) await requireSameAnswers();
      expect(await on.archiver?.writeAll()).toBe(1);
      if (at % 3 === 1) await requireSameAnswers();
    }
    await requireSameAnswers();
  }, 120_000);

  it('are those of the summary, to the cent', async () => {
    const send = on.send ?? fail();
    const summary = summarySchema.parse((await send('GET', `/api/secure/report/summary?${period}`)).json);
    const sales = async (by: SalesBy) =>
      salesHistory.parse((await send('GET', `/api/secure/report/sales?by=${by}&${period}`)).json);
    const { totals } = summary;
    const whole = await sales('location');
    expect(whole.totals).toMatchObject({
      receipts: totals.count,
      gross: totals.gross,
      net: totals.net,
      tax: totals.tax,
      discount: totals.discount,
    });
    expect(
      (await sales('department')).rows.map(({ id, name, gross, net, tax }) => [id, name, gross, net, tax]),
    ).toEqual(totals.by_dpt.map(({ dpt_id, name, gross, net, tax }) => [dpt_id, name, gross, net, tax]));
    expect(
      (await sales('product')).rows.map(({ id, productid, name, gross }) => [id, productid, name, gross]),
    ).toEqual(totals.by_plu.map(({ plu_id, productid, name, gross }) => [plu_id, productid, name, gross]));
    expect(
      (await sales('tender')).rows.map(({ id, name, productid, receipts, gross, discount }) => [
        id,
        name,
        productid,
        receipts,
        gross,
        discount,
      ]),
    ).toEqual(
      totals.by_tender.map(({ tender_id, name, type, count, amount, refunded }) => [
        tender_id,
        name,
        type,
        count,
        amount,
        refunded,
      ]),
    );
    expect(
      (await sales('cashier')).rows.map(({ id, name, receipts, gross }) => [id, name, receipts, gross]),
    ).toEqual(
      totals.by_cashier.map(({ cashier, count, gross }) => [
        cashier?.id ?? null,
        cashier?.name ?? null,
        count,
        gross,
      ]),
    );
    expect(
      (await sales('hour')).rows.map(({ id, receipts, gross }) => [Number(id), receipts, gross]),
    ).toEqual(
      totals.by_hour
        .map(({ hour, count, gross }) => [hour, count, gross])
        .toSorted(([a], [b]) => Number(a) - Number(b)),
    );
  });

  it('of a month that is over are in one set of files', async () => {
    const folder = path.join(on.folder ?? fail(), `tenant=${service().companies.helsinki.tenantId}`);
    const names = await readdir(folder, { recursive: true });
    expect(
      names
        .filter((name) => name.endsWith('.parquet'))
        .map((name) => name.replace(/-[0-9a-f-]{36}(?=.parquet)/, ''))
        .toSorted(),
    ).toEqual(
      ['01', '02'].flatMap((month) =>
        ['articles', 'baskets', 'daily', 'lines', 'pairs', 'receipts', 'sums', 'tenders'].map(
          (part) => `company=${service().companies.helsinki.companyId}/month=2026-${month}/${part}.parquet`,
        ),
      ),
    );
  });

  it('of a day that was opened again, changed and closed are right at any time', async () => {
    const [shop = fail()] = shops;
    const [day = ''] = days;
    const gross = async () => (await bothOf(`by=day&${period}`)).map(({ totals }) => totals.gross);
    const before = await gross();
    await shop.setStatus(day, 'open', { note: 'A receipt was missing' });
    expect(await gross()).toEqual(before);
    await requireSameAnswers();
    await sell(shop, day, dates[0] ?? '');
    const [changed, stored] = await gross();
    expect(changed).toBe(stored);
    expect(changed).not.toBe(before[0]);
    await close(shop, day);
    expect(await gross()).toEqual([changed, stored]);
    expect(await on.archiver?.writeAll()).toBe(1);
    await requireSameAnswers();
    expect(await gross()).toEqual([changed, stored]);
  }, 60_000);
});
