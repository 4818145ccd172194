import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tables } from '@/resources/tables';
import { stage } from '@/testing/api/start';
import { lyingProvider } from '@/testing/lying-provider';
import { people } from '@/testing/people';
import { createTestDatabase } from '@/testing/service';
import type { Caller } from '../caller';
import { inScope, openDatabase } from '../../db/db';
import { createCompany } from '../../ops/companies';
import { upsertWithin } from '../../write/store';
import { openProviders } from './client';
import { openProviderRounds } from './standing';

const on = stage();
const { browser, person } = people(on);
const rowsOf = async <Row>(text: ReturnType<typeof sql<Row>>) => (await text.execute(on.service.db)).rows;
const location = z.looseObject({ location: z.string() });
const secret = 'a client secret that is long enough for any provider';
let count = 0;

/** A provider that answers whatever the test says, and the record of it. */
async function lying(metadata: object = {}) {
  const provider = await lyingProvider(metadata);
  const data = {
    issuer: provider.issuer,
    client_id: 'tillhouse',
    new_people: 'manager',
    domains: ['example.org'],
  };
  const { id } = (await on.send('POST', '/api/secure/identityprovider', { json: { name: 'Lying', data } }))
    .entity;
  await on.send('PUT', `/api/secure/identityprovider/${id}/secret`, { json: { client_secret: secret } });
  /** A sign-in whose token has these claims. */
  const come = async (claims: object, how?: Parameters<typeof provider.says>[1]) => {
    const window = browser();
    const begun = await window.send('POST', `/api/sign-in/${id}`, {});
    const { searchParams } = new URL(location.parse(begun.json).location);
    const now = Math.floor(Date.now() / 1000);
    const all = {
      iss: provider.issuer,
      aud: 'tillhouse',
      sub: `lied-${(count += 1)}`,
      email: `lied.${count}@example.org`,
      iat: now,
      exp: now + 300,
      nonce: searchParams.get('nonce'),
      ...claims,
    };
    await provider.says(all, how);
    const to = new URL(`https://test.example/api/sign-in/${id}/callback`);
    to.searchParams.set('code', 'a code');
    to.searchParams.set('state', searchParams.get('state') ?? '');
    const answer = await window.send('GET', to.pathname + to.search, undefined, {
      'Sec-Fetch-Site': 'cross-site',
    });
    return answer.headers.get('location') ?? '';
  };
  return { ...provider, id, come };
}

describe('what a token must be', () => {
  it('is of the provider for this client and this sign-in, of now, and signed by a key of it', async () => {
    const { id, come, stranger, publicKey, close } = await lying();
    const past = Math.floor(Date.now() / 1000) - 3600;
    expect(await come({})).toBe('/');
    expect(await come({ sub: 'somebody', email: 'somebody.lied@example.org', groups: ['x'] })).toBe('/');
    const wrong: readonly (readonly [string, object, Parameters<typeof come>[1]?])[] = [
      ['no signature', {}, { alg: 'none' }],
      ['a secret as the key', {}, { alg: 'HS256', key: new TextEncoder().encode(secret) }],
      ['the public key as the secret', {}, { alg: 'HS256', key: new TextEncoder().encode(publicKey) }],
      ['a key of somebody else', {}, { key: stranger }],
      ['an unknown key', {}, { key: stranger, kid: 'two' }],
      ['another client', { aud: 'another' }],
      ['several clients and another party', { aud: ['tillhouse', 'another'], azp: 'another' }],
      ['another issuer', { iss: 'https://another.example' }],
      ['another sign-in', { nonce: 'another' }],
      ['no sign-in', { nonce: undefined }],
      ['the past', { exp: past }],
      ['the future', { iat: past + 7200, nbf: past + 7200 }],
      ['nobody', { sub: undefined }],
    ];
    for (const [what, claims, how] of wrong)
      expect([what, await come(claims, how)]).toEqual([what, '/?sign-in=failed']);
    const { rows } = await sql<{ detail: string }>`
      select detail from securityevent where kind = 'provider_refused' order by seq desc`.execute(
      on.service.db,
    );
    expect([rows.length, rows.filter(({ detail }) => detail === '')]).toEqual([wrong.length, []]);
    expect(rows.map(({ detail }) => detail).join()).not.toContain('.ey');
    await on.send('PUT', `/api/secure/identityprovider/${id}`, { json: { active: false } });
    close();
  });
});

