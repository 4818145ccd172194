import { describe, expect, it } from 'vitest';
import { changeSetOutcome, type SetOutcome } from '@/contract/change-set-outcome';
import { stage } from '@/testing/api/start';
import { changeSets, makeProducts } from '@/testing/change-sets';

const on = stage();
const sets = () => changeSets(on.send);

/** Makes a previewed draft that gives products a price; `more`: its name and times. */
async function priced(products: readonly { id: string }[], price: string, more = {}, patch = {}) {
  const items = products.map(({ id }) => ({
    resource: 'plu',
    record_id: id,
    patch: { base_price: price, ...patch },
  }));
  const id = await sets().draft(items, more);
  await sets().move(id, 'preview');
  return id;
}
/** Makes the same and schedules it. */
async function scheduled(products: readonly { id: string }[], price: string, apply_at: string, more = {}) {
  const id = await priced(products, price, { apply_at, ...more });
  await sets().move(id, 'schedule');
  return id;
}
const outcomes = async (id: string, more = ''): Promise<SetOutcome[]> =>
  changeSetOutcome
    .array()
    .parse((await on.send('GET', `/api/secure/changeset_outcome?id=${id}${more}`)).json);
const outcome = async (id: string, more = '') => (await outcomes(id, more))[0];
const give = (product: { id: string } | undefined, price: string) =>
  on.send('PUT', `/api/secure/plu/${product?.id}`, { json: { base_price: price } });

describe('two sets that change the same cells', () => {
  it('say of each other how many, which comes last, and that the later one will wait', async () => {
    const products = await makeProducts(on.send, on.samples, 3);
    const first = await scheduled(products.slice(0, 2), '5.00', '2040-01-01T06:00', { name: 'First' });
    const last = await scheduled(products, '6.00', '2040-01-02T06:00', { name: 'Last' });
    const shared = { records: 2, cells: 2, waits: 2, alike: 0, replaces: 0, stays: 0, apart: 0 };
    expect(await outcome(first)).toMatchObject({
      since_preview: { state: 'same', cells: 0 },
      others: [{ id: last, name: 'Last', order: 'after', due_at: '2040-01-02T04:00:00.000Z', ...shared }],
      ends: { cells: 2, this: 2, other: 0, before: 0 },
      is_complete: true,
    });
    expect(await outcome(last)).toMatchObject({
      others: [{ id: first, name: 'First', order: 'before', ...shared }],
      ends: { cells: 2, this: 0, other: 2, before: 0 },
    });
  });

  it('come to the same where they say the same, and not together where one has ended', async () => {
    const [product] = await makeProducts(on.send, on.samples, 1);
    const of = product ? [product] : [];
    const first = await scheduled(of, '5.00', '2040-01-01T06:00', { revert_at: '2040-01-03T06:00' });
    const alike = await priced(of, '5.00', { apply_at: '2040-01-02T06:00' });
    expect(await outcome(alike)).toMatchObject({ others: [{ id: first, order: 'before', alike: 1 }] });
    const after = await priced(of, '6.00', { apply_at: '2040-01-04T06:00' });
    expect(await outcome(after)).toMatchObject({
      others: [{ id: first, apart: 1, waits: 0 }],
      ends: { this: 1 },
    });
    // The same as if it came while the first one holds, or before it.
    expect(await outcome(after, '&apply_at=2040-01-02T06:00')).toMatchObject({
      others: [{ id: first, order: 'before', waits: 1 }],
      // The first one ends, and nothing of this one was applied.
      ends: { this: 0, other: 0, before: 1 },
    });
    expect(await outcome(after, '&apply_at=2039-12-31T06:00')).toMatchObject({
      others: [{ id: first, order: 'after', waits: 1 }],
      ends: { this: 1 },
    });
    // A draft without a time is applied now; drafts do not meet each other.
    const draft = await priced(of, '7.00');
    expect((await outcome(draft))?.others).toMatchObject([{ id: first, order: 'after' }]);
  });

  it('wait with the whole record, so that a later set changes its other cells', async () => {
    const products = await makeProducts(on.send, on.samples, 1);
    const first = await scheduled(products, '5.00', '2040-01-01T06:00');
    const both = await priced(products, '6.00', { apply_at: '2040-01-02T06:00' }, { name: 'Other name' });
    await sets().move(both, 'schedule');
    const last = await sets().draft(
      products.map(({ id }) => ({ resource: 'plu', record_id: id, patch: { name: 'Last name' } })),
      { apply_at: '2040-01-03T06:00' },
    );
    expect((await outcome(last))?.others).toMatchObject([{ id: both, order: 'before', apart: 1, waits: 0 }]);
    await sets().move(last, 'schedule');
    expect(await outcome(both)).toMatchObject({
      others: [
        { id: first, cells: 1, waits: 1 },
        { id: last, order: 'after', cells: 1, apart: 1 },
      ],
      ends: { cells: 2, this: 0, other: 2 },
    });
  });

  it('are counted by record, of sets of this company and of records that the role may read', async () => {
    const products = await makeProducts(on.send, on.samples, 2);
    await scheduled(products, '5.00', '2040-01-01T06:00');
    const last = await scheduled(products, '6.00', '2040-01-02T06:00');
    expect(await outcome(last, `&record_id=${products[0]?.id}`)).toMatchObject({ others: [{ cells: 1 }] });
    const path = `/api/secure/changeset_outcome?id=${last}`;
    const terminal = await on.service.as('helsinki', 'terminal');
    expect((await terminal('GET', path)).status).toBe(403);
    const child = await on.service.as('tampere', 'manager');
    expect((await child('GET', path)).json).toEqual([]);
  });
});

