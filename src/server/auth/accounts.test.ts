import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { roles } from '@/contract/role';
import { invitationSchema, linkSchema } from '@/contract/session';
import { sessionEntries } from '@/contract/session-list';
import { unknownId, stage } from '@/testing/api/start';
import { password, people, signedInUser } from '@/testing/people';
import { createKey } from '../ops/companies';
import { deleteExpired } from '../ops/retention';

const on = stage();
const { browser, invite, person } = people(on);

/** Backdates the last password confirmation, so that the next guarded write asks for the password again. */
const forget = (id: string) =>
  sql`update session set confirmed_at = clock_timestamp() - interval '11 minutes' where user_id = ${id} or key_id = ${id}`.execute(
    on.service.db,
  );
const count = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    on.service.db,
  );
  return rows[0]?.n;
};

describe('a person’s own sessions', () => {
  it('are listed with when, where from and by what, this one marked', async () => {
    const one = await person();
    const other = browser(undefined, '203.0.113.77');
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
    await other.send('POST', '/api/session', { email: one.email, password }, { 'User-Agent': agent });
    const list = sessionEntries.parse((await one.send('GET', '/api/secure/session')).json);
    expect(list.filter(({ current }) => current).length).toBe(1);
    expect(list.length).toBe(2);
    expect(list.find(({ current }) => !current)).toMatchObject({
      company: 'Helsinki',
      address: '203.0.113.77',
      user_agent: agent,
      begun_at: expect.stringMatching(/Z$/),
      used_at: expect.stringMatching(/Z$/),
    });
    expect(JSON.stringify(list)).not.toContain(one.jar.cookie.split('=')[1]);
  });

  it('end one by one, or all but this one, and never somebody else’s', async () => {
    const one = await person();
    const stranger = await person();
    const windows = [browser(), browser(), browser()];
    for (const { send } of windows) await send('POST', '/api/session', { email: one.email, password });
    const listed = async (who: Pick<typeof one, 'send'>) =>
      sessionEntries.parse((await who.send('GET', '/api/secure/session')).json);
    const [first] = (await listed(one)).filter(({ current }) => !current);
    const theirs = (await listed(stranger))[0];
    for (const id of [theirs?.id, unknownId])
      expect((await one.send('POST', `/api/secure/session/${id}/end`)).status).toBe(404);
    expect((await stranger.send('GET', '/api/secure/plu')).status).toBe(200);
    const mine = (await listed(one)).find(({ current }) => current);
    const itself = await one.send('POST', `/api/secure/session/${mine?.id}/end`);
    expect([itself.status, itself.problem.code]).toEqual([409, 'is_current']);
    expect((await one.send('POST', `/api/secure/session/${first?.id}/end`)).json).toEqual({ ended: 1 });
    expect((await one.send('POST', `/api/secure/session/${first?.id}/end`)).status).toBe(404);
    const standing = await Promise.all(
      windows.map(async ({ send }) => (await send('GET', '/api/secure/plu')).status),
    );
    expect(standing.toSorted((a, b) => a - b)).toEqual([200, 200, 401]);
    expect((await one.send('POST', '/api/secure/session/end-others')).json).toEqual({ ended: 2 });
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(200);
    expect((await listed(one)).map(({ current }) => current)).toEqual([true]);
    expect((await listed(stranger)).length).toBe(1);
  });

  it('of a key are those of that key', async () => {
    const key = await createKey(on.service.db, on.service.companies.helsinki, 'Till', 'terminal');
    const byKey = browser();
    await byKey.send('POST', '/api/session', { key });
    const list = sessionEntries.parse((await byKey.send('GET', '/api/secure/session')).json);
    expect(list.map(({ current }) => current)).toEqual([true]);
  });

  it('are ended by an administrator of the company they act in, and by nobody else', async () => {
    const admin = await person('admin');
    const one = await person();
    for (const company of ['tampere', 'group', 'other'] as const) {
      const send = await on.service.as(company);
      expect((await send('GET', `/api/secure/user/${one.id}/session`)).status).toBe(404);
      expect((await send('POST', `/api/secure/user/${one.id}/session/end`)).status).toBe(404);
    }
    for (const role of roles.filter((name) => name !== 'admin')) {
      const send = await on.service.as('helsinki', role);
      expect((await send('POST', `/api/secure/user/${one.id}/session/end`)).status).toBe(403);
    }
    const elsewhere = await invite('manager', 'tampere', one.email);
    const away = browser();
    await away.send('POST', '/api/invitation/accept', { token: elsewhere.token, password });
    const list = sessionEntries.parse((await admin.send('GET', `/api/secure/user/${one.id}/session`)).json);
    expect(list.length).toBe(1);
    const away_id = sessionEntries
      .parse((await away.send('GET', '/api/secure/session')).json)
      .find((s) => s.current)?.id;
    expect((await admin.send('POST', `/api/secure/user/${one.id}/session/${away_id}/end`)).status).toBe(404);
    expect((await admin.send('POST', `/api/secure/user/${one.id}/session/end`)).json).toEqual({ ended: 1 });
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(401);
    // In another company the person stays signed in.
    expect((await away.send('GET', '/api/secure/plu')).status).toBe(200);
  });
});

