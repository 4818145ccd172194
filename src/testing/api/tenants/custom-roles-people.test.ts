import { describe, expect, it } from 'vitest';
import { rightsOf } from '@/resources/rights';
import type { Json } from '../../answer';
import { allRights, customRoles } from '../../custom-roles';
import { password, people, signedInUser } from '../../people';
import { stage, unknownId } from '../start';

/*
 * People in a role that a company made who manage people: they make nobody stronger than they are, and touch nobody who is
 * (docs/security.md#roles).
 */

const on = stage();
const { made, put, role, inRole, person } = customRoles(on);
const { browser, invite } = people(on);

const manages = ['user.read', 'user.create', 'user.update'];
let count = 0;
const stored = async (path: string) => (await on.send('GET', `/api/secure/${path}`)).json;
/** Returns the status of an answer, or the code of its first problem. */
const outcome = (answer: Awaited<ReturnType<typeof on.send>>) =>
  answer.status < 300 ? answer.status : (answer.problem.errors?.[0]?.code ?? answer.problem.code);

describe('who manages people in a role of the company', () => {
  it('makes nobody stronger than themselves, and touches nobody who is', async () => {
    const mine = ['plu.read', 'tax.read', ...manages];
    const one = await inRole({ rights: mine, hidden: ['cost'] });
    const give = async (json: Json) =>
      (
        await one.send('POST', '/api/secure/user', {
          name: 'New',
          email: `new${(count += 1)}@example.org`,
          role: 'manager',
          ...json,
        })
      ).status;
    expect(await give({ role: 'admin' })).toBe(403);
    expect(await give({})).toBe(403);
    expect(
      await give({ role_id: await role({ rights: ['plu.read', 'sales.read'], hidden: ['cost'] }) }),
    ).toBe(403);
    expect(await give({ role_id: await role({ rights: ['plu.read'] }) })).toBe(403);
    const weak = await role({ rights: ['plu.read'], hidden: ['cost'] });
    expect(await give({ role_id: weak })).toBe(201);
    // A role that counts as a manager's is given as one: what is asked of managers is asked of its people.
    expect(await give({ role: 'accountant', role_id: weak })).toBe(422);
    // The other way round: nobody who is stronger is changed, given a link to, or signed out.
    const admin = await person('admin');
    for (const json of [
      { name: 'Taken' },
      { email: 'taken@example.org' },
      { active: false },
      { role: 'manager', role_id: weak },
    ])
      expect([json, (await one.send('PUT', `/api/secure/user/${admin.id}`, json)).status]).toEqual([
        json,
        403,
      ]);
    expect((await one.send('POST', '/api/secure/user', [{ id: admin.id, name: 'Taken' }])).status).toBe(403);
    for (const act of ['invitation', 'session/end', 'second-factor/off'])
      expect([act, (await one.send('POST', `/api/secure/user/${admin.id}/${act}`, {})).status]).toEqual([
        act,
        403,
      ]);
    expect((await one.send('GET', `/api/secure/user/${admin.id}/session`)).status).toBe(403);
    // Nor themselves.
    const strong = await role({ rights: allRights([]) });
    expect((await one.send('PUT', `/api/secure/user/${one.id}`, { role_id: strong })).status).toBe(409);
    expect((await one.send('PUT', `/api/secure/user/${one.id}`, { role_id: null })).status).toBe(409);
    expect(
      (await one.send('PUT', `/api/secure/role/${one.roleId}`, { data: { rights: allRights([]) } })).status,
    ).toBe(403);
    expect((await one.send('POST', '/api/secure/apikey', { name: 'K', role: 'admin' })).status).toBe(403);
  });
});

