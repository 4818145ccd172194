import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stage } from '@/testing/api/start';
import { back, provide, secret, signInAt, visit, type Provided } from '@/testing/openid';
import { password, people, signedInUser } from '@/testing/people';
import { setUp } from '@/testing/second-factor';
import type { CompanyName } from '@/testing/service';

/** What somebody tries who configures a provider, has left the company, or only has a browser. */

const on = stage();
const { browser, invite, person } = people(on);
type Window = Pick<ReturnType<typeof browser>, 'send'>;

/** Providers of Helsinki, and of the group above it. */
let shop: Provided;
let chain: Provided;

beforeAll(async () => {
  const [helsinki, group] = await Promise.all([on.service.as('helsinki'), on.service.as('group')]);
  [shop, chain] = await Promise.all([provide(helsinki), provide(group)]);
}, 60_000);

afterAll(async () => {
  await Promise.all([shop?.provider.stop(), chain?.provider.stop()]);
});

let count = 0;
/** Has somebody at the provider's browser; returns who they are there. */
async function known({ provider }: Provided, claims: object = {}, sub = `sub-${(count += 1)}`) {
  const claimed = { name: 'Aino Lehtonen', email: `aino.${(count += 1)}@example.org`, ...claims };
  await provider.tell({ sub, people: { [sub]: claimed } });
  return sub;
}
const status = async ({ send }: Window) => (await send('GET', '/api/secure/plu')).status;
const recordOf = ({ id }: Provided) => `/api/secure/identityprovider/${id}`;
const change = (set: Provided, data: object) => set.admin('PUT', recordOf(set), { json: { data } });
const rowsOf = async <Row>(text: ReturnType<typeof sql<Row>>) => (await text.execute(on.service.db)).rows;

/** Somebody who has joined by an invitation that they followed at the provider. */
async function joined(set: Provided, company: CompanyName, claims: object = {}) {
  const invited = await invite('manager', company);
  const sub = await known(set, claims);
  const window = browser();
  expect(await signInAt(set, window, invited.token)).toBe('/');
  return { ...invited, sub, window };
}

/** Links whom a provider named to a membership, as its administrator. */
async function link(set: Provided, sub: string, user: string) {
  const [identity] = await rowsOf(
    sql<{
      id: string;
    }>`select id from provider_identity where provider_id = ${set.id}::uuid and subject = ${sub}`,
  );
  return set.admin('POST', `${recordOf(set)}/identities/${identity?.id}/link`, { json: { user_id: user } });
}

/** An administrator with a second factor, who may break the glass. */
async function glassOf(company: CompanyName) {
  const admin = await person('admin', company);
  await setUp(admin);
  return admin;
}

describe('a company above whose provider is the only way in', () => {
  it('is not gone round by a provider of a company below it', async () => {
    const [glass, own, byShop, byChain] = [
      await glassOf('group'),
      await glassOf('helsinki'),
      await joined(shop, 'helsinki'),
      await joined(chain, 'helsinki'),
    ];
    expect((await change(chain, { only: true, break_glass: [glass.id] })).status).toBe(200);
    try {
      expect([await status(byShop.window), await status(byChain.window)]).toEqual([401, 200]);
      await known(shop, {}, byShop.sub);
      expect(await signInAt(shop, browser())).toBe('/?sign-in=unknown');
      const invited = await invite('manager', 'helsinki');
      const offered = await browser().send('POST', '/api/invitation', { token: invited.token });
      expect(offered.json).toMatchObject({ providers: [{ id: chain.id }] });
      // Not by one that says of itself, too, that it is the only one.
      expect((await change(shop, { only: true, break_glass: [own.id] })).status).toBe(200);
      expect([await status(byShop.window), await status(byChain.window)]).toEqual([401, 200]);
    } finally {
      await change(shop, { only: false, break_glass: [] });
      await change(chain, { only: false, break_glass: [] });
    }
  });

  it('and one below says the same of itself: a provider above it does not open it', async () => {
    const [glass, byShop, byChain] = [
      await glassOf('helsinki'),
      await joined(shop, 'helsinki'),
      await joined(chain, 'helsinki'),
    ];
    expect((await change(shop, { only: true, break_glass: [glass.id] })).status).toBe(200);
    expect([await status(byShop.window), await status(byChain.window)]).toEqual([200, 401]);
    await change(shop, { only: false, break_glass: [] });
    expect(await status(byChain.window)).toBe(200);
  });
});

