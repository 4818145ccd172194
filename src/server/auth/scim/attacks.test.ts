import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { provide, type Provided } from '@/testing/openid';
import { people } from '@/testing/people';
import { entraUser, patch, provisioning, tokenOf } from '@/testing/scim';
import { tables } from '@/resources/tables';
import { applyRecords } from '../provider/people';

/* What whoever has a provider's token tries beyond sending people (docs/security.md#single-sign-on). */

const on = stage();
const { person } = people(on);
let a: Provided;
let token = '';
const { scim, made, grouped } = provisioning(on, () => token);
const pathOf = ({ id }: Provided) => `/api/secure/identityprovider/${id}`;
const record = (set: Provided, data: Json) => set.admin('PUT', pathOf(set), { json: { data } });
const link = async (set: Provided, id: string, user_id: string) =>
  (await set.admin('POST', `${pathOf(set)}/people/link`, { json: { people: [{ id, user_id }] } })).status;
const memberNow = async (id: string) => (await a.admin('GET', `/api/secure/user/${id}`)).entity;

beforeAll(async () => {
  a = await provide(await on.service.as('helsinki'));
  token = await tokenOf(a);
  await record(a, { roles: { admin: ['Admins'], manager: ['Stores'] } });
}, 60_000);
afterAll(() => a?.provider.stop());

