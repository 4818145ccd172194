import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newAuthenticator, newRecoveryCodes, ownSecurity, ownSignIns } from '@/contract/second-factor';
import { stage } from '@/testing/api/start';
import { password, people, signedInUser } from '@/testing/people';
import { authenticator, setUp } from '@/testing/second-factor';

const on = stage();
const { browser, invite, person, signIn } = people(on);
type Window = ReturnType<typeof browser>;

const protectedPerson = async () => {
  const one = await person('admin');
  return { ...one, ...(await setUp(one)) };
};

const security = async (window: Pick<Window, 'send'>) =>
  ownSecurity.parse((await window.send('GET', '/api/secure/session/security')).json);
const kinds = async (userId: string) => {
  const { rows } = await sql<{ kind: string; detail: string | null }>`
    select kind, detail from securityevent where user_id = ${userId} order by seq`.execute(on.service.db);
  return rows;
};
const begin = async (email: string, window = browser()) => {
  const answer = await window.send('POST', '/api/session', { email, password });
  return { window, answer };
};

describe('an authenticator', () => {
  it('is on when its first code was right and the recovery codes are kept, and not before', async () => {
    const one = await person();
    const other = await begin(one.email);
    const begun = newAuthenticator.parse(
      (await one.send('POST', '/api/secure/session/authenticator', {})).json,
    );
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Tillhouse:/);
    expect((await one.send('POST', '/api/secure/session/authenticator/on')).problem.code).toBe(
      'no_authenticator',
    );
    const wrong = await one.send('POST', '/api/secure/session/authenticator/check', { code: '000000' });
    expect([wrong.status, wrong.problem.errors]).toMatchObject([
      422,
      [{ pointer: '/code', code: 'wrong_code' }],
    ]);
    const app = authenticator(begun.secret);
    const { recovery_codes: codes } = newRecoveryCodes.parse(
      (await one.send('POST', '/api/secure/session/authenticator/check', { code: app.next() })).json,
    );
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await signIn(one.email)).json).not.toHaveProperty('needs');
    expect((await security(one)).authenticator).toBeNull();
    expect((await one.send('POST', '/api/secure/session/authenticator/on')).status).toBe(204);
    expect(await security(one)).toMatchObject({
      authenticator: { since: expect.any(String) },
      recovery_codes: { left: 10, last_used_at: null },
      can_set_up: true,
    });
    // What was signed in without it is out.
    expect((await other.window.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(200);
    expect((await kinds(one.id)).map(({ kind }) => kind)).toContain('second_factor_on');
  });

  it('is kept under a key that the database does not have, and shown once', async () => {
    const one = await protectedPerson();
    const { rows } = await sql<{ text: string }>`
      select a::text as text from login_authenticator a union all select a::text from login_authenticator_new a
      union all select e::text from event e union all select s::text from securityevent s`.execute(
      on.service.db,
    );
    const all = rows.map(({ text }) => text).join('\n');
    expect(all).not.toContain(one.secret);
    for (const code of one.codes) expect(all).not.toContain(code);
    expect(JSON.stringify(await security(one))).not.toContain(one.secret);
  });

  it('asks for the password again when that is ten minutes old', async () => {
    const one = await person();
    await sql`update session set confirmed_at = clock_timestamp() - interval '11 minutes'
      where user_id = ${one.id}`.execute(on.service.db);
    const refused = await one.send('POST', '/api/secure/session/authenticator', {});
    expect([refused.status, refused.problem.code]).toEqual([403, 'reauthentication_required']);
  });

  it('is no API key’s', async () => {
    const send = await on.service.as('helsinki');
    for (const path of ['authenticator', 'authenticator/on'])
      expect((await send('POST', `/api/secure/session/${path}`, { json: {} })).problem.code).toBe(
        'no_person',
      );
    expect((await send('GET', '/api/secure/session/security')).problem.code).toBe('no_person');
  });

  it('moves to another phone, and the one before opens nothing', async () => {
    const one = await protectedPerson();
    const moved = await setUp(one, one.codes[9]);
    const { window } = await begin(one.email);
    expect((await window.send('POST', '/api/session/code', { code: one.app.next() })).problem.code).toBe(
      'wrong_code',
    );
    expect((await window.send('POST', '/api/session/code', { code: one.codes[0] })).problem.code).toBe(
      'wrong_code',
    );
    expect((await window.send('POST', '/api/session/code', { code: moved.app.next() })).status).toBe(200);
  });
});

