import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownSecurity } from '@/contract/second-factor';
import { stage } from '@/testing/api/start';
import type { CompanyName } from '@/testing/service';
import { password, people, signedInUser } from '@/testing/people';
import { addPasskey, showAtSignIn } from '@/testing/passkeys';
import { provide, signInAt, type Provided } from '@/testing/openid';
import { setUp } from '@/testing/second-factor';

/**
 * What a person proves is their own, and good everywhere; a tenant decides only about its own memberships (docs/security.md#logins). Tenant A
 * (of Helsinki) asks for nothing besides the password; tenant B ("other") asks everybody for a second factor, and it is due.
 */

const on = stage();
const { browser, invite, person } = people(on);
type Window = ReturnType<typeof browser>;
const companyOf = { A: 'helsinki', B: 'other' } as const satisfies Record<string, CompanyName>;
type Tenant = keyof typeof companyOf;

const yesterday = () => new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
const everyRole = ['admin', 'manager', 'accountant'];

/** Lets an administrator with a second factor say of whom their company asks one. */
async function asks(company: CompanyName, rule: object | null) {
  const admin = await person('admin', company);
  await setUp(admin);
  const { companyId } = on.service.companies[company];
  return admin.send('PUT', `/api/secure/company/${companyId}`, { data: { second_factor: rule } });
}

let a: Provided;
let b: Provided;

beforeAll(async () => {
  const admins = await Promise.all([on.service.as(companyOf.A), on.service.as(companyOf.B)]);
  [a, b] = await Promise.all([provide(admins[0]), provide(admins[1])]);
  const answer = await asks('other', { roles: everyRole, from: yesterday() });
  expect(answer.status).toBe(200);
});

/** Somebody who has taken up memberships in tenants, by their password; signed in where they joined last. */
async function memberOf(tenants: readonly Tenant[]) {
  const [first = 'A', ...further] = tenants;
  const one = await person('manager', companyOf[first]);
  for (const tenant of further) {
    const there = await invite('manager', companyOf[tenant], one.email);
    const joined = await one.send('POST', '/api/invitation/accept', { token: there.token, password });
    expect(joined.status).toBe(200);
  }
  return one;
}

type Member = Awaited<ReturnType<typeof memberOf>>;

/** Each way to come in: a window that has gone it, of somebody who is there already. */
const ways: Readonly<Record<string, (one: Member) => Promise<Window>>> = {
  'the password, without a second factor': async ({ email }) => {
    const window = browser();
    await window.send('POST', '/api/session', { email, password });
    return window;
  },
  'a link for a new password, without a second factor': async (one) => {
    await sql`update login set password_hash = null where email = ${one.email}`.execute(on.service.db);
    const { rows } = await sql<{ tenant_id: string; id: string; company: CompanyName }>`
      select tenant_id, id, company_id::text as company from "user" where email = ${one.email}`.execute(
      on.service.db,
    );
    const token = Buffer.from('a link of the installation').toString('base64url');
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(token)));
    await sql`select invitation_make(${rows[0]?.tenant_id}::uuid, ${rows[0]?.id}::uuid, ${hash}, 'recover', 1)`.execute(
      on.service.db,
    );
    const window = browser();
    await window.send('POST', '/api/invitation/accept', { token, password });
    return window;
  },
  'the password, and no code where one is asked for': async (one) => {
    await setUp(one);
    const window = browser();
    await window.send('POST', '/api/session', { email: one.email, password });
    return window;
  },
  'the password and a code of the app': async (one) => {
    const { app } = await setUp(one);
    const window = browser();
    await window.send('POST', '/api/session', { email: one.email, password });
    await window.send('POST', '/api/session/code', { code: app.next() });
    return window;
  },
  'the password and a recovery code': async (one) => {
    const { codes } = await setUp(one);
    const window = browser();
    await window.send('POST', '/api/session', { email: one.email, password });
    await window.send('POST', '/api/session/code', { code: codes[0] });
    return window;
  },
  'a passkey': async (one) => {
    const { key } = await addPasskey(one);
    const window = browser();
    await showAtSignIn(window, key);
    return window;
  },
  'the password, without the passkey that they have': async (one) => {
    await addPasskey(one);
    const window = browser();
    await window.send('POST', '/api/session', { email: one.email, password });
    return window;
  },
  'a provider of A': async (one) => byProvider(a, one),
  'a provider of B': async (one) => byProvider(b, one),
  'the password in a remembered browser': async (one) => {
    const { codes } = await setUp(one);
    const window = browser();
    await window.send('POST', '/api/session', { email: one.email, password });
    await window.send('POST', '/api/session/code', { code: codes[0], remember: true });
    await window.send('DELETE', '/api/session');
    await window.send('POST', '/api/session', { email: one.email, password });
    return window;
  },
};

