import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openColumnStore } from '@/core/server/archive/column-store';
import { closeToOthers, companyFolder, hashOfFile } from '@/core/server/archive/files';
import { verify } from '@/core/server/ops/backup/verify/verify';
import { inScope } from '@/core/server/db/db';
import { trustedProxies } from '@/core/server/auth/client-address';
import { tables } from '@/resources/tables';
import { samplesFor } from '@/testing/samples';
import { startTestService, type CompanyName, type TestService } from '@/testing/service';
import { openShop, soundReceipt, type Shop } from '@/testing/shop';
import type { Json } from '@/testing/answer';
import { salesHistory } from './answer';
import { openArchiver } from './archiver.server';
import { archiveCheck } from './check.server';
import { fileParts } from './columns';
import { readSalesQuestion } from './question.server';
import { rebuildArchive } from './rebuild.server';
import { salesOf } from './sales-history.server';

const on: { service?: TestService; folder?: string } = {};
const shops = new Map<CompanyName, Shop>();
const none = () => {
  throw new Error('Not started');
};
const service = () => on.service ?? none();
const folder = () => on.folder ?? none();
const store = () => service().archive ?? none();
const silent = pino({ level: 'silent' });
const archiverOf = (archive = store()) =>
  openArchiver({ db: service().db, store: archive, log: silent, settled: 0, unread: 0, every: null });

beforeAll(async () => {
  on.folder = await mkdtemp(path.join(tmpdir(), 'archive-'));
  on.service = await startTestService(tables, 0, trustedProxies([]), on.folder);
  for (const name of ['group', 'helsinki', 'tampere', 'other'] as const) {
    const send = await service().as(name);
    const shop = await openShop(send, samplesFor(send));
    shops.set(name, shop);
    const day = await shop.openDay('2026-03-01');
    await send('POST', '/api/secure/sales', {
      json: [soundReceipt(shop, day, '1'), soundReceipt(shop, day, '2', { type: 'void' })],
    });
    await shop.setStatus(day, 'closed');
  }
}, 60_000);

afterAll(async () => {
  await on.service?.close();
  await rm(folder(), { recursive: true });
});

const sales = async (name: CompanyName, more = '') => {
  const send = await service().as(name);
  return send('GET', `/api/secure/report/sales?by=location&from=2026-03-01&to=2026-03-31${more}`);
};

const check = async () => {
  const found = await verify(service().db, Object.values(tables), [archiveCheck(folder(), store())]);
  return found.find(({ name }) => name === 'the archive is as the receipts say')?.examples;
};

const companyFiles = async (name: CompanyName): Promise<string[]> => {
  const place = companyFolder(folder(), service().companies[name]);
  const names = await readdir(place, { recursive: true });
  return names.filter((one) => one.endsWith('.parquet')).map((one) => path.join(place, one));
};

const partOf = async (name: CompanyName, part: string): Promise<string> =>
  (await companyFiles(name)).find((file) => path.basename(file).startsWith(part)) ?? none();

