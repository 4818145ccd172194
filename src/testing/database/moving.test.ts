import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '@/server/http/app';
import { runAdmin } from '@/server/ops/admin';
import { createCompany, createKey } from '@/server/ops/companies';
import { openDatabase } from '@/server/db/db';
import { restore } from '@/server/ops/backup/restore';
import { verify } from '@/server/ops/backup/verify/verify';
import { readSecret } from '@/server/read/cursor';
import { expireEvents } from '@/server/retention/expire-events';
import { contracts } from '@/resources/contracts';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { pagesOf, resources, stage } from '../api/start';
import { changeSets } from '../change-sets';
import { people } from '../people';
import { backdateEvents } from '../backdate';
import { sender, type Sender } from '../service';
import { openShop } from '../shop';
import { createTestDatabase } from '../service';

const source = stage();
const all = Object.values(tables);
const log = pino({ level: 'silent' });
let folder: string;
let key: string;
let send: Sender;
let other: Sender;
let tenant: string;
let reports: readonly string[];
let target: Awaited<ReturnType<typeof startCell>>;

/** Starts a service on a database of its own that has another tenant, and another key of cursors. */
async function startCell() {
  const database = await createTestDatabase();
  await asOwner(database.url, `update secret set value = sha256(value) where name = 'cursor'`);
  const db = openDatabase(database.url, log, 6);
  const resident = await createCompany(db, { name: 'Resident' });
  const residentKey = await createKey(db, resident, 'resident', 'admin');
  const app = createApp({
    db,
    tables,
    customResources: routes,
    extraRoutes,
    log,
    cursorSecret: await readSecret(db),
  });
  const fetch = (request: Request) => app.fetch(request);
  return {
    url: database.url,
    db,
    fetch,
    resident: sender(fetch, residentKey),
    send: sender(fetch, key),
    close: async () => {
      await db.destroy();
      await database.drop();
    },
  };
}

async function asOwner<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function admin(cell: { db: typeof source.service.db; url: string }, ...args: string[]) {
  const lines: string[] = [];
  await runAdmin({ db: cell.db, tables, url: cell.url }, ['tenant', ...args], (line) =>
    lines.push(...line.split('\n')),
  );
  return lines;
}

const file = (name: string) => path.join(folder, `${name}.gz`);
const wrong = async (db: typeof source.service.db) =>
  (await verify(db, all)).filter((check) => check.wrong > 0);
/** Everything that a key reads: lists, events, reports. */
async function everything(by: Sender) {
  const texts: string[] = [];
  for (const [, resource] of resources)
    texts.push((await by('GET', pagesOf(resource, 'pageSize=1000'))).text);
  for (const address of ['/api/secure/event?page=1&pageSize=1000', ...reports]) {
    const { status, text } = await by('GET', address);
    expect([address, status]).toEqual([address, 200]);
    texts.push(text);
  }
  return texts;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-moving-'));
  tenant = source.service.companies.group.companyId;
  key = await createKey(source.service.db, source.service.companies.helsinki, 'kept', 'admin');
  send = sender(source.service.fetch, key);
  other = await source.service.as('other');
  for (const [, resource] of resources) {
    const json = [await source.samples.full(resource), await source.samples.minimal(resource)];
    expect((await send('POST', `/api/secure/${resource.name}`, { json })).status).toBe(200);
  }
  const shop = await openShop(send, source.samples);
  const day = await shop.openDay();
  for (let n = 0; n < 3; n += 1) await send('POST', '/api/secure/sales', { json: shop.receipt(day) });
  expect((await shop.setStatus(day, 'closed')).status).toBe(200);
  reports = [`businessdaytx/${day}`, 'summary?from=2026-03-01&to=2026-03-01'].map(
    (report) => `/api/secure/report/${report}`,
  );
  const erased = (await send('POST', '/api/secure/customer', { json: { name: 'Erased person' } })).entity.id;
  await send('POST', `/api/secure/customer/${erased}/erase`, { json: {} });
  // A product of which old events were removed: what is written down of that moves along.
  const product = (
    await send('POST', '/api/secure/plu', { json: await source.samples.minimal(contracts.plu) })
  ).entity.id;
  for (const base_price of ['5.00', '6.00'])
    await send('PUT', `/api/secure/plu/${product}`, { json: { base_price } });
  await backdateEvents(source.service.db, 'plu', product, ['2020-01-01', '2020-02-01', '2020-03-01']);
  expect(await expireEvents(source.service.db, 2)).toBe(true);
  reports = [
    ...reports,
    '/api/secure/event_horizon',
    `/api/secure/plu/${product}/lowest-price?at=2026-01-01`,
    `/api/secure/plu/${product}/changes?pointer=/name`,
  ];
  target = await startCell();
});
/** Notes the closed days of the tenant as archived, as its archiver would. */
const archiveDays = (url: string) =>
  asOwner(
    url,
    `insert into archive_file (tenant_id, company_id, date, parts, days)
    select d.tenant_id, d.company_id, d.date, '{}', jsonb_object_agg(d.id, '{}'::jsonb)
    from businessday d where d.tenant_id = '${tenant}' and d.status <> 'open' group by 1, 2, 3`,
  );

