import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Role } from '@/contract/role';
import { hashKey, type Caller } from '@/server/auth/caller';
import { createCompany } from '@/server/ops/companies';
import { makeLink } from '@/server/auth/invitations';
import { signedInUser, password, people } from '../../people';
import { sender } from '../../service';
import { stage } from '../start';

// Requests cannot give two memberships or keys the same id; a restore, a move or SQL can. Here a person has
// memberships with one id in two tenants, in companies with one id as well.
const on = stage();
const { browser, person } = people(on);
let second: Caller;
let one: Awaited<ReturnType<typeof person>>;
/** The person's memberships in the two tenants, as `me` names them. */
const first = { acting_as: '', name: 'Of helsinki', company: 'Helsinki' };
const other = { acting_as: '', name: 'Of second', company: 'Second Helsinki' };

const insertUser = async ({ tenantId, companyId }: Caller, id: string, email: string, role: Role) => {
  await sql`insert into "user" (tenant_id, company_id, id, active, name, data, created_at, modified_at, email, role)
    values (${tenantId}, ${companyId}, ${id}, true, ${other.name}, '{}', now(), now(), ${email}, ${role})`.execute(
    on.service.db,
  );
  await sql`select membership_accept(${tenantId}::uuid, ${id}::uuid)`.execute(on.service.db);
};

const insertKey = async ({ tenantId, companyId }: Caller, id: string, role: Role) => {
  const secret = `same-${crypto.randomUUID()}`;
  await sql`insert into apikey (tenant_id, company_id, id, name, role, prefix, hash)
    values (${tenantId}, ${companyId}, ${id}, 'Same', ${role}, '', ${hashKey(secret)})`.execute(
    on.service.db,
  );
  return secret;
};

beforeEach(async () => {
  const { db, companies } = on.service;
  const { companyId } = companies.helsinki;
  if (!second) {
    const data = { currency: 'EUR', locale: 'fi-FI', timezone: 'Europe/Helsinki' };
    const root = await createCompany(db, { name: 'Second group', data });
    second = await createCompany(db, { id: companyId, name: other.company, data }, root);
  }
  one = await person('manager', 'helsinki');
  await insertUser(second, one.id, one.email, 'admin');
  first.acting_as = `${companies.helsinki.tenantId}:${one.id}`;
  other.acting_as = `${second.tenantId}:${one.id}`;
});

