import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '@/server/http/app';
import { createKey } from '@/server/ops/companies';
import { readSecret } from '@/server/read/cursor';
import { firstLinkUntil, newFirstLink } from '@/first-company/make';
import { openDatabase } from '@/server/db/db';
import { migrate } from '@/server/db/migrate';
import { writeArchive } from '@/server/ops/backup/archive';
import { backUp } from '@/server/ops/backup/backup';
import { checkBackup, restore } from '@/server/ops/backup/restore';
import { verify } from '@/server/ops/backup/verify/verify';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { pagesOf, resources, stage } from '../api/start';
import { createTestDatabase, type TestDatabase } from '../service';
import { sender, type Sender } from '../service';
import { openShop } from '../shop';

const on = stage();
const log = pino({ level: 'silent' });
const all = Object.values(tables);
let folder: string;
let key: string;
let send: Sender;
/** Reports of a day with receipts, and of its month. */
let reports: readonly string[];
const databases: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-keeping-'));
  key = await createKey(on.service.db, on.service.companies.helsinki, 'kept', 'admin');
  send = sender(on.service.fetch, key);
  for (const [name, resource] of resources) {
    const json = [await on.samples.full(resource), await on.samples.minimal(resource)];
    const answer = await send('POST', `/api/secure/${name}`, { json });
    expect([name, answer.status]).toEqual([name, 200]);
  }
  const shop = await openShop(send, on.samples);
  const day = await shop.openDay();
  const [plu] = (await send('GET', '/api/secure/plu')).entities;
  const lines = [{ number: 1, plu_id: plu?.id, name: 'Bun', qty: '2', total: '4.50' }];
  const tenders = [{ type: 'cash', amount: '4.50' }];
  for (let n = 0; n < 3; n += 1) {
    await send('POST', '/api/secure/sales', { json: shop.receipt(day, { data: { lines, tenders } }) });
  }
  reports = [`businessdaytx/${day}`, 'summary?from=2026-03-01&to=2026-03-01'].map(
    (report) => `/api/secure/report/${report}`,
  );
  await send('POST', '/api/secure/grp', {
    json: { name: 'Tried twice' },
    headers: { 'Idempotency-Key': 'kept' },
  });
});

afterAll(async () => {
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string) => path.join(folder, `${name}.gz`);
const empty = async () => {
  const database = await createTestDatabase({ bare: true });
  databases.push(database);
  return database.url;
};
/** Restores a backup into a database of its own, and serves it. */
async function restored(from: string, url: string) {
  const db = openDatabase(url, log, 4);
  await restore({ url, db, tables: all, file: from });
  const app = createApp({
    db,
    tables,
    customResources: routes,
    extraRoutes,
    log,
    cursorSecret: await readSecret(db),
  });
  return {
    db,
    send: sender((request) => app.fetch(request), key),
    close: () => db.destroy(),
  };
}
const failedChecks = async (url: string) => {
  const db = openDatabase(url, log, 2);
  try {
    return (await verify(db, all)).filter((check) => check.wrong > 0);
  } finally {
    await db.destroy();
  }
};
const asOwner = async (url: string, statements: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statements).finally(() => client.end());
};
const countTables = async (url: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as n from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  await client.end();
  return rows[0];
};

