import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { sharedViewSchema, sharedViewsSchema } from '@/contract/shared-view';
import { startTestService, type Sender, type TestService } from '@/testing/service';

let service: TestService;
let admin: Sender;
let manager: Sender;
let accountant: Sender;
beforeAll(async () => {
  service = await startTestService();
  admin = await service.as('helsinki', 'admin');
  manager = await service.as('helsinki', 'manager');
  accountant = await service.as('helsinki', 'accountant');
});
afterAll(() => service.close());

const path = '/api/secure/shared_view';
const body = (name: string, resource = 'plu') => ({
  resource,
  name,
  search: 'low_margin=true&sort=-margin',
  columns: { order: ['name'], sizing: {}, shown: { memo: true } },
});
const share = async (send: Sender, name: string, resource?: string) => {
  const answer = await send('POST', path, { json: body(name, resource) });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return sharedViewSchema.parse(JSON.parse(answer.text));
};
const list = async (send: Sender, resource = 'plu') => {
  const answer = await send('GET', `${path}?resource=${resource}`);
  expect(answer.status).toBe(200);
  return sharedViewsSchema.parse(JSON.parse(answer.text));
};

it('a shared view is seen by everybody in the company, by name, and says who may change it', async () => {
  const view = await share(manager, 'Watch');
  expect(view).toMatchObject({ ...body('Watch'), mine: true, version: 1 });
  await share(accountant, 'Accounts');
  expect((await list(manager)).map(({ name, mine }) => [name, mine])).toEqual([
    ['Accounts', false],
    ['Watch', true],
  ]);
  expect((await list(accountant)).map(({ mine }) => mine)).toEqual([true, false]);
  expect((await list(admin)).map(({ mine }) => mine)).toEqual([true, true]);
  expect(await list(admin, 'customer')).toEqual([]);
});

it('no other company sees it, neither the parent, nor a sibling, nor another tenant', async () => {
  const { id } = await share(manager, 'Ours');
  for (const company of ['group', 'tampere', 'other'] as const) {
    const send = await service.as(company);
    expect(await list(send)).toEqual([]);
    expect((await send('PUT', `${path}/${id}`, { json: { name: 'Theirs' } })).status).toBe(404);
    // The name is free there.
    await share(send, 'Ours', 'dpt');
  }
  expect((await list(manager)).find((one) => one.id === id)?.name).toBe('Ours');
});

it('its maker and an administrator change it and end its sharing; others are refused', async () => {
  const { id } = await share(manager, 'Prices');
  expect((await accountant('PUT', `${path}/${id}`, { json: { name: 'Mine' } })).status).toBe(403);
  expect((await accountant('PUT', `${path}/${id}`, { json: { active: false } })).status).toBe(403);
  const changed = await manager('PUT', `${path}/${id}`, { json: { search: 'q=milk' } });
  expect(sharedViewSchema.parse(JSON.parse(changed.text))).toMatchObject({
    name: 'Prices',
    search: 'q=milk',
    version: 2,
  });
  const stale = await manager('PUT', `${path}/${id}`, {
    json: { name: 'Late' },
    headers: { 'If-Match': '"1"' },
  });
  expect([stale.status, stale.problem.code]).toEqual([412, 'version_mismatch']);
  expect((await admin('PUT', `${path}/${id}`, { json: { active: false } })).status).toBe(200);
  expect((await list(manager)).some((one) => one.id === id)).toBe(false);
  expect((await manager('PUT', `${path}/${id}`, { json: { name: 'Again' } })).status).toBe(404);
  // The name of what is no longer shared is free.
  await share(accountant, 'Prices');
});

it('a name that is taken, what is no view, and a terminal are refused', async () => {
  await share(manager, 'Once');
  const again = await accountant('POST', path, { json: body('Once') });
  expect([again.status, again.problem.code]).toEqual([409, 'name_taken']);
  for (const json of [{}, body(' '), { ...body('x'), more: 1 }, { ...body('x'), columns: [] }, []])
    expect((await manager('POST', path, { json })).status).toBe(422);
  for (const query of ['', '?resource=', '?resource=plu&page=1'])
    expect((await manager('GET', path + query)).status).toBe(400);
  const terminal = await service.as('helsinki', 'terminal');
  expect((await terminal('GET', `${path}?resource=plu`)).status).toBe(403);
  expect((await terminal('POST', path, { json: body('Till') })).status).toBe(403);
  expect((await manager('PUT', `${path}/${crypto.randomUUID()}`, { json: { name: 'x' } })).status).toBe(404);
});

it('sharing, a change and its end are in the audit trail', async () => {
  const { id } = await share(manager, 'Trail');
  await manager('PUT', `${path}/${id}`, { json: { name: 'Trail two' } });
  await admin('PUT', `${path}/${id}`, { json: { active: false } });
  const events = await admin('GET', `/api/secure/event?entity_id=${id}&page=1`);
  const shape = z.array(
    z.object({ action: z.string(), after: z.object({ name: z.string(), active: z.boolean() }) }),
  );
  expect(
    shape.parse(JSON.parse(events.text)).map(({ action, after }) => [action, after.name, after.active]),
  ).toEqual([
    ['create', 'Trail', true],
    ['update', 'Trail two', true],
    ['update', 'Trail two', false],
  ]);
});

it('a list has at most 100 of them, whatever other lists have', async () => {
  for (let at = 0; at < 100; at += 1) await share(admin, `View ${at}`, 'tender');
  const { status, problem } = await admin('POST', path, { json: body('One more', 'tender') });
  expect([status, problem.code]).toEqual([409, 'too_many_views']);
  await share(admin, 'The first', 'pos');
  expect((await list(admin, 'tender')).length).toBe(100);
});