describe('a set that was previewed', () => {
  it('says what became of it when somebody changed a record since', async () => {
    const products = await makeProducts(on.send, on.samples, 2);
    const id = await scheduled(products, '5.00', '2040-01-01T06:00');
    expect(await outcome(id)).toMatchObject({ since_preview: { state: 'same', ready: 2 } });
    await on.send('PUT', `/api/secure/plu/${products[0]?.id}`, { json: { name: 'A new name' } });
    expect(await outcome(id)).toMatchObject({ since_preview: { state: 'same', cells: 0 } });
    await give(products[0], '4.50');
    expect(await outcome(id)).toMatchObject({
      since_preview: { state: 'other', cells: 1, records: 1, ready: 1, conflict: 1 },
    });
    await give(products[0], '4.00');
    expect(await outcome(id)).toMatchObject({ since_preview: { state: 'same', cells: 0, ready: 2 } });
  });

  it('says that nothing is left to change when another set made it so, until it is previewed again', async () => {
    const products = await makeProducts(on.send, on.samples, 2);
    const id = await priced(products, '5.00');
    await sets().move(await priced(products, '5.00'), 'apply');
    expect(await outcome(id, '&ask=since_preview')).toMatchObject({
      since_preview: { state: 'empty', cells: 2, ready: 0, unchanged: 2 },
      others: [],
    });
    expect(await sets().move(id, 'preview')).toMatchObject({ counts: { ready: 0, unchanged: 2 } });
    expect(await outcome(id)).toMatchObject({ since_preview: { state: 'empty', cells: 0 } });
  });

  it('has no outcome before its preview, and none once it is applied', async () => {
    const products = await makeProducts(on.send, on.samples, 1);
    const id = await sets().draft([
      { resource: 'plu', record_id: products[0]?.id, patch: { base_price: '9.00' } },
    ]);
    expect(await outcome(id)).toMatchObject({ since_preview: null });
    await sets().move(id, 'apply');
    expect(await outcomes(id)).toEqual([]);
  });

  it('is asked by ids, with times of one set alone', async () => {
    const ask = async (query: string) =>
      (await on.send('GET', `/api/secure/changeset_outcome${query}`)).pointers;
    expect(await ask('')).toEqual(['?id']);
    expect(await ask('?id=nothing')).toEqual(['?id']);
    const two = '00000000-0000-4000-8000-000000000001,00000000-0000-4000-8000-000000000002';
    expect(await ask(`?id=${two}&apply_at=2040-01-01T06:00`)).toEqual(['?apply_at']);
    expect(await ask(`?id=${two}&ask=all`)).toEqual(['?ask']);
  });
});