/** Somebody whom a provider names, and an administrator links to their membership of its company, if they have one. */
async function byProvider(set: Provided, { email }: Member): Promise<Window> {
  const sub = `sub of ${email}`;
  await set.provider.tell({ sub, people: { [sub]: { name: 'Anybody', email } } });
  const window = browser();
  expect(await signInAt(set, window)).toBe('/?sign-in=unknown');
  const company = set === a ? companyOf.A : companyOf.B;
  const { rows } = await sql<{ id: string; identity: string }>`
    select u.id, i.id as identity from "user" u, provider_identity i
    where u.email = ${email} and u.company_id = ${on.service.companies[company].companyId}::uuid and i.subject = ${sub}
      and i.provider_id = ${set.id}::uuid`.execute(on.service.db);
  const [member] = rows;
  if (!member) return window;
  const path = `/api/secure/identityprovider/${set.id}/identities/${member.identity}/link`;
  expect((await set.admin('POST', path, { json: { user_id: member.id } })).status).toBe(204);
  expect(await signInAt(set, window)).toBe('/');
  return window;
}

/** What a window may do: status and code of each act; null where the person has no membership of the tenant. */
async function actsOf(window: Window, email: string) {
  const actIn = async (tenant: Tenant) => {
    const { rows } = await sql<{ id: string }>`
      select id from "user" where email = ${email} and company_id = ${on.service.companies[companyOf[tenant]].companyId}::uuid`.execute(
      on.service.db,
    );
    const [membership] = rows;
    if (!membership) return null;
    const { tenantId } = on.service.companies[companyOf[tenant]];
    const switched = await window.send('PUT', '/api/session', { acting_as: `${tenantId}:${membership.id}` });
    if (switched.status !== 200) return switched.status;
    const said = signedInUser(switched)?.user?.second_factor;
    const answers = [
      await window.send('GET', '/api/secure/plu'),
      await window.send('GET', '/api/secure/me'),
      await window.send('POST', '/api/secure/supplier', { name: 'Anybody' }),
      await window.send('GET', '/api/secure/company'),
    ];
    const codes = new Set(
      answers.map(({ status, json }) => (status < 300 ? 200 : ((json as { code?: string }).code ?? status))),
    );
    expect(said?.is_due === true).toBe(codes.has('second_factor_required'));
    return codes.size === 1 ? [...codes][0] : [...codes];
  };
  const a = await actIn('A');
  const b = await actIn('B');
  const authenticator = (await window.send('POST', '/api/secure/session/authenticator', {})).status;
  const passkey = (await window.send('POST', '/api/secure/session/passkeys/options', {})).status;
  const changed = { current: password, password: `${password} of ${email}` };
  return {
    a,
    b,
    authenticator,
    passkey,
    password: (await window.send('PUT', '/api/session/password', changed)).status,
  };
}

const required = 'second_factor_required';
const isIn = (way: string) => !way.includes('no code');
const hasShown = (way: string) => !way.includes('without') && isIn(way);

afterAll(async () => {
  await Promise.all([a.provider.stop(), b.provider.stop()]);
});

