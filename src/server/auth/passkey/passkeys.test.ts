import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ownSecurity, ownSignIns } from '@/contract/second-factor';
import { stage } from '@/testing/api/start';
import { addPasskey, passkey, proofBy, showAtSignIn, site } from '@/testing/passkeys';
import { password, people, signedInUser } from '@/testing/people';
import { setUp } from '@/testing/second-factor';
import { relyingPartyOf } from './relying-party';

const on = stage();
const { browser, person } = people(on);
type Window = Pick<ReturnType<typeof browser>, 'send'>;

const security = async (window: Window) =>
  ownSecurity.parse((await window.send('GET', '/api/secure/session/security')).json);
const signIns = async (window: Window) =>
  ownSignIns.parse((await window.send('GET', '/api/secure/session/sign-ins')).json);
const kinds = async (userId: string) => {
  const { rows } = await sql<{ kind: string; detail: string | null }>`
    select kind, detail from securityevent where user_id = ${userId} order by seq`.execute(on.service.db);
  return rows.map(({ kind, detail }) => (detail === null ? kind : `${kind} ${detail}`));
};
const mails = async (email: string) => {
  const { rows } = await sql<{ what: string }>`
    select data->>'what' as what from mail_outbox where recipient = ${email} and kind = 'sign_in_changed'`.execute(
    on.service.db,
  );
  return rows.map(({ what }) => what);
};
const withPasskey = async (
  role: 'admin' | 'manager' = 'manager',
  company: 'helsinki' | 'other' = 'helsinki',
) => {
  const one = await person(role, company);
  return { ...one, ...(await addPasskey(one)) };
};

describe('the site of an address', () => {
  it.each([
    ['https://tills.example.org/', { id: 'tills.example.org', origin: 'https://tills.example.org' }],
    [
      'https://tills.example.org:8443/x',
      { id: 'tills.example.org', origin: 'https://tills.example.org:8443' },
    ],
    ['http://localhost:4000', { id: 'localhost', origin: 'http://localhost:4000' }],
    ['http://tills.example.org', null],
    ['http://notlocalhost', null],
    ['https://192.0.2.1', null],
    ['https://[2001:db8::1]', null],
    [undefined, null],
  ])('%s is what browsers take passkeys for', (address, expected) => {
    expect(relyingPartyOf(address)).toEqual(expected);
  });
});

