import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stage } from '@/testing/api/start';
import { provide, type Provided } from '@/testing/openid';
import { core, enterprise, entraUser, group, patch, provisioning, tokenOf } from '@/testing/scim';

const on = stage();
let a: Provided;
let token = '';
const { scim, made, grouped, memberOf } = provisioning(on, () => token);
let count = 0;

beforeAll(async () => {
  a = await provide(await on.service.as('helsinki'));
  token = await tokenOf(a);
  const roles = { manager: ['Stores'], accountant: ['Books'] };
  await a.admin('PUT', `/api/secure/identityprovider/${a.id}`, { json: { data: { roles } } });
}, 60_000);
afterAll(() => a?.provider.stop());

describe('a person as Microsoft Entra sends them', () => {
  it('is looked for, made, read, changed, disabled and deleted by its requests', async () => {
    const sent = entraUser();
    const find = () => scim('GET', `/Users?filter=userName+eq+%22${encodeURIComponent(sent.userName)}%22`);
    expect((await find()).json).toMatchObject({ totalResults: 0, Resources: [] });

    const post = await scim('POST', '/Users', sent);
    const id = String(post.json['id']);
    expect(post).toMatchObject({
      status: 201,
      json: {
        externalId: sent.externalId,
        userName: sent.userName,
        active: true,
        meta: { resourceType: 'User' },
      },
    });
    expect(post.headers.get('content-type')).toBe('application/scim+json');
    expect(post.headers.get('location')).toBe(`https://test.example/api/scim/v2/Users/${id}`);
    expect((await scim('GET', `/Users/${id}`)).json).toEqual(post.json);
    expect((await find()).json).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    const lower = `/Users?filter=userName eq "${sent.userName.toLowerCase()}"`;
    expect((await scim('GET', lower)).json['totalResults']).toBe(1);

    const changed = await scim(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'other@rantakulma.example' },
        { op: 'Replace', path: 'name.familyName', value: 'Lehtonen' },
        { op: 'Add', path: `${enterprise}:department`, value: 'Stores' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+358 40 1' },
        { op: 'Replace', value: { displayName: 'Aino Lehtonen', [`${enterprise}:manager`]: 'x' } },
      ),
    );
    expect(changed).toMatchObject({
      status: 200,
      json: {
        displayName: 'Aino Lehtonen',
        name: { familyName: 'Lehtonen' },
        emails: [{ value: 'other@rantakulma.example', type: 'work' }],
      },
    });

    const off = await scim('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    expect(off.json['active']).toBe(false);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404);
    expect((await find()).json['totalResults']).toBe(0);
  });

  it('gets a work e-mail and a role by an Add whose filter finds nothing yet', async () => {
    const id = await made({ emails: undefined, userName: `no.email.${(count += 1)}@rantakulma.example` });
    await scim(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Add', path: 'emails[type eq "work"].value', value: 'Work.Address@rantakulma.example' },
        { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Books' },
      ),
    );
    expect((await scim('GET', `/Users/${id}`)).json).toMatchObject({
      emails: [{ type: 'work', value: 'Work.Address@rantakulma.example' }],
      roles: [{ primary: true, value: 'Books' }],
    });
    expect(await memberOf(id)).toMatchObject({
      role: 'accountant',
      email: 'work.address@rantakulma.example',
    });
  });
});