describe('a request that would hold the process up', () => {
  const pairs = (n: number) =>
    Array.from({ length: n }, (_, at) => `(userName eq "a${at}" or displayName eq "b${at}")`).join(' and ');

  it.each([
    ['a filter of many pairs', pairs(12)],
    ['a filter of many brackets', `${'('.repeat(200)}userName eq "a"${')'.repeat(200)}`],
    ['a long filter', `userName eq "${'a'.repeat(5000)}"`],
    ['a filter that never ends', `userName eq "${'\\"'.repeat(900)}`],
  ])('is refused before it is read: %s', async (_, filter) => {
    const began = performance.now();
    const id = await made();
    for (const answer of [
      await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`),
      await scim('GET', `/Groups?filter=${encodeURIComponent(filter)}`),
      await scim('PATCH', `/Users/${id}`, patch({ op: 'add', path: `emails[${filter}].value`, value: 'x' })),
    ])
      expect([answer.status, answer.json['scimType']]).toEqual([400, 'invalidFilter']);
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('is refused by its size: chosen attributes, operations, values', async () => {
    const id = await made();
    const attributes = Array.from({ length: 60 }, (_, at) => `name.a${at}`).join(',');
    expect((await scim('GET', `/Users?attributes=${attributes}`)).status).toBe(400);
    const operations = Array.from({ length: 300 }, () => ({
      op: 'replace',
      path: 'displayName',
      value: 'x',
    }));
    const roles = Array.from({ length: 20_000 }, () => ({ value: 'x' }));
    for (const answer of [
      await scim('PATCH', `/Users/${id}`, patch(...operations)),
      await scim('PATCH', `/Users/${id}`, patch({ op: 'add', path: 'roles', value: roles })),
      await scim('POST', '/Users', entraUser({ roles })),
    ])
      expect([answer.status, answer.json['scimType']]).toEqual([413, 'tooMany']);
  });

  it('is none that providers send: two comparisons, words in quotes, twenty attributes', async () => {
    const { userName } = entraUser();
    const id = await made({ userName, displayName: 'Salt and pepper or not' });
    const filters = [
      `userName eq "${userName}" or externalId eq "nobody"`,
      `displayName eq "Salt and pepper or not" and (active eq true or userName sw "x")`,
      'displayName co "and or not and or not and or not and or not" or userName sw "Aino"',
    ];
    for (const filter of filters) {
      const answer = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, answer.status, JSON.stringify(answer.json).includes(id)]).toEqual([filter, 200, true]);
    }
    const attributes = ['userName', ...Array.from({ length: 19 }, (_, at) => `name.a${at}`)].join(',');
    expect(
      (await scim('GET', `/Users/${id}?attributes=userName,name.givenName,emails.value,active,roles.value`))
        .status,
    ).toBe(200);
    expect((await scim('GET', `/Users/${id}?attributes=${attributes}`)).status).toBeLessThan(500);
  });
});

describe('a provider that takes its time', () => {
  it('leaves connections to others: with bodies that come slowly, and with many changes at once', async () => {
    const many = 40;
    const open: (() => void)[] = [];
    const slow = Array.from({ length: many }, () => {
      const body = new ReadableStream<Uint8Array>({
        start(to) {
          to.enqueue(new TextEncoder().encode('{"schemas": ['));
          open.push(() => to.close());
        },
      });
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/scim+json' };
      const sent: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
      return Promise.resolve(on.service.fetch(new Request('http://test/api/scim/v2/Users', sent)));
    });
    const other = await on.service.as('tampere');
    const asked = async () =>
      Promise.race([
        other('GET', '/api/secure/tax').then(({ status }) => status),
        new Promise<string>((resolve) => setTimeout(() => resolve('nothing'), 4000)),
      ]);
    expect(await asked()).toBe(200);
    for (const end of open) end();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 400));

    // Whoever holds the lock, such as the change of a group of thousands.
    await on.service.db
      .transaction()
      .execute(async (tx) => {
        await sql`select from identityprovider where id = ${a.id}::uuid for update`.execute(tx);
        const waiting = Array.from({ length: many }, () => made());
        expect(await asked()).toBe(200);
        await sql`select 1`.execute(tx);
        return { waiting };
      })
      .then(({ waiting }) => Promise.all(waiting));
  }, 60_000);
});

it('is as if it had not been sent where a value is null, in a list too', async () => {
  for (const more of [
    { emails: null },
    { emails: [null] },
    { roles: [null] },
    { roles: null, name: { givenName: null } },
  ]) {
    const sent = await scim(
      'POST',
      '/Users',
      entraUser({ userName: `n${Math.random()}@rantakulma.example`, ...more }),
    );
    expect([JSON.stringify(more), sent.status]).toEqual([JSON.stringify(more), 201]);
    const id = String(sent.json['id']);
    for (const path of ['emails', 'roles'])
      for (const value of [null, [null]]) {
        const answer = await scim('PATCH', `/Users/${id}`, patch({ op: 'Replace', path, value }));
        expect([path, value, answer.status < 500]).toEqual([path, value, true]);
      }
    expect((await scim('GET', `/Users/${id}`)).status).toBe(200);
  }
});

describe('an administrator who comes in when the provider fails', () => {
  it('keeps their e-mail: with another one, somebody else’s login would come in', async () => {
    const admin = await person('admin', 'helsinki');
    const sent = entraUser({ roles: [{ value: 'Admins' }], emails: [{ primary: true, value: admin.email }] });
    const { json } = await scim('POST', '/Users', sent);
    const id = String(json['id']);
    expect(await link(a, id, admin.id)).toBe(204);
    await record(a, { break_glass: [admin.id] });
    const emails = [{ primary: true, value: 'attacker@rantakulma.example' }];
    for (const answer of [
      await scim('PUT', `/Users/${id}`, { ...sent, emails }),
      await scim('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'emails', value: emails })),
    ])
      expect(answer.status).toBe(403);
    expect(await memberNow(admin.id)).toMatchObject({ email: admin.email, role: 'admin', active: true });
    expect((await scim('PUT', `/Users/${id}`, { ...sent, displayName: 'Another name' })).status).toBe(200);
    await record(a, { break_glass: [] });
    expect((await scim('PUT', `/Users/${id}`, { ...sent, emails })).status).toBe(200);
  });

  it('stays for one provider of a company where another one’s record names them', async () => {
    const second = await provide(await on.service.as('helsinki'));
    const by = await tokenOf(second);
    const admin = await person('admin', 'helsinki');
    const sent = entraUser({ emails: [{ primary: true, value: admin.email }] });
    const id = String((await scim('POST', '/Users', sent, by)).json['id']);
    expect(await link(second, id, admin.id)).toBe(204);
    await record(a, { break_glass: [admin.id] });
    const off = patch({ op: 'Replace', path: 'active', value: false });
    expect((await scim('PATCH', `/Users/${id}`, off, by)).status).toBe(403);
    expect((await scim('DELETE', `/Users/${id}`, undefined, by)).status).toBe(403);
    expect(await memberNow(admin.id)).toMatchObject({ active: true, role: 'admin' });
    await record(a, { break_glass: [] });
    expect((await scim('PATCH', `/Users/${id}`, off, by)).status).toBe(200);
    await second.provider.stop();
  });
});

describe('a record that means other roles', () => {
  it('takes the role of everybody else away where one of them is whom it may not', async () => {
    const admin = await person('admin', 'helsinki');
    const group = { roles: [{ value: 'Admins' }] };
    const first = String((await scim('POST', '/Users', entraUser(group))).json['id']);
    const kept = await made({ ...group, emails: [{ primary: true, value: admin.email }] });
    expect(await link(a, kept, admin.id)).toBe(204);
    const last = await made(group);
    await grouped('Anything', first, last);
    await record(a, { break_glass: [admin.id] });
    const refused: string[] = [];
    const apply = () => applyRecords({ db: on.service.db, tables }, (_, reason) => refused.push(reason));
    await apply();
    const rolesOf = async () => {
      const { rows } = await sql<{ role: string; active: boolean }>`
        select u.role, u.active from provider_person p join "user" u on u.tenant_id = p.tenant_id and u.id = p.user_id
        where p.id = any (${[first, last]}::uuid[])`.execute(on.service.db);
      return rows.map(({ role, active }) => (active ? role : 'none'));
    };
    expect(await rolesOf()).toEqual(['admin', 'admin']);
    expect(refused).toEqual([]);
    await record(a, { roles: { admin: [], manager: ['Admins'] } });
    await apply();
    expect(refused).toHaveLength(1);
    expect(await rolesOf()).toEqual(['manager', 'manager']);
    expect(await memberNow(admin.id)).toMatchObject({ role: 'admin' });
    await apply();
    expect(refused).toHaveLength(1);
    await record(a, { roles: { admin: ['Admins'], manager: ['Stores'] }, break_glass: [] });
    await apply();
  });

  it('of a tenant that is frozen holds no other one up', async () => {
    const due = async () =>
      (await sql<{ id: string }>`select id from providers_to_apply()`.execute(on.service.db)).rows.map(
        ({ id }) => id,
      );
    await record(a, { roles: { manager: ['Stores', 'More'] } });
    expect(await due()).toContain(a.id);
    const { rows } = await sql<{ tenant_id: string }>`
      select tenant_id from identityprovider where id = ${a.id}::uuid`.execute(on.service.db);
    const tenant = rows[0]?.tenant_id;
    await sql`insert into tenant_move (tenant_id, name, frozen_at) values (${tenant}::uuid, 'moved', now())`.execute(
      on.service.db,
    );
    expect(await due()).not.toContain(a.id);
    await applyRecords({ db: on.service.db, tables }, () => undefined);
    await sql`delete from tenant_move where tenant_id = ${tenant}::uuid`.execute(on.service.db);
    expect(await due()).toContain(a.id);
  });
});