/** Returns how many dates of the tenant have files, and how many days wait for them. */
const archived = async (url: string) =>
  Promise.all(
    ['archive_file', 'archive_queue'].map(async (table) => {
      const [row] = await asOwner<{ count: string }>(
        url,
        `select count(*) from ${table} where tenant_id = '${tenant}'`,
      );
      return Number(row?.count);
    }),
  );

afterAll(async () => {
  await target.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a frozen tenant', () => {
  it('takes no writes by any way, is read as before, and leaves other tenants alone', async () => {
    const before = await everything(send);
    await admin(source.service, 'freeze', tenant);
    const json = { name: 'Not now' };
    const record = (await send('GET', '/api/secure/grp')).entities[0]?.id;
    for (const answer of [
      await send('POST', '/api/secure/grp', { json }),
      await send('POST', '/api/secure/grp', { json: [json, json] }),
      await send('PUT', `/api/secure/grp/${record}`, { json }),
      await send('POST', '/api/secure/apikey', { json: { name: 'New', role: 'terminal' } }),
      await send('POST', '/api/secure/user', {
        json: { name: 'New', role: 'admin', email: 'new@example.org' },
      }),
      await send('POST', '/api/secure/changeset', { json: { name: 'A set' } }),
    ]) {
      expect(answer.status).toBe(503);
      expect(answer.header('retry-after')).toBe('5');
    }
    expect(await everything(send)).toEqual(before);
    expect((await other('POST', '/api/secure/grp', { json })).status).toBe(201);
    await admin(source.service, 'thaw', tenant);
    expect((await send('POST', '/api/secure/grp', { json: { name: 'Now' } })).status).toBe(201);
  });

  it('lets nobody sign in, and change sets that come due wait until it is thawed', async () => {
    const on = people(source);
    const person = await on.person('admin');
    expect((await on.signIn(person.email)).status).toBe(200);
    const sets = changeSets(source.send);
    const [group] = (await send('GET', '/api/secure/grp')).entities;
    const items = [{ resource: 'grp', record_id: group?.id, patch: { name: 'By schedule' } }];
    const set = await sets.draft(items, { apply_at: '2040-01-01T06:00' });
    await sets.move(set, 'schedule');
    await admin(source.service, 'freeze', tenant);
    expect((await on.signIn(person.email)).status).toBe(503);
    expect((await on.signIn(person.email, 'not this password')).status).toBe(401);
    // Sessions go on: reading, and leaving.
    expect((await person.send('GET', '/api/secure/grp')).status).toBe(200);
    expect((await person.send('DELETE', '/api/session')).status).toBe(204);
    expect((await source.send('POST', `/api/secure/changeset/${set}/apply`)).status).toBe(503);
    await asOwner(
      source.service.url,
      `set session_replication_role = replica;
        update changeset set due_at = now() - interval '1 second' where id = '${set}'`,
    );
    await source.service.changes.runNow();
    expect((await send('GET', `/api/secure/grp/${group?.id}`)).entity.version).toBe(group?.version);
    await admin(source.service, 'thaw', tenant);
    await source.service.changes.runNow();
    await expect
      .poll(async () => (await send('GET', `/api/secure/changeset/${set}`)).json)
      .toMatchObject({ status: 'applied' });
    expect((await on.signIn(person.email)).status).toBe(200);
  });

  it('is frozen only once every write that had begun has ended, and none is stored after', async () => {
    const held = new Client({ connectionString: source.service.url });
    await held.connect();
    await held.query(`begin; set local role tillhouse_app; set local app.tenant = '${tenant}';
      set local app.company = '${tenant}'; set local app.lineage = '${tenant}'`);
    await held.query(`update revision set at = at where tenant_id = '${tenant}' and resource = 'grp'`);
    let isFrozen = false;
    const freezing = admin(source.service, 'freeze', tenant).then(() => (isFrozen = true));
    // Writers that begin now are refused, and do not wait.
    await expect
      .poll(async () => (await send('POST', '/api/secure/tax', { json: { name: 'X', rate: '1' } })).status)
      .toBe(503);
    expect(isFrozen).toBe(false);
    await held.query('commit');
    await freezing;
    await held.end();
    await admin(source.service, 'thaw', tenant);
  });
});