describe('a passkey', () => {
  it('signs its person in by itself, as both factors, and says when', async () => {
    const one = await withPasskey();
    const window = browser();
    const answer = await showAtSignIn(window, one.key);
    expect(answer.status).toBe(200);
    expect(signedInUser(answer)?.user?.email).toBe(one.email);
    const { passkeys, can_add_passkey: canAdd } = await security(window);
    expect([passkeys, canAdd]).toMatchObject([
      [{ name: 'MacBook Air', used_at: expect.any(String), refused_at: null, current: true }],
      true,
    ]);
    expect((await signIns(window))[0]).toMatchObject({ way: 'passkey', second: 'passkey', refused: null });
    expect(await mails(one.email)).toContain('passkey_added');
  });

  it('is asked for no code, also of who has an authenticator, and leaves no half of a sign-in behind', async () => {
    const one = await person();
    const { codes } = await setUp(one);
    const { key } = await addPasskey(one, { code: codes[0] });
    const window = browser();
    await window.send('POST', '/api/session', { email: one.email, password });
    expect((await showAtSignIn(window, key)).status).toBe(200);
    expect(window.jar.cookie).not.toMatch(/sign-in|passkey/);
  });

  it('is renamed and removed, and opens nothing then; the sessions that it began end', async () => {
    const one = await withPasskey();
    const [{ id } = { id: '' }] = (await security(one)).passkeys;
    const renamed = await one.send('PUT', `/api/secure/session/passkeys/${id}/name`, { name: ' Pixel 9 ' });
    expect([renamed.status, renamed.json]).toMatchObject([200, { name: 'Pixel 9' }]);
    const begun = browser();
    await showAtSignIn(begun, one.key);
    expect((await begun.send('GET', '/api/secure/plu')).status).toBe(200);
    expect((await one.send('POST', `/api/secure/session/passkeys/${id}/remove`, {})).status).toBe(204);
    expect((await begun.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(200);
    expect((await showAtSignIn(browser(), one.key)).status).toBe(401);
    expect((await security(one)).passkeys).toEqual([]);
    expect(await mails(one.email)).toContain('passkey_removed');
  });

  it('is its person’s: nobody else renames it, removes it, or shows it in their session', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const [{ id } = { id: '' }] = (await security(one)).passkeys;
    expect(
      (await other.send('PUT', `/api/secure/session/passkeys/${id}/name`, { name: 'Mine' })).status,
    ).toBe(404);
    expect((await other.send('POST', `/api/secure/session/passkeys/${id}/remove`, {})).status).toBe(404);
    const shown = await other.send('POST', '/api/session/confirmation', await proofBy(other, one.key));
    expect([shown.status, shown.problem.errors]).toMatchObject([
      422,
      [{ pointer: '/passkey', code: 'wrong_passkey' }],
    ]);
    const options = await other.send('POST', '/api/secure/session/passkeys/options', {});
    const stolen = { name: 'Mine', passkey: one.key.make(options) };
    expect((await other.send('POST', '/api/secure/session/passkeys', stolen)).problem.code).toBe(
      'passkey_known',
    );
    expect((await showAtSignIn(browser(), one.key)).status).toBe(200);
  });

  it('is no API key’s', async () => {
    const send = await on.service.as('helsinki');
    for (const path of ['passkeys/options', 'passkeys/challenge'])
      expect((await send('POST', `/api/secure/session/${path}`, { json: {} })).problem.code).toBe(
        'no_person',
      );
  });

  it('confirms a session whose password is old, where a passkey is asked for as for the password', async () => {
    const one = await withPasskey('admin');
    await sql`update session set confirmed_at = clock_timestamp() - interval '11 minutes'
      where login_id = (select id from login where email = ${one.email})`.execute(on.service.db);
    const create = () =>
      one.send('POST', '/api/secure/user', {
        name: 'Anybody',
        email: `anybody.${one.id}@example.org`,
        role: 'manager',
      });
    expect((await create()).problem.code).toBe('reauthentication_required');
    expect((await one.send('POST', '/api/secure/session/passkeys/options', {})).problem.code).toBe(
      'reauthentication_required',
    );
    expect((await one.send('POST', '/api/session/confirmation', await proofBy(one, one.key))).status).toBe(
      204,
    );
    expect((await create()).status).toBe(201);
  });

  it('is one of twenty at most', async () => {
    const one = await withPasskey();
    await sql`insert into login_passkey (login_id, credential, public_key, counter, transports, name)
      select l.id, ('\\x' || md5(l.id::text || n))::bytea, '\\x00', 0, '{}', 'One' from login l, generate_series(2, 20) n
      where l.email = ${one.email}`.execute(on.service.db);
    await expect(addPasskey(one)).rejects.toThrow(/too_many_passkeys/);
  });
});

describe('what a passkey must be', () => {
  const wrong: readonly (readonly [string, Parameters<ReturnType<typeof passkey>['show']>[1]])[] = [
    ['of a page of another origin', { origin: 'https://evil.example' }],
    ['of another port of this host', { origin: `${site.origin}:8443` }],
    ['of a page within another one', { crossOrigin: true }],
    ['for another site', { rpId: 'evil.example' }],
    ['by who did not unlock it', { isVerified: false }],
    ['with another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['of another kind', { type: 'webauthn.create' }],
    ['of another person', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
    ['to a challenge that nobody made', { challenge: Buffer.alloc(32, 9).toString('base64url') }],
  ];

  it.each(wrong)('is not shown %s, which the person reads', async (_, how) => {
    const one = await withPasskey();
    expect((await showAtSignIn(browser(), one.key)).status).toBe(200);
    const window = browser();
    const refused = await showAtSignIn(window, one.key, how);
    expect([refused.status, refused.problem.code]).toEqual([401, 'wrong_credentials']);
    expect((await window.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await signIns(one))[0]).toMatchObject({ refused: 'passkey' });
    expect(await kinds(one.id)).toContain('passkey_refused');
    expect(
      (await one.send('POST', '/api/session/confirmation', await proofBy(one, one.key, how))).status,
    ).toBe(422);
  });

  it.each(wrong.filter(([what]) => !/person|key/.test(what)))('is not added %s', async (_, how) => {
    const one = await person();
    const options = await one.send('POST', '/api/secure/session/passkeys/options', {});
    const made = {
      name: 'One',
      passkey: passkey().make(options, { ...how, ...(how?.type && { type: 'webauthn.get' }) }),
    };
    expect((await one.send('POST', '/api/secure/session/passkeys', made)).status).toBe(422);
    expect((await security(one)).passkeys).toEqual([]);
  });

  it('is not shown twice, nor by another browser, nor for another act, nor six minutes later', async () => {
    const one = await withPasskey();
    const [window, other] = [browser(), browser()];
    const shown = { passkey: one.key.show(await window.send('POST', '/api/session/passkey')) };
    expect((await other.send('POST', '/api/session', shown)).status).toBe(401);
    // Whoever tries it has used it up.
    expect((await window.send('POST', '/api/session', shown)).status).toBe(401);
    const again = { passkey: one.key.show(await window.send('POST', '/api/session/passkey')) };
    expect((await one.send('POST', '/api/session/confirmation', again)).status).toBe(422);
    expect((await window.send('POST', '/api/session', again)).status).toBe(200);
    expect((await window.send('POST', '/api/session', again)).status).toBe(401);
    const proof = await proofBy(one, one.key);
    expect((await one.send('POST', '/api/session/confirmation', proof)).status).toBe(204);
    expect((await one.send('POST', '/api/session/confirmation', proof)).status).toBe(422);
    const late = { passkey: one.key.show(await other.send('POST', '/api/session/passkey')) };
    await sql`update login_challenge set expires_at = clock_timestamp() - interval '1 minute'`.execute(
      on.service.db,
    );
    expect((await other.send('POST', '/api/session', late)).status).toBe(401);
  });

  it('is not shown in another session of its person, nor made where one was to be shown', async () => {
    const one = await withPasskey();
    const other = browser();
    await showAtSignIn(other, one.key);
    expect((await other.send('POST', '/api/session/confirmation', await proofBy(one, one.key))).status).toBe(
      422,
    );
    const options = await one.send('POST', '/api/secure/session/passkeys/challenge');
    const made = passkey().make(options);
    expect(
      (await one.send('POST', '/api/secure/session/passkeys', { name: 'One', passkey: made })).status,
    ).toBe(422);
  });

  it('of those shown at once with one challenge lets one in', async () => {
    const one = await withPasskey();
    const window = browser();
    const options = await window.send('POST', '/api/session/passkey');
    const { cookie } = window.jar;
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const copy = browser();
        copy.jar.cookie = cookie;
        return (await copy.send('POST', '/api/session', { passkey: one.key.show(options) })).status;
      }),
    );
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401, 401]);
  });

  it('is refused for good when it counts back, its sessions end, and its person is told', async () => {
    const one = await withPasskey();
    const begun = browser();
    await showAtSignIn(begun, one.key);
    expect((await showAtSignIn(browser(), one.key, { counter: 2 })).status).toBe(401);
    expect((await begun.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await showAtSignIn(browser(), one.key, { counter: 900 })).status).toBe(401);
    const window = browser();
    await window.send('POST', '/api/session', { email: one.email, password });
    expect((await security(window)).passkeys).toMatchObject([{ refused_at: expect.any(String) }]);
    expect(await mails(one.email)).toContain('passkey_cloned');
    expect(await kinds(one.id)).toContain('passkey_cloned');
  });

  it('may be one that several devices share, which does not count', async () => {
    const one = await person();
    const { key } = await addPasskey(one, {}, passkey({ isCounting: false }));
    for (let time = 0; time < 3; time += 1) expect((await showAtSignIn(browser(), key)).status).toBe(200);
  });

  it('is begun some sixty times a minute from one address', async () => {
    const window = browser(undefined, '203.0.113.77');
    const statuses = [];
    for (let time = 0; time < 62; time += 1)
      statuses.push((await window.send('POST', '/api/session/passkey')).status);
    expect([statuses.slice(0, 60).every((status) => status === 201), statuses.slice(60)]).toEqual([
      true,
      [429, 429],
    ]);
  });
});

