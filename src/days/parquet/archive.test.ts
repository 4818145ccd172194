import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from '@/server/ops/backup/verify/verify';
import { inScope } from '@/server/db/db';
import { tables } from '@/resources/tables';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { openShop, soundReceipt, type Shop } from '@/testing/shop';
import { samplesFor } from '@/testing/samples';
import { sample } from 'fast-check';
import { computeReceipt, daySpec, receiptJson } from '@/testing/sold-day';
import { salesHistory } from '../sales-history/answer';
import { openArchiver, rebuildArchive } from './archiver.server';
import { archiveCheck } from './check.server';
import { partNames, type Part } from './columns';
import { fileOf } from './files.server';

const on = stage();
const silent = pino({ level: 'silent' });
const kept = { folder: '' };
const archiver = () =>
  openArchiver({ db: on.service.db, root: kept.folder, log: silent, settled: 0, every: null });
const date = '2026-03-01';
const shops: Shop[] = [];
const days: string[] = [];

beforeAll(async () => {
  kept.folder = await mkdtemp(path.join(tmpdir(), 'archive-'));
  for (let n = 0; n < 2; n += 1) {
    const shop = await openShop(on.send, on.samples);
    const day = await shop.openDay(date);
    const [specs = []] = sample(daySpec, { seed: n, numRuns: 1 });
    const json = [
      soundReceipt(shop, day, '1'),
      soundReceipt(shop, day, '2', { type: 'void' }),
      ...specs.map((spec, at) =>
        shop.receipt(day, receiptJson(computeReceipt(spec), 2, { receipt_num: String(at + 3) })),
      ),
    ];
    expect((await on.send('POST', '/api/secure/sales', { json })).status).toBe(200);
    await shop.setStatus(day, 'closed');
    shops.push(shop);
    days.push(day);
  }
}, 60_000);

afterAll(() => rm(kept.folder, { recursive: true }));

const check = async () => {
  const found = await verify(on.service.db, Object.values(tables), [archiveCheck(kept.folder)]);
  return found.find(({ name }) => name === 'the files of sealed days are as the receipts say')?.examples;
};
const nameOf = (part: Part, of = date) => fileOf({ ...on.service.companies.helsinki, date: of }, part);
const pathOf = (part: Part, of = date) => path.join(kept.folder, nameOf(part, of));
const sales = async (query: string) =>
  (await on.send('GET', `/api/secure/report/sales?from=${date}&to=${date}&${query}`)).text;

/** Reads a file as others do. Decimals come as floats, which have more digits than these amounts need. */
async function rowsOf(part: Part, of = date): Promise<Readonly<Record<string, unknown>>[]> {
  const file = await asyncBufferFromFile(pathOf(part, of));
  return parquetReadObjects({ file });
}