describe('an authenticator that is on', () => {
  it('is not replaced without a code of it, by no path', async () => {
    const one = await protectedPerson();
    const { window } = await begin(one.email);
    await window.send('POST', '/api/session/code', { code: one.codes[0], remember: true });
    await window.send('POST', '/api/session', { email: one.email, password });
    const start = (json: object) => window.send('POST', '/api/secure/session/authenticator', json);
    const none = await start({});
    expect([none.status, none.problem.errors]).toMatchObject([422, [{ pointer: '/code', code: 'required' }]]);
    expect((await start({ code: '000000' })).problem.code).toBe('wrong_code');
    // Begun before the first one was turned on, in another window.
    const other = await person();
    const begun = newAuthenticator.parse(
      (await other.send('POST', '/api/secure/session/authenticator', {})).json,
    );
    await sql`update login_authenticator_new set login_id = (select id from login where email = ${one.email}),
      last_step = 1, codes = '{}' where login_id = (select id from login where email = ${other.email})`.execute(
      on.service.db,
    );
    expect(begun.secret).not.toBe(one.secret);
    expect((await window.send('POST', '/api/secure/session/authenticator/on')).problem.code).toBe(
      'no_authenticator',
    );
  });

  it('leaves no session behind that was being begun with the password alone', async () => {
    const one = await person();
    const begun = newAuthenticator.parse(
      (await one.send('POST', '/api/secure/session/authenticator', {})).json,
    );
    const app = authenticator(begun.secret);
    await one.send('POST', '/api/secure/session/authenticator/check', { code: app.next() });
    const { tenantId, companyId } = on.service.companies.helsinki;
    const turned = await on.service.db.transaction().execute(async (tx) => {
      await sql`select session_begin('\\x0b', ${tenantId}::uuid, ${companyId}::uuid, ${one.id}::uuid, null, null,
        '', '', 'password', 'x', null, null)`.execute(tx);
      const waiting = one.send('POST', '/api/secure/session/authenticator/on');
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { waiting };
    });
    expect((await turned.waiting).status).toBe(204);
    const { rows } = await sql`select from session where hash = '\\x0b'`.execute(on.service.db);
    expect(rows.length).toBe(0);
  });
});

