import { SignJWT, generateKeyPair } from 'jose';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { providersOffered } from '@/contract/single-sign-on';
import { tables } from '@/resources/tables';
import { stage } from '@/testing/api/start';
import { back, provide, secret, signInAt as signIn, visit, type Provided } from '@/testing/openid';
import { addPasskey, showAtSignIn } from '@/testing/passkeys';
import { password, people, signedInUser } from '@/testing/people';
import { setUp } from '@/testing/second-factor';
import type { CompanyName } from '@/testing/service';
import { openProviders } from './client';
import { openProviderRounds } from './standing';

const on = stage();
const { browser, invite, person } = people(on);
type Window = Pick<ReturnType<typeof browser>, 'send'>;

let a: Provided;
let b: Provided;

beforeAll(async () => {
  const admins = await Promise.all([on.service.as('helsinki'), on.service.as('other')]);
  [a, b] = await Promise.all([provide(admins[0]), provide(admins[1])]);
}, 60_000);

afterAll(async () => {
  await Promise.all([a?.provider.stop(), b?.provider.stop()]);
});

let count = 0;
/** Somebody of whom a provider knows this; they are at the browser. */
async function known({ provider }: Provided, claims: object = {}) {
  const sub = `sub-${(count += 1)}`;
  knownPeople[sub] = { name: 'Aino Lehtonen', email: `aino.${count}@example.org`, ...claims };
  await provider.tell({ sub, people: knownPeople, disabled: [] });
  return sub;
}
const knownPeople: Record<string, Record<string, unknown>> = {};

const status = async ({ send }: Window) => (await send('GET', '/api/secure/plu')).status;
const reasons = async (company: CompanyName) => {
  const { rows } = await sql<{ detail: string }>`
    select detail from securityevent where kind = 'provider_refused'
      and company_id = ${on.service.companies[company].companyId}::uuid order by seq desc`.execute(
    on.service.db,
  );
  return rows.map(({ detail }) => detail);
};

/** Somebody who has joined by an invitation that they followed at the provider. */
async function joined(set: Provided, company: CompanyName, email?: string) {
  const invited = await invite('manager', company, email);
  const sub = await known(set);
  const window = browser();
  expect(await signIn(set, window, invited.token)).toBe('/');
  return { ...invited, sub, window };
}