describe.each(Object.keys(ways))('%s', (way) => {
  it.each([
    ['A alone', ['A']],
    ['B alone', ['B']],
    ['both', ['A', 'B']],
    ['both, B first', ['B', 'A']],
  ] as const)('opens to a member of %s what it proves, and nothing else', async (_, tenants) => {
    const one = await memberOf(tenants);
    const window = await ways[way]?.(one);
    if (!window) throw new Error('There is such a way');
    const member = (tenant: Tenant) => tenants.some((one_) => one_ === tenant);
    const inside = (open: unknown) => (isIn(way) ? open : 401);
    const acts = await actsOf(window, one.email);
    const provider = /provider of ([AB])/.exec(way)?.[1];
    if (provider !== undefined) {
      const isKnown = tenants.some((tenant) => tenant === provider);
      const at = (tenant: Tenant) =>
        !member(tenant) ? null : !isKnown ? 401 : tenant === provider ? 200 : 404;
      // What it says is its company's: no way to sign in of the person's own is there to be changed.
      const own = isKnown ? 409 : 401;
      // What is asked for again is not shown by the provider's own session.
      const again = isKnown ? 403 : 401;
      expect(acts).toEqual({ a: at('A'), b: at('B'), authenticator: again, passkey: again, password: own });
      return;
    }
    const isGuarded = /passkey/.test(way) ? member('B') : hasShown(way);
    expect(acts).toEqual({
      a: member('A') ? inside(200) : null,
      b: member('B') ? inside(hasShown(way) ? 200 : required) : null,
      // Where more than the password is asked for, it is shown again before a way to sign in is added.
      authenticator: inside(isGuarded ? 422 : 201),
      passkey: inside(isGuarded ? 422 : 201),
      // The session acts in B by now, which lets in nobody who has shown nothing.
      password: inside(member('B') && !hasShown(way) ? 403 : 204),
    });
  });
});

