import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tables } from '@/resources/tables';
import { createTestDatabase } from '@/testing/service';
import { startTestService, type Sender, type TestService } from '@/testing/service';
import { backUp } from '../ops/backup/backup';
import { restore } from '../ops/backup/restore';
import { openDatabase, type Database } from './db';
import { laterMigrations, migrate, migrationNames } from './migrate';
import type { Table } from './table';
import { scratchFolder } from '@/testing/database/scratch';

/** A version after 1.0.0: a column, a migration that fills it, and a resource with an index of its own. */
const customer = { ...tables.customer, columns: { ...tables.customer.columns, nickname: 'text' } };
const { grp } = tables;
const unit: Table = {
  ...grp,
  resource: { ...grp.resource, name: 'addedlater' },
  objects: 'create index addedlater_memo on addedlater (name);',
};
const next: readonly Table[] = [...Object.values<Table>({ ...tables, customer }), unit];
const later = {
  ...laterMigrations,
  '2027-01-31-nicknames': `
    alter table customer no force row level security;
    update customer set nickname = upper(name);
    alter table customer force row level security;
    create function nicknames() returns bigint language sql as $$ select count(nickname) from customer $$;
    alter function nicknames() owner to tillhouse_auth;`,
};

let service: TestService;
let send: Sender;
let db: Database;
beforeEach(async () => {
  service = await startTestService();
  send = await service.as('helsinki');
  db = openDatabase(service.url, pino({ level: 'silent' }), 3, 0);
  await send('POST', '/api/secure/customer', { json: { name: 'Aino' } });
});
afterEach(async () => {
  await db.destroy();
  await service.close();
});

const nicknames = async (of: Database) =>
  (await sql<{ nickname: string }>`select nickname from customer`.execute(of)).rows;
const ran = async (of: Database) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(of)).rows.map(
    ({ name }) => name,
  );

it('a new database has run what 1.0.0 is and every later migration', async () => {
  expect(await ran(db)).toEqual(migrationNames);
});

it('a later version adds its columns, then runs its migrations, each once, and adds its tables with what belongs to them', async () => {
  await migrate(db, next, { later });
  expect(await nicknames(db)).toEqual([{ nickname: 'AINO' }]);
  expect(await ran(db)).toEqual(['1.0.0', ...Object.keys(later)]);
  const { rows } = await sql<{ index: string | null }>`
    select to_regclass('addedlater_memo')::text as index from addedlater right join (select) one on true`.execute(
    db,
  );
  expect(rows).toEqual([{ index: 'addedlater_memo' }]);
  await sql`update customer set nickname = 'Ainu'`.execute(db);
  await migrate(db, next, { later });
  expect(await nicknames(db)).toEqual([{ nickname: 'Ainu' }]);
  expect((await send('POST', '/api/secure/customer', { json: { name: 'Onni' } })).status).toBe(201);
});

it('a migration that fails leaves nothing behind, neither its column', async () => {
  const broken = {
    ...laterMigrations,
    '2027-01-31-broken': 'update customer set nickname = no_such_column;',
  };
  await expect(migrate(db, next, { later: broken })).rejects.toThrow('no_such_column');
  await expect(nicknames(db)).rejects.toThrow('nickname');
  expect(await ran(db)).toEqual(migrationNames);
});

it('a backup of 1.0.0 is restored by a later version, which runs its migrations over what came in', async () => {
  const folder = await mkdtemp(path.join(await scratchFolder(), 'tillhouse-upgrade-'));
  const target = await createTestDatabase({ bare: true });
  const there = openDatabase(target.url, pino({ level: 'silent' }), 3, 0);
  try {
    await backUp(service.url, path.join(folder, 'backup'));
    await restore({ url: target.url, db: there, tables: next, file: path.join(folder, 'backup') });
    expect(await nicknames(there)).toEqual([{ nickname: null }]);
    await migrate(there, next, { later });
    expect(await nicknames(there)).toEqual([{ nickname: 'AINO' }]);
  } finally {
    await there.destroy();
    await target.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
