import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, serviceCaller } from '@/server/ops/companies';
import type { Entity } from '@/testing/answer';
import { changeSets } from '@/testing/change-sets';
import { sender, startTestService, type Sender, type TestService } from '@/testing/service';
import { loadDemo } from '../load';
import { company, group } from '../../testing/app/demo-service';

const helsinki = company('Rantakulma Helsinki');
let service: TestService;
let send: Sender;
let sets: readonly Entity[];
beforeAll(async () => {
  service = await startTestService();
  await loadDemo(service.db);
  const caller = serviceCaller([helsinki.id, group.id]);
  send = sender(service.fetch, await createKey(service.db, caller, 'Test', 'admin'));
  sets = (await send('GET', '/api/secure/changeset?page=1')).entities;
}, 60_000);
afterAll(() => service.close());

const named = (name: RegExp): Entity => {
  const found = sets.find((set) => name.test(set['name']));
  if (!found) throw new Error(`The demo has no set ${name.source}`);
  return found;
};

test('the prices of a supplier were applied last week, and an undo would take all of them back', async () => {
  const set = named(/^Uudenmaan Hedelmä/);
  expect(set).toMatchObject({ status: 'applied', origin: 'import', applied_by: 'Aino Lehtonen' });
  const items = await changeSets(send).items(set.id);
  expect(items.length).toBeGreaterThan(20);
  const own = new Map(helsinki.records.plu.map((plu) => [plu.id, plu['base_price']]));
  for (const { state, record_id, cells } of items) {
    expect(state).toBe('applied');
    expect(cells).toMatchObject([{ pointer: '/base_price', after: own.get(record_id) }]);
  }
  const sum = await send('GET', `/api/secure/changeset/${set.id}/undo`);
  expect(sum.json).toMatchObject({ back: { records: items.length }, stay: { records: 0 } });
});

test('a draft and a set from Monday 06:00 are previewed as those that people make', async () => {
  const draft = named(/^Lunch/);
  expect(draft).toMatchObject({ status: 'draft', made_by: 'Aino Lehtonen' });
  const previewed = await changeSets(send).move(draft.id, 'preview');
  expect(previewed.counts['ready']).toBe(previewed.counts['items']);
  const monday = named(/^Bakery/);
  expect(String(monday['apply_at'])).toMatch(/T06:00$/);
  expect(new Date(`${String(monday['apply_at'])}Z`).getUTCDay()).toBe(1);
});