describe('a sign-in at a provider', () => {
  it('lets in who follows an invitation by it, and again without one', async () => {
    const { id, window } = await joined(a, 'helsinki');
    expect(signedInUser(await window.send('GET', '/api/session'))?.user?.id).toBe(id);
    expect(await status(window)).toBe(200);
    expect((await a.admin('GET', `/api/secure/user/${id}`)).entity['accepted_at']).toEqual(
      expect.any(String),
    );
    const again = browser();
    expect(await signIn(a, again)).toBe('/');
    expect(signedInUser(await again.send('GET', '/api/session'))?.user?.id).toBe(id);
  });

  it('lets nobody in whom nobody here knows, until an administrator links them; an e-mail says nothing', async () => {
    const one = await person('manager', 'helsinki');
    const sub = await known(a, { email: one.email, email_verified: true });
    const window = browser();
    expect(await signIn(a, window)).toBe('/?sign-in=unknown');
    expect(await status(window)).toBe(401);
    expect((await reasons('helsinki'))[0]).toBe('nobody');
    const path = `/api/secure/identityprovider/${a.id}/identities`;
    const seen = z
      .array(z.looseObject({ id: z.string(), subject: z.string() }))
      .parse((await a.admin('GET', path)).json);
    const identity = seen.find(({ subject }) => subject === sub)?.id;
    const linked = await a.admin('POST', `${path}/${identity}/link`, { json: { user_id: one.id } });
    expect(linked.status).toBe(204);
    expect(await signIn(a, window)).toBe('/');
    expect(await status(window)).toBe(200);
    expect((await a.admin('POST', `${path}/${identity}/unlink`, { json: { user_id: one.id } })).status).toBe(
      204,
    );
    expect(await status(window)).toBe(401);
  });

  it('makes a membership where the record says so, in the role of a claim, and none beside one that has the e-mail', async () => {
    const roles = {
      new_people: 'accountant',
      domains: ['example.org'],
      role_claim: 'groups',
      roles: { manager: ['tills'] },
    };
    await a.admin('PUT', `/api/secure/identityprovider/${a.id}`, { json: { data: roles } });
    const made = async (claims: object) => {
      await known(a, claims);
      const window = browser();
      const to = await signIn(a, window);
      return to === '/' ? signedInUser(await window.send('GET', '/api/session'))?.role : to;
    };
    expect(await made({ groups: ['staff', 'tills'] })).toBe('manager');
    expect(await made({ groups: 'staff' })).toBe('accountant');
    // It says the role also later on; where it means none, the role stands.
    const { id, sub, window } = await joined(a, 'helsinki');
    for (const [groups, role] of [
      [['other'], 'manager'],
      [['books'], 'accountant'],
    ] as const) {
      await a.admin('PUT', `/api/secure/identityprovider/${a.id}`, {
        json: { data: { roles: { accountant: ['books'] } } },
      });
      knownPeople[sub] = { ...knownPeople[sub], groups };
      await a.provider.tell({ sub, people: knownPeople });
      expect(await signIn(a, window)).toBe('/');
      expect((await a.admin('GET', `/api/secure/user/${id}`)).entity['role']).toBe(role);
    }
    const one = await person('manager', 'helsinki');
    expect(await made({ email: one.email })).toBe('/?sign-in=unknown');
    expect(await made({ email: 'not an e-mail' })).toBe('/?sign-in=unknown');
    await a.admin('PUT', `/api/secure/identityprovider/${a.id}`, {
      json: { data: { new_people: 'refused', domains: [] } },
    });
  });

  it('opens no other tenant, and no password opens what it opened', async () => {
    const one = await person('manager', 'other');
    const { window, email } = await joined(a, 'helsinki', one.email);
    const session = signedInUser(await window.send('GET', '/api/session'));
    expect(session?.memberships.map(({ company }) => company.name)).toEqual(['Helsinki']);
    const other = on.service.companies.other.tenantId;
    const switched = await window.send('PUT', '/api/session', { acting_as: `${other}:${one.id}` });
    expect(switched.status).toBe(404);
    const own = browser();
    const answer = await own.send('POST', '/api/session', { email, password });
    expect(signedInUser(answer)?.memberships.map(({ company }) => company.name)).toEqual(['Other tenant']);
  });

  it.each([
    ['helsinki', 'tampere', 404],
    ['helsinki', 'group', 404],
    ['helsinki', 'other', 404],
    ['group', 'helsinki', 204],
  ] as const)('of %s opens a membership of %s: %i', async (company, of, expected) => {
    const [admin, one] = await Promise.all([on.service.as(company), person('manager', of)]);
    const data = { issuer: 'https://one.example', client_id: 'x' };
    const { id } = (await admin('POST', '/api/secure/identityprovider', { json: { name: 'One', data } }))
      .entity;
    const { tenantId } = on.service.companies[company];
    const { rows } = await sql<{
      identity: string;
    }>`select provider_identity_seen(${tenantId}::uuid, ${id}::uuid,
      'https://one.example', 'somebody', null, null) as identity`.execute(on.service.db);
    const path = `/api/secure/identityprovider/${id}/identities/${rows[0]?.identity}/link`;
    expect((await admin('POST', path, { json: { user_id: one.id } })).status).toBe(expected);
  });

  it('is the company’s: the person’s own sign-in is not there to be changed', async () => {
    const { id, window } = await joined(a, 'helsinki');
    // As if the provider had asked again who they are.
    await sql`update session set confirmed_at = clock_timestamp() where user_id = ${id}::uuid`.execute(
      on.service.db,
    );
    for (const path of ['authenticator', 'passkeys/options'])
      expect((await window.send('POST', `/api/secure/session/${path}`, {})).problem.code).toBe('no_login');
    expect((await window.send('GET', '/api/secure/session/security')).problem.code).toBe('no_login');
    expect(
      (await window.send('PUT', '/api/session/password', { current: password, password: `${password} x` }))
        .status,
    ).toBe(409);
  });

  it('ends with the provider’s record, and with the membership', async () => {
    const [one, other] = [await joined(a, 'helsinki'), await joined(a, 'helsinki')];
    await a.admin('PUT', `/api/secure/user/${one.id}`, { json: { active: false } });
    expect([await status(one.window), await status(other.window)]).toEqual([401, 200]);
    await a.admin('PUT', `/api/secure/identityprovider/${a.id}`, { json: { active: false } });
    expect(await status(other.window)).toBe(401);
    expect((await browser().send('POST', `/api/sign-in/${a.id}`, {})).status).toBe(404);
    await a.admin('PUT', `/api/secure/identityprovider/${a.id}`, { json: { active: true } });
  });
});