describe('a company that asks for a second factor', () => {
  it('is entered when it is set up, without another sign-in, and left when it is turned off', async () => {
    const one = await person('manager', 'other');
    expect((await one.send('GET', '/api/secure/plu')).problem.code).toBe(required);
    const { codes } = await setUp(one);
    expect((await one.send('GET', '/api/secure/plu')).status).toBe(200);
    await one.send('POST', '/api/secure/session/authenticator/off', { code: codes[0] });
    expect((await one.send('GET', '/api/secure/plu')).problem.code).toBe(required);
  });

  it('ends the streams that it has no more reason to serve', async () => {
    const one = await person('manager', 'other');
    const { codes } = await setUp(one);
    const open = async () => {
      const headers = { Cookie: one.jar.cookie, 'Sec-Fetch-Site': 'same-origin' };
      return on.service.fetch(new Request('http://test/api/secure/live', { headers }));
    };
    const stream = await open();
    expect(stream.status).toBe(200);
    await one.send('POST', '/api/secure/session/authenticator/off', { code: codes[0] });
    const refused = await open();
    expect(refused.status).toBe(403);
    await stream.body?.cancel();
  });

  it('asks in the companies below it, of the roles that it names, from its day on', async () => {
    const rule = { roles: ['accountant'], from: inAYear() };
    expect((await asks('group', rule)).status).toBe(200);
    const [asked, not] = [await person('accountant', 'tampere'), await person('manager', 'tampere')];
    const said = async (window: Pick<Window, 'send'>) =>
      signedInUser(await window.send('GET', '/api/session'))?.user?.second_factor ?? null;
    expect(await said(asked)).toEqual({ company: 'Group', from: rule.from, is_due: false });
    expect(await said(not)).toBeNull();
    expect(ownSecurity.parse((await asked.send('GET', '/api/secure/session/security')).json).asked).toEqual([
      { company: 'Group', from: rule.from, is_due: false },
    ]);
    expect((await asked.send('GET', '/api/secure/plu')).status).toBe(200);
    expect((await asks('group', { from: yesterday() })).status).toBe(200);
    expect((await asked.send('GET', '/api/secure/plu')).problem.code).toBe(required);
    expect((await not.send('GET', '/api/secure/plu')).status).toBe(200);
    expect((await asks('group', null)).status).toBe(200);
    expect((await asked.send('GET', '/api/secure/plu')).status).toBe(200);
  });

  it('stops nobody else by a rule that is none, and opens nothing', async () => {
    const [asked, elsewhere] = [await person('manager', 'tampere'), await person('manager', 'helsinki')];
    const { companyId } = on.service.companies.tampere;
    // As a service of the version before stores it, which knows no such rule.
    const stored = async (rule: unknown) =>
      sql`update company set data = data || jsonb_build_object('second_factor', ${JSON.stringify(rule)}::jsonb)
        where id = ${companyId}::uuid`.execute(on.service.db);
    for (const from of ['x', '2026-02-31', 7, {}, ['2026-01-01'], '']) {
      await stored({ roles: ['manager'], from });
      const answers = await Promise.all(
        [asked, elsewhere, asked, elsewhere].map(
          async ({ send }) => (await send('GET', '/api/secure/plu')).status,
        ),
      );
      expect([from, ...answers]).toEqual([from, 403, 200, 403, 200]);
    }
    for (const rule of [
      null,
      'x',
      [],
      { roles: 'manager', from: '2026-01-01' },
      { roles: ['manager'], from: null },
    ]) {
      await stored(rule);
      expect((await asked.send('GET', '/api/secure/plu')).status).toBe(200);
    }
    await sql`update company set data = data - 'second_factor' where id = ${companyId}::uuid`.execute(
      on.service.db,
    );
  });

  it('is due by its own day at most one from that of UTC, whatever time zone somebody writes', async () => {
    const { rows } = await sql<{ off: number }>`
      select date_in(zone) - (clock_timestamp() at time zone 'UTC')::date as off
      from unnest(array['A+167', 'A-167', 'Nowhere/At_All', null]) zone`.execute(on.service.db);
    expect(rows.map(({ off }) => Math.abs(off))).toEqual([1, 1, 0, 0]);
  });

  it('is told so by who has shown one, and by no key', async () => {
    const admin = await person('admin', 'tampere');
    const { companyId } = on.service.companies.tampere;
    const path = `/api/secure/company/${companyId}`;
    const data = { second_factor: { roles: ['manager'], from: inAYear() } };
    const key = await on.service.as('tampere');
    for (const answer of [
      await admin.send('PUT', path, { data }),
      await key('PUT', path, { json: { data } }),
    ])
      expect([answer.status, answer.problem.code]).toEqual([403, 'second_factor_needed']);
    // What is so already needs nothing: a form sends all of its fields.
    expect((await key('PUT', path, { json: { name: 'Tampere', data: { second_factor: {} } } })).status).toBe(
      200,
    );
    await setUp(admin);
    const lacking = await admin.send('PUT', path, { data: { second_factor: { roles: ['manager'] } } });
    expect([lacking.status, lacking.problem.errors]).toMatchObject([
      422,
      [{ pointer: '/data/second_factor/from', code: 'required' }],
    ]);
    expect((await admin.send('PUT', path, { data })).status).toBe(200);
    expect((await admin.send('PUT', path, { data: { second_factor: { from: null } } })).problem.code).toBe(
      'required',
    );
    const child = { name: 'Child', data };
    expect((await key('POST', '/api/secure/company', { json: child })).problem.code).toBe(
      'second_factor_needed',
    );
    expect((await admin.send('POST', '/api/secure/company', child)).status).toBe(201);
  });
});