describe('a tenant that is moved', () => {
  it('is the same where it arrives, byte for byte, beside the tenants that are there', async () => {
    const residents = (await target.resident('GET', '/api/secure/company')).text;
    await target.resident('POST', '/api/secure/grp', { json: { name: 'Of the resident' } });
    await expect(admin(source.service, 'export', tenant, file('early'))).rejects.toThrow('is not frozen');
    const cursor = (await send('GET', '/api/secure/sales?limit=1')).json as { next_cursor?: string };
    const retry = { json: { name: 'Tried twice' }, headers: { 'Idempotency-Key': 'kept' } };
    const first = await send('POST', '/api/secure/grp', retry);
    await archiveDays(source.service.url);
    await admin(source.service, 'freeze', tenant);
    const before = await everything(send);
    await admin(source.service, 'export', tenant, file('moved'));
    const arrived = await admin(target, 'import', file('moved'));
    expect(await everything(target.send)).toEqual(before);
    expect(await wrong(target.db)).toEqual([]);
    expect((await target.resident('GET', '/api/secure/company')).text).toBe(residents);
    expect((await target.send('POST', '/api/secure/grp', { json: { name: 'Early' } })).status).toBe(503);
    // A second run finds that it was done.
    expect((await admin(target, 'import', file('moved')))[0]).toContain('nothing was done');
    expect((await target.send('GET', `/api/secure/sales?limit=1&cursor=${cursor.next_cursor}`)).status).toBe(
      400,
    );

    // The sum of the file itself, which whoever exported it could know, deletes nothing.
    const sum = createHash('sha256')
      .update(await readFile(file('moved')))
      .digest('hex');
    await expect(admin(source.service, 'delete', tenant, sum)).rejects.toThrow('not the receipt');
    const said = await admin(source.service, 'delete', tenant, arrived.at(-1) ?? '');
    expect(said.join(' ')).toContain(`the folder tenant=${tenant} of the archive`);
    expect(await archived(source.service.url)).toEqual([0, 0]);
    expect((await send('GET', '/api/secure/grp')).status).toBe(401);
    expect((await other('GET', '/api/secure/grp')).status).toBe(200);
    expect(await wrong(source.service.db)).toEqual([]);
    expect((await admin(source.service, 'delete', tenant, arrived.at(-1) ?? ''))[0]).toContain('before');

    await admin(target, 'thaw', tenant);
    const again = await target.send('POST', '/api/secure/grp', retry);
    expect(again.text).toBe(first.text);
    const made = await target.send('POST', '/api/secure/grp', { json: { name: 'After the move' } });
    expect(made.status).toBe(201);
    const found = await target.send('GET', '/api/secure/grp?q=after%20the%20move');
    expect(found.text).toContain(made.entity.id);
    expect((await target.send('GET', '/api/secure/event?sort=-at&limit=1')).text).toContain(made.entity.id);
    expect(await wrong(target.db)).toEqual([]);
  });

  it('comes back to where it was, and every move leaves the order of its trail', async () => {
    await admin(target, 'freeze', tenant);
    const before = await everything(target.send);
    await admin(target, 'export', tenant, file('back'));
    await expect(admin(source.service, 'import', file('back'))).rejects.toThrow(
      'was in this database before',
    );
    await runAdmin({ db: source.service.db, tables }, ['cursor', 'renew'], () => undefined);
    const [, , sum = ''] = await admin(source.service, 'import', file('back'));
    expect(await everything(send)).toEqual(before);
    await admin(target, 'delete', tenant, sum);
    await admin(source.service, 'thaw', tenant);
    expect((await send('POST', '/api/secure/grp', { json: { name: 'At home' } })).status).toBe(201);
    expect(await wrong(source.service.db)).toEqual([]);
    expect(await wrong(target.db)).toEqual([]);
  });
});