describe('a person with the same membership id in two tenants', () => {
  it('switches to the one that is named, under its own name and role', async () => {
    const memberships = signedInUser(await one.send('GET', '/api/session'))?.memberships;
    expect(memberships?.map(({ acting_as }) => acting_as).toSorted()).toEqual(
      [first.acting_as, other.acting_as].toSorted(),
    );
    for (const [wanted, role] of [
      [other, 'admin'],
      [first, 'manager'],
      [other, 'admin'],
    ] as const) {
      const answer = await one.send('PUT', '/api/session', { acting_as: wanted.acting_as });
      expect(signedInUser(answer)).toMatchObject({
        role,
        acting_as: wanted.acting_as,
        user: { id: one.id, name: wanted.name, email: one.email },
        company: { name: wanted.company },
      });
      const { entity } = await one.send('POST', '/api/secure/grp', { name: `In ${wanted.company}` });
      const { rows } = await sql`select tenant_id from grp where id = ${entity.id}`.execute(on.service.db);
      expect(rows).toEqual([{ tenant_id: wanted.acting_as.split(':')[0] }]);
    }
  });

  it('is not switched by an id that several have, by one of another person, or by a tenant where there is none', async () => {
    const stranger = await person('admin', 'tampere');
    for (const wanted of [
      { user_id: one.id },
      { acting_as: one.id },
      { acting_as: `${on.service.companies.other.tenantId}:${one.id}` },
      { acting_as: `${on.service.companies.tampere.tenantId}:${stranger.id}` },
    ]) {
      const answer = await one.send('PUT', '/api/session', wanted);
      expect([wanted, answer.status]).toEqual([wanted, 404]);
      expect(signedInUser(await one.send('GET', '/api/session'))?.company.name).toBe(first.company);
    }
    for (const acting_as of ['', 'x', `${one.id}:`, `:${one.id}`, `${first.acting_as}:${one.id}`]) {
      expect((await one.send('PUT', '/api/session', { acting_as })).status).toBe(422);
    }
  });

  it('neither reads nor writes in one tenant from a page that shows the other', async () => {
    const ask = async (shown: string) => {
      const headers = { 'Tillhouse-As': shown };
      return [
        (await one.send('GET', '/api/secure/plu', undefined, headers)).status,
        (await one.send('GET', '/api/secure/me', undefined, headers)).status,
        (await one.send('POST', '/api/secure/grp', { name: 'From a page' }, headers)).status,
      ];
    };
    const done = [200, 200, 201];
    const refused = [409, 409, 409];
    expect(await ask(first.acting_as)).toEqual(done);
    expect(await ask(first.acting_as.toUpperCase())).toEqual(done);
    expect(await ask(other.acting_as)).toEqual(refused);
    // A page from before the tenant was part of the value: it is ambiguous which membership it shows.
    expect(await ask(one.id)).toEqual(refused);
    await one.send('PUT', '/api/session', { acting_as: other.acting_as });
    expect(await ask(other.acting_as)).toEqual(done);
    expect(await ask(first.acting_as)).toEqual(refused);
    expect(await ask(one.id)).toEqual(refused);
    const { rows } = await sql`select tenant_id, count(*) as n from grp where name = 'From a page'
      group by 1`.execute(on.service.db);
    expect(rows).toEqual(
      expect.arrayContaining([
        { tenant_id: on.service.companies.helsinki.tenantId, n: 2 },
        { tenant_id: second.tenantId, n: 1 },
      ]),
    );
  });

  it('keeps the page of before an upgrade working, where the id is that of one membership', async () => {
    const { id, send } = await person('manager', 'helsinki');
    expect((await send('GET', '/api/secure/plu', undefined, { 'Tillhouse-As': id })).status).toBe(200);
    expect((await send('PUT', '/api/session', { user_id: id })).status).toBe(200);
  });

  it('keeps the sessions of one tenant when the membership of the other ends, or is seen and ended by its administrator', async () => {
    const there = browser();
    await there.send('POST', '/api/session', { email: one.email, password });
    await there.send('PUT', '/api/session', { acting_as: other.acting_as });
    await one.send('PUT', '/api/session', { acting_as: first.acting_as });
    const statuses = async () => [
      (await one.send('GET', '/api/secure/plu')).status,
      (await there.send('GET', '/api/secure/plu')).status,
    ];
    const secret = await insertKey(second, crypto.randomUUID(), 'admin');
    const admin = sender(on.service.fetch, secret, 'admin');
    const seen = await admin('GET', `/api/secure/user/${one.id}/session`);
    expect(z.array(z.object({ company: z.string() })).parse(seen.json)).toMatchObject([
      { company: other.company },
    ]);
    expect(await statuses()).toEqual([200, 200]);
    expect((await admin('POST', `/api/secure/user/${one.id}/session/end`)).json).toEqual({ ended: 1 });
    expect(await statuses()).toEqual([200, 401]);

    await there.send('POST', '/api/session', { email: one.email, password });
    await there.send('PUT', '/api/session', { acting_as: other.acting_as });
    await one.send('PUT', '/api/session', { acting_as: first.acting_as });
    expect(await statuses()).toEqual([200, 200]);
    await admin('PUT', `/api/secure/user/${one.id}`, { json: { active: false } });
    expect(await statuses()).toEqual([200, 401]);
    expect(
      signedInUser(await one.send('GET', '/api/session'))?.memberships.map(({ company }) => company.name),
    ).toEqual([first.company]);
  });

  it('has a one-time link in each, of which one does not replace the other', async () => {
    const { db, companies } = on.service;
    const invited = { id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.org` };
    await insertUser(companies.helsinki, invited.id, invited.email, 'manager');
    await insertUser(second, invited.id, `second.${invited.email}`, 'manager');
    const links = [
      await makeLink(db, companies.helsinki, invited.id),
      await makeLink(db, second, invited.id),
    ];
    const opened = [];
    for (const { token } of links) {
      const answer = await browser().send('POST', '/api/invitation/accept', { token, password });
      opened.push([answer.status, signedInUser(answer)?.company.name]);
    }
    expect(opened).toEqual([
      [200, first.company],
      [200, other.company],
    ]);
  });

  it('ends one session by its id, which no two sessions have', async () => {
    const { rows } = await sql<{ id: string }>`select id from session where user_id = ${one.id}`.execute(
      on.service.db,
    );
    const copied = sql`insert into session (tenant_id, company_id, id, hash, login_id, user_id)
      select ${second.tenantId}::uuid, company_id, id, '\\x00', login_id, user_id from session where id = ${rows[0]?.id}`;
    await expect(copied.execute(on.service.db)).rejects.toMatchObject({ code: '23505' });
  });
});

describe('keys with the same id in two tenants', () => {
  it('are told apart by the page that shows one, and neither confirms a session of the other', async () => {
    const id = crypto.randomUUID();
    const secrets = [
      await insertKey(on.service.companies.helsinki, id, 'admin'),
      await insertKey(second, id, 'admin'),
    ];
    const { send } = browser();
    const shown: (string | undefined)[] = [];
    for (const key of secrets)
      shown.push(signedInUser(await send('POST', '/api/session', { key }))?.acting_as);
    expect(shown).toEqual([`${on.service.companies.helsinki.tenantId}:${id}`, `${second.tenantId}:${id}`]);
    const statuses = [];
    for (const as of [...shown, id]) {
      statuses.push((await send('GET', '/api/secure/plu', undefined, { 'Tillhouse-As': as ?? '' })).status);
    }
    expect(statuses).toEqual([409, 200, 409]);
    const confirmed = [];
    for (const key of secrets) {
      confirmed.push((await send('POST', '/api/session/confirmation', { key })).status);
    }
    expect(confirmed).toEqual([422, 204]);
    // A session of the first membership continues when the second one is revoked.
    const there = browser();
    await there.send('POST', '/api/session', { key: secrets[0] });
    await sql`update apikey set active = false where tenant_id = ${second.tenantId} and id = ${id}`.execute(
      on.service.db,
    );
    expect([
      (await there.send('GET', '/api/secure/plu')).status,
      (await send('GET', '/api/secure/plu')).status,
    ]).toEqual([200, 401]);
  });
});