describe('what the password alone does not do', () => {
  it('is to add or remove a passkey, or set an authenticator up, where one is on already', async () => {
    const one = await person();
    const { app, codes } = await setUp(one);
    const add = (given: object) => one.send('POST', '/api/secure/session/passkeys/options', given);
    const none = await add({});
    expect([none.status, none.problem.errors]).toMatchObject([422, [{ pointer: '/code', code: 'required' }]]);
    expect((await add({ code: '000000' })).problem.code).toBe('wrong_code');
    const { key, passkeyId: id } = await addPasskey(one, { code: app.next() });
    expect((await security(one)).is_guarded).toBe(true);
    expect((await one.send('POST', `/api/secure/session/passkeys/${id}/remove`, {})).status).toBe(422);
    // A passkey does as a code.
    expect(
      (await one.send('POST', '/api/secure/session/authenticator', await proofBy(one, key))).status,
    ).toBe(201);
    expect(
      (await one.send('POST', '/api/secure/session/recovery-codes', await proofBy(one, key))).status,
    ).toBe(200);
    expect(
      (await one.send('POST', `/api/secure/session/authenticator/off`, await proofBy(one, key))).status,
    ).toBe(204);
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(200);
    expect(codes.length).toBe(10);
    expect((await security(one)).is_guarded).toBe(false);
  });

  it('is to pass a guard that has gone up since it was begun', async () => {
    const one = await person();
    const options = await one.send('POST', '/api/secure/session/passkeys/options', {});
    await setUp(one);
    const made = { name: 'One', passkey: passkey().make(options) };
    expect((await one.send('POST', '/api/secure/session/passkeys', made)).status).toBe(422);
  });

  it('is to come in where a company asks, and a passkey is what lets the session in', async () => {
    const admin = await withPasskey('admin', 'other');
    const { companyId } = on.service.companies.other;
    const asked = await admin.send('PUT', `/api/secure/company/${companyId}`, {
      data: { second_factor: { roles: ['manager'], from: '2026-01-01' } },
    });
    expect(asked.status).toBe(200);
    const one = await person('manager', 'other');
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(403);
    const { key, passkeyId: id } = await addPasskey(one);
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(200);
    const window = browser();
    await window.send('POST', '/api/session', { email: one.email, password });
    expect((await window.send('GET', '/api/secure/plu')).status).toBe(403);
    for (const path of ['passkeys/options', `passkeys/${id}/remove`, 'authenticator'])
      expect((await window.send('POST', `/api/secure/session/${path}`, {})).status).toBe(422);
    expect((await window.send('POST', '/api/session/confirmation', { password })).status).toBe(204);
    expect((await window.send('GET', '/api/secure/plu')).status).toBe(403);
    expect((await window.send('POST', '/api/session/confirmation', await proofBy(window, key))).status).toBe(
      204,
    );
    expect((await window.send('GET', '/api/secure/plu')).status).toBe(200);
    // One that is refused proves nothing, so the password alone removes it; the session begins anew with another one.
    const other = await person('manager', 'other');
    const lost = await addPasskey(other);
    expect((await security(other)).is_guarded).toBe(true);
    await sql`update login_passkey set refused_at = clock_timestamp() where id = ${lost.passkeyId}::uuid`.execute(
      on.service.db,
    );
    const removed = await other.send('POST', `/api/secure/session/passkeys/${lost.passkeyId}/remove`, {});
    expect(removed.status).toBe(204);
    // Without its last one a session shows nothing any more.
    const removal = await window.send(
      'POST',
      `/api/secure/session/passkeys/${id}/remove`,
      await proofBy(window, key),
    );
    expect(removal.status).toBe(204);
    expect((await window.send('GET', '/api/secure/plu')).status).toBe(403);
  });
});

describe('an administrator of the only company', () => {
  it('takes a lost phone’s passkeys with the second factor, and whoever holds it is out', async () => {
    const [admin, one] = [await withPasskey('admin'), await withPasskey()];
    const lost = browser();
    await showAtSignIn(lost, one.key);
    const list = await admin.send('GET', `/api/secure/user/${one.id}`);
    expect(list.entity['has_second_factor']).toBe(true);
    expect((await admin.send('POST', `/api/secure/user/${one.id}/second-factor/off`)).status).toBe(204);
    expect((await lost.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await showAtSignIn(browser(), one.key)).status).toBe(401);
    expect(await mails(one.email)).toContain('second_factor_reset');
  });
});