describe('a sign-in with a second factor', () => {
  it('needs a code after the password, of the app or a recovery code, and each works once', async () => {
    const one = await protectedPerson();
    const { window, answer } = await begin(one.email);
    expect(answer.json).toEqual({ session: null, needs: 'code' });
    expect((await window.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await window.send('GET', '/api/session')).json).toEqual({ session: null });
    const code = one.app.next();
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const done = await window.send('POST', '/api/session/code', { code: spaced });
    expect(signedInUser(done)?.user?.id).toBe(one.id);
    expect((await window.send('GET', '/api/secure/plu')).status).toBe(200);
    const again = await begin(one.email);
    expect((await again.window.send('POST', '/api/session/code', { code })).problem.code).toBe('wrong_code');
    const [first = '', second = ''] = one.codes;
    const typed = first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await again.window.send('POST', '/api/session/code', { code: typed })).status).toBe(200);
    expect((await security(again.window)).recovery_codes).toMatchObject({
      left: 9,
      last_used_at: expect.any(String),
    });
    const third = await begin(one.email);
    expect((await third.window.send('POST', '/api/session/code', { code: first })).problem.code).toBe(
      'wrong_code',
    );
    expect((await third.window.send('POST', '/api/session/code', { code: second })).status).toBe(200);
    const noted = await kinds(one.id);
    expect(noted.filter(({ kind }) => kind === 'recovery_code_used').length).toBe(2);
    expect(noted.filter(({ kind }) => kind === 'wrong_code').length).toBe(2);
    expect(noted.flatMap(({ kind, detail }) => (kind === 'sign_in' ? [detail] : []))).toEqual(
      expect.arrayContaining(['password app', 'password recovery_code']),
    );
    const list = ownSignIns.parse((await third.window.send('GET', '/api/secure/session/sign-ins')).json);
    expect(list.slice(0, 3)).toMatchObject([
      { way: 'password', second: 'recovery_code', refused: null },
      { refused: 'code' },
      { way: 'password', second: 'recovery_code' },
    ]);
  });

  it('takes the code of a clock that is half a minute early or late, and of no other', async () => {
    const one = await protectedPerson();
    for (const [seconds, status] of [
      [-90, 401],
      [90, 401],
      [30, 200],
    ] as const) {
      const { window } = await begin(one.email);
      expect((await window.send('POST', '/api/session/code', { code: one.app.at(seconds) })).status).toBe(
        status,
      );
    }
    // A step before one that was used is used, too.
    const { window } = await begin(one.email);
    expect((await window.send('POST', '/api/session/code', { code: one.app.at(0) })).status).toBe(401);
  });

  it('uses one code, also where several are sent at once', async () => {
    const one = await protectedPerson();
    const { window } = await begin(one.email);
    const answers = await Promise.all(
      one.codes.slice(0, 3).map((code) => window.send('POST', '/api/session/code', { code })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect((await security(window)).recovery_codes?.left).toBe(9);
  });

  it('is over when its person ends all sessions', async () => {
    const one = await protectedPerson();
    const { window } = await begin(one.email);
    await one.send('POST', '/api/secure/session/end-others');
    expect((await window.send('POST', '/api/session/code', { code: one.codes[0] })).problem.code).toBe(
      'sign_in_ended',
    );
    const again = await begin(one.email);
    await one.send('DELETE', '/api/session/everywhere');
    expect((await again.window.send('POST', '/api/session/code', { code: one.codes[0] })).problem.code).toBe(
      'sign_in_ended',
    );
  });

  it('ends once: the same half sign-in opens no second session, and is over after ten minutes', async () => {
    const one = await protectedPerson();
    const { window } = await begin(one.email);
    const half = window.jar.cookie;
    expect((await window.send('POST', '/api/session/code', { code: one.codes[0] })).status).toBe(200);
    const thief = browser();
    thief.jar.cookie = half;
    const replayed = await thief.send('POST', '/api/session/code', { code: one.codes[1] });
    expect([replayed.status, replayed.problem.code]).toEqual([401, 'sign_in_ended']);
    const late = await begin(one.email);
    await sql`update login_pending set expires_at = clock_timestamp()`.execute(on.service.db);
    expect((await late.window.send('POST', '/api/session/code', { code: one.codes[1] })).problem.code).toBe(
      'sign_in_ended',
    );
    expect((await browser().send('POST', '/api/session/code', { code: '123456' })).problem.code).toBe(
      'sign_in_ended',
    );
  });

  it('is asked for by a link for a forgotten password, too, whose mailbox may be another’s', async () => {
    const one = await protectedPerson();
    const send = await on.service.as('helsinki');
    const link = await send('POST', `/api/secure/user/${one.id}/invitation`);
    const { token } = link.json as { token: string };
    const window = browser();
    const opened = await window.send('POST', '/api/invitation/accept', {
      token,
      password: `${password} anew`,
    });
    expect(opened.json).toEqual({ session: null, needs: 'code' });
    expect((await window.send('POST', '/api/session/code', { code: one.codes[3] })).status).toBe(200);
  });

  it('is begun by no session of the database without what was shown', async () => {
    const one = await protectedPerson();
    const { helsinki } = on.service.companies;
    await sql`select session_begin('\\x0a', ${helsinki.tenantId}::uuid, ${helsinki.companyId}::uuid, ${one.id}::uuid, null, null,
      '', '', 'password', 'x')`.execute(on.service.db);
    const { rows } = await sql`select from session where hash = '\\x0a'`.execute(on.service.db);
    expect(rows.length).toBe(0);
  });
});

