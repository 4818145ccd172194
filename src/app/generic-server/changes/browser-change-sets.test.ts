import { expect, it } from 'vitest';
import { contracts } from '@/resources/contracts';
import { parseRecord, type JsonObject } from '@/record/json';
import type { Resource } from '@/contract/resource';
import { clientStage } from '@/testing/over-http';
import type { NewItem } from '../../changes/change-sets';
import { createBrowserChangeSets } from './browser-change-sets';

const on = clientStage();
const resources = new Map(Object.entries<Resource>(contracts));
const changeSets = () => createBrowserChangeSets(on.client, (name) => resources.get(name));

/** Makes customers; returns their ids. */
async function customers(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { text } = await on.client.post('customer', `{"name":"Customer ${n}","data":{"ext":{"n":1.50}}}`);
    ids.push(JSON.parse(text).id);
  }
  return ids;
}
const read = async (id: string): Promise<JsonObject> =>
  parseRecord((await on.client.getRecord('customer', id)).text);
const change = (recordId: string | null, patch: string): NewItem => ({
  resource: 'customer',
  recordId,
  version: null,
  patch: parseRecord(patch),
});

it('previews, applies six at a time and takes back in the browser, with every digit', async () => {
  const ids = await customers(8);
  const before = await Promise.all(ids.map(read));
  const sets = changeSets();
  const id = await sets.collect({ name: 'Renamed', origin: 'grid' }, [
    ...ids.map((one, n) => change(one, `{"name":"Renamed ${n}","data":{"ext":{"n":2.00}}}`)),
    change(null, '{"name":"New"}'),
    change(ids[0] ?? '', '{"customer_num": 7}'),
    change('00000000-0000-4000-8000-000000000001', '{"name":"Nobody"}'),
  ]);
  expect(await sets.move(id, 'preview')).toMatchObject({ status: 'draft', counts: { ready: 9, refused: 1 } });
  expect(await Promise.all(ids.map(read))).toEqual(before);
  const applied = await sets.move(id, 'apply');
  expect(applied).toMatchObject({ status: 'applied', counts: { applied: 9, refused: 1 } });
  const first = await on.client.getRecord('customer', ids[0] ?? '');
  expect(first.text).toContain('"n": 2.00');
  expect(await read(ids[0] ?? '')).toMatchObject({ name: 'Renamed 0' });
  const undo = await sets.move(id, 'undo');
  expect(undo).toMatchObject({ origin: 'undo', undoes: id, counts: { ready: 9 } });
  await sets.move(undo.id, 'apply');
  const contents = ({ name, data, customer_num }: JsonObject) => [
    name,
    (data as JsonObject)['ext'],
    customer_num,
  ];
  expect((await Promise.all(ids.map(read))).map(contents)).toEqual(before.map(contents));
  expect(await sets.get(id)).toMatchObject({ undone_by: undo.id });
});

it('lets what somebody changed since the preview wait, and keeps it in an undo', async () => {
  const [one = ''] = await customers(1);
  const sets = changeSets();
  const id = await sets.collect({ name: 'Renamed', origin: 'grid' }, [change(one, '{"name":"Ours"}')]);
  await sets.move(id, 'preview');
  await on.client.put('customer', one, '{"name":"Theirs"}');
  expect((await sets.move(id, 'apply')).counts).toMatchObject({ conflict: 1, applied: 0 });
  const { items } = await sets.items(id, { state: 'conflict' });
  expect(items[0]?.cells).toEqual([{ pointer: '/name', before: 'Customer 0', after: 'Ours', now: 'Theirs' }]);
  await sets.choose(id, 'this');
  expect((await sets.move(id, 'apply')).counts).toMatchObject({ applied: 1 });
  await on.client.put('customer', one, '{"name":"Later"}');
  const undo = await sets.move(id, 'undo');
  expect(undo.counts).toMatchObject({ kept: 1, ready: 0 });
});

it('says what the server said of each record that was refused, and goes on with the others', async () => {
  const [one = '', other = ''] = await customers(2);
  const sets = changeSets();
  const id = await sets.collect({ name: 'Renamed', origin: 'grid' }, [
    change(one, '{"name":"  "}'),
    change(other, '{"name":"Fine"}'),
  ]);
  expect((await sets.move(id, 'apply')).counts).toMatchObject({ applied: 1, refused: 1 });
  const { items } = await sets.items(id, { state: 'refused' });
  expect(items[0]?.problems.map(({ pointer }) => pointer)).toEqual(['/name']);
});

it('lists items by state, field, words and place with their totals, and counts what an undo would do', async () => {
  const ids = await customers(3);
  const sets = changeSets();
  const id = await sets.collect({ name: 'Listed', origin: 'grid' }, [
    ...ids.map((one, n) => change(one, `{"name":"Listed ${n}","customer_num":${n + 900}}`)),
    change(null, '{"name":"Made here"}'),
  ]);
  const all = await sets.items(id, { totals: 'true', skip: '1', limit: '2' });
  expect(all.totals).toEqual({ items: 4, cells: 7, new: 1, chosen: 0 });
  expect(all.items.map(({ n }) => n)).toEqual([2, 3]);
  const count = async (query: Readonly<Record<string, string>>) =>
    (await sets.items(id, { ...query, totals: 'true' })).totals?.items;
  expect(await count({ field: '/customer_num' })).toBe(3);
  expect(await count({ q: 'made' })).toBe(1);
  expect(await count({ state: 'applied' })).toBe(0);
  await sets.move(id, 'apply');
  expect(await count({ state: 'applied', waits: 'false' })).toBe(4);
  const sum = await sets.undoSum(id);
  expect(sum.back).toEqual({ records: 3, cells: 6 });
  expect(sum.made.records).toBe(1);
  expect(sum.stay).toEqual({ records: 0, cells: 0 });
});