describe('who may break the glass', () => {
  const only = (data: object) => change(shop, { only: true, ...data });
  const off = () => change(shop, { only: false, break_glass: [] });

  it('has a second factor when they are named: nobody else sets one up in their place', async () => {
    const bare = await person('admin', 'helsinki');
    const answer = await only({ break_glass: [bare.id] });
    expect([answer.status, answer.problem.errors?.[0]?.pointer]).toEqual([422, '/data/break_glass/0']);
  });

  it('stays, the last of them: not deactivated, no other role, no other e-mail, and no claim says otherwise', async () => {
    const [one, other] = [await glassOf('helsinki'), await glassOf('helsinki')];
    expect((await only({ break_glass: [one.id, other.id] })).status).toBe(200);
    const path = `/api/secure/user/${one.id}`;
    expect(
      (await shop.admin('PUT', `/api/secure/user/${other.id}`, { json: { role: 'manager' } })).status,
    ).toBe(200);
    for (const [field, value] of [
      ['active', false],
      ['role', 'manager'],
      ['email', `another.${(count += 1)}@example.org`],
    ] as const) {
      const answer = await shop.admin('PUT', path, { json: { [field]: value } });
      expect([field, answer.status, answer.problem.code]).toEqual([field, 409, 'last_break_glass']);
      const all = await shop.admin('POST', '/api/secure/user', { json: [{ id: one.id, [field]: value }] });
      expect([field, all.status]).toEqual([field, 409]);
    }
    expect((await shop.admin('PUT', path, { json: { name: 'Of glass', active: true } })).status).toBe(200);
    await change(shop, { role_claim: 'groups', roles: { accountant: ['books'] } });
    const sub = await known(shop, { groups: ['books'] });
    expect(await signInAt(shop, browser())).toBe('/?sign-in=unknown');
    await link(shop, sub, one.id);
    expect(await signInAt(shop, browser())).toBe('/');
    expect((await shop.admin('GET', path)).entity['role']).toBe('admin');
    await off();
    await change(shop, { role_claim: null, roles: { accountant: null } });
    expect((await shop.admin('PUT', path, { json: { active: false } })).status).toBe(200);
  });

  it('is an administrator as long as they may: a password opens nothing to whom that role was taken', async () => {
    const [one, other] = [await glassOf('helsinki'), await glassOf('helsinki')];
    expect((await only({ break_glass: [one.id, other.id] })).status).toBe(200);
    await shop.admin('PUT', `/api/secure/user/${other.id}`, { json: { role: 'manager' } });
    expect([await status(one), await status(other)]).toEqual([200, 401]);
    await off();
  });

  it('is who closes the other ways in, unless the provider lets them in', async () => {
    const [one, other] = [await glassOf('helsinki'), await glassOf('helsinki')];
    const closes = async (who: Window, ...named: string[]) => {
      const data = { only: true, break_glass: named };
      const answer = await who.send('PUT', recordOf(shop), { data });
      return answer.status === 200 ? [200] : [answer.status, answer.problem.errors?.[0]?.pointer];
    };
    expect(await closes(one, other.id)).toEqual([409, '/data/only']);
    expect((await closes(one, other.id, one.id))[0]).toBe(200);
    await off();
    const sub = await known(shop);
    await signInAt(shop, browser());
    await link(shop, sub, one.id);
    expect((await closes(one, other.id))[0]).toBe(200);
    await off();
  });

  it('is looked at again when a provider is switched on', async () => {
    const one = await glassOf('helsinki');
    expect((await only({ break_glass: [one.id] })).status).toBe(200);
    await shop.admin('PUT', recordOf(shop), { json: { active: false } });
    await shop.admin('PUT', `/api/secure/user/${one.id}`, { json: { active: false } });
    const answer = await shop.admin('PUT', recordOf(shop), { json: { active: true } });
    expect([answer.status, answer.problem.errors?.[0]?.pointer]).toEqual([422, '/data/break_glass/0']);
    await off();
    expect((await shop.admin('PUT', recordOf(shop), { json: { active: true } })).status).toBe(200);
  });
});

