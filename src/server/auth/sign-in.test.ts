import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { password, people } from '@/testing/people';

const on = stage();
const { browser, person, signIn } = people(on);

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
    // All at once, so that they are counted within one minute on any machine.
    const wrong = await Promise.all(Array.from({ length: 10 }, () => signIn(email, 'a wrong password')));
    expect(wrong.map((one) => one.status)).toEqual(wrong.map(() => 401));
    expect((await signIn(email)).status).toBe(429);
    expect((await again()).status).toBe(200);
  });
});

it('what is known before a caller is, no request may ask itself', async () => {
  for (const statement of [
    'select * from caller_by_session(null, true)',
    `select * from login_by_email('x')`,
    `select * from memberships_of(gen_random_uuid())`,
    `select session_begin(null, null, null, null, null, null, null, null, null, null)`,
    `select session_switch(null, null, null, null, null, null)`,
    `select acting_id_is_shared(null, null)`,
    `select session_confirm(null, null, null)`,
    `select * from sessions_of(null, null, null)`,
    `select sessions_end(null, null, null, null, null, null, null)`,
    `select security_note(null, null, null, null, null, null, null, null, null, null)`,
    `select membership_accept(null, null)`,
    'select * from invitation_by_token(null)',
    'select * from caller_of_session(null, true)',
    `select session_begin(null, null, null, null, null, null, null, null, null, null, null, null)`,
    'select * from login_pending_by_token(null)',
    'select login_code_use(null, 1, null)',
    'select login_recovery_code_use(null, null, null, null, null)',
    'select login_authenticator_on(null, null, null)',
    'select login_authenticator_off(null, null, null, null)',
    'select * from login_authenticator_of(null)',
    'select * from login_sign_ins(null)',
    'select sealed from login_authenticator',
    'select hash from login_recovery_code',
    'select hash from login_remembered',
    'select hash from login_pending',
    'select * from login_sign_in',
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
