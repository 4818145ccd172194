import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { providerPeople } from '@/contract/single-sign-on';
import { stage } from '@/testing/api/start';
import { provide, signInAt, type Provided } from '@/testing/openid';
import { people, signedInUser } from '@/testing/people';
import { entraUser, group, patch, provisioning, tokenOf } from '@/testing/scim';
import { applyRecords } from '../provider/people';

const on = stage();
const { browser, person } = people(on);

let a: Provided;
let b: Provided;
let token = '';
let tokenOfB = '';

beforeAll(async () => {
  const admins = await Promise.all([on.service.as('helsinki'), on.service.as('other')]);
  [a, b] = await Promise.all([provide(admins[0]), provide(admins[1])]);
  [token, tokenOfB] = [await tokenOf(a), await tokenOf(b)];
  await a.admin('PUT', `/api/secure/identityprovider/${a.id}`, {
    json: {
      data: {
        roles: { admin: ['Tillhouse administrators'], manager: ['Stores', 'store-1'], accountant: ['Books'] },
      },
    },
  });
}, 60_000);

afterAll(async () => {
  await Promise.all([a?.provider.stop(), b?.provider.stop()]);
});

const { scim, made, grouped, memberOf } = provisioning(on, () => token);
let count = 0;

const status = async ({ send }: ReturnType<typeof browser>) => (await send('GET', '/api/secure/plu')).status;

/** Somebody of the provider in a browser, signed in there. */
async function signedIn(externalId: string, claims: object = {}) {
  const people = { [externalId]: { name: 'Anybody', ...claims } };
  await a.provider.tell({ sub: externalId, people, disabled: [] });
  const window = browser();
  return { window, to: await signInAt(a, window) };
}

describe('groups', () => {
  it('say the role: the strongest one counts, whoever leaves the last of them is out at once', async () => {
    const id = await made({ externalId: 'leaves-groups' });
    expect(await memberOf(id)).toBeUndefined();
    const books = await grouped('Books', id);
    expect(await memberOf(id)).toMatchObject({ role: 'accountant', active: true });
    const { window, to } = await signedIn('leaves-groups');
    expect([to, await status(window)]).toEqual(['/', 200]);
    const stores = await grouped('Stores', id);
    expect(await memberOf(id)).toMatchObject({ role: 'manager' });
    expect(await status(window)).toBe(200);
    await scim('PATCH', `/Groups/${stores}`, patch({ op: 'remove', path: `members[value eq "${id}"]` }));
    expect(await memberOf(id)).toMatchObject({ role: 'accountant' });
    await scim('PATCH', `/Groups/${books}`, patch({ op: 'Remove', path: 'members', value: [{ value: id }] }));
    expect(await memberOf(id)).toMatchObject({ active: false });
    expect(await status(window)).toBe(401);
    await grouped('Books', id);
    expect(await memberOf(id)).toMatchObject({ active: true });
    // The session that ended stays ended.
    expect(await status(window)).toBe(401);
  });

  it('mean it by their own id, too, and no more once they are renamed or deleted', async () => {
    const id = await made();
    const answer = await scim('POST', '/Groups', {
      schemas: [group],
      displayName: 'Any name',
      externalId: 'store-1',
      members: [{ value: id, display: 'x' }],
    });
    expect(await memberOf(id)).toMatchObject({ role: 'manager' });
    const path = `/Groups/${String(answer.json['id'])}`;
    const moved = patch({ op: 'replace', path: 'externalId', value: 'store-2' });
    expect((await scim('PATCH', path, moved)).status).toBe(204);
    expect(await memberOf(id)).toMatchObject({ active: false });
    await scim(
      'PATCH',
      path,
      patch({ op: 'replace', value: { id: answer.json['id'], displayName: 'Stores of Turku' } }),
    );
    expect((await scim('GET', `${path}?excludedAttributes=members`)).json).toMatchObject({
      displayName: 'Stores of Turku',
    });
    await scim('PATCH', path, patch({ op: 'replace', path: 'externalId', value: 'store-1' }));
    expect(await memberOf(id)).toMatchObject({ active: true });
    expect((await scim('DELETE', path)).status).toBe(204);
    expect(await memberOf(id)).toMatchObject({ active: false });
  });

  it('take nobody’s role away who is in none of them', async () => {
    const one = await person('manager', 'helsinki');
    const id = await made({ userName: one.email, emails: undefined });
    await link([{ id, user_id: one.id }]);
    await grouped('Unmapped', id);
    await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'displayName', value: 'Renamed' }));
    expect(await memberOf(id)).toMatchObject({ role: 'manager', active: true, name: 'Renamed' });
  });

  it('lose no member where many are added at once', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => made()));
    const id = await grouped('At once');
    const answers = await Promise.all(
      ids.map((value) =>
        scim('PATCH', `/Groups/${id}`, patch({ op: 'Add', path: 'members', value: [{ value }] })),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(ids.map(() => 204));
    const members = z
      .array(z.looseObject({ value: z.string() }))
      .parse((await scim('GET', `/Groups/${id}`)).json['members']);
    expect(members.map(({ value }) => value).toSorted()).toEqual(ids.toSorted());
  });

  it('are applied anew when the record means other roles', async () => {
    const id = await made({ roles: [{ value: 'Later' }] });
    const path = `/api/secure/identityprovider/${a.id}`;
    const before = (await a.admin('GET', path)).entity['data'];
    await a.admin('PUT', path, { json: { data: { roles: { accountant: ['Books', 'Later'] } } } });
    const refused: string[] = [];
    const apply = () =>
      applyRecords({ db: on.service.db, tables: served }, (_, reason) => refused.push(reason));
    const { tables: served } = await import('@/resources/tables');
    await apply();
    expect(refused).toEqual([]);
    expect(await memberOf(id)).toMatchObject({ role: 'accountant', active: true });
    await a.admin('PUT', path, { json: { data: before } });
    await apply();
    expect(await memberOf(id)).toMatchObject({ active: false });
  });
});