describe('how long it lasts', () => {
  const due = (id: string, checked = 'checked_by') =>
    sql`update session set refresh_at = clock_timestamp() - interval '1 second', checked_by = ${sql.ref(checked)}
      where user_id = ${id}::uuid`.execute(on.service.db);
  const ask = async () => {
    const rounds = openProviderRounds({
      db: on.service.db,
      tables,
      keys: on.service.secretKeys,
      providers: openProviders(on.service.secretKeys),
      log: pino({ level: 'silent' }),
    });
    await rounds.runNow();
    await rounds.close();
  };

  it('is a quarter of an hour, and goes on while the provider says so', async () => {
    const { id, window } = await joined(a, 'helsinki');
    const until = async () => {
      const { rows } = await sql<{
        until: Date;
      }>`select checked_by as until from session where user_id = ${id}::uuid`.execute(on.service.db);
      return rows[0]?.until.getTime() ?? 0;
    };
    await sql`update session set checked_by = clock_timestamp() + interval '1 minute' where user_id = ${id}::uuid`.execute(
      on.service.db,
    );
    await due(id);
    await ask();
    expect(await until()).toBeGreaterThan(Date.now() + 14 * 60_000);
    expect(await status(window)).toBe(200);
    await sql`update session set checked_by = clock_timestamp() - interval '1 second' where user_id = ${id}::uuid`.execute(
      on.service.db,
    );
    expect(await status(window)).toBe(401);
  });

  it('ends when the provider has disabled the person', async () => {
    const { id, sub, window } = await joined(a, 'helsinki');
    await a.provider.tell({ disabled: [sub] });
    await due(id);
    await ask();
    expect(await status(window)).toBe(401);
    await a.provider.tell({ disabled: [] });
  });

  it('ends when the provider says so by itself, of a person or of one of its sessions', async () => {
    const [one, other] = [await joined(a, 'helsinki'), await joined(a, 'helsinki')];
    expect((await logout(a, { sub: one.sub })).status).toBe(200);
    expect([await status(one.window), await status(other.window)]).toEqual([401, 200]);
    await sql`update session set provider_session = 'of this sign-in' where user_id = ${other.id}::uuid`.execute(
      on.service.db,
    );
    expect((await logout(a, { sid: 'of another sign-in' })).status).toBe(200);
    expect(await status(other.window)).toBe(200);
    expect((await logout(a, { sid: 'of this sign-in' })).status).toBe(200);
    expect(await status(other.window)).toBe(401);
  });

  it('ends by nothing that only looks like that', async () => {
    const { sub, window } = await joined(a, 'helsinki');
    const { privateKey } = await generateKeyPair('RS256');
    const claims = { iss: a.provider.issuer, ...logoutClaims(), sub };
    const forged = async (alg: string, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims).setProtectedHeader({ alg }).sign(key);
    const unsigned = [{ alg: 'none' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const now = Math.floor(Date.now() / 1000);
    const wrong = [
      await forged('RS256', privateKey),
      await forged('HS256', new TextEncoder().encode(secret)),
      `${unsigned.join('.')}.`,
      'nothing',
      await b.provider.sign(claims),
      await a.provider.sign({ ...claims, aud: 'another client' }),
      await a.provider.sign({ ...claims, iss: b.provider.issuer }),
      await a.provider.sign({ ...claims, iat: now - 1000 }),
      await a.provider.sign({ ...claims, nonce: 'of an ID token' }),
      await a.provider.sign({ ...claims, events: {} }),
      await a.provider.sign({ ...claims, sub: undefined }),
      await a.provider.sign({ ...claims, jti: undefined }),
    ];
    for (const token of wrong)
      expect([token.slice(0, 20), (await send(a, token)).status]).toEqual([token.slice(0, 20), 400]);
    expect(await status(window)).toBe(200);
    const token = await a.provider.sign({ ...claims, sub: 'somebody else' });
    expect([(await send(a, token)).status, (await send(a, token)).status]).toEqual([200, 400]);
  });
});

const logoutClaims = () => ({
  aud: 'tillhouse',
  iat: Math.floor(Date.now() / 1000),
  jti: `jti-${(count += 1)}`,
  events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
});
const send = async ({ id }: Provided, token: string) =>
  on.service.fetch(
    new Request(`http://test/api/sign-in/${id}/logout`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    }),
  );
const logout = async (set: Provided, claims: object) =>
  send(set, await set.provider.sign({ ...logoutClaims(), ...claims }));

describe('what an answer must be', () => {
  beforeEach(async () => {
    await known(a);
  });

  it('is of a sign-in that this browser began at this provider, once', async () => {
    const window = browser();
    const address = await visit(a, window);
    expect(await back(browser(), address)).toBe('/?sign-in=failed');
    const wrong = new URL(address);
    wrong.searchParams.set('state', 'another');
    expect(await back(window, wrong)).toBe('/?sign-in=failed');
    expect(await back(window, address)).toBe('/?sign-in=failed');
    expect((await reasons('helsinki'))[0]).toBe('state');
  });

  it('is not of another provider, whose answer it would be', async () => {
    const sub = await known(b);
    expect(sub).toMatch(/^sub-/);
    const window = browser();
    const ofB = await visit(b, window);
    const mixed = new URL(ofB);
    mixed.pathname = `/api/sign-in/${a.id}/callback`;
    expect(await back(window, mixed)).toBe('/?sign-in=failed');
    expect((await reasons('helsinki'))[0]).toBe('state');
    // By the right path, but with what another provider says of itself.
    const begun = await visit(b, window);
    begun.searchParams.set('iss', a.provider.issuer);
    expect(await back(window, begun)).toBe('/?sign-in=failed');
  });

  it('is the same person only by issuer and subject: another issuer’s same subject is somebody else', async () => {
    const { sub } = await joined(a, 'helsinki');
    knownPeople[sub] = { name: 'Other', email: 'other.person@example.org' };
    await b.provider.tell({ sub, people: knownPeople });
    expect(await signIn(b, browser())).toBe('/?sign-in=unknown');
    await a.admin('PUT', `/api/secure/identityprovider/${a.id}`, {
      json: { data: { issuer: b.provider.issuer } },
    });
    expect(await signIn(a, browser()).catch(() => 'refused')).not.toBe('/');
    await a.admin('PUT', `/api/secure/identityprovider/${a.id}`, {
      json: { data: { issuer: a.provider.issuer } },
    });
    await a.admin('PUT', `/api/secure/identityprovider/${a.id}/secret`, { json: { client_secret: secret } });
  });

  it('is signed by a key of the provider of now: it may have changed them', async () => {
    const { window } = await joined(a, 'helsinki');
    expect(await status(window)).toBe(200);
    await a.provider.tell({ rotate: true });
    // Keys that are a minute old are read anew where one is unknown.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    try {
      expect(await signIn(a, browser())).toBe('/');
    } finally {
      vi.useRealTimers();
    }
  });

  it('follows no invitation of another tenant, and none twice', async () => {
    const there = await invite('admin', 'other');
    expect(await signIn(a, browser(), there.token)).toBe('/?sign-in=invitation');
    const here = await invite('manager', 'helsinki');
    expect(await signIn(a, browser(), here.token)).toBe('/');
    await known(a);
    expect(await signIn(a, browser(), here.token)).toBe('/?sign-in=invitation');
  });
});