describe('nobody becomes stronger', () => {
  const user = (json: Json) => ({
    name: 'New',
    email: `n${(count += 1)}@example.org`,
    role: 'manager',
    ...json,
  });

  it('by a role that sees or changes more, by a larger change of prices, or by more locations', async () => {
    const location = await made('location', { name: 'Held' });
    const other = await made('location', { name: 'Not held' });
    const limits = { hidden: ['cost'], read_only: ['prices'], largest_price_change: 10 };
    const one = await inRole({ rights: ['plu.read', ...manages], ...limits });
    const held = { data: { location_ids: [location] } };
    await put(`user/${one.id}`, held);
    const give = async (data: Json, json: Json = held) =>
      outcome(
        await one.send(
          'POST',
          '/api/secure/user',
          user({ role_id: await role({ rights: ['plu.read'], ...limits, ...data }), ...json }),
        ),
      );
    expect(await give({})).toBe(201);
    expect(await give({ hidden: ['cost', 'prices'], read_only: [], largest_price_change: 9.5 })).toBe(201);
    const beyond = 'beyond_own_rights';
    expect(await give({ hidden: [], read_only: ['cost', 'prices'] })).toBe(beyond);
    expect(await give({ read_only: [] })).toBe(beyond);
    expect(await give({ largest_price_change: 10.5 })).toBe(beyond);
    expect(await give({ largest_price_change: null })).toBe(beyond);
    expect(await give({}, {})).toBe(beyond);
    expect(await give({}, { data: { location_ids: [location, other] } })).toBe(beyond);
  });

  it('by a role that is deactivated for now', async () => {
    const one = await inRole({ rights: ['plu.read', ...manages] });
    const strong = await role({ rights: allRights() });
    await put(`role/${strong}`, { active: false });
    expect(outcome(await one.send('POST', '/api/secure/user', user({ role_id: strong })))).toBe(
      'beyond_own_rights',
    );
    const resting = await inRole({ rights: allRights() });
    await put(`role/${resting.roleId}`, { active: false });
    for (const answer of [
      await one.send('PUT', `/api/secure/user/${resting.id}`, { email: 'taken@example.org' }),
      await one.send('POST', `/api/secure/user/${resting.id}/invitation`, {}),
      await one.send('POST', `/api/secure/user/${resting.id}/session/end`, {}),
    ])
      expect(answer.problem.code).toBe('beyond_own_rights');
  });

  it('by an array that says the parts of a membership one after the other', async () => {
    const one = await inRole({ rights: [...new Set([...rightsOf('accountant'), ...manages])] });
    const weak = await role({ rights: ['plu.read'] });
    const id = await made('user', user({ role_id: weak }));
    const parts = [
      { id, role: 'accountant', role_id: null },
      { id, role: 'manager' },
    ];
    expect(outcome(await one.send('POST', '/api/secure/user', parts))).toBe('beyond_own_rights');
    expect(await stored(`user/${id}`)).toMatchObject({ role: 'manager', role_id: weak, version: 1 });
    const mixed = [
      { id, role_id: weak },
      { id, role_id: null },
      { id, role: 'admin' },
      { id, role_id: weak },
    ];
    expect((await on.send('POST', '/api/secure/user', { json: mixed })).status).toBe(422);
  });

  it('by a role of another company, a deactivated administrator, or a membership of theirs', async () => {
    const one = await inRole({ rights: ['plu.read', ...manages] });
    const gone = await person('admin');
    await put(`user/${gone.id}`, { active: false });
    for (const answer of [
      await one.send('PUT', `/api/secure/user/${gone.id}`, { active: true }),
      await one.send('POST', `/api/secure/user/${gone.id}/invitation`, {}),
    ])
      expect(answer.problem.code).toBe('beyond_own_rights');
    for (const company of ['tampere', 'other'] as const) {
      const send = await on.service.as(company);
      const theirs = await send('POST', '/api/secure/role', {
        json: { name: 'Theirs', data: { rights: ['plu.read'] } },
      });
      const answer = await on.send('POST', '/api/secure/user', { json: user({ role_id: theirs.entity.id }) });
      expect([company, answer.status]).toEqual([company, 422]);
    }
    for (const id of [unknownId, 'x', 7, {}])
      expect(
        (await one.send('POST', '/api/secure/user', user({ role_id: id }))).status,
      ).toBeGreaterThanOrEqual(400);
    expect(
      (await one.send('PUT', `/api/secure/user/${one.id}`, { data: { location_ids: [] } })).status,
    ).not.toBe(500);
  });
});

describe('a role that somebody has', () => {
  it('counts as what it did, until nobody has it', async () => {
    const { roleId, id } = await inRole({ rights: ['plu.read'] });
    const path = `/api/secure/role/${roleId}`;
    const other = { json: { counts_as: 'accountant' } };
    const refused = await on.send('PUT', path, other);
    expect([refused.status, refused.problem.code, refused.pointers]).toEqual([
      409,
      'role_given',
      ['/counts_as'],
    ]);
    expect((await on.send('PUT', path, { json: { counts_as: 'manager', name: 'Renamed' } })).status).toBe(
      200,
    );
    await put(`user/${id}`, { role: 'manager', role_id: null });
    expect((await on.send('PUT', path, other)).status).toBe(200);
  });

  it('is named by the link that invites to it, and where its person chooses a company', async () => {
    const roleId = await role({ rights: ['plu.read'], hidden: ['cost'] });
    const { name } = (await on.send('GET', `/api/secure/role/${roleId}`)).entity;
    const invited = await invite('manager');
    await put(`user/${invited.id}`, { role: 'manager', role_id: roleId });
    const window = browser();
    const link = await window.send('POST', '/api/invitation', { token: invited.token });
    expect(link.json).toMatchObject({ role: 'manager', custom_role: { id: roleId, name } });
    await window.send('POST', '/api/invitation/accept', { token: invited.token, password });
    // The same person, as a built-in manager of another company.
    const elsewhere = await invite('manager', 'tampere', invited.email);
    const answer = await window.send('POST', '/api/invitation/accept', { token: elsewhere.token, password });
    const there = signedInUser(answer);
    expect([there?.custom_role, there?.hidden]).toEqual([null, []]);
    expect(there?.memberships.map((one) => one.custom_role?.name ?? null)).toEqual(
      expect.arrayContaining([name, null]),
    );
    // In one session: each company by the role that the person has there.
    expect((await window.send('GET', '/api/secure/customer')).status).toBe(200);
    const back = there?.memberships.find((one) => one.custom_role);
    const here = signedInUser(await window.send('PUT', '/api/session', { acting_as: back?.acting_as }));
    expect([here?.custom_role?.id, here?.hidden]).toEqual([roleId, ['cost']]);
    expect((await window.send('GET', '/api/secure/customer')).status).toBe(403);
    expect((await window.send('GET', '/api/secure/plu')).text).not.toContain('cost_price');
  });
});
