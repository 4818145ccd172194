import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCompany } from '@/core/server/ops/companies';
import { settleHeldLogins } from '@/core/server/auth/held-logins';
import { tables } from '@/resources/tables';
import { createTestDatabase, type TestDatabase } from '@/testing/database/postgres';
import { openDatabase, type Database } from '../db';
import { migrate, migrationsOf } from '../migrate';

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

it('an upgrade parts memberships from logins under another spelling, keeps the others, and names what collides', async () => {
  const before = Object.keys(migrationsOf(all)).filter(
    (name) => !/^180_login_of_person|^300_user_5/.test(name),
  );
  await migrate(db, all, new Set(before));
  const first = await createCompany(db, { name: 'First' });
  const second = await createCompany(db, { name: 'Second' });
  const ids = new Map<string, string>();
  const add = async ({ tenantId, companyId }: typeof first, name: string, email: string) => {
    const id = crypto.randomUUID();
    ids.set(name, id);
    await sql`insert into "user" (tenant_id, company_id, id, active, name, data, created_at, modified_at, email, role,
      accepted_at) values (${tenantId}, ${companyId}, ${id}, true, ${name}, '{}', now(), now(), ${email}, 'manager', now())`.execute(
      db,
    );
    await sql`insert into session (tenant_id, company_id, hash, login_id, user_id)
      select tenant_id, company_id, sha256(id::text::bytea), login_id, id from "user" where id = ${id}`.execute(
      db,
    );
  };
  await add(first, 'Mike', 'mike@kauppa.fi');
  await add(second, 'Respelled', 'mike@kauppa.fi');
  await add(first, 'Aino', 'Aino@Example.org');
  await add(second, 'Pekka', 'pekka@m\u00FCller.de');
  await add(second, 'Nobody', 'mai ja@example.org');
  // As the fold of the letter by some collations left it.
  await sql`update "user" set email = ${'mi\u212Ae@kauppa.fi'} where id = ${ids.get('Respelled')}`.execute(
    db,
  );

  await migrate(db, all);
  const held = await settleHeldLogins(db);
  expect(held).toEqual([
    {
      email: 'mai ja@example.org',
      taken: null,
      memberships: [expect.stringContaining(String(ids.get('Nobody')))],
    },
    {
      email: 'mi\u212Ae@kauppa.fi',
      taken: 'mike@kauppa.fi',
      memberships: [`Second, ${ids.get('Respelled')}`],
    },
  ]);
  const { rows } = await sql<object>`
    select u.name, u.email, u.email = l.email as own, u.accepted_at is not null as accepted, l.held_at is not null as held,
      (select count(*)::int from session s where s.user_id = u.id and s.login_id = l.id) as sessions
    from "user" u join login l on l.id = u.login_id order by u.name`.execute(db);
  const plain = { own: true, accepted: true, held: false, sessions: 1 };
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { name: 'Aino', email: 'aino@example.org', ...plain },
    { name: 'Mike', email: 'mike@kauppa.fi', ...plain },
    { name: 'Nobody', email: 'mai ja@example.org', ...plain, held: true, sessions: 0 },
    { name: 'Pekka', email: 'pekka@xn--mller-kva.de', ...plain, sessions: 0 },
    { name: 'Respelled', email: 'mi\u212Ae@kauppa.fi', own: true, accepted: false, held: true, sessions: 0 },
  ]);
  await migrate(db, all);
  expect(await settleHeldLogins(db)).toHaveLength(2);
});