const link = (pairs: readonly { id: string; user_id: string }[]) =>
  a.admin('POST', `/api/secure/identityprovider/${a.id}/people/link`, { json: { people: pairs } });
const peopleSeen = async () =>
  providerPeople.parse((await a.admin('GET', `/api/secure/identityprovider/${a.id}/people`)).json);

describe('who is here already', () => {
  it('waits until an administrator says who it is: an e-mail says nothing', async () => {
    const one = await person('manager', 'helsinki');
    const sub = `waits-${(count += 1)}`;
    const id = await made({
      userName: one.email,
      emails: undefined,
      externalId: sub,
      displayName: 'Somebody',
    });
    await grouped('Books', id);
    expect(await memberOf(id)).toBeUndefined();
    expect((await a.admin('GET', `/api/secure/user/${one.id}`)).entity).toMatchObject({ role: 'manager' });
    expect((await signedIn(sub)).to).toBe('/?sign-in=unknown');
    const seen = (await peopleSeen()).people.find((entry) => entry.id === id);
    expect(seen).toMatchObject({
      membership: null,
      same_email: { id: one.id, role: 'manager' },
      groups: ['Books'],
    });

    expect((await link([{ id, user_id: one.id }])).status).toBe(204);
    expect(await memberOf(id)).toMatchObject({ id: one.id, role: 'accountant', name: 'Somebody' });
    expect((await signedIn(sub)).to).toBe('/');
    expect((await link([{ id, user_id: one.id }])).status).toBe(422);
    const stranger = await person('manager', 'tampere');
    const other = await made();
    expect((await link([{ id: other, user_id: stranger.id }])).status).toBe(422);
  });

  it('is known again after being deleted, by what the provider knows them by alone', async () => {
    const [first, again] = [entraUser({ externalId: 'comes-back' }), entraUser({ externalId: 'comes-back' })];
    const { json } = await scim('POST', '/Users', { ...first, roles: [{ value: 'Books' }] });
    const before = await memberOf(String(json['id']));
    await scim('DELETE', `/Users/${String(json['id'])}`);
    const back = await scim('POST', '/Users', { ...again, roles: [{ value: 'Books' }] });
    expect(back.json['id']).not.toBe(json['id']);
    expect(await memberOf(String(back.json['id']))).toMatchObject({ id: before?.id, active: true });
    await scim('DELETE', `/Users/${String(back.json['id'])}`);
    // The same name with another id is somebody else.
    const imposter = await scim('POST', '/Users', {
      ...again,
      externalId: 'another',
      roles: [{ value: 'Books' }],
    });
    expect(await memberOf(String(imposter.json['id']))).toBeUndefined();
  });
});

