import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { changeSets, makeProducts } from '@/testing/change-sets';

const on = stage();
const sets = () => changeSets(on.send);
const read = async (id: string) => (await on.send('GET', `/api/secure/plu/${id}`)).entity;

/** The records without what every write changes. */
const contents = (records: readonly object[]) =>
  records.map((record) => {
    const { modified_at: _, version: __, data, ...rest }: Record<string, unknown> = { ...record };
    const { modified_at: ___, ...more }: Record<string, unknown> = { ...(data as object) };
    return { ...rest, data: more };
  });

describe('the undo of a change set', () => {
  it('leaves a value alone whose event says nothing any more, and takes back the others', async () => {
    const [a, b] = await makeProducts(on.send, on.samples, 2);
    if (!a || !b) throw new Error('Two products were made');
    const items = [a, b].map(({ id: record_id }) => ({
      resource: 'plu',
      record_id,
      patch: { base_price: '5.00' },
    }));
    const id = await sets().draft(items);
    await sets().move(id, 'apply');
    // As an erasure leaves an event, of which the item of the set still has the paths.
    await on.service.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update event set before = null, after = null where changeset_id = ${id} and entity_id = ${a.id}`.execute(
        tx,
      );
    });
    const undo = await sets().move(id, 'undo');
    expect((await sets().items(undo.id)).map(({ record_id }) => record_id)).toEqual([b.id]);
    await sets().move(undo.id, 'apply');
    expect([(await read(a.id))['base_price'], (await read(b.id))['base_price']]).toEqual(['5.00', '4.00']);
  });

  it('puts each value back that still is what the set made it, and keeps and lists the others', async () => {
    const [a, b, c] = await makeProducts(on.send, on.samples, 3, () => ({ data: { cost_price: 1 } }));
    if (!a || !b || !c) throw new Error('Three products were made');
    const id = await sets().draft([
      ...[a, b, c].map(({ id: record_id }) => ({
        resource: 'plu',
        record_id,
        patch: { base_price: '5.00', data: { cost_price: 2 } },
      })),
      { resource: 'plu', record_id: null, patch: { name: 'New', dpt_id: a['dpt_id'], tax_id: a['tax_id'] } },
    ]);
    await sets().move(id, 'apply');
    await on.send('PUT', `/api/secure/plu/${b.id}`, { json: { base_price: '6.00' } });
    await on.send('PUT', `/api/secure/plu/${c.id}`, {
      json: { base_price: '7.00', data: { cost_price: 3 }, name: 'Renamed' },
    });
    const undo = await sets().move(id, 'undo');
    expect(undo).toMatchObject({
      status: 'draft',
      origin: 'undo',
      undoes: id,
      counts: { ready: 3, kept: 1 },
    });
    const items = await sets().items(undo.id);
    expect(items.map(({ state }) => state)).toEqual(['ready', 'ready', 'kept', 'ready']);
    expect(items[1]?.cells).toEqual([
      {
        pointer: '/base_price',
        before: '5.00',
        after: '4.00',
        now: '6.00',
        who: 'helsinki admin',
        at: expect.any(String),
      },
      { pointer: '/data/cost_price', before: 2, after: 1 },
    ]);
    await sets().move(undo.id, 'apply');
    expect(await read(a.id)).toMatchObject({ base_price: '4.00', data: { cost_price: 1 } });
    expect(await read(b.id)).toMatchObject({ base_price: '6.00', data: { cost_price: 1 } });
    expect(await read(c.id)).toMatchObject({ base_price: '7.00', name: 'Renamed', data: { cost_price: 3 } });
    expect(await read(items[3]?.record_id ?? '')).toMatchObject({ active: false, name: 'New' });
    expect(await sets().get(id)).toMatchObject({ undone_by: undo.id });
    expect((await on.send('POST', `/api/secure/changeset/${id}/undo`)).status).toBe(409);
  });

  it('of the undo is no difference at all, in any shape of value', async () => {
    const list = crypto.randomUUID();
    await on.send('POST', '/api/secure/pricelist', { json: { id: list, name: 'Summer' } });
    const shapes = [
      {
        data: {
          cost_price: 1.5,
          prices: { [list]: null },
          tags: ['a', 'b'],
          flags: { hidden: null, weighed: true },
        },
      },
      { data: { cost_price: 0.1, prices: { [list]: { type: 'price', amount: '3.00' } } }, memo: 'x' },
      { data: { unknown: { deep: [{ a: 1.0 }] } } },
      { data: {} },
    ];
    const made = await makeProducts(on.send, on.samples, shapes.length, (n) => shapes[n] ?? {});
    const patch = {
      name: 'Set',
      memo: '',
      active: false,
      data: {
        cost_price: null,
        prices: { [list]: { type: 'baseprice', amount: 3.25 } },
        tags: ['b', 'c'],
        flags: { hidden: true, weighed: null },
        unknown: { deep: [{ a: 2 }], other: 'x' },
      },
    };
    const id = await sets().draft(made.map(({ id: record_id }) => ({ resource: 'plu', record_id, patch })));
    const before = contents(await Promise.all(made.map((one) => read(one.id))));
    expect((await sets().move(id, 'apply')).counts).toMatchObject({ applied: shapes.length });
    const after = contents(await Promise.all(made.map((one) => read(one.id))));
    expect(after).not.toEqual(before);
    const undo = await sets().move(id, 'undo');
    await sets().move(undo.id, 'apply');
    expect(contents(await Promise.all(made.map((one) => read(one.id))))).toEqual(before);
    const again = await sets().move(undo.id, 'undo');
    await sets().move(again.id, 'apply');
    expect(contents(await Promise.all(made.map((one) => read(one.id))))).toEqual(after);
  });

  it('is made by hand for a value that somebody changed since, if that is chosen', async () => {
    const [a] = await makeProducts(on.send, on.samples, 1);
    const id = await sets().draft([{ resource: 'plu', record_id: a?.id, patch: { base_price: '5.00' } }]);
    await sets().move(id, 'apply');
    await on.send('PUT', `/api/secure/plu/${a?.id}`, { json: { base_price: '6.00' } });
    const undo = await sets().move(id, 'undo');
    expect(undo.counts).toMatchObject({ kept: 1 });
    await sets().move(undo.id, 'items/choose', { choice: 'this', n: [1] });
    await sets().move(undo.id, 'apply');
    expect(await read(a?.id ?? '')).toMatchObject({ base_price: '4.00' });
  });

  it('takes back all that somebody changed since, if the set is chosen for all', async () => {
    const made = await makeProducts(on.send, on.samples, 2);
    const items = made.map(({ id }) => ({ resource: 'plu', record_id: id, patch: { base_price: '5.00' } }));
    const id = await sets().draft(items);
    await sets().move(id, 'apply');
    for (const one of made)
      await on.send('PUT', `/api/secure/plu/${one.id}`, { json: { base_price: '6.00' } });
    const undo = await sets().move(id, 'undo');
    expect(undo.counts).toMatchObject({ kept: 2 });
    const chosen = await sets().move(undo.id, 'items/choose', { choice: 'this' });
    expect(chosen.counts).toMatchObject({ kept: 0, ready: 2 });
    await sets().move(undo.id, 'apply');
    for (const one of made) expect(await read(one.id)).toMatchObject({ base_price: '4.00' });
  });
});