describe('the archive', () => {
  it('has each day once, however many processes write it', async () => {
    const others = await Promise.all(
      Array.from({ length: 3 }, async () => openColumnStore(folder(), silent) ?? none()),
    );
    const written = await Promise.all([...others, store()].map((one) => archiverOf(one).writeAll()));
    expect(written.reduce((sum, one) => sum + one, 0)).toBe(4);
    await Promise.all(others.map((one) => one.close()));
    expect(await companyFiles('helsinki')).toHaveLength(fileParts.length);
    expect(await check()).toEqual([]);
  });

  it('is for the account of the service alone, as a backup is, also what an older version wrote', async () => {
    const modes = async () => {
      const names = await readdir(folder(), { recursive: true, withFileTypes: true });
      const found = await Promise.all(
        names.map(async (one) => {
          const { mode } = await stat(path.join(one.parentPath, one.name));
          return `${one.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`;
        }),
      );
      return [...new Set(found)].toSorted();
    };
    const closed = ['file 600', 'folder 700'];
    expect(await modes()).toEqual(closed);
    const [file] = await companyFiles('helsinki');
    if (file === undefined) throw new Error('There is a file');
    await chmod(file, 0o644);
    await chmod(path.dirname(file), 0o755);
    expect(await modes()).not.toEqual(closed);
    await closeToOthers(folder());
    expect(await modes()).toEqual(closed);
  });

  it('of a company is read by its own callers alone: no sums, no product and no location of another', async () => {
    for (const name of shops.keys()) {
      const { rows, totals } = salesHistory.parse((await sales(name)).json);
      expect(rows.map(({ id }) => id)).toEqual([shops.get(name)?.location_id]);
      expect(totals).toMatchObject({ receipts: 1, gross: '4.50', net: '3.96', tax: '0.54' });
      for (const [other, shop] of shops) {
        if (other === name) continue;
        const refused = await sales(name, `&location_id=${shop.location_id}`);
        expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('reference_not_found')]);
      }
    }
  });

  it('is opened by folder: a session of one company cannot read or write the files of another, nor anything else', async () => {
    const session = await store().open(companyFolder(folder(), service().companies.helsinki));
    const own = await partOf('helsinki', 'receipts');
    const theirs = await partOf('tampere', 'receipts');
    const read = (file: string) => session.run({ sql: `select count(*) as n from read_parquet('${file}')` });
    expect(await read(own)).toEqual([{ n: '2' }]);
    const around = path.join(path.dirname(own), '../..', path.relative(path.join(own, '../../..'), theirs));
    for (const refused of [
      () => read(theirs),
      () => read(around),
      () => session.run({ sql: `copy (select 1) to '${path.join(folder(), 'x.csv')}'` }),
      () => session.run({ sql: `select * from read_text('/etc/hostname')` }),
      () => session.run({ sql: `select * from read_csv('http://127.0.0.1:1/x.csv')` }),
      () => session.run({ sql: `attach '${path.join(folder(), 'x.db')}'` }),
      () => session.run({ sql: 'install httpfs' }),
      () => session.run({ sql: 'load httpfs' }),
      () => session.run({ sql: `set enable_external_access = true` }),
      () => session.run({ sql: `set allowed_directories = ['/']` }),
      () => session.run({ sql: `set memory_limit = '100GB'` }),
    ])
      await expect(refused()).rejects.toThrow(/denied|disabled|Cannot|Permission|locked/i);
    await expect(store().open(folder())).rejects.toThrow('below the archive');
    await expect(store().open(path.join(folder(), '../elsewhere'))).rejects.toThrow('below the archive');
    await session.close();
  });

  it('is read by another reader of Parquet as it was written, decimals as decimals', async () => {
    const read = async (part: string) => {
      const file = await asyncBufferFromFile(await partOf('helsinki', part));
      const { schema } = await parquetMetadataAsync(file);
      const rows = await parquetReadObjects({ file, compressors });
      // This reader makes floats of decimals; the file does not have them.
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => {
            const { scale } = schema.find((column) => column.name === name) ?? {};
            return [name, scale === undefined || value === null ? value : Number(value).toFixed(scale)];
          }),
        ),
      );
    };
    const shop = shops.get('helsinki') ?? none();
    expect(await read('receipts')).toMatchObject([
      {
        location_id: shop.location_id,
        pos_id: shop.pos_id,
        receipt_num: '1',
        type: 'sale',
        counts: true,
        currency: 'EUR',
        hour: 12,
        lines: 1,
        total: '4.5000',
        gross: '4.5000',
        net: '3.9600',
        tax: '0.5400',
        quantity: '0.345000',
      },
      { receipt_num: '2', type: 'void', counts: false },
    ]);
    const bun = { name: 'Bun', plu_id: null, quantity: '0.345000', gross: '4.5000', tax_rate: '13.500000' };
    expect(await read('lines')).toMatchObject([
      { ...bun, counts: true, plu_receipts: 1 },
      { ...bun, counts: false, plu_receipts: 0 },
    ]);
    expect(await read('tenders')).toMatchObject([{ type: 'cash', amount: '4.5000' }, {}]);
  });

  it('stays out of the way of a day whose numbers do not fit its columns', async () => {
    const send = await service().as('helsinki');
    const shop = await openShop(send, samplesFor(send));
    const lines = (qty: string): Json => ({
      data: { lines: [{ name: 'Saffron', qty, total: '4.50' }], tenders: [{ type: 'cash', amount: '4.50' }] },
    });
    for (const [date, qty] of [
      ['2026-04-01', '0.00000012'],
      ['2026-04-02', '0.000012'],
    ] as const) {
      const day = await shop.openDay(date);
      await send('POST', '/api/secure/sales', { json: shop.receipt(day, lines(qty)) });
      await shop.setStatus(day, 'closed');
    }
    expect(await archiverOf().writeAll()).toBe(1);
    const left = await inScope(service().db, service().companies.helsinki, 'read only', (tx) =>
      tx.rows(sql`select q.date::text as date, q.left_out from archive_queue q`),
    );
    expect(left).toEqual([{ date: '2026-04-01', left_out: 'receipts: quantity' }]);
    const answer = await send(
      'GET',
      `/api/secure/report/sales?by=product&from=2026-04-01&to=2026-04-30&location_id=${shop.location_id}`,
    );
    expect(salesHistory.parse(answer.json).rows).toMatchObject([
      { name: 'Saffron', quantity: '0.00001212', gross: '9.00' },
    ]);
  });

  it('answers sums of more digits than a number of it has', async () => {
    const send = await service().as('helsinki');
    const shop = await openShop(send, samplesFor(send));
    const day = await shop.openDay('2026-05-01');
    const total = '9000000000000.25';
    const receipts = Array.from({ length: 12 }, (_, at) =>
      shop.receipt(day, {
        receipt_num: String(at + 1),
        total,
        data: { lines: [{ name: 'Palace', qty: '1', total }], tenders: [{ type: 'cash', amount: total }] },
      }),
    );
    expect((await send('POST', '/api/secure/sales', { json: receipts })).status).toBe(200);
    await shop.setStatus(day, 'closed');
    expect(await archiverOf().writeAll()).toBe(1);
    const question = `by=product&from=2026-05-01&to=2026-05-31&location_id=${shop.location_id}`;
    const answer = await salesOf(
      // The database, which would say the same, has not to answer.
      { db: service().db, store: { ...store(), log: { warn: none } } },
      service().companies.helsinki,
      readSalesQuestion(new URLSearchParams(question)),
    );
    expect(answer).toMatchObject({
      totals: { receipts: 12, gross: '108000000000003.00' },
      rows: [{ name: 'Palace', quantity: '12', gross: '108000000000003.00' }],
    });
  });

  it('that is damaged or gone is named by verify, and the database answers in its place', async () => {
    const before = (await sales('tampere')).text;
    const file = await partOf('tampere', 'receipts');
    const called = path.relative(folder(), file);
    await appendFile(file, 'x');
    expect(await check()).toEqual([`${called} is not what was written`]);
    await truncate(file, 100);
    expect((await sales('tampere')).text).toBe(before);
    await rm(file);
    expect(await check()).toEqual([`${called} is missing or cannot be read`]);
    expect((await sales('tampere')).text).toBe(before);
  });

  it.each([
    ['receipts', /comes to 1 \/ 4\.5100 \/ 4\.5000, its receipts to 1 \/ 4\.50 \/ 4\.50$/],
    ['daily', /by basket comes to 1 \/ 4\.5100, its receipts to 1 \/ 4\.50$/],
  ])('with other sums in %s than the receipts is found by verify', async (part, fault) => {
    const { db, companies } = service();
    const other = companies.other;
    const session = await store().open(companyFolder(folder(), other));
    const file = await partOf('other', part);
    const before = await readFile(file);
    await session.run(
      { sql: `create table changed as from read_parquet('${file}', hive_partitioning = false)` },
      { sql: `update changed set gross = gross + 0.01${part === 'receipts' ? ' where counts' : ''}` },
      { sql: `copy changed to '${file}' (format parquet)` },
    );
    await session.close();
    const note = (hash: string) =>
      inScope(db, other, 'read write', (tx) =>
        tx.rows(sql`update archive_file f set parts = jsonb_set(f.parts, ${`{${part},sha256}`}::text[], to_jsonb(${hash}::text))
          where f.company_id = ${other.companyId}`),
      );
    await note(await hashOfFile(file));
    const found = await check();
    expect(found?.find((one) => one.includes(path.relative(folder(), file)))).toMatch(fault);
    await writeFile(file, before);
    await note(await hashOfFile(file));
    // What an earlier test removed is still missing.
    expect((await check())?.filter((one) => one.includes(path.relative(folder(), file)))).toEqual([]);
  });

  it('is whole again after it was built again, and leaves no file of before', async () => {
    await mkdir(path.join(companyFolder(folder(), service().companies.group), 'month=2026-03'), {
      recursive: true,
    });
    const left = path.join(
      companyFolder(folder(), service().companies.group),
      'month=2026-03/.writing-receipts-x',
    );
    await writeFile(left, 'from a process that ended');
    expect(await rebuildArchive(service().db, store(), silent)).toBe(6);
    expect(await check()).toEqual([]);
    await archiverOf().writeAll();
    for (const name of ['group', 'tampere', 'other'] as const)
      expect(await companyFiles(name)).toHaveLength(fileParts.length);
    expect(await readdir(path.dirname(left))).not.toContain(path.basename(left));
  });

  it('goes on when its process ends: the database answers meanwhile, and the next question starts another', async () => {
    const before = (await sales('helsinki')).text;
    await store().close();
    expect((await sales('helsinki')).text).toBe(before);
    expect((await sales('helsinki')).text).toBe(before);
  });
});