describe('a company whose provider is the only way in', () => {
  const only = async (set: Provided, data: object | null) =>
    set.admin('PUT', `/api/secure/identityprovider/${set.id}`, {
      json: { data: data ?? { only: false, break_glass: [] } },
    });

  it('is entered by no password and no passkey, and sessions that stand are out; elsewhere they go on', async () => {
    const [glass, one] = [await person('admin', 'other'), await person('manager', 'other')];
    await setUp(glass);
    const there = await invite('manager', 'helsinki', one.email);
    await one.send('POST', '/api/invitation/accept', { token: there.token, password });
    const here = await person('manager', 'other');
    const { key } = await addPasskey(here);
    const kept = await joined(b, 'other');
    expect((await only(b, { only: true, break_glass: [glass.id] })).status).toBe(200);
    expect([await status(here), await status(one), await status(kept.window)]).toEqual([401, 200, 200]);
    const refused = await browser().send('POST', '/api/session', { email: here.email, password });
    expect(refused.status).toBe(401);
    expect((await showAtSignIn(browser(), key)).status).toBe(401);
    const both = browser();
    const answer = signedInUser(await both.send('POST', '/api/session', { email: one.email, password }));
    expect(answer?.memberships.map(({ company }) => company.name)).toEqual(['Helsinki']);
    const { tenantId } = on.service.companies.other;
    expect((await both.send('PUT', '/api/session', { acting_as: `${tenantId}:${one.id}` })).status).toBe(404);
    // Under Sign-in and security it says so.
    const said = (await both.send('GET', '/api/secure/session/security')).json;
    expect(said).toMatchObject({ by_provider: [{ company: 'Other tenant', provider: 'Provider' }] });
    expect((await only(b, null)).status).toBe(200);
    expect((await browser().send('POST', '/api/session', { email: here.email, password })).status).toBe(200);
  });

  it('is entered by who may break the glass, with a second factor, and everybody is told', async () => {
    const glass = await person('admin', 'other');
    const { app } = await setUp(glass);
    expect((await only(b, { only: true, break_glass: [glass.id] })).status).toBe(200);
    const window = browser();
    await window.send('POST', '/api/session', { email: glass.email, password });
    expect(await status(window)).toBe(401);
    expect((await window.send('POST', '/api/session/code', { code: app.next() })).status).toBe(200);
    expect(await status(window)).toBe(200);
    const { rows } = await sql<{
      kind: string;
    }>`select kind from securityevent where user_id = ${glass.id}::uuid`.execute(on.service.db);
    expect(rows.map(({ kind }) => kind)).toContain('break_glass');
    const mails = await sql<{
      recipient: string;
    }>`select recipient from mail_outbox where data->>'what' = 'break_glass'`.execute(on.service.db);
    expect(mails.rows.map(({ recipient }) => recipient)).toContain(glass.email);
    // Who turned it off since does not enter, and nothing but the setting up is reached.
    const bare = await person('admin', 'helsinki');
    const { codes } = await setUp(bare);
    expect((await only(a, { only: true, break_glass: [bare.id] })).status).toBe(200);
    await bare.send('POST', '/api/secure/session/authenticator/off', { code: codes[0] });
    expect((await bare.send('GET', '/api/secure/plu')).problem.code).toBe('second_factor_required');
    await Promise.all([only(a, null), only(b, null)]);
  });

  it('names somebody who can', async () => {
    const [manager, invited] = [await person('manager', 'other'), await invite('admin', 'other')];
    for (const [data, pointer] of [
      [{ only: true }, '/data/break_glass'],
      [{ only: true, break_glass: [manager.id] }, '/data/break_glass/0'],
      [{ only: true, break_glass: [invited.id] }, '/data/break_glass/0'],
    ] as const) {
      const answer = await only(b, data);
      expect([answer.status, answer.problem.errors?.[0]?.pointer]).toEqual([422, pointer]);
    }
  });
});