describe('the files of sealed days', () => {
  it('are written once, however many processes do, for the account of the service alone', async () => {
    const written = await Promise.all([archiver(), archiver(), archiver()].map((one) => one.writeAll()));
    expect(written.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(1);
    const names = await readdir(kept.folder, { recursive: true, withFileTypes: true });
    const modes = await Promise.all(
      names.map(async (one) => {
        const { mode } = await stat(path.join(one.parentPath, one.name));
        return `${one.isDirectory() ? 'folder' : one.name} ${(mode & 0o777).toString(8)}`;
      }),
    );
    expect([...new Set(modes)].toSorted()).toEqual([
      'folder 700',
      ...partNames.map((part) => `${part}-${date}.parquet 600`).toSorted(),
    ]);
    expect(await check()).toEqual([]);
  });

  it('say what the answers say, to the cent, read by another reader of Parquet', async () => {
    const rows = (await rowsOf('receipts')).filter(({ counts }) => counts === true);
    const lines = (await rowsOf('lines')).filter(({ counts }) => counts === true);
    const sum = (of: readonly Readonly<Record<string, unknown>>[], name: string) =>
      of.reduce((total, row) => total + Number(row[name]), 0).toFixed(2);
    const { totals } = salesHistory.parse(JSON.parse(await sales('by=day')));
    expect([rows.length, ...['gross', 'net', 'tax', 'discount'].map((name) => sum(rows, name))]).toEqual([
      totals.receipts,
      totals.gross,
      totals.net,
      totals.tax,
      totals.discount,
    ]);
    for (const by of ['product', 'department'] as const) {
      const id = by === 'product' ? 'plu_id' : 'dpt_id';
      for (const row of salesHistory.parse(JSON.parse(await sales(`by=${by}`))).rows) {
        if (row.id === null) continue;
        const own = lines.filter(({ [id]: value }) => value === row.id);
        expect([row.id, sum(own, 'gross'), sum(own, 'net'), sum(own, 'tax'), sum(own, 'discount')]).toEqual([
          row.id,
          row.gross,
          row.net,
          row.tax,
          row.discount,
        ]);
      }
    }
    const paid = (await rowsOf('tenders')).filter(({ counts }) => counts === true);
    for (const { id, gross } of salesHistory.parse(JSON.parse(await sales('by=tender'))).rows)
      if (id !== null)
        expect(
          sum(
            paid.filter(({ tender_id }) => tender_id === id),
            'amount',
          ),
        ).toBe(gross);
  });

  it('have decimals as decimals, ids as ids, days as days, and no customers', async () => {
    const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(pathOf('lines')));
    expect(schema.find(({ name }) => name === 'gross')).toMatchObject({
      type: 'INT64',
      converted_type: 'DECIMAL',
      precision: 18,
      scale: 4,
    });
    const [first] = await rowsOf('receipts');
    expect(first).toMatchObject({
      businessday_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      date: new Date(date),
      completed_at: new Date(`${date}T10:00:00.000Z`),
      hour: 12,
      receipt_num: '1',
      currency: 'EUR',
      total: 4.5,
    });
    expect(Object.keys(first ?? {}).join()).not.toContain('customer');
  });

  it('are one by one named by verify where a byte is changed or a file is missing, and no answer changes', async () => {
    const questions = ['by=product', 'by=department', 'by=cashier', 'by=hour', 'by=tender', 'by=day'];
    const answers = async () => Promise.all(questions.map(sales));
    const before = await answers();
    let at = 1;
    for (let flip = 0; flip < 200; flip += 1) {
      const part = partNames[flip % partNames.length] ?? 'lines';
      const whole = await readFile(pathOf(part));
      // Any byte, by a step that has no factor in common with usual lengths.
      at = (at * 7919 + flip) % whole.length;
      const damaged = Uint8Array.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (flip % 8));
      await writeFile(pathOf(part), damaged);
      if (flip % 20 === 0) {
        expect(await check()).toEqual([`${nameOf(part)} is not what was written`]);
        expect(await answers()).toEqual(before);
      }
      await writeFile(pathOf(part), whole);
    }
    await rm(pathOf('tenders'));
    expect(await check()).toEqual([`${nameOf('tenders')} is missing or cannot be read`]);
    expect(await answers()).toEqual(before);
  }, 120_000);

  it('are right again after they were written anew: nothing of a damaged file is read', async () => {
    const whole = await readFile(pathOf('lines'));
    const damaged = Uint8Array.from(whole);
    damaged[100] = (damaged[100] ?? 0) ^ 1;
    await writeFile(pathOf('lines'), damaged);
    await rebuildArchive({ db: on.service.db, root: kept.folder, log: silent });
    expect(await readFile(pathOf('lines'))).toEqual(whole);
    expect(await check()).toEqual([]);
  });

  it('lose a day that is opened, and have it again with what was changed in it when it is closed', async () => {
    const [shop, day] = [shops[0], days[0]];
    if (!shop || day === undefined) throw new Error('There are shops');
    const before = await rowsOf('receipts');
    await shop.setStatus(day, 'open', { note: 'A receipt was missing' });
    // About to be written again: nothing is said of them.
    expect(await check()).toEqual([]);
    await archiver().writeAll();
    expect((await rowsOf('receipts')).some(({ businessday_id }) => businessday_id === day)).toBe(false);
    await on.send('POST', '/api/secure/sales', { json: soundReceipt(shop, day, '900') });
    await shop.setStatus(day, 'closed');
    await archiver().writeAll();
    expect(await rowsOf('receipts')).toHaveLength(before.length + 1);
    expect(await check()).toEqual([]);
    for (const one of days) {
      const note = one === day ? 'A receipt was missing. Another one' : 'Another one';
      expect((await shop.setStatus(one, 'open', { note })).status).toBe(200);
    }
    await archiver().writeAll();
    expect(await readdir(path.dirname(pathOf('lines')))).toEqual([]);
    for (const one of days) await shop.setStatus(one, 'closed');
    await archiver().writeAll();
    expect(await check()).toEqual([]);
  });

  it.each([
    [
      "update sales set total = total + 1 where receipt_num = '900'",
      /receipts-2026-03-01.parquet: day .* comes to .*, its receipts to/,
    ],
    ['delete from businessday_seal where seq = (select max(seq) from businessday_seal)', /has another seal$/],
  ])('are named where the database says something else: %s', async (change, fault) => {
    const found: string[] = [];
    await on.service.db
      .transaction()
      .execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql.raw(change).execute(tx);
        const checked = archiveCheck(kept.folder);
        if (typeof checked.wrong !== 'function') throw new Error('It is a function');
        found.push(
          ...(await checked.wrong(async (query) => (await query.execute(tx)).rows)).map(({ what }) => what),
        );
        throw new Error('undo');
      })
      .catch((error: unknown) => expect(String(error)).toBe('Error: undo'));
    expect(found).toEqual([expect.stringMatching(fault)]);
  });

  it('leave out a day whose numbers do not fit, which is in every answer', async () => {
    const shop = await openShop(on.send, samplesFor(on.send));
    const lines = (qty: string): Json => ({
      data: { lines: [{ name: 'Saffron', qty, total: '4.50' }], tenders: [{ type: 'cash', amount: '4.50' }] },
    });
    for (const [on_date, qty] of [
      ['2026-04-01', '0.00000012'],
      ['2026-04-02', '0.000012'],
    ] as const) {
      const day = await shop.openDay(on_date);
      await on.send('POST', '/api/secure/sales', { json: shop.receipt(day, lines(qty)) });
      await shop.setStatus(day, 'closed');
    }
    await archiver().writeAll();
    const left = await inScope(on.service.db, on.service.companies.helsinki, 'read only', (tx) =>
      tx.rows(sql`select q.date::text as date, q.left_out from archive_queue q`),
    );
    expect(left).toEqual([{ date: '2026-04-01', left_out: 'more than 6 decimals' }]);
    expect((await rowsOf('lines', '2026-04-02')).map(({ quantity }) => quantity)).toEqual([0.000012]);
    const answer = await on.send(
      'GET',
      `/api/secure/report/sales?by=product&from=2026-04-01&to=2026-04-30&location_id=${shop.location_id}`,
    );
    expect(salesHistory.parse(answer.json).rows).toMatchObject([
      { name: 'Saffron', quantity: '0.00001212', gross: '9.00' },
    ]);
  });
});