describe('a provider that is hostile', () => {
  const begin = async (id: string) => {
    const answer = await browser().send('POST', `/api/sign-in/${id}`, {});
    return [answer.status, answer.problem.code];
  };

  it.each([
    'javascript:alert(1)//',
    'data:text/html,x',
    'http://thief.example/authorize',
    'file:///etc/passwd',
  ])('sends no browser to %s', async (authorization_endpoint) => {
    const { id, close } = await lying({ authorization_endpoint });
    expect(await begin(id)).toEqual([503, 'provider_away']);
    close();
  });

  it('has its answers read as far as they may be long', async () => {
    const { id, lie, close } = await lying();
    let sent = 0;
    lie('/.well-known/openid-configuration', (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const more = () => {
        if (response.destroyed) return;
        sent += 65_536;
        response.write(`"${'x'.repeat(65_534)}`, () => setImmediate(more));
      };
      more();
    });
    const begun = Date.now();
    expect(await begin(id)).toEqual([503, 'provider_away']);
    expect(Date.now() - begun).toBeLessThan(5000);
    expect(sent).toBeLessThan(20_000_000);
    close();
  });

  it('is asked for nothing over http that is not on this machine', async () => {
    const { id, asked, close } = await lying({ jwks_uri: 'http://192.0.2.1/keys' });
    expect((await begin(id))[0]).toBe(503);
    expect(asked.length).toBe(1);
    close();
  });

  it('that is slow holds up no session of another tenant, however many it has', async () => {
    const other = await on.service.as('other');
    const provider = await lyingProvider();
    const data = { issuer: provider.issuer, client_id: 'tillhouse' };
    const { id } = (await other('POST', '/api/secure/identityprovider', { json: { name: 'Slow', data } }))
      .entity;
    provider.lie('/.well-known/openid-configuration', () => undefined);
    const { tenantId, companyId } = on.service.companies.other;
    const one = await person('manager', 'other');
    const sealed = on.service.secretKeys.seal('provider refresh', id, 'x');
    await sql`with seen as (insert into provider_identity (tenant_id, provider_id, issuer, subject)
        values (${tenantId}::uuid, ${id}::uuid, ${provider.issuer}, 'slow') returning id)
      insert into session (tenant_id, company_id, hash, login_id, user_id, way, checked_by, refresh_at, refresh)
      select ${tenantId}::uuid, ${companyId}::uuid, sha256(n::text::bytea), seen.id, ${one.id}::uuid, 'provider',
        clock_timestamp() + interval '10 minutes', clock_timestamp() - interval '1 hour', ${sealed}
      from seen, generate_series(1, 300) n`.execute(on.service.db);
    const rounds = openProviderRounds({
      db: on.service.db,
      tables,
      keys: on.service.secretKeys,
      providers: openProviders(on.service.secretKeys),
      log: pino({ level: 'silent' }),
    });
    void rounds.runNow();
    await expect.poll(() => provider.asked.length, { timeout: 4000 }).toBe(1);
    // Somebody of another tenant is due while it does not answer.
    const quick = await lying();
    expect(await quick.come({ sub: 'who waits' })).toBe('/');
    const whoWaits = sql`login_id = (select id from provider_identity where subject = 'who waits')`;
    await sql`update session set refresh_at = clock_timestamp() - interval '1 second',
      checked_by = clock_timestamp() + interval '1 minute' where ${whoWaits}`.execute(on.service.db);
    void rounds.runNow();
    await expect
      .poll(
        async () =>
          (
            await rowsOf(
              sql<{ ok: boolean }>`select checked_by > clock_timestamp() + interval '14 minutes' as ok
                from session where ${whoWaits}`,
            )
          )[0]?.ok,
        { timeout: 4000 },
      )
      .toBe(true);
    provider.close();
    quick.close();
    await rounds.close();
    await sql`delete from session where user_id = ${one.id}::uuid`.execute(on.service.db);
  });
});

it('of a company below claims no domain of one above, where nobody has to show that one is theirs', async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, pino({ level: 'silent' }), 2);
  try {
    const chain = await createCompany(db, { name: 'Chain' });
    const shop = await createCompany(db, { name: 'Shop' }, chain);
    const claims = (caller: Caller, domains: string[]) =>
      inScope(db, caller, 'read write', (tx) =>
        upsertWithin(
          tx,
          { db, tables, table: tables.identityprovider, caller, requestId: 'test' },
          {
            name: 'Of a company',
            data: { issuer: 'https://provider.example', client_id: 'x', domains },
          },
        ),
      );
    const offered = async (domain: string) => {
      const { rows } = await sql<{ id: string }>`
        select id from providers_offered(${domain})`.execute(db);
      return rows.length;
    };
    await claims(shop, ['chain.example', 'shop.example']);
    expect([await offered('chain.example'), await offered('shop.example')]).toEqual([1, 1]);
    await claims(chain, ['chain.example']);
    expect([await offered('chain.example'), await offered('shop.example')]).toEqual([1, 1]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});

it('a provider that does not answer is said to be away, and nobody waits for it', async () => {
  const { id } = (
    await on.send('POST', '/api/secure/identityprovider', {
      json: { name: 'Away', data: { issuer: 'http://127.0.0.1:9', client_id: 'x' } },
    })
  ).entity;
  const answer = await browser().send('POST', `/api/sign-in/${id}`, {});
  expect([answer.status, answer.problem.code]).toEqual([503, 'provider_away']);
});