describe('the password is asked for again', () => {
  const writes = (id: string) =>
    [
      ['POST', '/api/secure/apikey', { name: 'x', role: 'manager' }],
      ['POST', '/api/secure/apikey', [{ name: 'x', role: 'manager' }]],
      ['PUT', `/api/secure/apikey/${unknownId}`, { active: false }],
      ['POST', '/api/secure/user', { name: 'x', email: 'x@example.org', role: 'admin' }],
      ['POST', '/api/secure/user', [{ id, active: false }]],
      ['PUT', `/api/secure/user/${id}`, { role: 'admin' }],
      ['PUT', `/api/secure/user/${id}`, { active: false }],
      ['POST', `/api/secure/user/${id}/invitation`, undefined],
      ['POST', `/api/secure/customer/${unknownId}/erase`, undefined],
    ] as const;

  it('before keys, people and erasures, on every way, and nothing is done before it was typed', async () => {
    const admin = await person('admin');
    const one = await person();
    await forget(admin.id);
    const before = [await count('event'), await count('invitation')];
    for (const [method, path, json] of writes(one.id)) {
      const answer = await admin.send(method, path, json);
      expect([method, path, answer.status, answer.problem.code]).toEqual([
        method,
        path,
        403,
        'reauthentication_required',
      ]);
    }
    expect([await count('event'), await count('invitation')]).toEqual(before);
    // Requests that need no confirmation still succeed.
    expect((await admin.send('GET', '/api/secure/user')).status).toBe(200);
    expect((await admin.send('POST', '/api/secure/grp', { name: 'Not asked' })).status).toBe(201);
    const wrong = await admin.send('POST', '/api/session/confirmation', { password: 'not this one' });
    expect([wrong.status, wrong.problem.code, wrong.pointers]).toEqual([
      422,
      'wrong_password',
      ['/password'],
    ]);
    expect((await admin.send('POST', '/api/session/confirmation', {})).status).toBe(422);
    expect((await admin.send('POST', '/api/session/confirmation', { key: 'th_x' })).status).toBe(422);
    expect((await admin.send('PUT', `/api/secure/user/${one.id}`, { name: 'y' })).status).toBe(403);
    expect((await admin.send('POST', '/api/session/confirmation', { password })).status).toBe(204);
    expect((await admin.send('PUT', `/api/secure/user/${one.id}`, { name: 'y' })).status).toBe(200);
  });

  it('of each session by itself, and after a password change it was just typed', async () => {
    const admin = await person('admin');
    const other = browser();
    await other.send('POST', '/api/session', { email: admin.email, password });
    await forget(admin.id);
    await other.send('POST', '/api/session/confirmation', { password });
    const made = { name: 'x', role: 'manager' };
    expect((await other.send('POST', '/api/secure/apikey', made)).status).toBe(201);
    expect((await admin.send('POST', '/api/secure/apikey', made)).status).toBe(403);
    await admin.send('PUT', '/api/session/password', {
      current: password,
      password: 'another good password',
    });
    expect((await admin.send('POST', '/api/secure/apikey', made)).status).toBe(201);
  });

  it('of a session that a key began, the key; of a request with a key, nothing', async () => {
    const { db, companies } = on.service;
    const key = await createKey(db, companies.helsinki, 'Admin', 'admin');
    const other = await createKey(db, companies.helsinki, 'Other', 'admin');
    const byKey = browser();
    await byKey.send('POST', '/api/session', { key });
    const { rows } = await sql<{ key_id: string }>`select key_id from session where key_id is not null
      order by begun_at desc limit 1`.execute(db);
    await forget(rows[0]?.key_id ?? '');
    const made = { name: 'x', role: 'manager' };
    expect((await byKey.send('POST', '/api/secure/apikey', made)).status).toBe(403);
    const wrong = await byKey.send('POST', '/api/session/confirmation', { key: other });
    expect([wrong.status, wrong.pointers]).toEqual([422, ['/key']]);
    expect((await byKey.send('POST', '/api/session/confirmation', { key })).status).toBe(204);
    expect((await byKey.send('POST', '/api/secure/apikey', made)).status).toBe(201);
    expect((await on.send('POST', '/api/secure/apikey', { json: made })).status).toBe(201);
  });

  it('of whom the demo let in without one, by a click', async () => {
    const admin = await person('admin');
    await sql`update login set password_hash = null where email = ${admin.email.toLowerCase()}`.execute(
      on.service.db,
    );
    await forget(admin.id);
    const made = { name: 'x', role: 'manager' };
    expect((await admin.send('POST', '/api/secure/apikey', made)).status).toBe(403);
    expect((await admin.send('POST', '/api/session/confirmation', {})).status).toBe(204);
    expect((await admin.send('POST', '/api/secure/apikey', made)).status).toBe(201);
  });

  it('ten times a minute wrongly, from wherever, and by pages of this origin alone', async () => {
    const admin = await person('admin');
    const tries = await Promise.all(
      Array.from({ length: 12 }, () =>
        admin.send('POST', '/api/session/confirmation', { password: 'wrong' }),
      ),
    );
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, () => 422),
      429,
      429,
    ]);
    const elsewhere = browser({ 'Sec-Fetch-Site': 'cross-site' });
    elsewhere.jar.cookie = admin.jar.cookie;
    expect((await elsewhere.send('POST', '/api/session/confirmation', { password })).status).toBe(403);
    expect((await browser().send('POST', '/api/session/confirmation', { password })).status).toBe(401);
    expect((await on.send('POST', '/api/session/confirmation', { json: { password } })).status).toBe(403);
  });
});