describe('a backup', () => {
  it('restored elsewhere gives the same lists, records, events and reports, and the same secrets to nobody', async () => {
    await backUp(on.service.url, file('whole'));
    const url = await empty();
    const copy = await restored(file('whole'), url);
    try {
      for (const [name, resource] of [
        ...resources,
        ['event', { name: 'event', paging: 'cursor' }] as const,
      ]) {
        const address =
          name === 'event'
            ? '/api/secure/event?page=1&pageSize=1000'
            : pagesOf(resource as never, 'pageSize=1000');
        const [was, is] = [await send('GET', address), await copy.send('GET', address)];
        expect([name, is.status]).toEqual([name, 200]);
        expect(is.text).toBe(was.text);
        expect(is.header('x-total-count')).toBe(was.header('x-total-count'));
      }
      for (const report of reports) {
        const [was, is] = [await send('GET', report), await copy.send('GET', report)];
        expect([report, was.status, was.text.length > 100]).toEqual([report, 200, true]);
        expect(is.text).toBe(was.text);
      }
      expect((await copy.send('GET', '/api/secure/me')).json).toMatchObject({ key: { name: 'kept' } });
      expect(await failedChecks(url)).toEqual([]);

      // The copy can be written: new records and events are numbered after the old ones.
      const made = await copy.send('POST', '/api/secure/grp', { json: { name: 'After' } });
      expect(made.status).toBe(201);
      const last = await copy.send('GET', '/api/secure/event?sort=-at&limit=1');
      expect(last.text).toContain(made.entity.id);
      const again = { json: { name: 'Tried twice' }, headers: { 'Idempotency-Key': 'kept' } };
      expect((await copy.send('POST', '/api/secure/grp', again)).text).toBe(
        (await send('POST', '/api/secure/grp', again)).text,
      );
      expect(await failedChecks(url)).toEqual([]);

      // A backup of the copy can be made and restored as well.
      await backUp(url, file('second'));
      const third = await restored(file('second'), await empty());
      expect((await third.send('GET', pagesOf(tables.grp.resource))).text).toBe(
        (await copy.send('GET', pagesOf(tables.grp.resource))).text,
      );
      await third.close();
    } finally {
      await copy.close();
    }
    expect(gunzipSync(await readFile(file('whole'))).includes(key)).toBe(false);
  });

  it('is of one moment, whatever is written beside it: all of what it holds belongs together', async () => {
    const work = { goesOn: true };
    const written: string[] = [];
    const writing = Promise.all(
      [0, 1, 2].map(async (writer) => {
        while (work.goesOn) {
          const json = Array.from({ length: 20 }, (_, n) => ({ name: `Beside ${writer} ${n}` }));
          const made = (await send('POST', '/api/secure/customer', { json })).entities;
          await send('PUT', `/api/secure/customer/${made[0]?.id}`, { json: { name: 'Changed' } });
          written.push(...made.map(({ id }) => id));
        }
      }),
    );
    try {
      await expect.poll(() => written.length).toBeGreaterThan(100);
      await backUp(on.service.url, file('beside'));
      const before = written.length;
      await expect.poll(() => written.length).toBeGreaterThan(before);
    } finally {
      work.goesOn = false;
      await writing;
    }
    const url = await empty();
    const copy = await restored(file('beside'), url);
    expect(await failedChecks(url)).toEqual([]);
    const total = Number((await copy.send('GET', '/api/secure/customer')).header('x-total-count'));
    const now = Number((await send('GET', '/api/secure/customer')).header('x-total-count'));
    expect(total).toBeGreaterThan(100);
    expect(total).toBeLessThan(now);
    await copy.close();
  });

  it('is refused when it was cut short or changed anywhere, before anything is kept', async () => {
    await backUp(on.service.url, file('good'));
    expect((await checkBackup(file('good'))).rows).toBeGreaterThan(50);
    const bytes = await readFile(file('good'));
    const plain = gunzipSync(bytes);
    const changed = (at: number) => {
      const copy = Buffer.from(plain);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return gzipSync(copy);
    };
    const name = plain.indexOf('Tried twice');
    const end = plain.lastIndexOf('{"end"');
    // Somebody who changes the rows and the table's checksum has not changed the checksum of the whole backup.
    const forged = () => {
      const from = plain.indexOf('{"table":"grp"');
      const text = plain.toString('latin1', from);
      const block = /#(\d+)\n/.exec(text);
      const begin = from + (block?.index ?? 0) + (block?.[0].length ?? 0);
      const rows = Buffer.from(plain.subarray(begin, begin + Number(block?.[1])));
      const sum = createHash('sha256').update(rows).digest('hex');
      rows[rows.indexOf('Tried')] = 0x54 ^ 1;
      const other = createHash('sha256').update(rows).digest('hex');
      const copy = Buffer.from(plain.toString('latin1').replace(sum, other), 'latin1');
      rows.copy(copy, begin);
      return gzipSync(copy);
    };
    const spoiled = {
      half: bytes.subarray(0, bytes.length / 2),
      'without its end': gzipSync(plain.subarray(0, end)),
      'without its last byte': bytes.subarray(0, -1),
      'a changed name': changed(name),
      'a changed sum': changed(end + 40),
      'a changed length': changed(plain.indexOf('#') + 1),
      forged: forged(),
      'something behind its end': gzipSync(Buffer.concat([plain, Buffer.from('x')])),
      nothing: Buffer.alloc(0),
      'no gzip': Buffer.from('a text'),
    };
    const url = await empty();
    const db = openDatabase(url, log, 2);
    for (const [what, content] of Object.entries(spoiled)) {
      await writeFile(file('spoiled'), content);
      await expect(restore({ url, db, tables: all, file: file('spoiled') }), what).rejects.toThrow(
        'no whole backup',
      );
    }
    expect(await countTables(url)).toEqual({ n: 0 });
    await db.destroy();
  });

  it('of before 1.0.0 is refused with what to do, before anything is kept', async () => {
    const header = { made_at: '2026-01-01', postgres: '15.4', migrations: ['001_settings'] };
    await writeArchive(file('early'), header, (async function* () {})());
    const url = await empty();
    const db = openDatabase(url, log, 2);
    await expect(restore({ url, db, tables: all, file: file('early') })).rejects.toThrow(
      /was made before Tillhouse 1\.0\.0.*Restore it with the version that made it\.$/,
    );
    expect(await countTables(url)).toEqual({ n: 0 });
    await db.destroy();
  });

  it('goes into a database whose service printed a link for the first company, and holds no such link', async () => {
    const url = await empty();
    const db = openDatabase(url, log, 2);
    try {
      await migrate(db, all);
      const token = await newFirstLink(db);
      await restore({ url, db, tables: all, file: file('good') });
      expect(await firstLinkUntil(db, token)).toBeNull();
      await backUp(url, file('after a link'));
      expect(gunzipSync(await readFile(file('after a link'))).toString('latin1')).not.toContain(
        'first_company_link',
      );
    } finally {
      await db.destroy();
    }
  });

  it('goes into an empty database alone, and is written over no file', async () => {
    const before = await readFile(file('good'));
    await expect(backUp(on.service.url, file('good'))).rejects.toThrow('There is a file');
    expect((await readFile(file('good'))).equals(before)).toBe(true);
    const refused = restore({ url: on.service.url, db: on.service.db, tables: all, file: file('good') });
    await expect(refused).rejects.toThrow(/The database \w+ is not empty: it holds a company/);
    const url = await empty();
    await asOwner(url, 'create table somebody_elses (id int)');
    const db = openDatabase(url, log, 2);
    await expect(restore({ url, db, tables: all, file: file('good') })).rejects.toThrow(
      'the table somebody_elses',
    );
    await db.destroy();
    expect(await countTables(url)).toEqual({ n: 1 });
  });
});

