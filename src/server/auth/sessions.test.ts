import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { unknownId, stage } from '@/testing/api/start';
import { signedInUser, password, people } from '@/testing/people';
import { createKey } from '../ops/companies';

const on = stage();
const { browser, invite, person, signIn } = people(on);

describe('a session', () => {
  it('is begun by a password or a key, and by nothing else; the answer does not say what was wrong', async () => {
    const { email } = await person();
    const refused = [await signIn(email, 'wrong password here'), await signIn('nobody@example.org')];
    expect(refused.map((one) => one.status)).toEqual([401, 401]);
    expect({ ...refused[0]?.problem, request_id: '' }).toEqual({ ...refused[1]?.problem, request_id: '' });
    const key = await createKey(on.service.db, on.service.companies.helsinki, 'Till', 'terminal');
    const { send } = browser();
    expect((await send('POST', '/api/session', { key: `${key}x` })).status).toBe(401);
    const answer = await send('POST', '/api/session', { key });
    expect(signedInUser(answer)).toMatchObject({
      role: 'terminal',
      user: null,
      key: { name: 'Till' },
      memberships: [],
    });
    expect(answer.text).not.toContain(key);
    expect((await send('GET', '/api/secure/plu')).status).toBe(200);
    expect((await send('POST', '/api/secure/plu', { name: 'x' })).status).toBe(403);
    const both = await send('POST', '/api/session', { key, email });
    expect(both.status).toBe(422);
  });

  it('is found again by its cookie, and says nobody without one', async () => {
    const { send, jar, id } = await person();
    expect(signedInUser(await send('GET', '/api/session'))?.user?.id).toBe(id);
    // `live` is a position of the database server that other tests move.
    const found = { ...signedInUser(await send('GET', '/api/session')), live: expect.any(String) };
    expect((await send('GET', '/api/secure/me')).json).toEqual(found);
    jar.cookie = 'tillhouse=made-up';
    expect(signedInUser(await send('GET', '/api/session'))).toBeNull();
    expect((await send('GET', '/api/secure/me')).status).toBe(401);
    expect(signedInUser(await browser().send('GET', '/api/session'))).toBeNull();
  });

  it('has a cookie that only https sends where the page came by it', async () => {
    const { email } = await person();
    const window = browser({ Origin: 'https://test', Host: 'test' });
    const answer = await window.send('POST', '/api/session', { email, password });
    expect(answer.header('set-cookie')).toMatch(
      /^__Host-tillhouse=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect((await window.send('GET', '/api/secure/plu')).status).toBe(200);
  });

  it('writes for pages of this origin alone', async () => {
    const { jar } = await person();
    const grp = { name: 'Cross-site' };
    for (const from of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { Origin: 'https://evil.example', Host: 'test' },
      { Origin: 'http://test:8080', Host: 'test' },
      { Origin: 'null', Host: 'test' },
      {},
    ]) {
      const window = browser(from);
      window.jar.cookie = jar.cookie;
      for (const [method, path, json] of [
        ['POST', '/api/secure/grp', grp],
        ['PUT', `/api/secure/grp/${unknownId}`, grp],
        ['PUT', '/api/session', { user_id: unknownId }],
        ['PUT', '/api/session/password', { current: password, password: 'stolen password' }],
        ['DELETE', '/api/session', undefined],
        ['DELETE', '/api/session/everywhere', undefined],
      ] as const) {
        const answer = await window.send(method, path, json);
        expect([from, method, path, answer.status, answer.problem.code]).toEqual([
          from,
          method,
          path,
          403,
          'cross_origin',
        ]);
      }
    }
    const own = browser({ Origin: 'http://test', Host: 'test' });
    own.jar.cookie = jar.cookie;
    expect((await on.send('GET', '/api/secure/grp?q=cross')).text).toBe('[]');
    expect((await own.send('POST', '/api/secure/grp', grp)).status).toBe(201);
  });

  it('is not begun by another page: nobody is signed in as somebody else unawares', async () => {
    const { email } = await person();
    for (const from of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example', Host: 'test' },
    ]) {
      expect((await browser(from).send('POST', '/api/session', { email, password })).status).toBe(403);
    }
    expect((await browser({}).send('POST', '/api/session', { email, password })).status).toBe(200);
  });

  it('ends at once: signed out, signed out everywhere, deactivated, or with its key', async () => {
    const one = await person();
    const colleague = await person();
    const windows = [browser(), browser(), browser()];
    for (const { send } of windows) await send('POST', '/api/session', { email: one.email, password });
    const [first, second, third] = windows;
    const standing = async () =>
      Promise.all(windows.map(async ({ send }) => (await send('GET', '/api/secure/plu')).status));
    const before = first?.jar.cookie ?? '';
    expect((await first?.send('DELETE', '/api/session'))?.status).toBe(204);
    if (first) first.jar.cookie = before;
    expect(await standing()).toEqual([401, 200, 200]);
    expect((await second?.send('DELETE', '/api/session/everywhere'))?.status).toBe(204);
    expect((await third?.send('GET', '/api/secure/plu'))?.status).toBe(401);
    expect((await colleague.send('GET', '/api/secure/plu')).status).toBe(200);

    const again = browser();
    await again.send('POST', '/api/session', { email: one.email, password });
    await on.send('PUT', `/api/secure/user/${one.id}`, { json: { role: 'accountant' } });
    expect((await again.send('GET', '/api/secure/me')).json).toMatchObject({ role: 'accountant' });
    await on.send('PUT', `/api/secure/user/${one.id}`, { json: { active: false } });
    expect((await again.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await signIn(one.email)).status).toBe(401);

    const made = await on.send('POST', '/api/secure/apikey', { json: { name: 'x', role: 'manager' } });
    const key = z.looseObject({ key: z.string() }).parse(made.json).key;
    const byKey = browser();
    await byKey.send('POST', '/api/session', { key });
    expect((await byKey.send('GET', '/api/secure/plu')).status).toBe(200);
    await on.send('PUT', `/api/secure/apikey/${made.entity.id}`, { json: { active: false } });
    expect((await byKey.send('GET', '/api/secure/plu')).status).toBe(401);
  });

  it('of a key, signed out everywhere, ends all of that key, and those of nobody else', async () => {
    const { db, companies } = on.service;
    const [own, other] = [
      await createKey(db, companies.helsinki, 'Office', 'manager'),
      await createKey(db, companies.helsinki, 'Till', 'terminal'),
    ];
    const [first, second, till] = [browser(), browser(), browser()];
    for (const [{ send }, key] of [
      [first, own],
      [second, own],
      [till, other],
    ] as const)
      await send('POST', '/api/session', { key });
    expect((await first.send('DELETE', '/api/session/everywhere')).status).toBe(204);
    const standing = [first, second, till].map(
      async ({ send }) => (await send('GET', '/api/secure/plu')).status,
    );
    expect(await Promise.all(standing)).toEqual([401, 401, 200]);
  });

  it('stays ended: neither a reactivation nor the old e-mail brings it back, whichever way it was done', async () => {
    const ways: readonly ((id: string, active: boolean) => Promise<unknown>)[] = [
      (id, active) => on.send('PUT', `/api/secure/user/${id}`, { json: { active } }),
      (id, active) => on.send('POST', '/api/secure/user', { json: { id, active } }),
      (id, active) => on.send('POST', '/api/secure/user', { json: [{ id, active }] }),
      (id, active) => sql`update "user" set active = ${active} where id = ${id}`.execute(on.service.db),
    ];
    for (const set of ways) {
      const { send, id } = await person();
      expect((await send('GET', '/api/secure/plu')).status).toBe(200);
      await set(id, false);
      await set(id, true);
      expect((await send('GET', '/api/secure/plu')).status).toBe(401);
      const { rows } = await sql`select from session where user_id = ${id}`.execute(on.service.db);
      expect(rows).toEqual([]);
    }
    const renamed = await person();
    for (const email of [`other.${renamed.email}`, renamed.email])
      await on.send('PUT', `/api/secure/user/${renamed.id}`, { json: { email } });
    await sql`select membership_accept(${on.service.companies.helsinki.tenantId}::uuid, ${renamed.id}::uuid)`.execute(
      on.service.db,
    );
    expect((await renamed.send('GET', '/api/secure/plu')).status).toBe(401);

    const inside = await person('manager', 'tampere');
    for (const active of [false, true])
      await sql`update company set active = ${active} where id = ${on.service.companies.group.companyId}`.execute(
        on.service.db,
      );
    expect((await inside.send('GET', '/api/secure/plu')).status).toBe(401);
  });

  it('ends after 30 minutes without a request, and after 12 hours at the latest', async () => {
    const aged = async (used: string, begun: string) => {
      const { send, id } = await person();
      await sql`update session set used_at = clock_timestamp() - ${used}::interval,
        begun_at = clock_timestamp() - ${begun}::interval where user_id = ${id}`.execute(on.service.db);
      const status = (await send('GET', '/api/secure/plu')).status;
      const { rows } = await sql<{
        fresh: boolean;
      }>`select used_at > clock_timestamp() - interval '1 minute' as fresh
        from session where user_id = ${id}`.execute(on.service.db);
      return [status, rows[0]?.fresh];
    };
    expect(await aged('29 minutes', '11 hours 59 minutes')).toEqual([200, true]);
    expect(await aged('31 minutes', '31 minutes')).toEqual([401, false]);
    expect(await aged('1 second', '12 hours')).toEqual([401, true]);
  });

  it('is not kept going by what a page reads by itself, with nobody there', async () => {
    const { send, id } = await person();
    const used = async (method: string, headers: Record<string, string>) => {
      await sql`update session set used_at = clock_timestamp() - interval '29 minutes' where user_id = ${id}`.execute(
        on.service.db,
      );
      const { status } = await send(method, '/api/secure/grp', method === 'GET' ? undefined : [], headers);
      expect([method, headers, status]).toEqual([method, headers, 200]);
      const { rows } = await sql<{ fresh: boolean }>`
        select used_at > clock_timestamp() - interval '25 minutes' as fresh from session where user_id = ${id}`.execute(
        on.service.db,
      );
      return rows[0]?.fresh;
    };
    expect(await used('GET', { 'Tillhouse-Attended': 'no' })).toBe(false);
    // A missing or unknown header value counts as activity; a write is refused when nobody attends the window.
    for (const headers of [{}, { 'Tillhouse-Attended': 'yes' }, { 'Tillhouse-Attended': '' }])
      expect(await used('GET', headers)).toBe(true);
    expect(await used('POST', { 'Tillhouse-Attended': 'no' })).toBe(true);
  });

  it('acts in another company of the same person when it is switched there, and nowhere else', async () => {
    const one = await person('manager', 'helsinki');
    const second = await invite('accountant', 'tampere', one.email);
    await browser().send('POST', '/api/invitation/accept', { token: second.token, password });
    const stranger = await person('admin', 'tampere');
    const pending = await invite('admin', 'group', one.email);
    const { send, jar } = browser();
    await send('POST', '/api/session', { email: one.email, password });
    await send('PUT', '/api/session', { user_id: one.id });
    for (const user_id of [stranger.id, pending.id, unknownId]) {
      expect((await send('PUT', '/api/session', { user_id })).status).toBe(404);
    }
    expect(signedInUser(await send('GET', '/api/session'))?.company.name).toBe('Helsinki');
    const shown = { 'Tillhouse-As': one.id };
    expect((await send('POST', '/api/secure/grp', { name: 'Before' }, shown)).status).toBe(201);

    const planted = browser();
    planted.jar.cookie = jar.cookie;
    const switched = await send('PUT', '/api/session', { user_id: second.id });
    expect((await planted.send('GET', '/api/secure/plu')).status).toBe(401);
    expect(signedInUser(switched)).toMatchObject({ role: 'accountant', company: { name: 'Tampere' } });
    // The window that still shows Helsinki neither reads nor writes Tampere's records.
    for (const [method, path, json] of [
      ['POST', '/api/secure/grp', { name: 'Wrong company' }],
      ['PUT', `/api/secure/plu/${unknownId}`, { name: 'x' }],
      ['GET', '/api/secure/plu', undefined],
    ] as const) {
      const answer = await send(method, path, json, shown);
      expect([method, answer.status, answer.problem.code]).toEqual([method, 409, 'acting_as_another']);
    }
    expect((await send('GET', '/api/secure/plu', undefined, { 'Tillhouse-As': second.id })).status).toBe(200);
    await on.service
      .as('tampere')
      .then((admin) => admin('PUT', `/api/secure/user/${second.id}`, { json: { active: false } }));
    expect((await send('GET', '/api/secure/plu')).status).toBe(401);
    // The next sign-in enters a company in which the person still works.
    expect(signedInUser(await signIn(one.email))?.company.name).toBe('Helsinki');
  });

  it('writes events in the name of the person', async () => {
    const { send, id } = await person();
    const made = await send('POST', '/api/secure/grp', { name: 'By a person' });
    const { rows } =
      await sql`select user_id, key_id, who from event where entity_id = ${made.entity.id}`.execute(
        on.service.db,
      );
    expect(rows).toEqual([{ user_id: id, key_id: null, who: 'Of helsinki' }]);
  });

  it('lets a person choose another password, which ends the other sessions', async () => {
    const one = await person();
    const elsewhere = browser();
    await elsewhere.send('POST', '/api/session', { email: one.email, password });
    const next = 'another good password';
    const wrong = await one.send('PUT', '/api/session/password', { current: 'not this one', password: next });
    expect([wrong.status, wrong.pointers]).toEqual([422, ['/current']]);
    for (const [given, code] of [
      ['too short', 'too_small'],
      [one.email.toUpperCase(), 'too_easy'],
      ['password1234', 'too_common'],
      ['Helsinki Helsinki 1', 'too_easy'],
      [password, 'unchanged'],
    ] as const) {
      const refused = await one.send('PUT', '/api/session/password', { current: password, password: given });
      expect([refused.status, refused.problem.errors?.[0]]).toMatchObject([
        422,
        { pointer: '/password', code },
      ]);
    }
    expect((await elsewhere.send('GET', '/api/secure/plu')).status).toBe(200);
    const before = one.jar.cookie;
    const done = await one.send('PUT', '/api/session/password', { current: password, password: next });
    expect(done.status).toBe(204);
    // A copy of the earlier cookie is no longer valid.
    expect(one.jar.cookie).not.toBe(before);
    const copied = browser();
    copied.jar.cookie = before;
    expect((await copied.send('GET', '/api/secure/plu')).status).toBe(401);
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(200);
    expect((await elsewhere.send('GET', '/api/secure/plu')).status).toBe(401);
    expect([(await signIn(one.email)).status, (await signIn(one.email, next)).status]).toEqual([401, 200]);
  });

  it('of somebody without a password, or of a key, has none to change', async () => {
    const one = await person();
    const given = { current: password, password: 'another good password' };
    expect(signedInUser(await one.send('GET', '/api/session'))?.user?.has_password).toBe(true);
    await sql`update login set password_hash = null where email = ${one.email.toLowerCase()}`.execute(
      on.service.db,
    );
    expect(signedInUser(await one.send('GET', '/api/session'))?.user?.has_password).toBe(false);
    const byKey = browser();
    await byKey.send('POST', '/api/session', {
      key: await createKey(on.service.db, on.service.companies.helsinki, 'Till', 'admin'),
    });
    for (const { send } of [one, byKey]) {
      const answer = await send('PUT', '/api/session/password', given);
      expect([answer.status, answer.problem.code]).toEqual([409, 'no_password']);
    }
  });

  it('keeps an administrator from shutting themselves out', async () => {
    const { send, id } = await person('admin');
    for (const [field, value] of [
      ['active', false],
      ['role', 'manager'],
    ] as const) {
      const answer = await send('PUT', `/api/secure/user/${id}`, { [field]: value });
      expect([answer.status, answer.problem.code, answer.pointers]).toEqual([
        409,
        'own_membership',
        [`/${field}`],
      ]);
    }
    expect(
      (await send('PUT', `/api/secure/user/${id}`, { name: 'Me', role: 'admin', active: true })).status,
    ).toBe(200);
  });
});
