import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createApp } from '@/server/http/app';
import { runAdmin } from '@/server/ops/admin';
import { verify } from '@/server/ops/backup/verify/verify';
import { createCompany, createKey } from '@/server/ops/companies';
import { readSecret } from '@/server/read/cursor';
import { openDatabase, type Database } from '@/server/db/db';
import { migrate } from '@/server/db/migrate';
import { routes } from '@/resources/routes';
import { expireEvents } from '@/server/retention/expire-events';
import { contracts } from '@/resources/contracts';
import { backdateEvents } from '../backdate';
import { samplesFor } from '../samples';
import { tables } from '@/resources/tables';
import { searchFaults } from './searched';
import { createTestDatabase, type TestDatabase } from '../service';
import { sender } from '../service';

// docs/operations.md#a-database-whose-user-may-not-make-roles: an administrator runs its statements once.

const user = `tillhouse_lesser_${randomBytes(6).toString('hex')}`;
let database: TestDatabase;
let db: Database;
let lesser: string;

async function asAdministrator(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  database = await createTestDatabase({ bare: true });
  const url = new URL(database.url);
  await asAdministrator(
    database.url,
    `create role ${user} login nosuperuser nocreaterole nocreatedb password 'lesser'`,
    `alter database ${url.pathname.slice(1)} owner to ${user}`,
  );
  [url.username, url.password] = [user, 'lesser'];
  lesser = url.href;
  db = openDatabase(lesser, pino({ level: 'silent' }), 4);
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
  await asAdministrator(inject('testServer').url, `drop role if exists ${user}`);
});

it('an owner who may not make roles is told what to have run, and then has the whole service', async () => {
  const refused = await migrate(db, Object.values(tables)).catch((error: unknown) => String(error));
  const [, byHand = ''] = /in the database itself:\n\n([^]*;)\n$/.exec(String(refused)) ?? [];
  expect(byHand).toContain(
    `grant tillhouse_app, tillhouse_store, tillhouse_search, tillhouse_auth, tillhouse_backup to ${user};`,
  );
  // Roles belong to the whole server and exist since the first test database was created.
  const [making, rest] = [
    byHand.match(/^create role .*$/gm) ?? [],
    byHand.replaceAll(/^create role .*$/gm, ''),
  ];
  expect(making).toHaveLength(5);
  await asAdministrator(database.url, rest);

  await migrate(db, Object.values(tables));
  const app = createApp({ db, tables, log: pino({ level: 'silent' }), cursorSecret: await readSecret(db) });
  const [ours, theirs] = [
    await createCompany(db, {
      name: 'Ours',
      data: { currency: 'EUR', locale: 'fi-FI', timezone: 'Europe/Helsinki' },
    }),
    await createCompany(db, {
      name: 'Theirs',
      data: { currency: 'EUR', locale: 'fi-FI', timezone: 'Europe/Helsinki' },
    }),
  ];
  const send = sender((request) => app.fetch(request), await createKey(db, ours, 'Ours', 'admin'));
  const other = sender((request) => app.fetch(request), await createKey(db, theirs, 'Theirs', 'admin'));
  const made = await send('POST', '/api/secure/customer', { json: { name: 'Maija Virtanen' } });
  expect(made.status).toBe(201);
  const found = await send('GET', '/api/secure/customer?q=virta');
  expect(found.entities.map(({ id }) => id)).toEqual([made.entity.id]);
  expect((await other('GET', `/api/secure/customer/${made.entity.id}`)).status).toBe(404);
  expect((await other('GET', '/api/secure/customer?q=virta')).entities).toEqual([]);
});

it('removes old events of master data', async () => {
  const caller = await createCompany(db, { name: 'Old' });
  const log = pino({ level: 'silent' });
  const app = createApp({ db, tables, customResources: routes, log, cursorSecret: await readSecret(db) });
  const send = sender((request) => app.fetch(request), await createKey(db, caller, 'Old', 'admin'));
  const { id } = (
    await send('POST', '/api/secure/plu', { json: await samplesFor(send).minimal(contracts.plu) })
  ).entity;
  for (const base_price of ['5.00', '6.00'])
    await send('PUT', `/api/secure/plu/${id}`, { json: { base_price } });
  const administrator = openDatabase(database.url, log, 1);
  await backdateEvents(administrator, 'plu', id, ['2020-01-01', '2020-02-01', '2020-03-01']);
  await administrator.destroy();
  expect(await expireEvents(db, 2)).toBe(true);
  const { data } = JSON.parse((await send('GET', `/api/secure/event?entity_id=${id}`)).text);
  expect(data).toMatchObject([{ action: 'update', after: { version: 3 } }]);
  const wrong = (await verify(db, Object.values(tables))).flatMap(({ examples }) => examples);
  expect(wrong).toEqual([]);
});

it('makes a search anew beside the one in use, for every tenant', async () => {
  const { customer } = tables;
  const search = `concat_search(name, customer_num::text, id::text)`;
  const changed = { ...customer, search };
  const others = Object.values(tables).filter((table) => table !== customer);
  await migrate(db, [...others, changed], { small: -1, piece: 0 });
  const administrator = openDatabase(database.url, pino({ level: 'silent' }), 1);
  expect(await searchFaults(administrator, changed)).toEqual([]);
  const { rows } = await sql<{ count: number }>`select count(*) as count from customer_search`.execute(
    administrator,
  );
  expect(rows[0]?.count).toBeGreaterThan(0);
  await administrator.destroy();
  await migrate(db, Object.values(tables));
});

it('moves a tenant away and back, although it has to alter the tables for that', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-lesser-'));
  const moved = await createCompany(db, { name: 'Moved' });
  const stays = await createCompany(db, { name: 'Stays' });
  const key = await createKey(db, moved, 'moved', 'admin');
  const cursorSecret = await readSecret(db);
  const app = createApp({
    db,
    tables,
    customResources: routes,
    log: pino({ level: 'silent' }),
    cursorSecret,
  });
  const send = sender((request) => app.fetch(request), key);
  await send('POST', '/api/secure/customer', { json: { name: 'Virtanen' } });
  const lines: string[] = [];
  const admin = (...args: string[]) =>
    runAdmin({ db, tables, url: lesser }, args, (line) => lines.push(...line.split('\n')));
  try {
    const file = path.join(folder, 'moved.gz');
    await admin('tenant', 'freeze', moved.companyId);
    expect((await send('POST', '/api/secure/customer', { json: { name: 'No' } })).status).toBe(503);
    const before = (await send('GET', '/api/secure/event?page=1')).text;
    await admin('tenant', 'export', moved.companyId, file);
    const sum = createHash('sha256').update(await readFile(file));
    const receipt = createHash('sha256').update(`arrived ${sum.digest('hex')}`);
    await admin('tenant', 'delete', moved.companyId, receipt.digest('hex'));
    expect((await send('GET', '/api/secure/customer')).status).toBe(401);
    await admin('cursor', 'renew');
    await admin('tenant', 'import', file);
    await admin('tenant', 'thaw', moved.companyId);
    expect((await send('GET', '/api/secure/event?page=1')).text).toBe(before);
    expect((await send('POST', '/api/secure/customer', { json: { name: 'Yes' } })).status).toBe(201);
    // Policies and triggers are on again, for every tenant.
    await createKey(db, stays, 'stays', 'admin');
    expect((await verify(db, Object.values(tables))).filter((check) => check.wrong > 0)).toEqual([]);
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity
      union all select tgrelid::regclass::text from pg_trigger where tgenabled = 'D'`.execute(db);
    expect(rows).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