describe('a person as Okta sends them', () => {
  it('is made, replaced whole, deactivated and taken up again', async () => {
    const n = (count += 1);
    const sent = {
      schemas: [core],
      userName: `petri.${n}@rantakulma.example`,
      name: { givenName: 'Petri', familyName: 'Salmela' },
      emails: [{ primary: true, value: `petri.${n}@rantakulma.example`, type: 'work' }],
      displayName: 'Petri Salmela',
      locale: 'en-US',
      externalId: `00u${n}`,
      groups: [],
      password: 'a password that nobody keeps',
      active: true,
    };
    const post = await scim('POST', '/Users', sent);
    const id = String(post.json['id']);
    expect(JSON.stringify(post.json)).not.toContain('nobody keeps');
    await grouped('Stores', id);
    expect(await memberOf(id)).toMatchObject({ name: 'Petri Salmela', role: 'manager', active: true });
    const put = await scim('PUT', `/Users/${id}`, { ...sent, id, displayName: 'P. Salmela' });
    expect(put).toMatchObject({ status: 200, json: { displayName: 'P. Salmela' } });
    expect(await memberOf(id)).toMatchObject({ name: 'P. Salmela' });
    await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }));
    expect(await memberOf(id)).toMatchObject({ active: false });
    await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: true } }));
    expect(await memberOf(id)).toMatchObject({ active: true, role: 'manager' });
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from provider_person where data::text like '%nobody keeps%'`.execute(
      on.service.db,
    );
    expect(rows[0]?.n).toBe(0);
  });

  it('is listed in pages', async () => {
    await made();
    await made();
    const { json } = await scim('GET', '/Users?startIndex=2&count=1');
    expect(json).toMatchObject({ startIndex: 2, itemsPerPage: 1 });
    expect(Number(json['totalResults'])).toBeGreaterThan(1);
    const all = (await scim('GET', '/Users?startIndex=1&count=100')).json['Resources'];
    expect(all).toHaveLength(Number(json['totalResults']));
    const named = await scim('GET', '/Users?attributes=userName&count=1');
    expect(
      Object.keys(z.array(z.looseObject({})).parse(named.json['Resources'])[0] ?? {}).toSorted(),
    ).toEqual(['id', 'userName']);
  });
});

describe('what is refused', () => {
  it.each([
    [
      'a user name twice',
      409,
      'uniqueness',
      async () =>
        scim('POST', '/Users', {
          ...entraUser(),
          userName: (await scim('GET', `/Users/${await made()}`)).json['userName'],
        }),
    ],
    [
      'an id twice',
      409,
      'uniqueness',
      async () =>
        scim(
          'POST',
          '/Users',
          entraUser({ externalId: (await scim('GET', `/Users/${await made()}`)).json['externalId'] }),
        ),
    ],
    [
      'a group twice',
      409,
      'uniqueness',
      async () => {
        await grouped('Twice');
        return scim('POST', '/Groups', { schemas: [group], displayName: 'twice' });
      },
    ],
    [
      'a user without an address',
      400,
      'invalidValue',
      () => scim('POST', '/Users', { schemas: [core], userName: 'no address' }),
    ],
    [
      'a user without a name',
      400,
      'invalidValue',
      () => scim('POST', '/Users', { schemas: [core], emails: [{ value: 'x@example.org' }] }),
    ],
    ['a list', 400, 'invalidSyntax', () => scim('POST', '/Users', [])],
    [
      'an attribute that is no boolean',
      400,
      'invalidValue',
      () => scim('POST', '/Users', entraUser({ active: 'perhaps' })),
    ],
    [
      'a user of a size',
      413,
      'tooMany',
      () => scim('POST', '/Users', entraUser({ displayName: 'x'.repeat(20_000) })),
    ],
    ['a filter that is none', 400, 'invalidFilter', () => scim('GET', '/Users?filter=userName')],
    ['a page that is none', 400, 'invalidValue', () => scim('GET', '/Users?startIndex=x')],
    [
      'a patch without operations',
      400,
      'invalidSyntax',
      async () => scim('PATCH', `/Users/${await made()}`, {}),
    ],
    [
      'an unknown operation',
      400,
      'invalidSyntax',
      async () => scim('PATCH', `/Users/${await made()}`, patch({ op: 'swap', path: 'active', value: true })),
    ],
    [
      'a user name that is taken away',
      400,
      'invalidValue',
      async () => scim('PATCH', `/Users/${await made()}`, patch({ op: 'remove', path: 'userName' })),
    ],
    [
      'a member who is nobody',
      400,
      'invalidValue',
      () =>
        scim('POST', '/Groups', {
          schemas: [group],
          displayName: 'Nobody',
          members: [{ value: '018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b' }],
        }),
    ],
    ['an id that is none', 404, undefined, () => scim('GET', '/Users/1')],
    [
      'an id of nobody',
      404,
      undefined,
      () => scim('PUT', '/Users/018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b', entraUser()),
    ],
    ['bulk', 501, undefined, () => scim('POST', '/Bulk', {})],
  ] as const)('%s', async (_, expected, scimType, ask) => {
    const { status: got, json } = await ask();
    expect({ got, scimType: json['scimType'] }).toEqual({ got: expected, scimType });
    expect(json).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(expected),
    });
  });

  it('leaves nothing half done', async () => {
    const id = await made();
    const before = (await scim('GET', `/Users/${id}`)).json;
    await scim(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'replace', path: 'displayName', value: 'X' }, { op: 'remove', path: 'userName' }),
    );
    expect((await scim('GET', `/Users/${id}`)).json).toEqual(before);
  });
});

describe('what a provider asks first', () => {
  it('says what there is', async () => {
    expect((await scim('GET', '/ServiceProviderConfig')).json).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
    });
    expect((await scim('GET', '/ResourceTypes')).json).toMatchObject({ totalResults: 2 });
    expect((await scim('GET', '/ResourceTypes/Group')).json).toMatchObject({ endpoint: '/Groups' });
    const schemas = z
      .array(z.looseObject({ id: z.string() }))
      .parse((await scim('GET', '/Schemas')).json['Resources']);
    expect(schemas.map(({ id }) => id)).toEqual([core, group]);
    const user = (await scim('GET', `/Schemas/${core}`)).json['attributes'];
    const names = z
      .array(z.looseObject({ name: z.string() }))
      .parse(user)
      .map(({ name }) => name);
    expect(names).toContain('emails');
    expect(names).not.toContain('password');
  });

  it('matches a filter of several comparisons', async () => {
    const id = await made({ displayName: 'Only one of this name' });
    const filter = encodeURIComponent('displayName co "Only one" and active eq true');
    expect((await scim('GET', `/Users?filter=${filter}`)).json).toMatchObject({
      totalResults: 1,
      Resources: [{ id }],
    });
    const email = encodeURIComponent('emails[type eq "work"].value sw "aino"');
    expect((await scim('GET', `/Users?filter=${email}`)).status).toBe(200);
  });
});
