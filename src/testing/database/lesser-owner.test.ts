import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createApp } from '@/core/server/http/app';
import { createCompany, createKey } from '@/core/server/ops/companies';
import { readSecret } from '@/core/server/read/cursor';
import { openDatabase, type Database } from '@/core/server/db/db';
import { migrate } from '@/core/server/db/migrate';
import { tables } from '@/resources/tables';
import { createTestDatabase, type TestDatabase } from './postgres';
import { sender } from '../service';

// The README's way for databases whose user may not create roles: an administrator runs its statements once.

const user = `tillhouse_lesser_${randomBytes(6).toString('hex')}`;
let database: TestDatabase;
let db: Database;

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
  db = openDatabase(url.href, pino({ level: 'silent' }), 4);
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
    `grant tillhouse_app, tillhouse_search, tillhouse_auth, tillhouse_backup to ${user};`,
  );
  // Roles belong to the whole server and exist since the first test database was created.
  const [making, rest] = [
    byHand.match(/^create role .*$/gm) ?? [],
    byHand.replaceAll(/^create role .*$/gm, ''),
  ];
  expect(making).toHaveLength(4);
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