describe('whom a provider named', () => {
  it('comes to the company to which they were invited, whichever they used before', async () => {
    const { sub, window } = await joined(chain, 'helsinki');
    const there = await invite('manager', 'tampere');
    await known(chain, {}, sub);
    expect(await signInAt(chain, window, there.token)).toBe('/');
    expect(signedInUser(await window.send('GET', '/api/session'))?.user?.id).toBe(there.id);
  });

  it('and nobody let in is forgotten after a month', async () => {
    const [sub, kept] = [await known(shop), await joined(shop, 'helsinki')];
    await known(shop, {}, sub);
    expect(await signInAt(shop, browser())).toBe('/?sign-in=unknown');
    await sql`update provider_identity set last_at = clock_timestamp() - interval '31 days'
      where provider_id = ${shop.id}::uuid`.execute(on.service.db);
    await known(shop);
    await signInAt(shop, browser());
    const rows = await rowsOf(sql<{ subject: string }>`
      select subject from provider_identity where subject in (${sub}, ${kept.sub}) and provider_id = ${shop.id}::uuid`);
    expect(rows).toEqual([{ subject: kept.sub }]);
  });
});

describe('somebody who is new', () => {
  const makes = async (data: object) => {
    const answer = await change(shop, data);
    return answer.status === 200 ? 'kept' : answer.problem.errors?.[0]?.pointer;
  };
  const comes = async (claims: object, sub?: string) => {
    await known(shop, claims, sub);
    return signInAt(shop, browser());
  };

  it('is made of a domain of the company alone: a provider may know the whole world', async () => {
    expect(await makes({ new_people: 'manager', domains: [] })).toBe('/data/domains');
    expect(await makes({ new_people: 'manager', domains: ['rantakulma.example'] })).toBe('kept');
    expect(await makes({ domains: [] })).toBe('/data/domains');
    const email = (domain: string) => `new.${(count += 1)}@${domain}`;
    expect(await comes({ email: email('gmail.example') })).toBe('/?sign-in=unknown');
    expect(await comes({ email: email('sub.rantakulma.example') })).toBe('/?sign-in=unknown');
    expect(await comes({ email: email('rantakulma.example'), email_verified: false })).toBe(
      '/?sign-in=unknown',
    );
    expect(await comes({ email: email('rantakulma.example'), email_verified: true })).toBe('/');
    expect(await comes({ email: email('rantakulma.example') })).toBe('/');
  });

  it('is nobody who was here: a former employee with another e-mail is not made anew', async () => {
    const one = await joined(shop, 'helsinki');
    await shop.admin('PUT', `/api/secure/user/${one.id}`, { json: { active: false } });
    expect(await comes({ email: `again.${(count += 1)}@rantakulma.example` }, one.sub)).toBe(
      '/?sign-in=unknown',
    );
  });

  it('is made once, and comes in twice, by two answers at once', async () => {
    await known(shop, { email: `twice.${(count += 1)}@rantakulma.example` });
    const windows = [browser(), browser(), browser()];
    const answers: URL[] = [];
    for (const window of windows) answers.push(await visit(shop, window));
    const went = await Promise.all(
      windows.map((window, n) => back(window, answers[n] ?? new URL('http://none'))),
    );
    expect(went).toEqual(['/', '/', '/']);
  });

  it.each([
    ['a name with a line break', { name: 'Aino\nLehtonen' }],
    ['a name of a thousand letters', { name: 'a'.repeat(1000) }],
    ['a name with what no database stores', { name: 'Aino\u0000' }],
    ['a name that is none', { name: { first: 'Aino' } }],
  ])('has %s, and it is no fault of the service', async (_, claims) => {
    expect(await comes({ email: `odd.${(count += 1)}@rantakulma.example`, ...claims })).toBe('/');
  });

  afterAll(() => makes({ new_people: 'refused', domains: [] }));
});