describe('a sign-in of whom the provider sent', () => {
  it('opens their membership by the id that both know, and none that is deactivated', async () => {
    const id = await made({ externalId: 'known-by-both', roles: [{ value: 'Stores' }] });
    const { window, to } = await signedIn('known-by-both');
    expect([to, await status(window)]).toEqual(['/', 200]);
    await scim('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: false }));
    expect(await status(window)).toBe(401);
    expect((await signedIn('known-by-both')).to).toBe('/?sign-in=unknown');
  });

  it('holds the locations that a claim numbers, none where it numbers none, and what it held where it says nothing', async () => {
    const numbered = async (location_num: number) =>
      (
        await a.admin('POST', '/api/secure/location', {
          json: { name: `Store ${location_num}`, location_num },
        })
      ).entity.id;
    const stores = [await numbered(9001), await numbered(9002)];
    const record = `/api/secure/identityprovider/${a.id}`;
    await a.admin('PUT', record, { json: { data: { location_claim: 'stores' } } });
    await made({ externalId: 'holds-stores', roles: [{ value: 'Stores' }] });
    const heldBy = async (claims: object) => {
      const { window, to } = await signedIn('holds-stores', claims);
      expect(to).toBe('/');
      return signedInUser(await window.send('GET', '/api/session'))?.locations;
    };
    // Who was sent, and whom no claim has given anything yet, holds none.
    expect(await heldBy({})).toEqual([]);
    expect(await heldBy({ stores: ['9001', 'another'] })).toEqual([stores[0]]);
    expect(await heldBy({})).toEqual([stores[0]]);
    expect((await heldBy({ stores: [9001, 9002] }))?.toSorted()).toEqual(stores.toSorted());
    expect(await heldBy({ stores: [] })).toEqual([]);
    await a.admin('PUT', record, { json: { data: { location_claim: null } } });
  });

  it('is none of somebody whom the same record meant under another issuer', async () => {
    await made({ externalId: 'of-the-former', roles: [{ value: 'Stores' }] });
    await sql`update provider_person set issuer = 'https://former.example' where external_id = 'of-the-former'`.execute(
      on.service.db,
    );
    expect((await signedIn('of-the-former')).to).toBe('/?sign-in=unknown');
  });
});

describe('a token', () => {
  it('is of one provider: nothing of another one’s is read, changed or linked by it', async () => {
    const id = await made({ roles: [{ value: 'Stores' }] });
    const theirs = await scim('POST', '/Users', entraUser(), tokenOfB);
    const of = String(theirs.json['id']);
    expect((await scim('GET', `/Users/${id}`, undefined, tokenOfB)).status).toBe(404);
    expect(
      (await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }), tokenOfB))
        .status,
    ).toBe(404);
    expect((await scim('DELETE', `/Users/${id}`, undefined, tokenOfB)).status).toBe(404);
    const list = (await scim('GET', '/Users', undefined, tokenOfB)).json;
    expect(list['totalResults']).toBe(1);
    const foreign = await scim(
      'POST',
      '/Groups',
      { schemas: [group], displayName: 'Stores', members: [{ value: id }] },
      tokenOfB,
    );
    expect(foreign).toMatchObject({ status: 400, json: { scimType: 'invalidValue' } });
    const path = `/api/secure/identityprovider/${a.id}`;
    expect((await b.admin('GET', `${path}/people`)).status).toBe(404);
    expect((await b.admin('POST', `${path}/scim-token`)).status).toBe(404);
    expect((await link([{ id: of, user_id: (await person('manager', 'helsinki')).id }])).status).toBe(422);
    expect(await memberOf(id)).toMatchObject({ active: true });
  });

  it('is of one record: another provider of the company sees none of its people', async () => {
    await made();
    const { issuer } = a.provider;
    const second = await a.admin('POST', '/api/secure/identityprovider', {
      json: { name: 'Second', data: { issuer, client_id: 'second' } },
    });
    const by = await tokenOf({ ...a, id: second.entity.id });
    for (const path of ['/Users', '/Groups', '/Users?filter=active eq true'])
      expect((await scim('GET', path, undefined, by)).json['totalResults']).toBe(0);
  });

  it('opens nothing else, and no key opens what it opens', async () => {
    for (const by of ['wrong', 'Basic x', ''])
      expect((await scim('GET', '/Users', undefined, by)).status).toBe(401);
    const response = await on.service.fetch(
      new Request('http://test/api/secure/user', { headers: { Authorization: `Bearer ${token}` } }),
    );
    expect(response.status).toBe(401);
  });

  it('ends with a newer one, when an administrator says so, and with the provider', async () => {
    const other = await provide(await on.service.as('tampere'));
    const first = await tokenOf(other);
    const second = await tokenOf(other);
    const reads = async (by: string) => (await scim('GET', '/Users', undefined, by)).status;
    expect([await reads(first), await reads(second)]).toEqual([401, 200]);
    const path = `/api/secure/identityprovider/${other.id}`;
    await other.admin('PUT', path, { json: { active: false } });
    expect(await reads(second)).toBe(401);
    await other.admin('PUT', path, { json: { active: true } });
    expect(await reads(second)).toBe(200);
    expect((await other.admin('POST', `${path}/scim-token/end`)).status).toBe(204);
    expect(await reads(second)).toBe(401);
    expect((await other.admin('POST', `${path}/scim-token/end`)).status).toBe(404);
    await other.provider.stop();
  });

  it('takes neither the last administrator away, nor one who comes in when the provider fails', async () => {
    const other = await provide(await on.service.as('tampere'));
    const by = await tokenOf(other);
    const admin = await person('admin', 'tampere');
    const { rows } = await sql<{ id: string }>`
      select id from "user" where company_id = ${on.service.companies.tampere.companyId}::uuid and role = 'admin' and id <> ${admin.id}::uuid`.execute(
      on.service.db,
    );
    for (const { id } of rows)
      await other.admin('PUT', `/api/secure/user/${id}`, { json: { active: false } });
    const sent = await scim('POST', '/Users', entraUser({ userName: admin.email, emails: undefined }), by);
    const id = String(sent.json['id']);
    const linked = await other.admin('POST', `/api/secure/identityprovider/${other.id}/people/link`, {
      json: { people: [{ id, user_id: admin.id }] },
    });
    expect(linked.status).toBe(204);
    const off = patch({ op: 'replace', path: 'active', value: false });
    const last = await scim('PATCH', `/Users/${id}`, off, by);
    expect(last.status).toBe(403);
    expect(last.json['detail']).toContain('last administrator');
    expect((await scim('DELETE', `/Users/${id}`, undefined, by)).status).toBe(403);
    expect((await scim('GET', `/Users/${id}`, undefined, by)).json['active']).toBe(true);
    await person('admin', 'tampere');
    await other.admin('PUT', `/api/secure/identityprovider/${other.id}`, {
      json: { data: { break_glass: [admin.id] } },
    });
    expect((await scim('PATCH', `/Users/${id}`, off, by)).status).toBe(403);
    await other.admin('PUT', `/api/secure/identityprovider/${other.id}`, {
      json: { data: { break_glass: [] } },
    });
    expect((await scim('PATCH', `/Users/${id}`, off, by)).status).toBe(200);
    await other.provider.stop();
  });

  it('is in no answer but the one that made it, and in no event', async () => {
    const { rows } = await sql<{ payload: string }>`
      select e::text as payload from event e where e.entity = 'identityprovider'`.execute(on.service.db);
    expect(rows.some(({ payload }) => payload.includes('scim_token'))).toBe(true);
    expect(rows.filter(({ payload }) => payload.includes(token) || payload.includes('ths_'))).toEqual([]);
    expect(JSON.stringify(await peopleSeen())).not.toContain('ths_');
    const trail = await a.admin('GET', '/api/secure/event?entity=user');
    expect(trail.text).toContain('"Provider"');
  });
});
