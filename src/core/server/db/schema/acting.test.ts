import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tables } from '@/resources/tables';
import { createTestDatabase, type TestDatabase } from '@/testing/database/postgres';
import { callerBySession } from '../../auth/authenticate';
import { createCompany } from '../../ops/companies';
import { openDatabase, type Database } from '../db';
import { migrate, migrationsOf } from '../migrate';
import { hashToken } from '../../auth/sessions';

let database: TestDatabase;
let db: Database;
const all = Object.values(tables);
beforeAll(async () => {
  database = await createTestDatabase({ bare: true });
  db = openDatabase(database.url, pino({ level: 'silent' }), 4);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

it('sessions of before the tenant was part of a membership go on after the upgrade, but for one of two with one id', async () => {
  const before = Object.keys(migrationsOf(all)).filter((name) => !/^08[56]_|^300_user_4/.test(name));
  await migrate(db, all, new Set(before));
  const first = await createCompany(db, { name: 'First' });
  const second = await createCompany(db, { name: 'Second' });
  const membership = crypto.randomUUID();
  const session = crypto.randomUUID();
  for (const { tenantId, companyId } of [first, second]) {
    await sql`insert into "user" (tenant_id, company_id, id, active, name, data, created_at, modified_at, email, role,
      accepted_at) values (${tenantId}, ${companyId}, ${membership}, true, 'Aino', '{}', now(), now(), 'aino@example.org',
      'manager', now())`.execute(db);
  }
  const begin = (token: string, { tenantId, companyId }: typeof first, id: string) =>
    sql`insert into session (tenant_id, company_id, id, hash, login_id, user_id)
      select tenant_id, company_id, ${id}, ${hashToken(token)}, login_id, id from "user"
      where tenant_id = ${tenantId} and company_id = ${companyId}`.execute(db);
  await begin('one', first, session);
  await begin('twin', second, session);
  await begin('another', second, crypto.randomUUID());
  await migrate(db, all);
  const standing = await Promise.all(['one', 'twin', 'another'].map((token) => callerBySession(db, token)));
  expect(standing[2]).toMatchObject({ tenantId: second.tenantId, userId: membership });
  expect(standing.slice(0, 2).filter((caller) => caller !== null)).toHaveLength(1);
});
