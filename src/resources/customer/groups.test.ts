import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type Sender, type TestService } from '@/testing/service';

let service: TestService;
let send: Sender;
beforeAll(async () => {
  service = await startTestService();
  send = await service.as('helsinki');
});
afterAll(() => service.close());

const groups = async (by = send): Promise<unknown> =>
  JSON.parse((await by('GET', '/api/secure/customer_group')).text);
const make = async (customer_group: string | undefined, more = {}, by = send) =>
  (await by('POST', '/api/secure/customer', { json: { name: 'Maija', data: { customer_group }, ...more } }))
    .entity.id;

it('the groups of customers are those of active ones in the company, each once', async () => {
  expect(await groups()).toEqual([]);
  for (const group of ['Staff', 'Ämmät', 'Staff', '', 'regulars', undefined]) await make(group);
  await make('Former', { active: false });
  await make('Theirs', {}, await service.as('tampere'));
  expect(await groups()).toEqual(['Staff', 'regulars', 'Ämmät']);
  expect(await groups(await service.as('tampere'))).toEqual(['Theirs']);
  expect(await groups(await service.as('group'))).toEqual([]);
  expect((await send('GET', '/api/secure/customer_group?q=S')).status).toBe(400);
});

it('a group is gone with its last customer, and with an erased one', async () => {
  const id = await make('Alone');
  expect(await groups()).toContain('Alone');
  await send('PUT', `/api/secure/customer/${id}`, { json: { data: { customer_group: 'Other' } } });
  expect(await groups()).not.toContain('Alone');
  await send('POST', `/api/secure/customer/${id}/erase`);
  expect(await groups()).not.toContain('Other');
});