describe('a question about sales', () => {
  it.each([
    ['from=2026-03-01&to=2026-03-02', '?by', 'required'],
    ['by=colour&from=2026-03-01&to=2026-03-02', '?by', 'invalid_parameter'],
    ['by=day&from=2026-03-01', '?to', 'required'],
    ['by=day&from=2026-02-30&to=2026-03-02', '?from', 'invalid_parameter'],
    ['by=day&from=2026-03-02&to=2026-03-01', '?to', 'invalid_parameter'],
    ['by=day&from=2006-03-02&to=2026-03-01', '?to', 'too_large'],
    ['by=day&from=2026-03-01&to=2026-03-02&location_id=x', '?location_id', 'invalid_parameter'],
    ['by=day&from=2026-03-01&to=2026-03-02&currency=euro', '?currency', 'invalid_parameter'],
    ['by=together&from=2026-03-01&to=2026-03-02', '?plu_id', 'required'],
    [
      'by=cashier&from=2026-03-01&to=2026-03-02&plu_id=0198c2f0-0000-7000-8000-000000000001',
      '?by',
      'invalid_parameter',
    ],
    ['by=day&from=2026-03-01&to=2026-03-02&colour=red', '?colour', 'unknown_parameter'],
    ['by=day&by=day&from=2026-03-01&to=2026-03-02', '?by', 'repeated_parameter'],
  ])('%s is refused at %s with %s', async (query, pointer, code) => {
    const send = await service().as('helsinki');
    const answer = await send('GET', `/api/secure/report/sales?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ errors: [{ pointer, code }] });
  });

  it('over days in two currencies is refused, naming both, and answered for one', async () => {
    const send = await service().as('helsinki');
    const shop = await openShop(send, samplesFor(send));
    await send('PUT', `/api/secure/location/${shop.location_id}`, { json: { data: { currency: 'SEK' } } });
    const day = await shop.openDay('2026-03-05');
    await send('POST', '/api/secure/sales', { json: soundReceipt(shop, day, '1', { currency: 'SEK' }) });
    const refused = await sales('helsinki');
    expect([refused.status, refused.json]).toMatchObject([
      400,
      {
        errors: [
          { code: 'several_currencies', detail: 'EUR' },
          { code: 'several_currencies', detail: 'SEK' },
        ],
      },
    ]);
    expect(salesHistory.parse((await sales('helsinki', '&currency=SEK')).json)).toMatchObject({
      currency: 'SEK',
      currencies: ['EUR', 'SEK'],
      totals: { receipts: 1, gross: '4.50' },
    });
  });
});