describe('the security log', () => {
  const entry = z.looseObject({
    id: z.string(),
    kind: z.string(),
    who: z.string().nullable(),
    user_id: z.string().nullable(),
    address: z.string().nullable(),
    detail: z.string().nullable(),
    subject_id: z.string().nullable(),
  });
  const page = z.object({ data: z.array(entry), next_cursor: z.string(), has_more: z.boolean() });
  const log = async (query = '', company: 'helsinki' | 'other' | 'tampere' = 'helsinki') => {
    const send = await on.service.as(company);
    return page.parse((await send('GET', `/api/secure/securityevent?sort=-at&limit=200${query}`)).json).data;
  };

  it('has sign-ins right and wrong with the address, lock-outs, sign-outs, passwords and sessions ended', async () => {
    const one = await person('admin');
    const home = browser(undefined, '203.0.113.200');
    await home.send('POST', '/api/session', { email: one.email, password });
    await home.send('POST', '/api/session', { email: one.email, password: 'wrong' });
    await one.send('POST', '/api/secure/session/end-others');
    await one.send('POST', '/api/session/confirmation', { password: 'wrong' });
    await one.send('POST', '/api/session/confirmation', { password });
    await one.send('PUT', '/api/session/password', { current: password, password: 'another good password' });
    await Promise.all(
      Array.from({ length: 12 }, () =>
        browser().send('POST', '/api/session', { email: one.email, password: 'wrong' }),
      ),
    );
    await one.send('DELETE', '/api/session');
    const found = await log(`&user_id=${one.id}`);
    const kinds = found.map(({ kind }) => kind).toReversed();
    expect(kinds.filter((kind) => kind !== 'sign_in_failed' && kind !== 'locked_out')).toEqual([
      'invitation_accepted',
      'sign_in',
      'sign_in',
      'session_ended',
      'reauthentication_failed',
      'reauthenticated',
      'password_changed',
      'sign_out',
    ]);
    expect(kinds.filter((kind) => kind === 'locked_out')).toEqual(['locked_out']);
    // Ten attempts for the e-mail: one of them was the wrong password within the session, one came from the home
    // address.
    expect(kinds.filter((kind) => kind === 'sign_in_failed').length).toBe(10);
    expect(found.filter(({ address }) => address === '203.0.113.200').map(({ kind }) => kind)).toEqual([
      'sign_in_failed',
      'sign_in',
    ]);
    expect(found.find(({ kind }) => kind === 'invitation_accepted')?.address).toMatch(/^198\.51\.100\./);
    // A company never sees the people of another company.
    expect((await log('', 'tampere')).some(({ user_id }) => user_id === one.id)).toBe(false);
  });

  it('has what is done to keys and people, with whose, by whom and from where', async () => {
    const admin = await person('admin');
    const made = await admin.send('POST', '/api/secure/apikey', { name: 'Till 9', role: 'terminal' });
    await admin.send('PUT', `/api/secure/apikey/${made.entity.id}`, { name: 'Till 10' });
    await admin.send('POST', '/api/secure/apikey', [{ id: made.entity.id, active: false }]);
    const user = await admin.send('POST', '/api/secure/user', {
      name: 'New',
      email: 'new@example.org',
      role: 'manager',
    });
    await admin.send('POST', `/api/secure/user/${user.entity.id}/invitation`);
    for (const json of [{ role: 'admin' }, { active: false }, { active: true }, { name: 'Newer' }])
      await admin.send('PUT', `/api/secure/user/${user.entity.id}`, json);
    const customer = await admin.send('POST', '/api/secure/customer', { name: 'Aino Private' });
    await admin.send('GET', `/api/secure/customer/${customer.entity.id}/export`);
    await admin.send('POST', `/api/secure/customer/${customer.entity.id}/erase`);
    const found = await log(`&user_id=${admin.id}`);
    expect(
      found
        .toReversed()
        .slice(2)
        .map(({ kind, subject_id, detail, subject }) => [kind, subject_id, subject, detail]),
    ).toEqual([
      ['key_created', made.entity.id, 'Till 9', 'terminal'],
      ['key_changed', made.entity.id, 'Till 10', null],
      ['key_revoked', made.entity.id, 'Till 10', null],
      ['user_created', user.entity.id, 'New', 'manager'],
      ['link_created', user.entity.id, 'New', 'join'],
      ['role_changed', user.entity.id, 'New', 'manager → admin'],
      ['user_deactivated', user.entity.id, 'New', null],
      ['user_activated', user.entity.id, 'New', null],
      ['user_changed', user.entity.id, 'Newer', null],
      ['customer_exported', customer.entity.id, null, null],
      ['customer_erased', customer.entity.id, null, null],
    ]);
    expect(new Set(found.map(({ address }) => address?.startsWith('198.51.100.')))).toEqual(new Set([true]));
    expect(JSON.stringify(await log())).not.toContain('Aino');
  });

  it('has refusals by role, once a minute for each address of the interface, without ids', async () => {
    const one = await person('accountant');
    for (let n = 0; n < 5; n += 1) await one.send('POST', '/api/secure/plu', { name: 'x' });
    await one.send('PUT', `/api/secure/plu/${unknownId}`, { name: 'x' });
    const found = await log(`&user_id=${one.id}&kind=refused`);
    expect(found.map(({ detail }) => detail)).toEqual(['PUT /api/secure/plu/:id', 'POST /api/secure/plu']);
  });

  it('has nothing of an e-mail that nobody has, or whose owner has not joined: nor what was typed', async () => {
    const invited = await invite('manager', 'helsinki', 'not.joined@example.org');
    const before = await count('securityevent');
    const from = browser();
    for (const email of ['nobody@example.org', invited.email])
      expect((await from.send('POST', '/api/session', { email, password: 'typed by mistake' })).status).toBe(
        401,
      );
    expect(await count('securityevent')).toBe(before);
  });

  it('is not filled by a flood: of one person at most thirty a minute, whatever comes', async () => {
    const one = await person();
    // Each address from which the person signed in before has its own attempts.
    const homes = Array.from({ length: 5 }, (_, n) => browser(undefined, `203.0.113.${120 + n}`));
    for (const { send } of homes) await send('POST', '/api/session', { email: one.email, password });
    await Promise.all(
      homes.flatMap(({ send }) =>
        Array.from({ length: 12 }, () =>
          send('POST', '/api/session', { email: one.email, password: 'wrong' }),
        ),
      ),
    );
    const found = await log(`&user_id=${one.id}&kind=sign_in_failed,locked_out`);
    expect(found.length).toBeLessThanOrEqual(30);
  });

  it('is read by administrators of the company alone, by kind, person, address and time, page by page', async () => {
    for (const role of roles.filter((name) => name !== 'admin'))
      expect((await (await on.service.as('helsinki', role))('GET', '/api/secure/securityevent')).status).toBe(
        403,
      );
    const send = await on.service.as('helsinki');
    const all = await log();
    const first = page.parse((await send('GET', '/api/secure/securityevent?sort=-at&limit=3')).json);
    expect([first.data.length, first.has_more]).toEqual([3, true]);
    const cursor = encodeURIComponent(first.next_cursor);
    const second = page.parse(
      (await send('GET', `/api/secure/securityevent?sort=-at&limit=3&cursor=${cursor}`)).json,
    );
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(
      (await log())
        .filter(({ id }) => all.some((one) => one.id === id) || id === first.data[0]?.id)
        .slice(0, 6)
        .map(({ id }) => id),
    );
    expect((await log('&kind=key_created')).every(({ kind }) => kind === 'key_created')).toBe(true);
    expect((await log('&address=203.0.113.200')).every(({ address }) => address === '203.0.113.200')).toBe(
      true,
    );
    expect(await log('&until=2020-01-01T00:00:00Z')).toEqual([]);
    expect((await send('GET', '/api/secure/securityevent?who=x')).status).toBe(400);
    for (const [method, path] of [
      ['POST', '/api/secure/securityevent'],
      ['PUT', `/api/secure/securityevent/${all[0]?.id}`],
      ['DELETE', `/api/secure/securityevent/${all[0]?.id}`],
    ] as const)
      expect([method, [403, 405].includes((await send(method, path, { json: {} })).status)]).toEqual([
        method,
        true,
      ]);
    const other = await on.service.as('other');
    expect((await other('GET', `/api/secure/securityevent/${all[0]?.id}`)).status).toBe(404);
  });

  it('is changed by nobody, its owner neither, and loses only what is older than 400 days', async () => {
    for (const statement of [
      'update securityevent set kind = kind',
      'delete from securityevent',
      'truncate securityevent',
      'set local role tillhouse_app; delete from securityevent',
      'set local role tillhouse_auth; update securityevent set kind = kind',
    ]) {
      await on.service.db.connection().execute(async (db) => {
        await sql.raw('begin; alter table securityevent no force row level security').execute(db);
        await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' });
        await sql.raw('rollback').execute(db);
      });
    }
    const { tenantId, companyId } = on.service.companies.helsinki;
    for (const age of ['401 days', '399 days'])
      await sql`insert into securityevent (tenant_id, company_id, kind, at)
        values (${tenantId}, ${companyId}, 'sign_in', clock_timestamp() - ${age}::interval)`.execute(
        on.service.db,
      );
    const before = (await count('securityevent')) ?? 0;
    await deleteExpired(on.service.db);
    expect(await count('securityevent')).toBe(before - 1);
    const { rows } = await sql<{ n: number }>`select count(*) as n from securityevent
      where at < clock_timestamp() - interval '398 days'`.execute(on.service.db);
    expect(rows[0]?.n).toBe(1);
  });
});

