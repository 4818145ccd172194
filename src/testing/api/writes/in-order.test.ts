import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../answer';
import { changeSets } from '../../change-sets';
import { pathOf, stage, updatable } from '../start';

const on = stage();
const pairs = updatable.flatMap(([name, resource]) =>
  resource.inOrder.map(([first, last]) => [name, first, last, resource] as const),
);

it('is asked of what holds from a day until another', () => {
  expect(pairs.map(([name, first, last]) => `${name} ${first} ${last}`).toSorted()).toEqual([
    'discount valid_from valid_until',
    'pricelist valid_from valid_until',
    'tax valid_from valid_until',
  ]);
});

describe.each(pairs)('of a %s %s is not after %s', (_, first, last, resource) => {
  const post = (json: Json | Json[]) => on.send('POST', pathOf(resource), { json });
  const put = (id: string, data: Json) => on.send('PUT', pathOf(resource, id), { json: { data } });
  const body = (data: Json) => on.samples.minimal(resource, data);
  const wrong = (pointer: string) => [422, [[pointer, 'ends_before_it_begins']]];
  const refusal = (answer: Awaited<ReturnType<typeof put>>) => [
    answer.status,
    answer.problem.errors?.map(({ pointer, code }) => [pointer, code]),
  ];
  const [early, late] = ['2026-02-28', '2026-03-01'];
  const inOrder = { [first]: early, [last]: late };
  const turned = { [first]: late, [last]: early };

  it('when it is made, alone and in an array, by the field that is at fault', async () => {
    expect(refusal(await post(await body(turned)))).toEqual(wrong(`/data/${last}`));
    const many = [await body(inOrder), await body(turned)];
    expect(refusal(await post(many))).toEqual(wrong(`/1/data/${last}`));
    for (const data of [inOrder, { [first]: late, [last]: late }, { [first]: late }, { [last]: early }])
      expect((await post(await body(data))).status).toBe(201);
    expect(refusal(await post({ ...(await body(turned)), active: false }))).toEqual(wrong(`/data/${last}`));
  });

  it('when one of them is changed, by the one that is sent; of both, by the last', async () => {
    const { id } = (await post(await body(inOrder))).entity;
    expect(refusal(await put(id, { [first]: '2026-03-02' }))).toEqual(wrong(`/data/${first}`));
    expect(refusal(await put(id, { [last]: '2026-02-27' }))).toEqual(wrong(`/data/${last}`));
    expect(refusal(await put(id, turned))).toEqual(wrong(`/data/${last}`));
    expect((await on.send('GET', pathOf(resource, id))).entity.data).toMatchObject(inOrder);
    expect((await put(id, { [first]: null, [last]: '2020-01-01' })).status).toBe(200);
    expect(refusal(await put(id, { [first]: early }))).toEqual(wrong(`/data/${first}`));
    // Of one record in an array the items are looked at in their order.
    const turns = [
      { id, data: { [last]: null } },
      { id, data: { [first]: late } },
      { id, data: { [last]: early } },
    ];
    expect(refusal(await post(turns))).toEqual(wrong(`/2/data/${last}`));
  });

  it('when a change set does it, of which it is refused in the preview and in the apply', async () => {
    const sets = changeSets(on.send);
    const { id } = (await post(await body(inOrder))).entity;
    const set = await sets.draft([
      { resource: resource.name, record_id: id, patch: { data: { [last]: '2026-01-01' } } },
      { resource: resource.name, record_id: crypto.randomUUID(), patch: await body(turned) },
    ]);
    for (const act of ['preview', 'apply'] as const) {
      await sets.move(set, act);
      const items = await sets.items(set);
      expect(items.map(({ state, problems }) => [state, problems.map(({ code }) => code)])).toEqual([
        ['refused', ['ends_before_it_begins']],
        ['refused', ['ends_before_it_begins']],
      ]);
    }
  });

  it('where it is so already, another change is not refused for it', async () => {
    const { id } = (await post(await body(inOrder))).entity;
    await on.service.db.transaction().execute(async (tx) => {
      const table = sql.table(resource.name);
      await sql`alter table ${table} no force row level security`.execute(tx);
      await sql`update ${table} set data = data || ${JSON.stringify(turned)}::jsonb where id = ${id}`.execute(
        tx,
      );
      await sql`alter table ${table} force row level security`.execute(tx);
    });
    expect((await put(id, { note: 'x' })).status).toBe(200);
    expect((await on.send('PUT', pathOf(resource, id), { json: { name: 'Renamed' } })).status).toBe(200);
    expect((await put(id, { [last]: late })).status).toBe(200);
  });
});