describe('an import', () => {
  it('is refused, with nothing kept, for a file that was changed, and a backup of it restores nothing', async () => {
    await admin(source.service, 'freeze', tenant);
    await admin(source.service, 'export', tenant, file('good'));
    const bytes = gunzipSync(await readFile(file('good')));
    const at = bytes.indexOf('Tried twice');
    bytes[at] = 0x53;
    await writeFile(file('spoiled'), gzipSync(bytes));
    await expect(admin(target, 'import', file('spoiled'))).rejects.toThrow('no whole backup');
    expect((await target.send('GET', '/api/secure/grp')).status).toBe(401);
    const restoring = restore({ url: target.url, db: target.db, tables: all, file: file('good') });
    await expect(restoring).rejects.toThrow('tenant import');
    expect(bytes.includes(key)).toBe(false);
  });

  it('names the tenant, or the company of another tenant, that is there already', async () => {
    await expect(admin(source.service, 'import', file('good'))).rejects.toThrow(
      `(${tenant}) is in this database`,
    );
    const cell = await startCell();
    try {
      const [secret] = await asOwner<{ value: string }>(
        source.service.url,
        `select encode(value, 'hex') as value from secret where name = 'cursor'`,
      );
      const sameKey = `update secret set value = decode('${secret?.value}', 'hex') where name = 'cursor'`;
      await asOwner(cell.url, sameKey);
      await expect(admin(cell, 'import', file('good'))).rejects.toThrow('same key of cursors');
      await runAdmin({ db: cell.db, tables }, ['cursor', 'renew'], () => undefined);
      const child = source.service.companies.helsinki.companyId;
      await createCompany(cell.db, { id: child, name: 'Taken' });
      await expect(admin(cell, 'import', file('good'))).rejects.toThrow(`Taken (${child})`);
      expect((await cell.send('GET', '/api/secure/grp')).status).toBe(401);
      expect(await wrong(cell.db)).toEqual([]);
    } finally {
      await cell.close();
    }
  });

  it('gives nobody the memberships of a person who has the same e-mail: they are accepted anew', async () => {
    const cell = await startCell();
    try {
      const login = `insert into login (email, password_hash) values ('maija@example.org', 'of the target')`;
      await asOwner(cell.url, login);
      await admin(source.service, 'thaw', tenant);
      for (const email of ['maija@example.org', 'eero@example.org']) {
        const json = { name: email, role: 'admin', email };
        expect((await send('POST', '/api/secure/user', { json })).status).toBe(201);
      }
      await asOwner(source.service.url, `update login set password_hash = 'of the source'`);
      await asOwner(source.service.url, `update "user" set accepted_at = now()`);
      await admin(source.service, 'freeze', tenant);
      await admin(source.service, 'export', tenant, file('people'));
      const said = await admin(cell, 'import', file('people'));
      expect(said.join('\n')).toContain('maija@example.org');
      expect(said.join('\n')).not.toContain('eero@example.org');
      const people = await asOwner(
        cell.url,
        `select l.email, l.password_hash, u.accepted_at is not null as accepted from login l
          join "user" u on u.login_id = l.id where l.email in ('maija@example.org', 'eero@example.org') order by 1`,
      );
      expect(people).toEqual([
        { email: 'eero@example.org', password_hash: 'of the source', accepted: true },
        { email: 'maija@example.org', password_hash: 'of the target', accepted: false },
      ]);
      expect(await wrong(cell.db)).toEqual([]);
    } finally {
      await cell.close();
    }
  });
});