describe('the language of a person', () => {
  it('is null until one is chosen, and then the same in every browser and company', async () => {
    const one = await person();
    const languageAt = async (who: Pick<typeof one, 'send'>) =>
      signedInUser(await who.send('GET', '/api/session'))?.user?.language;
    expect(await languageAt(one)).toBeNull();
    const chosen = await one.send('PUT', '/api/session/language', { language: 'fi' });
    expect([chosen.status, chosen.text]).toEqual([204, '']);
    expect(await languageAt(one)).toBe('fi');
    const other = browser();
    const signedIn = await other.send('POST', '/api/session', { email: one.email, password });
    expect(signedInUser(signedIn)?.user?.language).toBe('fi');
    await other.send('PUT', '/api/session/language', { language: 'en' });
    expect(await languageAt(one)).toBe('en');
    expect((await one.send('GET', '/api/secure/me')).json).toMatchObject({ user: { language: 'en' } });
  });

  it('is that of the membership until the person chooses one, and the invitation says that alone', async () => {
    const email = 'kielo.fi@example.org';
    const admin = await on.service.as('helsinki');
    const user = (
      await admin('POST', '/api/secure/user', {
        json: { name: 'Kielo', email, role: 'manager', data: { locale: 'fi-FI' } },
      })
    ).entity;
    const link = await admin('POST', `/api/secure/user/${user.id}/invitation`);
    const { token } = linkSchema.parse(link.json);
    const one = browser();
    const read = async () =>
      invitationSchema.parse((await one.send('POST', '/api/invitation', { token })).json).language;
    expect(await read()).toBe('fi-FI');
    const joined = await one.send('POST', '/api/invitation/accept', { token, password });
    expect(signedInUser(joined)?.user?.language).toBe('fi-FI');
    await one.send('PUT', '/api/session/language', { language: 'en' });
    expect(signedInUser(await one.send('GET', '/api/session'))?.user?.language).toBe('en');
    // Invited elsewhere too, without a language: the link does not tell what they chose.
    const sister = await on.service.as('tampere');
    const other = await sister('POST', '/api/secure/user', {
      json: { name: 'Kielo', email, role: 'manager' },
    });
    const again = await sister('POST', `/api/secure/user/${other.entity.id}/invitation`);
    const second = await one.send('POST', '/api/invitation', { token: linkSchema.parse(again.json).token });
    expect(invitationSchema.parse(second.json).language).toBeNull();
  });

  it('is nobody else’s, and no event', async () => {
    const [one, other] = [await person(), await person()];
    const events = await count('event');
    await one.send('PUT', '/api/session/language', { language: 'fi' });
    expect(signedInUser(await other.send('GET', '/api/session'))?.user?.language).toBeNull();
    expect(await count('event')).toBe(events);
  });

  it('is refused for an API key, without a session, from another site, and where there is no such language', async () => {
    const one = await person();
    for (const [json, code] of [
      [{ language: 'sv' }, 'invalid_value'],
      [{}, 'invalid_value'],
      [{ language: 'fi', role: 'admin' }, 'unknown_field'],
    ] as const) {
      const refused = await one.send('PUT', '/api/session/language', json);
      expect([refused.status, refused.problem.code]).toEqual([422, code]);
    }
    const foreign = await one.send(
      'PUT',
      '/api/session/language',
      { language: 'fi' },
      { 'Sec-Fetch-Site': 'cross-site' },
    );
    expect([foreign.status, foreign.problem.code]).toEqual([403, 'cross_origin']);
    expect((await browser().send('PUT', '/api/session/language', { language: 'fi' })).status).toBe(401);
    const key = await createKey(on.service.db, on.service.companies.helsinki, 'Till', 'terminal');
    const byKey = browser();
    await byKey.send('POST', '/api/session', { key });
    const refused = await byKey.send('PUT', '/api/session/language', { language: 'fi' });
    expect([refused.status, refused.problem.code]).toEqual([409, 'no_person']);
    expect(signedInUser(await one.send('GET', '/api/session'))?.user?.language).toBeNull();
  });
});
