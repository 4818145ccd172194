import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stage } from '@/testing/api/start';
import { changeSets, makeProducts } from '@/testing/change-sets';

const on = stage();
const sets = () => changeSets(on.send);
const price = (record_id: string, base_price: string, more = {}) => ({
  resource: 'plu',
  record_id,
  patch: { base_price },
  ...more,
});
const product = async (id: string) => (await on.send('GET', `/api/secure/plu/${id}`)).entity;

describe('a change set', () => {
  it('is listed by one state, or by several', async () => {
    const [a] = await makeProducts(on.send, on.samples, 1);
    const draft = await sets().draft([]);
    const applied = await sets().draft([price(a!.id, '4.70')]);
    await sets().move(applied, 'apply');
    const listed = async (status: string) => {
      const answer = await on.send('GET', `/api/secure/changeset?status=${status}&page=1`);
      return z.array(z.looseObject({ id: z.guid() })).parse(answer.json);
    };
    const ids = async (status: string) => (await listed(status)).map(({ id }) => id);
    expect(await ids('draft')).toContain(draft);
    expect(await ids('draft')).not.toContain(applied);
    expect(await ids('draft,applied')).toEqual(expect.arrayContaining([draft, applied]));
    expect((await on.send('GET', '/api/secure/changeset?status=draft,finished')).status).toBe(400);
  });

  it('is found by a record that it changes, or by one of several', async () => {
    const [a, b, c] = await makeProducts(on.send, on.samples, 3);
    const one = await sets().draft([price(a!.id, '4.70')]);
    const both = await sets().draft([price(a!.id, '4.80'), price(b!.id, '4.80')]);
    const found = async (...ids: string[]) => {
      const answer = await on.send('GET', `/api/secure/changeset?record_id=${ids.join(',')}&page=1`);
      return z
        .array(z.looseObject({ id: z.guid() }))
        .parse(answer.json)
        .map(({ id }) => id);
    };
    expect(await found(a!.id)).toEqual([one, both]);
    expect(await found(b!.id.toUpperCase())).toEqual([both]);
    expect(await found(b!.id, c!.id)).toEqual([both]);
    expect(await found(c!.id)).toEqual([]);
    const theirs = await on.service.as('group');
    expect((await theirs('GET', `/api/secure/changeset?record_id=${a!.id}&page=1`)).json).toEqual([]);
    expect((await on.send('GET', '/api/secure/changeset?record_id=none')).pointers).toEqual(['?record_id']);
  });

  it('is found by who made it, and by the moment until which it is due', async () => {
    const [a] = await makeProducts(on.send, on.samples, 1);
    const made = (more = {}) => sets().draft([price(a!.id, '4.70')], more);
    const draft = await made();
    const early = await made({ apply_at: '2097-03-02T06:00' });
    const late = await made({ apply_at: '2097-03-09T06:00' });
    for (const id of [early, late]) {
      await sets().move(id, 'preview');
      expect((await sets().move(id, 'schedule')).status).toBe('scheduled');
    }
    const found = async (query: string) =>
      z
        .array(z.looseObject({ id: z.guid() }))
        .parse((await on.send('GET', `/api/secure/changeset?page=1&${query}`)).json)
        .map(({ id }) => id);
    expect(await found('status=scheduled&due_until=2097-03-05T00:00:00Z')).toEqual([early]);
    expect(await found('status=scheduled&due_until=2097-03-12T00:00:00Z')).toEqual([early, late]);
    const [one] = z
      .array(z.looseObject({ made_by_id: z.guid() }))
      .parse((await on.send('GET', `/api/secure/changeset?page=1&status=draft&sort=-created_at`)).json);
    expect(await found(`status=draft&made_by_id=${one?.made_by_id.toUpperCase()}`)).toContain(draft);
    const manager = await on.service.as('helsinki', 'manager');
    const theirs = (await manager('POST', '/api/secure/changeset', { json: { name: 'Theirs' } })).entity;
    expect(await found(`made_by_id=${z.guid().parse(theirs['made_by_id'])}`)).toEqual([theirs.id]);
    expect((await on.send('GET', '/api/secure/changeset?due_until=soon')).pointers).toEqual(['?due_until']);
  });

  it('changes nothing before it is applied, then each record once, with an event that names its item', async () => {
    const [a, b] = await makeProducts(on.send, on.samples, 2);
    if (!a || !b) throw new Error('Two products were made');
    const id = await sets().draft([
      price(a.id, '4.20', { line: 2 }),
      { resource: 'plu', record_id: b.id, patch: { data: { cost_price: 1.5, tags: ['x'] } } },
    ]);
    const preview = await sets().move(id, 'preview');
    expect(preview).toMatchObject({ status: 'draft', counts: { items: 2, cells: 3, ready: 2, open: 0 } });
    expect((await product(a.id))['base_price']).toBe('4.00');
    const applied = await sets().move(id, 'apply');
    expect(applied).toMatchObject({ status: 'applied', counts: { applied: 2, ready: 0 } });
    expect((await product(a.id))['base_price']).toBe('4.20');
    expect((await product(b.id)).data).toMatchObject({ cost_price: 1.5, tags: ['x'] });
    const events = await on.send('GET', `/api/secure/event?changeset_id=${id}&page=1`);
    const list = z.array(z.looseObject({})).parse(events.json);
    expect(list.map((one) => [one['entity_id'], one['changeset_item'], one['payload']])).toEqual([
      [a.id, 1, { id: a.id, base_price: '4.20' }],
      [b.id, 2, { id: b.id, data: { cost_price: 1.5, tags: ['x'] } }],
    ]);
    const [first] = await sets().items(id, 'q=2');
    expect(first).toMatchObject({ line: 2, state: 'applied', label: { name: 'Product 0' } });
    expect(first?.cells).toEqual([{ pointer: '/base_price', before: '4.00', after: '4.20' }]);
  });

  it('says of each item what is wrong with it, and applies the others', async () => {
    const [a, b] = await makeProducts(on.send, on.samples, 2);
    const theirs = await makeProducts(await on.service.as('group'), on.samples, 0);
    expect(theirs).toEqual([]);
    const id = await sets().draft([
      price(a?.id ?? '', 'four'),
      price(b?.id ?? '', '5.00'),
      { resource: 'plu', record_id: null, patch: { name: 'Without a department' } },
      { resource: 'plu', record_id: b?.id, patch: { nonsense: 1 } },
      { resource: 'dpt', record_id: null, patch: { name: 'New department' } },
    ]);
    const done = await sets().move(id, 'apply');
    expect(done.counts).toMatchObject({ items: 4, applied: 1, refused: 3 });
    const refused = await sets().items(id, 'state=refused');
    expect(refused.map((one) => one.problems.map(({ pointer, code }) => [pointer, code]))).toEqual([
      [['/base_price', 'wrong_format']],
      [['/nonsense', 'unknown_field']],
      [
        ['/dpt_id', 'required'],
        ['/tax_id', 'required'],
      ],
    ]);
    expect((await product(a?.id ?? ''))['base_price']).toBe('4.00');
  });

  it('makes a department and a product in it, whatever their order', async () => {
    const [a] = await makeProducts(on.send, on.samples, 1);
    const dpt = crypto.randomUUID();
    const id = await sets().draft([
      { resource: 'plu', record_id: null, patch: { name: 'In it', dpt_id: dpt, tax_id: a?.['tax_id'] } },
      { resource: 'dpt', record_id: dpt, patch: { name: 'New' } },
    ]);
    expect((await sets().move(id, 'preview')).counts).toMatchObject({ ready: 2 });
    expect((await sets().move(id, 'apply')).counts).toMatchObject({ applied: 2 });
    expect((await on.send('GET', `/api/secure/plu?dpt_id=${dpt}`)).entities).toHaveLength(1);
  });

  it('merges other fields that somebody changed since, and lets the same field wait for a choice', async () => {
    const [a, b, c] = await makeProducts(on.send, on.samples, 3);
    if (!a || !b || !c) throw new Error('Three products were made');
    const id = await sets().draft([price(a.id, '4.20'), price(b.id, '4.30'), price(c.id, '4.40')]);
    await on.send('PUT', `/api/secure/plu/${a.id}`, { json: { name: 'Renamed' } });
    await on.send('PUT', `/api/secure/plu/${b.id}`, { json: { base_price: '9.00' } });
    await on.send('PUT', `/api/secure/plu/${c.id}`, { json: { base_price: '9.50' } });
    const preview = await sets().move(id, 'preview');
    expect(preview.counts).toMatchObject({ ready: 1, conflict: 2 });
    const [waits] = await sets().items(id, 'state=conflict');
    expect(waits?.cells).toEqual([
      {
        pointer: '/base_price',
        before: '4.00',
        after: '4.30',
        now: '9.00',
        who: 'helsinki admin',
        at: expect.any(String),
      },
    ]);
    expect((await sets().move(id, 'apply')).counts).toMatchObject({ applied: 1, conflict: 2 });
    expect(await product(a.id)).toMatchObject({ name: 'Renamed', base_price: '4.20' });
    expect(await product(b.id)).toMatchObject({ base_price: '9.00' });
    await sets().move(id, 'items/choose', { choice: 'this', n: [2] });
    await sets().move(id, 'items/choose', { choice: 'theirs' });
    expect((await sets().move(id, 'preview')).counts).toMatchObject({ applied: 1, ready: 1, kept: 1 });
  });

  it('is ready once each of its conflicts is chosen, one field at a time, and finds what had to be chosen', async () => {
    const [a, b] = await makeProducts(on.send, on.samples, 2);
    if (!a || !b) throw new Error('Two products were made');
    const id = await sets().draft([
      { resource: 'plu', record_id: a.id, patch: { base_price: '4.20', receipt_name: 'Mine' } },
      price(b.id, '4.30'),
    ]);
    await on.send('PUT', `/api/secure/plu/${a.id}`, { json: { base_price: '9.00', receipt_name: 'Theirs' } });
    expect((await sets().move(id, 'preview')).counts).toMatchObject({ ready: 1, conflict: 1 });
    const choose = (pointer: string, choice: string) =>
      sets().move(id, 'items/choose', { choice, n: [1], pointer });
    const totals = async () => (await on.send('GET', `/api/secure/changeset/${id}/items?totals=true`)).json;
    expect((await choose('/base_price', 'this')).counts).toMatchObject({ ready: 1, conflict: 1 });
    expect(await totals()).toMatchObject({ totals: { chosen: 0 } });
    expect((await choose('/receipt_name', 'theirs')).counts).toMatchObject({ ready: 2, conflict: 0 });
    expect(await totals()).toMatchObject({ totals: { chosen: 1 } });
    expect((await sets().items(id, 'waits=true')).map(({ n }) => n)).toEqual([1]);
    expect((await sets().items(id, 'waits=false')).map(({ n }) => n)).toEqual([2]);
    await sets().move(id, 'apply');
    expect(await product(a.id)).toMatchObject({ base_price: '4.20', receipt_name: 'Theirs' });
  });

  it('takes a choice for as many items as a request may name', async () => {
    const numbers = Array.from({ length: 1000 }, (_, at) => at + 1);
    const id = await sets().draft(
      numbers.map((n) => ({ resource: 'dpt', record_id: null, patch: { name: `Department ${n}` } })),
    );
    expect((await sets().move(id, 'preview')).counts).toMatchObject({ ready: 1000 });
    const chosen = await sets().move(id, 'items/choose', { choice: 'this', n: numbers });
    expect(chosen.counts).toMatchObject({ ready: 1000 });
    const { json } = await on.send('GET', `/api/secure/changeset/${id}/items?totals=true&limit=1`);
    expect(json).toMatchObject({ totals: { chosen: 1000 } });
  });

  it('counts what a query finds, and reads from anywhere in it', async () => {
    const products = await makeProducts(on.send, on.samples, 5);
    const id = await sets().draft([
      ...products.map(({ id: record }) => price(record, '4.20')),
      { resource: 'dpt', record_id: null, patch: { name: 'New', data: { color: '#112233' } } },
    ]);
    const answer = await on.send('GET', `/api/secure/changeset/${id}/items?totals=true&skip=4&limit=2`);
    expect(answer.json).toMatchObject({
      items: [{ n: 5 }, { n: 6 }],
      next_cursor: null,
      totals: { items: 6, cells: 7, new: 1, chosen: 0 },
    });
    for (const wrong of ['skip=-1', 'waits=maybe', 'changed=false', 'totals=1'])
      expect((await on.send('GET', `/api/secure/changeset/${id}/items?${wrong}`)).status).toBe(400);
  });

  it('says what an undo would do, in numbers that add up, and names what was changed again since', async () => {
    const [a, b, c] = await makeProducts(on.send, on.samples, 3);
    if (!a || !b || !c) throw new Error('Three products were made');
    const two = { base_price: '4.20', receipt_name: 'Two' };
    const id = await sets().draft([
      { resource: 'plu', record_id: a.id, patch: two },
      { resource: 'plu', record_id: b.id, patch: two },
      price(c.id, '4.40'),
      { resource: 'dpt', record_id: null, patch: { name: 'New', data: { color: '#112233' } } },
    ]);
    await sets().move(id, 'apply');
    await on.send('PUT', `/api/secure/plu/${a.id}`, { json: { base_price: '9.00' } });
    await on.send('PUT', `/api/secure/plu/${b.id}`, { json: { name: 'Another field' } });
    await on.send('PUT', `/api/secure/plu/${c.id}`, { json: { base_price: '9.00' } });
    const sum = await on.send('GET', `/api/secure/changeset/${id}/undo`);
    expect(sum.json).toEqual({
      back: { records: 2, cells: 3 },
      made: { records: 1, cells: 2 },
      stay: { records: 2, cells: 2 },
    });
    const changed = await sets().items(id, 'changed=true');
    expect(changed.map(({ record_id: record }) => record)).toEqual([a.id, c.id]);
    const undo = await sets().move(id, 'undo');
    expect(undo.counts).toMatchObject({ items: 4, kept: 1, ready: 3 });
    await sets().move(undo.id, 'apply');
    expect(await sets().get(id)).toMatchObject({ undone_by: undo.id });
  });

  it('names its maker by id, and an event the line of the file', async () => {
    const [a] = await makeProducts(on.send, on.samples, 1);
    const id = await sets().draft([price(a?.id ?? '', '4.20', { line: 231 })]);
    await sets().move(id, 'apply');
    const { entity } = await on.send('GET', `/api/secure/changeset/${id}`);
    expect(entity).toMatchObject({
      made_by_id: expect.stringMatching(/^[\da-f-]{36}$/),
      requested_by_id: null,
    });
    const events = await on.send('GET', `/api/secure/event?changeset_id=${id}&page=1`);
    expect(events.json).toMatchObject([{ changeset_item: 1, changeset_line: 231 }]);
  });
});