describe('a role that a claim says', () => {
  it('is that of each membership of the company, whichever was used last', async () => {
    const { sub, window, id } = await joined(chain, 'helsinki');
    const above = await invite('admin', 'group');
    await link(chain, sub, above.id);
    await change(chain, { role_claim: 'groups', roles: { accountant: ['books'], admin: ['it'] } });
    await known(chain, { groups: ['books'] }, sub);
    expect(await signInAt(chain, window)).toBe('/');
    expect(signedInUser(await window.send('GET', '/api/session'))?.user?.id).toBe(id);
    expect((await chain.admin('GET', `/api/secure/user/${above.id}`)).entity['role']).toBe('accountant');
    await change(chain, { role_claim: null, roles: { accountant: null, admin: null } });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'sub'])(
    'is none by %s',
    async (claim) => {
      const { id, sub, window } = await joined(shop, 'helsinki');
      await change(shop, {
        role_claim: claim,
        roles: { admin: ['[object Object]', 'function', 'true', 'null'] },
      });
      await known(shop, { nested: { groups: ['it'] } }, sub);
      expect(await signInAt(shop, window)).toBe('/');
      expect((await shop.admin('GET', `/api/secure/user/${id}`)).entity['role']).toBe('manager');
      await change(shop, { role_claim: null, roles: { admin: null } });
    },
  );
});

describe('what a company keeps of a provider', () => {
  it('goes to no other address: with another issuer or client the secret is asked for again, and sessions end', async () => {
    for (const data of [{ issuer: 'https://thief.example' }, { client_id: 'another' }]) {
      const { window } = await joined(shop, 'helsinki');
      const before = (await shop.admin('GET', recordOf(shop))).entity;
      expect(before['has_secret']).toBe(true);
      expect((await shop.admin('PUT', recordOf(shop), { json: { name: 'Provider', data } })).status).toBe(
        200,
      );
      expect((await shop.admin('GET', recordOf(shop))).entity['has_secret']).toBe(false);
      expect(await status(window)).toBe(401);
      await change(shop, { issuer: shop.provider.issuer, client_id: 'tillhouse' });
      await shop.admin('PUT', `${recordOf(shop)}/secret`, { json: { client_secret: secret } });
    }
  });

  it('is linked to nobody’s membership behind their back: a person who has taken it up is told', async () => {
    const one = await person('manager', 'helsinki');
    const sub = await known(shop, { name: 'Somebody Else' });
    expect(await signInAt(shop, browser())).toBe('/?sign-in=unknown');
    const mailsTo = (email: string) =>
      rowsOf(sql<{ who: string }>`
        select data->>'who' as who from mail_outbox where recipient = ${email} and data->>'what' = 'identity_linked'`);
    expect((await link(shop, sub, one.id)).status).toBe(204);
    expect((await link(shop, sub, one.id)).status).toBe(204);
    // Whom their own invitation, or the provider's record, let in has not been somebody else before.
    const other = await joined(shop, 'helsinki');
    expect([await mailsTo(one.email), await mailsTo(other.email)]).toEqual([[{ who: 'Somebody Else' }], []]);
  });

  it('is not opened by who had it before: another e-mail is another person', async () => {
    const { id, sub, window } = await joined(shop, 'helsinki');
    const email = `next.${(count += 1)}@example.org`;
    expect((await shop.admin('PUT', `/api/secure/user/${id}`, { json: { email } })).status).toBe(200);
    expect(await status(window)).toBe(401);
    await known(shop, {}, sub);
    expect(await signInAt(shop, browser())).toBe('/?sign-in=unknown');
  });

  it('is theirs also when their own sign-in elsewhere takes another e-mail', async () => {
    const elsewhere = await person('manager', 'other');
    const invited = await invite('manager', 'helsinki', elsewhere.email);
    const sub = await known(shop);
    expect(await signInAt(shop, browser(), invited.token)).toBe('/');
    const hash = sql`sha256('a link'::bytea)`;
    await sql`select login_link_make(l.id, 'address', ${hash}, ${`moved.${(count += 1)}@example.org`}, 1)
      from login l where l.email = ${elsewhere.email}`.execute(on.service.db);
    await sql`select login_rename(${hash}, 'en')`.execute(on.service.db);
    await known(shop, {}, sub);
    expect(await signInAt(shop, browser())).toBe('/');
  });

  it('is taken away from whom it named long ago, too, and what was not done is in no trail', async () => {
    const { id, sub, window } = await joined(shop, 'helsinki');
    await sql`update provider_identity set last_at = clock_timestamp() - interval '1 year'
      where provider_id = ${shop.id}::uuid and subject = ${sub}`.execute(on.service.db);
    await sql`insert into provider_identity (tenant_id, provider_id, issuer, subject)
      select ${on.service.companies.helsinki.tenantId}::uuid, ${shop.id}::uuid, 'https://many.example', n::text
      from generate_series(1, 600) n`.execute(on.service.db);
    const [identity] = await rowsOf(
      sql<{
        id: string;
      }>`select id from provider_identity where subject = ${sub} and provider_id = ${shop.id}::uuid`,
    );
    const at = `${recordOf(shop)}/identities/${identity?.id}`;
    const events = async () =>
      (await rowsOf(sql`select from event where entity_id = ${shop.id}::uuid`)).length;
    const before = await events();
    const nobody = await person('manager', 'tampere');
    expect((await shop.admin('POST', `${at}/link`, { json: { user_id: nobody.id } })).status).toBe(404);
    expect((await shop.admin('POST', `${at}/unlink`, { json: { user_id: nobody.id } })).status).toBe(404);
    expect(await events()).toBe(before);
    expect((await shop.admin('POST', `${at}/unlink`, { json: { user_id: id } })).status).toBe(204);
    expect(await events()).toBe(before + 1);
    expect(await status(window)).toBe(401);
    await sql`delete from provider_identity where issuer = 'https://many.example'`.execute(on.service.db);
  });

  it('lets nobody in who came while it was switched off', async () => {
    const { id, window } = await joined(shop, 'helsinki');
    const kept = await rowsOf(
      sql<{ s: object }>`select to_jsonb(s) as s from session s where user_id = ${id}::uuid`,
    );
    await shop.admin('PUT', recordOf(shop), { json: { active: false } });
    // A sign-in that was under way puts its session in just then.
    await sql`insert into session select (jsonb_populate_record(null::session, ${JSON.stringify(kept[0]?.s)}::jsonb)).*`.execute(
      on.service.db,
    );
    expect(await status(window)).toBe(401);
    await sql`delete from session where user_id = ${id}::uuid`.execute(on.service.db);
    await shop.admin('PUT', recordOf(shop), { json: { active: true } });
  });
});

