import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource, field as fieldOf, reference } from '../../contract/resource';
import { masterData } from '../../contract/role';
import { address, guid, openEnum, settings, text } from '../../contract/values';
import { jsonText, numberOf, parseRecord } from '../record/json';
import { createRecordStore } from './record-store';
import { newRecord } from './validate';

const thing = defineResource({
  name: 'thing',
  description: 'A thing with a field of every kind.',
  fields: {
    dpt_id: reference('dpt'),
    image_id: fieldOf(guid().nullable(), null),
    memo: fieldOf(text(), ''),
  },
  data: settings({
    address: address(),
    barcodes: z.array(z.unknown()),
    cost_price: z.number(),
    sales_unit: z.number().gt(0),
    stk_type: openEnum([]),
    unit_type: openEnum([]),
  }),
  filters: [],
  sorts: [],
  shared: true,
  access: masterData,
});

const stored = (json: string) =>
  createRecordStore({
    resource: thing,
    base: parseRecord(json),
    etag: '"1"',
    isNew: false,
    readOnly: false,
  });

const field = (pointer: string) => ({
  pointer,
  label: pointer,
  section: 'general',
  kind: 'text' as const,
  show: () => '',
});

test('a value typed and typed back is no change, and an object made for it is gone again', () => {
  const store = stored('{"name":"A","data":{}}');
  store.set(['data', 'address', 'city'], 'Oulu');
  expect(store.get().changes.map(({ path }) => path.join('.'))).toEqual(['data.address']);
  store.clear(['data', 'address', 'city']);
  expect(store.get().changes).toEqual([]);
  expect(jsonText(store.get().current)).toBe('{"name":"A","data":{}}');
});

test('an emptied field is what its place on the wire has for empty', () => {
  const store = stored(
    '{"name":"A","image_id":"018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b","memo":"m","data":{"cost_price":1,"unit_type":"x","stk_type":null}}',
  );
  for (const path of [['memo'], ['image_id'], ['data', 'cost_price'], ['data', 'stk_type']])
    store.clear(path);
  expect(jsonText(store.get().current)).toBe(
    '{"name":"A","image_id":null,"memo":"","data":{"unit_type":"x","stk_type":null}}',
  );
});

test('a problem is said once its field was left, and all of them before saving', () => {
  const store = stored('{"name":"A","data":{"sales_unit":1}}');
  store.set(['data', 'sales_unit'], numberOf('0'));
  store.set(['name'], '');
  expect(store.get().problems.map(({ pointer }) => pointer)).toEqual(['/data/sales_unit', '/name']);
  expect(store.get().shown).toEqual([]);
  store.leave(['data', 'sales_unit']);
  expect(store.get().shown.map(({ pointer }) => pointer)).toEqual(['/data/sales_unit']);
  store.tell();
  expect(store.get().shown).toHaveLength(2);
  store.discard();
  expect(store.get().shown).toEqual([]);
});

test('a value that came from the service is no reason to refuse another change', () => {
  const store = stored('{"name":"A","legacy":1,"data":{"cost_price":"1,12","unit_type":"x"}}');
  store.set(['data', 'unit_type'], 'y');
  expect(store.get().problems).toEqual([]);
  store.set(['data', 'cost_price'], '1,13');
  expect(store.get().problems.map(({ pointer }) => pointer)).toEqual(['/data/cost_price']);
});

test('what the service refused stands until the value in question changes', () => {
  const store = stored('{"name":"A","data":{"unit_type":"x","stk_type":"y"}}');
  store.refuse([{ pointer: '/data/unit_type', code: 'invalid_value', detail: 'No' }]);
  store.set(['data', 'stk_type'], 'z');
  expect(store.get().shown).toHaveLength(1);
  store.set(['data', 'unit_type'], 'w');
  expect(store.get().shown).toEqual([]);
});

test('typing that went on while the record was saved stays, as a change', () => {
  const store = stored('{"name":"A","memo":"","version":1,"data":{}}');
  store.set(['name'], 'B');
  const sent = store.get().current;
  store.set(['memo'], 'typed meanwhile');
  store.saved(sent, parseRecord('{"name":"B","memo":"","version":2,"data":{}}'), '"2"');
  expect(store.get().changes.map(({ path, now }) => [path.join('.'), now])).toEqual([
    ['memo', 'typed meanwhile'],
  ]);
  expect(store.get().etag).toBe('"2"');
});

test('a pointer is edited at its own control, or at the nearest one above it', () => {
  const store = stored('{"name":"A","data":{}}');
  const release = store.bind(field('/data/tags'));
  store.bind(field('/data/supply/0/ean'));
  expect(store.fieldAt('/data/tags/3')?.pointer).toBe('/data/tags');
  expect(store.fieldAt('/data/supply/0')).toBeUndefined();
  expect(store.covers('/data/tags')).toBe('all');
  expect(store.covers('/data/supply')).toBe('within');
  expect(store.covers('/data/ext_id')).toBe('nothing');
  release();
  expect(store.fieldAt('/data/tags/3')).toBeUndefined();
});

test('a new record starts from what the service would store, and asks for what it cannot do without', () => {
  const store = createRecordStore({
    resource: thing,
    base: newRecord(thing),
    etag: null,
    isNew: true,
    readOnly: false,
  });
  expect(store.get().changes).toEqual([]);
  expect(
    store
      .get()
      .problems.map(({ pointer, code }) => `${pointer} ${code}`)
      .toSorted(),
  ).toEqual(['/dpt_id required', '/name required']);
});

test('a list grows at its end, is made when there is none, and an emptied entry keeps its place', () => {
  const store = stored('{"name":"A","data":{}}');
  store.append(['data', 'barcodes'], '1');
  store.append(['data', 'barcodes'], '2');
  store.clear(['data', 'barcodes', '0']);
  expect(jsonText(store.get().current)).toBe('{"name":"A","data":{"barcodes":["","2"]}}');
  store.set(['data', 'barcodes', '0'], undefined);
  expect(jsonText(store.get().current)).toBe('{"name":"A","data":{"barcodes":["2"]}}');
});

test('typing that is no JSON holds saving back, and counts until it can be read', () => {
  const store = stored('{"name":"A","data":{}}');
  store.hold('/data', { pointer: '/data', code: 'no_json', detail: 'No JSON' });
  expect(store.get().problems).toHaveLength(1);
  store.hold('/data', undefined);
  expect(store.get().problems).toEqual([]);
});
