import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { openShop } from '@/testing/shop';

const on = stage();

async function receipt() {
  const shop = await openShop(on.send, on.samples);
  const day = await shop.openDay();
  const json = shop.receipt(day);
  const made = await on.send('POST', '/api/secure/sales', { json });
  expect([made.status, made.entity['removed']]).toEqual([201, null]);
  const path = `/api/secure/sales/${made.entity.id}`;
  return {
    shop,
    day,
    json,
    id: made.entity.id,
    path,
    put: (body: Json) => on.send('PUT', path, { json: body }),
  };
}

it('a receipt that is removed while its day is open says when, by whom and why', async () => {
  const { day, path, put } = await receipt();
  const removed = await put({ active: false, removed_reason: ' Rung up twice ' });
  expect(removed.entity).toMatchObject({
    active: false,
    removed: {
      at: removed.entity['modified_at'],
      by: 'helsinki admin',
      reason: 'Rung up twice',
    },
  });
  expect(removed.entity).not.toHaveProperty('removed_reason');
  expect((await on.send('GET', path)).entity).toEqual(removed.entity);
  const listed = await on.send('GET', `/api/secure/sales?page=1&businessday_id=${day}`);
  expect(listed.entities).toEqual([removed.entity]);
});

it('a bare {active: false} deactivates, as the interface lets it, and the reason is null', async () => {
  const { put } = await receipt();
  expect((await put({ active: false })).entity['removed']).toMatchObject({
    by: 'helsinki admin',
    reason: null,
  });
});

it('is the same by an upsert and in an array, each with its own reason', async () => {
  const [one, two] = [await receipt(), await receipt()];
  const answer = await on.send('POST', '/api/secure/sales', {
    json: [
      { id: one.id, active: false, removed_reason: 'One' },
      { id: two.id, active: false, removed_reason: 'Two' },
    ],
  });
  expect(answer.entities.map((entity) => entity['removed'])).toMatchObject([
    { reason: 'One' },
    { reason: 'Two' },
  ]);
});

it('a reason that would not be stored is refused: without a removal, and for a receipt that was removed before', async () => {
  const { path, put } = await receipt();
  const before = (await on.send('GET', path)).entity;
  for (const json of [{ removed_reason: 'Why' }, { active: true, removed_reason: 'Why' }]) {
    const answer = await put(json);
    expect([answer.status, answer.pointers]).toEqual([422, ['/removed_reason']]);
  }
  expect((await on.send('GET', path)).entity).toEqual(before);
  await put({ active: false });
  expect((await put({ active: false, removed_reason: 'Later' })).pointers).toEqual(['/removed_reason']);
});

it('a removal that is said again keeps its first reason; reactivation clears it, and the events keep both', async () => {
  const { id, json, put } = await receipt();
  const removed = await put({ active: false, removed_reason: 'First' });
  const again = await put({ active: false, removed_reason: 'First' });
  expect(again.entity).toEqual(removed.entity);
  const other = await put({ active: false, removed_reason: 'Second' });
  expect([other.status, other.pointers]).toEqual([422, ['/removed_reason']]);
  expect((await on.send('POST', '/api/secure/sales', { json })).entity).toEqual(removed.entity);
  const back = await put({ active: true });
  expect(back.entity['removed']).toBeNull();
  const events = await on.send('GET', `/api/secure/event?entity=sales&entity_id=${id}`);
  expect(events.text).toContain('"removed_reason": "First"');
});

it('`removed` in a body is accepted where it is what is stored, and refused by name otherwise; a reason that is no text is refused', async () => {
  const { path, put } = await receipt();
  const before = (await on.send('GET', path)).entity;
  expect((await put(before)).entity).toEqual(before);
  expect((await put({ ...before, removed: { by: 'Nobody' } })).pointers).toEqual(['/removed']);
  expect((await put({ active: false, removed_reason: 7 })).pointers).toEqual(['/removed_reason']);
  expect((await on.send('GET', path)).entity).toEqual(before);
});

it('whoever changes `active` by SQL leaves the row as well', async () => {
  const { id, path } = await receipt();
  await sql`update sales set active = false where id = ${id}`.execute(on.service.db);
  expect((await on.send('GET', path)).entity['removed']).toMatchObject({ by: '', reason: null });
});