describe('a browser', () => {
  it('keeps the session by https alone, also behind a proxy that ends TLS, and no cookie of before hides it', async () => {
    const { sub } = await joined(shop, 'helsinki');
    await known(shop, {}, sub);
    const window = browser();
    const begun = await visit(shop, window);
    window.jar.cookie = `${window.jar.cookie}; __Host-tillhouse=of-a-session-that-is-over`;
    const answer = await window.send('GET', begun.pathname + begun.search, undefined, {
      'Sec-Fetch-Site': 'cross-site',
    });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.find((one) => one.startsWith('__Host-tillhouse='))).toMatch(
      /HttpOnly; SameSite=Strict; Secure/,
    );
    expect(cookies.filter((one) => !/; Secure/.test(one))).toEqual([]);
    expect(await status(window)).toBe(200);
    // It goes on under that name, whoever renews it.
    const me = signedInUser(await window.send('GET', '/api/session'));
    const renewed = await window.send('PUT', '/api/session', { acting_as: me?.acting_as ?? '' });
    expect(renewed.headers.getSetCookie().join()).toMatch(/^__Host-tillhouse=/);
    expect(await status(window)).toBe(200);
  });

  it('takes no sign-in that another host of the domain put into it', async () => {
    const { sub } = await joined(shop, 'helsinki');
    await known(shop, {}, sub);
    const attacker = browser();
    const begun = await visit(shop, attacker);
    // A host beside this one may set cookies of the domain, but none with __Host-.
    const victim = browser();
    victim.jar.cookie = attacker.jar.cookie.replace('__Host-', '');
    expect(await back(victim, begun)).toBe('/?sign-in=failed');
  });

  it('does not fill the log of a company with answers of sign-ins that nobody began', async () => {
    const before = await rowsOf(sql`select from securityevent where kind = 'provider_refused'`);
    const window = browser(undefined, '203.0.113.9');
    for (let n = 0; n < 80; n += 1)
      expect(
        await back(window, new URL(`https://test.example/api/sign-in/${shop.id}/callback?code=${n}`)),
      ).toBe('/?sign-in=failed');
    const after = await rowsOf(sql`select from securityevent where kind = 'provider_refused'`);
    expect(after.length - before.length).toBeLessThanOrEqual(30);
  });

  it('goes back to the page from which it came, and to no other host', async () => {
    const { sub } = await joined(shop, 'helsinki');
    await known(shop, {}, sub);
    const to = async (address: string) => {
      const window = browser();
      const begun = await window.send('POST', `/api/sign-in/${shop.id}`, { back: address });
      if (begun.status !== 201) return begun.status;
      const { location } = z.looseObject({ location: z.string() }).parse(begun.json);
      return back(window, await shop.provider.visit(location));
    };
    expect(await to('/products/5?tab=prices')).toBe('/products/5?tab=prices');
    for (const address of [
      '//thief.example',
      '/\\thief.example',
      'https://thief.example',
      '/\tx',
      '',
      '/api/x',
    ])
      expect([address, await to(address)]).toEqual([address, 422]);
  });
});