describe('a provider’s record', () => {
  it('is administrators’, keeps its secret, and tells nobody', async () => {
    for (const role of ['manager', 'accountant', 'terminal'] as const) {
      const send = await on.service.as('helsinki', role);
      expect((await send('GET', '/api/secure/identityprovider')).status).toBe(403);
      expect(
        (await send('PUT', `/api/secure/identityprovider/${a.id}/secret`, { json: { client_secret: 'x' } }))
          .status,
      ).toBe(403);
    }
    expect(
      (await b.admin('PUT', `/api/secure/identityprovider/${a.id}/secret`, { json: { client_secret: 'x' } }))
        .status,
    ).toBe(404);
    expect((await b.admin('GET', `/api/secure/identityprovider/${a.id}/identities`)).status).toBe(404);
    const { text, entity } = await a.admin('GET', `/api/secure/identityprovider/${a.id}`);
    expect([entity['has_secret'], text.includes(secret)]).toEqual([true, false]);
    const { rows } = await sql<{ text: string }>`select e::text as text from event e union all
      select k::text from provider_secret k union all select s::text from session s`.execute(on.service.db);
    expect(rows.filter((row) => row.text.includes(secret))).toEqual([]);
  });

  it.each([
    ['http://provider.example', 'invalid_value'],
    ['ftp://provider.example', 'invalid_value'],
    ['https://provider.example/?x=1', 'invalid_value'],
    ['nothing', 'invalid_value'],
  ])('has no issuer %s', async (issuer) => {
    const answer = await a.admin('POST', '/api/secure/identityprovider', {
      json: { name: 'One', data: { issuer, client_id: 'x' } },
    });
    expect([answer.status, answer.problem.errors?.[0]?.pointer]).toEqual([422, '/data/issuer']);
  });

  it('is offered for its domains: each that it has shown, where another chain could claim it', async () => {
    const offered = async (email: string) => {
      const answer = await browser().send('POST', '/api/session/providers', { email });
      expect(answer.status).toBe(200);
      return providersOffered.parse(answer.json).providers.map(({ id }) => id);
    };
    await a.admin('PUT', `/api/secure/identityprovider/${a.id}`, {
      json: { data: { domains: ['rantakulma.example'] } },
    });
    expect(await offered('anybody@rantakulma.example')).toEqual([]);
    await sql`select provider_domain_shown(${on.service.companies.helsinki.tenantId}::uuid, ${a.id}::uuid, 'rantakulma.example', true)`.execute(
      on.service.db,
    );
    expect(await offered('Anybody@Rantakulma.Example ')).toEqual([a.id]);
    expect(await offered('anybody@sub.rantakulma.example')).toEqual([]);
    const wrong = await a.admin('PUT', `/api/secure/identityprovider/${a.id}`, {
      json: { data: { domains: ['Rantakulma'] } },
    });
    expect([wrong.status, wrong.problem.errors?.[0]?.pointer]).toEqual([422, '/data/domains/0']);
  });
});