it('verify finds what was planted, each by the check that is for it', async () => {
  const someOf = (table: string) => `(select id from ${table} order by seq limit 1)`;
  const damage = {
    'grp: each record is as its last event says': `update grp set name = name || '!' where id = ${someOf('grp')}`,
    'pricelist: each version has its event': `update pricelist set version = 2 where id = ${someOf('pricelist')}`,
    'tax: each record was created once, by an event': `delete from event where entity = 'tax'`,
    'customer: the kept counts are those of the records': `update revision set resource = 'nothing' where resource = 'customer'`,
    'sums of receipts': `alter table sales alter sums drop expression; update sales set sums.paid = (sums).paid + 0.01`,
    'totals of business days': `update businessday_totals set gross = gross + 0.01`,
    'sales by month': `update plu_month_sales set qty = qty - 1`,
    'plu.dpt_id names a dpt that is there': `update plu set dpt_id = gen_random_uuid() where id = ${someOf('plu')}`,
    'supplier: each event names a record that is there': `delete from supplier where id = ${someOf('supplier')}`,
    'apikey: each key is there as its SHA-256 alone': `update apikey set hash = 'a password' where id = ${someOf('apikey')}`,
    'event: the trail is in the order of its places': `update event set place = 1e9 where seq = (select min(seq) from event where entity = 'customer' and entity_id = (select entity_id from event where entity = 'customer' and action = 'update' limit 1))`,
  };
  const url = await empty();
  const copy = await restored(file('beside'), url);
  await copy.close();
  let before = await failedChecks(url);
  expect(before).toEqual([]);
  for (const [check, statement] of Object.entries(damage)) {
    expect(before.map(({ name }) => name)).not.toContain(check);
    await asOwner(url, `set session_replication_role = replica; ${statement}`);
    before = await failedChecks(url);
    const found = before.find(({ name }) => name === check);
    expect([check, found?.examples[0]]).toEqual([check, expect.stringMatching(/\w/)]);
  }
});