describe('what is asked for again', () => {
  const again = async (window: ReturnType<typeof browser>) => {
    const begun = await window.send('POST', '/api/session/provider', { back: '/users' });
    expect(begun.status).toBe(201);
    return new URL(z.looseObject({ location: z.string() }).parse(begun.json).location);
  };
  const guarded = async ({ send }: Window) =>
    (await send('POST', '/api/secure/apikey', { name: `Key ${(count += 1)}`, role: 'terminal' })).status;

  it('is not shown by the provider’s own session, which is there on a table that somebody left', async () => {
    const invited = await invite('admin', 'helsinki');
    const sub = await known(shop);
    const window = browser();
    expect(await signInAt(shop, window, invited.token)).toBe('/');
    expect(await guarded(window)).toBe(403);
    const address = await again(window);
    expect([address.searchParams.get('prompt'), address.searchParams.get('max_age')]).toEqual(['login', '0']);
    expect(await back(window, await shop.provider.visit(address.href))).toBe('/users');
    expect(await guarded(window)).toBe(201);
    // Another person at the provider is not whom the session is of.
    const other = await again(window);
    await known(shop);
    expect(await back(window, await shop.provider.visit(other.href))).toBe('/?sign-in=failed');
    // It replaces the session from which it was asked for.
    await known(shop, {}, sub);
    expect(await back(window, await shop.provider.visit((await again(window)).href))).toBe('/users');
    expect((await rowsOf(sql`select from session where user_id = ${invited.id}::uuid`)).length).toBe(1);
  });

  it('is nothing that a password’s session asks a provider for', async () => {
    const one = await person('admin', 'helsinki');
    const answer = await one.send('POST', '/api/session/provider', { back: '/users' });
    expect([answer.status, answer.problem.code]).toEqual([409, 'no_provider']);
    expect((await browser().send('POST', '/api/session/provider', { back: '/' })).status).toBe(401);
  });
});

describe('an invitation where a provider is the only way in', () => {
  it('is followed there, and no password takes it up', async () => {
    const glass = await glassOf('helsinki');
    await change(shop, { only: true, break_glass: [glass.id] });
    const invited = await invite('manager', 'helsinki');
    const shown = await browser().send('POST', '/api/invitation', { token: invited.token });
    expect(shown.json).toMatchObject({ only: true, providers: [{ id: shop.id }] });
    const taken = await browser().send('POST', '/api/invitation/accept', { token: invited.token, password });
    expect([taken.status, taken.problem.code]).toEqual([409, 'provider_only']);
    await known(shop);
    expect(await signInAt(shop, browser(), invited.token)).toBe('/');
    await change(shop, { only: false, break_glass: [] });
  });
});