describe('how long a session lasts', () => {
  const says = async (company: CompanyName, session: object | null) => {
    const send = await on.service.as(company);
    const { companyId } = on.service.companies[company];
    return send('PUT', `/api/secure/company/${companyId}`, { json: { data: { session } } });
  };
  const ago = (id: string, column: 'used_at' | 'begun_at', minutes: number) =>
    sql`update session set ${sql.ref(column)} = clock_timestamp() - make_interval(mins => ${minutes})
      where user_id = ${id}`.execute(on.service.db);
  const status = async ({ send }: Pick<Window, 'send'>) => (await send('GET', '/api/secure/plu')).status;

  it('is what the company and those above it say, the strictest, also of sessions that stand', async () => {
    const one = await person('manager', 'helsinki');
    await ago(one.id, 'used_at', 29);
    expect(await status(one)).toBe(200);
    expect((await says('group', { idle_minutes: 20 })).status).toBe(200);
    await ago(one.id, 'used_at', 19);
    expect(await status(one)).toBe(200);
    expect((await says('helsinki', { idle_minutes: 600, hours: 2 })).status).toBe(200);
    await ago(one.id, 'used_at', 21);
    expect(await status(one)).toBe(401);
    await says('group', null);
    // A longer one lets nobody back in whom another tab has not kept in, but a session is the company's to judge.
    const next = await person('manager', 'helsinki');
    await ago(next.id, 'used_at', 599);
    expect(await status(next)).toBe(200);
    expect(ownSecurity.parse((await next.send('GET', '/api/secure/session/security')).json).session).toEqual({
      idle_minutes: 600,
      hours: 2,
    });
    await ago(next.id, 'begun_at', 121);
    expect(await status(next)).toBe(401);
    // A company beside it says nothing of it.
    const beside = await person('manager', 'tampere');
    await ago(beside.id, 'begun_at', 121);
    expect(await status(beside)).toBe(200);
    await says('helsinki', null);
  });

  it('goes with the company that is switched to', async () => {
    const both = await memberOf(['A', 'B']);
    await says('helsinki', { hours: 1 });
    const { rows } = await sql<{ id: string }>`select id from "user"
      where email = ${both.email} and company_id = ${on.service.companies.helsinki.companyId}::uuid`.execute(
      on.service.db,
    );
    const { tenantId } = on.service.companies.helsinki;
    await sql`update session set begun_at = clock_timestamp() - interval '61 minutes'
      where login_id = (select id from login where email = ${both.email})`.execute(on.service.db);
    expect(signedInUser(await both.send('GET', '/api/session'))).not.toBeNull();
    await both.send('PUT', '/api/session', { acting_as: `${tenantId}:${rows[0]?.id}` });
    expect(await status(both)).toBe(401);
    await says('helsinki', null);
  });

  it('is 5 minutes to 12 hours without use, and an hour to 30 days in any case', async () => {
    for (const session of [
      { idle_minutes: 4 },
      { idle_minutes: 721 },
      { hours: 0 },
      { hours: 721 },
      { hours: 1.5 },
      { hours: '2' },
    ])
      expect((await says('tampere', session)).status).toBe(422);
  });
});

describe('an administrator helps who has lost the authenticator', () => {
  const off = (by: Pick<Window, 'send'>, id: string) =>
    by.send('POST', `/api/secure/user/${id}/second-factor/off`);
  const code = async (answer: ReturnType<typeof off>) => {
    const { status, problem } = await answer;
    return [status, problem.code];
  };

  it('who works in this company alone, and has shown a second factor themselves', async () => {
    const lost = await person();
    await setUp(lost);
    const admin = await person('admin');
    expect(await code(off(admin, lost.id))).toEqual([403, 'second_factor_needed']);
    const key = await on.service.as('helsinki');
    expect((await key('POST', `/api/secure/user/${lost.id}/second-factor/off`)).problem.code).toBe(
      'second_factor_needed',
    );
    await setUp(admin);
    expect(await code(off(admin, admin.id))).toEqual([409, 'own_membership']);
    expect((await off(await person('manager'), lost.id)).status).toBe(403);
    const list = await admin.send('GET', `/api/secure/user/${lost.id}`);
    expect(list.json).toMatchObject({ has_second_factor: true });
    expect((await off(admin, lost.id)).status).toBe(204);
    expect((await admin.send('GET', `/api/secure/user/${lost.id}`)).json).toMatchObject({
      has_second_factor: false,
    });
    expect(await code(off(admin, lost.id))).toEqual([409, 'no_authenticator']);
    const { rows } = await sql`select who, subject_id from securityevent
      where kind = 'second_factor_reset' and subject_id = ${lost.id}`.execute(on.service.db);
    expect(rows).toEqual([{ who: 'Of helsinki', subject_id: lost.id }]);
    const mails = await sql`select data->>'what' as what from mail_outbox
      where recipient = ${lost.email} and data->>'what' = 'second_factor_reset'`.execute(on.service.db);
    expect(mails.rows.length).toBe(1);
  });

  it('and who works elsewhere, too, or in another company, is nobody’s to help', async () => {
    const both = await memberOf(['A', 'B']);
    await setUp(both);
    const admin = await person('admin');
    await setUp(admin);
    expect(await code(off(admin, both.id))).toEqual([409, 'works_elsewhere']);
    const far = await person('manager', 'tampere');
    await setUp(far);
    expect((await off(admin, far.id)).status).toBe(404);
  });
});
