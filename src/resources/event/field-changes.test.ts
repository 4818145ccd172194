import { afterAll, beforeAll, expect, it } from 'vitest';
import { fieldChanges } from '@/contract/field-changes';
import { startTestService, type Sender, type TestService } from '@/testing/service';

let service: TestService;
let admin: Sender;
let manager: Sender;
beforeAll(async () => {
  service = await startTestService();
  admin = await service.as('helsinki', 'admin');
  manager = await service.as('helsinki', 'manager');
});
afterAll(() => service.close());

const newProduct = async (send: Sender, more: object = {}) => {
  const [dpt] = (await send('POST', '/api/secure/dpt', { json: [{ name: 'Bakery' }] })).entities;
  const [tax] = (await send('POST', '/api/secure/tax', { json: [{ name: 'Food', rate: '13.5' }] })).entities;
  const answer = await send('POST', '/api/secure/plu', {
    json: { name: 'Bun', base_price: '3.20', dpt_id: dpt?.id, tax_id: tax?.id, ...more },
  });
  expect(answer.status).toBe(201);
  return answer.entity;
};
const changesOf = async (send: Sender, id: string, pointer: string, more = '', resource = 'plu') => {
  const answer = await send(
    'GET',
    `/api/secure/${resource}/${id}/changes?pointer=${encodeURIComponent(pointer)}${more}`,
  );
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return fieldChanges.parse(JSON.parse(answer.text));
};

it('says who gave a field its value, and what it was before, further and further back', async () => {
  const { id } = await newProduct(admin, { data: { cost_price: 1.1, tags: ['a'] } });
  await manager('PUT', `/api/secure/plu/${id}`, { json: { base_price: '4.00' } });
  await manager('PUT', `/api/secure/plu/${id}`, { json: { name: 'Cinnamon bun' } });
  await admin('PUT', `/api/secure/plu/${id}`, { json: { base_price: '4.50', memo: 'x' } });
  // The value again is no change of it.
  await manager('PUT', `/api/secure/plu/${id}`, { json: { base_price: '4.50' } });
  const first = await changesOf(manager, id, '/base_price');
  expect(first.changes.map(({ value, before, action }) => [value, before, action])).toEqual([
    ['4.50', '4.00', 'update'],
    ['4.00', '3.20', 'update'],
  ]);
  expect(first.changes[0]).toMatchObject({ changeset: null, user_id: null });
  expect(first.changes[0]?.key_id).not.toBe(first.changes[1]?.key_id);
  const back = await changesOf(manager, id, '/base_price', `&before=${first.next}`);
  expect(back.changes.map(({ value, before, action }) => [value, before, action])).toEqual([
    ['3.20', null, 'create'],
  ]);
  expect(back.next).toBeNull();
});

it('follows values of data, lists in it, and those that were taken away', async () => {
  const { id } = await newProduct(admin, { data: { cost_price: 1.1, tags: ['a'] } });
  await manager('PUT', `/api/secure/plu/${id}`, { json: { data: { cost_price: 2.05 } } });
  await manager('PUT', `/api/secure/plu/${id}`, { json: { data: { cost_price: null } } });
  const cost = await changesOf(manager, id, '/data/cost_price', '&limit=20');
  expect(cost.changes.map(({ value, before }) => [value, before])).toEqual([
    [null, 2.05],
    [2.05, 1.1],
    [1.1, null],
  ]);
  const tags = await changesOf(manager, id, '/data/tags');
  expect(tags.changes.map(({ value }) => value)).toEqual([['a']]);
  expect((await changesOf(manager, id, '/data/no/such')).changes).toEqual([]);
});

it('names the change set and the line of its file', async () => {
  const { id, version } = await newProduct(admin);
  const set = (
    await manager('POST', '/api/secure/changeset', { json: { name: 'Prices of March', origin: 'import' } })
  ).entity;
  const item = { resource: 'plu', record_id: id, version, line: 231, patch: { base_price: '9.10' } };
  await manager('POST', `/api/secure/changeset/${set.id}/items`, { json: [item] });
  await manager('POST', `/api/secure/changeset/${set.id}/apply`);
  const [latest] = (await changesOf(manager, id, '/base_price')).changes;
  expect(latest).toMatchObject({
    value: '9.10',
    before: '3.20',
    changeset: {
      id: set.id,
      name: 'Prices of March',
      origin: 'import',
      item: 1,
      line: 231,
      formula: null,
      scheduled: false,
    },
  });
});

it('tells each role what its audit trail tells, and no other company anything', async () => {
  const { id } = await newProduct(admin);
  const path = `/api/secure/plu/${id}/changes?pointer=/base_price`;
  for (const role of ['accountant', 'terminal'] as const)
    expect((await (await service.as('helsinki', role))('GET', path)).status).toBe(403);
  for (const company of ['group', 'tampere', 'other'] as const) {
    const answer = await (await service.as(company, 'admin'))('GET', path);
    expect([company, answer.status]).toEqual([company, 404]);
  }
  // A record that the parent shares is seen; what happened to it is the parent's.
  const group = await service.as('group', 'admin');
  const shared = await newProduct(group);
  expect((await changesOf(group, shared.id, '/base_price')).changes).toHaveLength(1);
  expect((await changesOf(manager, shared.id, '/base_price')).changes).toEqual([]);
});

it('says nothing of an erased customer', async () => {
  const made = await admin('POST', '/api/secure/customer', {
    json: { name: 'Person', data: { email: 'p@example.com' } },
  });
  const { id } = made.entity;
  await admin('PUT', `/api/secure/customer/${id}`, { json: { name: 'Another name' } });
  expect((await changesOf(admin, id, '/name', '', 'customer')).changes).toHaveLength(2);
  await admin('POST', `/api/secure/customer/${id}/erase`);
  for (const pointer of ['/name', '/data/email']) {
    const answer = await admin('GET', `/api/secure/customer/${id}/changes?pointer=${pointer}&limit=20`);
    expect([answer.text.includes('Person'), answer.text.includes('example.com')]).toEqual([false, false]);
    expect(fieldChanges.parse(JSON.parse(answer.text)).changes).toEqual([]);
  }
});

it('refuses what is no pointer, no event and no parameter', async () => {
  const { id } = await newProduct(admin);
  for (const query of [
    '',
    '?pointer=base_price',
    '?pointer=/name&before=x',
    '?pointer=/name&limit=0',
    '?pointer=/name&limit=21',
    '?pointer=/name&q=1',
    '?pointer=/name&pointer=/name',
  ])
    expect([query, (await admin('GET', `/api/secure/plu/${id}/changes${query}`)).status]).toEqual([
      query,
      400,
    ]);
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect((await admin('GET', `/api/secure/plu/${unknown}/changes?pointer=/name`)).status).toBe(404);
  // An event of another record says nothing.
  const other = await newProduct(admin);
  const theirs = (await changesOf(admin, other.id, '/name')).changes[0]?.event_id;
  expect((await changesOf(admin, id, '/name', `&before=${theirs}`)).changes).toEqual([]);
});
