import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stage } from '@/testing/api/start';
import { password, people } from '@/testing/people';

const on = stage();
const { browser, invite, person, signIn } = people(on);

describe('guessing', () => {
  it('is ten wrong sign-ins a minute from one address, also where many come at once', async () => {
    const { email } = await person();
    const from = browser(undefined, '203.0.113.1');
    const tries = await Promise.all(
      Array.from({ length: 14 }, (_, n) =>
        from.send('POST', '/api/session', { email: `nobody${n}@example.org`, password }),
      ),
    );
    expect(tries.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      ...Array.from({ length: 4 }, () => 429),
    ]);
    const refused = await from.send('POST', '/api/session', { email, password });
    expect([refused.status, refused.problem.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.header('retry-after'))).toBeGreaterThan(0);
    expect(
      (await browser(undefined, '203.0.113.2').send('POST', '/api/session', { email, password })).status,
    ).toBe(200);
  });

  it('is ten for one e-mail from anywhere, and does not shut out who signed in from there before', async () => {
    const { email } = await person();
    const home = browser(undefined, '203.0.113.9');
    const again = () => home.send('POST', '/api/session', { email, password });
    expect((await again()).status).toBe(200);
    // All at once: they are counted as they come, within one minute on any machine.
    const wrong = await Promise.all(Array.from({ length: 10 }, () => signIn(email, 'a wrong password')));
    expect(wrong.map((one) => one.status)).toEqual(wrong.map(() => 401));
    expect((await signIn(email)).status).toBe(429);
    expect((await again()).status).toBe(200);
  });
});

it('no password, key, session or link stands in any table, also where it was refused', async () => {
  const secrets = { first: 'planted password one', second: 'planted password two' };
  const invited = await invite('admin');
  const window = browser();
  await window.send('POST', '/api/invitation/accept', { token: invited.token, password: secrets.first });
  await window.send('PUT', '/api/session/password', { current: secrets.first, password: secrets.second });
  await signIn(invited.email, `${secrets.second} mistyped`);
  const made = await window.send('POST', '/api/secure/apikey', { name: 'Planted', role: 'admin' });
  const key = z.looseObject({ key: z.string() }).parse(made.json).key;
  const byKey = browser();
  await byKey.send('POST', '/api/session', { key });
  const tokens = [window, byKey].map(({ jar }) => jar.cookie.split('=')[1] ?? '');
  const planted = [...Object.values(secrets), key.slice(-43), invited.token, ...tokens];
  for (const one of planted) expect(one.length).toBeGreaterThan(10);

  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind in ('r', 'p', 'm') and c.relnamespace = 'public'::regnamespace`.execute(on.service.db);
  expect(tables.map((one) => one.name)).toEqual(
    expect.arrayContaining(['session', 'login', 'event', 'retry', 'invitation']),
  );
  let read = 0;
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
      on.service.db,
    );
    read += rows.length;
    for (const { row } of rows)
      for (const one of planted) expect([name, row.includes(one)]).toEqual([name, false]);
  }
  expect(read).toBeGreaterThan(100);
  for (const path of [
    '/api/secure/event?limit=1000',
    '/api/secure/user',
    '/api/secure/apikey',
    '/api/session',
  ]) {
    const { text } = await window.send('GET', path);
    for (const one of planted) expect([path, text.includes(one)]).toEqual([path, false]);
  }
});

it('what is known before a caller is, no request may ask itself', async () => {
  for (const statement of [
    'select * from caller_by_session(null, true)',
    `select * from login_by_email('x')`,
    `select * from memberships_of(gen_random_uuid())`,
    `select session_begin(null, null, null, null, null)`,
    `select membership_accept(null, null)`,
    `select password_set(null, null, null)`,
    'select * from invitation_by_token(null)',
    'select hash from session',
    'select hash from invitation',
    'select * from login',
    'delete from session',
    `insert into session (tenant_id, company_id, hash) values (null, null, null)`,
  ]) {
    await on.service.db.connection().execute(async (db) => {
      await sql.raw('begin; set local role tillhouse_app').execute(db);
      await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' });
      await sql.raw('rollback').execute(db);
    });
  }
});