describe('a remembered browser', () => {
  it('is asked for no code for 30 days, until the password changes, it is forgotten or sessions are ended', async () => {
    const one = await protectedPerson();
    const { window } = await begin(one.email);
    await window.send('POST', '/api/session/code', { code: one.codes[0], remember: true });
    const again = async () =>
      (await window.send('POST', '/api/session', { email: one.email, password })).json;
    expect(await again()).not.toHaveProperty('needs');
    const [shown] = (await security(window)).remembered;
    expect(shown).toMatchObject({ current: true });
    expect(Date.parse(shown?.until ?? '') - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
    expect(Date.parse(shown?.until ?? '') - Date.now()).toBeLessThan(30.1 * 86_400_000);
    // Another person's browser is none.
    const stranger = await protectedPerson();
    expect((await stranger.send('POST', `/api/secure/session/remembered/${shown?.id}/forget`)).status).toBe(
      404,
    );
    const cookie = window.jar.cookie;
    const theirs = browser();
    theirs.jar.cookie = cookie;
    expect(
      (await theirs.send('POST', '/api/session', { email: stranger.email, password })).json,
    ).toHaveProperty('needs');
    expect((await window.send('POST', `/api/secure/session/remembered/${shown?.id}/forget`)).status).toBe(
      204,
    );
    expect(await again()).toHaveProperty('needs');
    await window.send('POST', '/api/session/code', { code: one.codes[1], remember: true });
    expect(await again()).not.toHaveProperty('needs');
    // By the other session of the person, which ends all others.
    const { window: other } = await begin(one.email);
    await other.send('POST', '/api/session/code', { code: one.codes[2] });
    await other.send('POST', '/api/secure/session/end-others');
    expect(await again()).toHaveProperty('needs');
    await window.send('POST', '/api/session/code', { code: one.codes[3], remember: true });
    await sql`update login_remembered set expires_at = clock_timestamp()`.execute(on.service.db);
    expect(await again()).toHaveProperty('needs');
    await window.send('POST', '/api/session/code', { code: one.codes[4], remember: true });
    const anew = `${password} of another day`;
    const changed = await window.send('PUT', '/api/session/password', { current: password, password: anew });
    expect(changed.status).toBe(204);
    expect(
      (await window.send('POST', '/api/session', { email: one.email, password: anew })).json,
    ).toHaveProperty('needs');
  });
});

describe('turning it off', () => {
  it('needs a code of it, and takes recovery codes and remembered browsers with it', async () => {
    const one = await protectedPerson();
    const off = (code: string) => one.send('POST', '/api/secure/session/authenticator/off', { code });
    expect((await off('123456')).problem.code).toBe('wrong_code');
    expect((await signIn(one.email)).json).toHaveProperty('needs');
    expect((await off(one.app.next())).status).toBe(204);
    expect((await signIn(one.email)).json).not.toHaveProperty('needs');
    expect(await security(one)).toMatchObject({ authenticator: null, recovery_codes: null, remembered: [] });
    expect((await off(one.codes[0] ?? '')).problem.code).toBe('wrong_code');
  });

  it('new recovery codes need one, and end the old ones', async () => {
    const one = await protectedPerson();
    const made = await one.send('POST', '/api/secure/session/recovery-codes', { code: one.codes[0] });
    const { recovery_codes: anew } = newRecoveryCodes.parse(made.json);
    const { window } = await begin(one.email);
    expect((await window.send('POST', '/api/session/code', { code: one.codes[1] })).status).toBe(401);
    expect((await window.send('POST', '/api/session/code', { code: anew[0] })).status).toBe(200);
  });
});

describe('guessing codes', () => {
  it('is ten wrong ones in a quarter of an hour, from however many addresses, and does not shut the owner out', async () => {
    const one = await protectedPerson();
    const home = browser(undefined, '203.0.113.50');
    await home.send('POST', '/api/session', { email: one.email, password });
    expect((await home.send('POST', '/api/session/code', { code: one.codes[0] })).status).toBe(200);
    // As if each came in a minute of its own: what is counted by the minute is another test's.
    const trying = async (code: string | undefined) => {
      await sql`delete from attempt where key like 'account:%'`.execute(on.service.db);
      const { window } = await begin(one.email);
      return (await window.send('POST', '/api/session/code', { code })).status;
    };
    const tries: number[] = [];
    for (let n = 0; n < 12; n += 1) tries.push(await trying('000000'));
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    expect(await trying(one.app.at(0))).toBe(429);
    // A hundred a week, whatever a quarter of an hour allows. Nobody guesses a recovery code.
    await sql`delete from attempt where key like 'code:%'`.execute(on.service.db);
    await sql`update attempt set count = 100 where key like 'codes:%' and count >= 10`.execute(on.service.db);
    expect(await trying(one.app.at(0))).toBe(429);
    expect(await trying(one.codes[1])).toBe(200);
    await home.send('POST', '/api/session', { email: one.email, password });
    expect((await home.send('POST', '/api/session/code', { code: one.codes[2] })).status).toBe(200);
  });

  it('leaves the recovery codes to who has tried too many of the app, in a session as at the sign-in', async () => {
    const one = await protectedPerson();
    const off = async (code: string | undefined) => {
      await sql`delete from attempt where key like 'account:%' or key like 'address:%' or key like 'pair:%'`.execute(
        on.service.db,
      );
      return (await one.send('POST', '/api/secure/session/authenticator/off', { code })).status;
    };
    const tries: number[] = [];
    for (let n = 0; n < 12; n += 1) tries.push(await off('000000'));
    expect(tries).toContain(429);
    expect(await off(one.app.at(0))).toBe(429);
    expect(await off(one.codes[0])).toBe(204);
  });

  it('whoever knows the password alone has not signed in from there', async () => {
    const one = await protectedPerson();
    const thief = browser(undefined, '203.0.113.60');
    const known = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from attempt where key like 'right:%'`.execute(on.service.db);
      return rows[0]?.n ?? 0;
    };
    const before = await known();
    for (let n = 0; n < 3; n += 1) await thief.send('POST', '/api/session', { email: one.email, password });
    expect(await known()).toBe(before);
    expect((await thief.send('POST', '/api/session/code', { code: one.codes[0] })).status).toBe(200);
    expect(await known()).toBe(before + 1);
  });
});

it('who is refused often hides neither a sign-in nor a wrong code from the person’s own list', async () => {
  const one = await protectedPerson();
  const { login_id: login } = (
    await sql<{ login_id: string }>`select id as login_id from login where email = ${one.email}`.execute(
      on.service.db,
    )
  ).rows[0] ?? { login_id: '' };
  await sql`select login_refused(${login}::uuid, 'sign_in_failed', '203.0.113.9', 'x', 'x')
    from generate_series(1, 250)`.execute(on.service.db);
  const { window } = await begin(one.email);
  expect((await window.send('POST', '/api/session/code', { code: '000000' })).status).toBe(401);
  await window.send('POST', '/api/session/code', { code: one.codes[0] });
  const list = ownSignIns.parse((await window.send('GET', '/api/secure/session/sign-ins')).json);
  expect(list.filter(({ refused }) => refused === null).length).toBe(2);
  expect(list.filter(({ refused }) => refused === 'code').length).toBe(1);
  const { rows } = await sql`select from mail_outbox
    where recipient = ${one.email} and data->>'what' = 'wrong_code'`.execute(on.service.db);
  expect(rows.length).toBe(1);
});

it('a mail tells the person of what became of their sign-in, in no company’s name', async () => {
  const one = await protectedPerson();
  const { window } = await begin(one.email);
  await window.send('POST', '/api/session/code', { code: one.codes[0] });
  const { rows } = await sql<{ what: string; tenant_id: string }>`
    select data->>'what' as what, tenant_id from mail_outbox where recipient = ${one.email} order by created_at`.execute(
    on.service.db,
  );
  expect(rows.map(({ what }) => what)).toEqual(['second_factor_on', 'recovery_code_used']);
  expect(new Set(rows.map(({ tenant_id }) => tenant_id))).toEqual(
    new Set(['00000000-0000-0000-0000-000000000000']),
  );
  await invite('manager', 'other', one.email);
});
