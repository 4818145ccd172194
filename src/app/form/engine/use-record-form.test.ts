import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pointerOf } from '@/contract/pointer';
import { defineResource, field as fieldOf, reference } from '@/contract/resource';
import { masterData } from '@/contract/role';
import { address, guid, openEnum, settings, text } from '@/contract/values';
import { recordWithVariants } from '@/record/arbitrary';
import { sameText } from '@/record/diff';
import { isArray, jsonText, numberOf, parseRecord, valueAt } from '@/record/json';
import { newRecord } from './validate';
import { fieldName, jsonTextName, toFormValue, type FieldPath } from './form-values';
import { createRecordForm, type RecordForm } from './use-record-form';

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
  createRecordForm({
    resource: thing,
    base: parseRecord(json),
    etag: '"1"',
    isNew: false,
    readOnly: false,
  }).record;

const field = (path: FieldPath, name = fieldName(path)) => ({
  pointer: pointerOf(path),
  name,
  label: pointerOf(path),
  section: 'general',
  kind: 'text' as const,
  show: () => '',
});

/** A control as `useController` creates it, with functions to type and to leave. */
function control(form: RecordForm, path: FieldPath, name = fieldName(path)) {
  form.fields.add(field(path, name));
  const { onChange, onBlur } = form.control.register(name);
  return {
    type: (value: unknown) => onChange({ target: { name, value }, type: 'change' }),
    leave: () =>
      onBlur({
        target: { name, value: toFormValue(valueAt(form.get().current, path.map(String))) },
        type: 'blur',
      }),
  };
}

const shown = (form: RecordForm) => form.problems().map(({ pointer }) => pointer);
const nobody = () => undefined;

test('a value typed and typed back is no change, and an object made for it is gone again', () => {
  const form = stored('{"name":"A","data":{}}');
  form.set(['data', 'address', 'city'], 'Oulu');
  expect(form.get().changes.map(({ path }) => path.join('.'))).toEqual(['data.address']);
  form.clear(['data', 'address', 'city']);
  expect(form.get().changes).toEqual([]);
  expect(jsonText(form.get().current)).toBe('{"name":"A","data":{}}');
});

test('an emptied field is what its place on the wire has for empty', () => {
  const form = stored(
    '{"name":"A","image_id":"018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b","memo":"m","data":{"cost_price":1,"unit_type":"x","stk_type":null}}',
  );
  for (const path of [['memo'], ['image_id'], ['data', 'cost_price'], ['data', 'stk_type']]) form.clear(path);
  expect(jsonText(form.get().current)).toBe(
    '{"name":"A","image_id":null,"memo":"","data":{"unit_type":"x","stk_type":null}}',
  );
});

test('a problem is said once its field was left, and all of them before saving', async () => {
  const form = stored('{"name":"A","data":{"sales_unit":1}}');
  const [unit, name] = [control(form, ['data', 'sales_unit']), control(form, ['name'])];
  await unit.type(numberOf('0'));
  await name.type('');
  expect(shown(form)).toEqual([]);
  await unit.leave();
  expect(shown(form)).toEqual(['/data/sales_unit']);
  let isSent = false;
  await form.submit(() => (isSent = true), nobody);
  expect(isSent).toBe(false);
  expect(shown(form).toSorted()).toEqual(['/data/sales_unit', '/name']);
  expect(form.problems()).toContainEqual(
    expect.objectContaining({ pointer: '/data/sales_unit', code: 'not_above', limit: 0 }),
  );
  form.discard();
  expect(shown(form)).toEqual([]);
});

test('a value that came from the service is no reason to refuse another change', async () => {
  const form = stored('{"name":"A","legacy":1,"data":{"cost_price":"1,12","unit_type":"x"}}');
  const price = control(form, ['data', 'cost_price']);
  form.set(['data', 'unit_type'], 'y');
  let sent = 0;
  await form.submit(() => (sent += 1), nobody);
  expect([sent, shown(form)]).toEqual([1, []]);
  await price.type('1,13');
  await form.submit(() => (sent += 1), nobody);
  expect([sent, shown(form)]).toEqual([1, ['/data/cost_price']]);
});

test('what the service refused stands until the value in question changes', () => {
  const form = stored('{"name":"A","data":{"unit_type":"x","stk_type":"y"}}');
  form.fields.add(field(['data', 'unit_type']));
  form.refuse([{ pointer: '/data/unit_type', code: 'invalid_value', detail: 'No' }]);
  form.set(['data', 'stk_type'], 'z');
  expect(form.problems()).toEqual([{ pointer: '/data/unit_type', code: 'invalid_value', detail: 'No' }]);
  form.set(['data', 'unit_type'], 'w');
  expect(shown(form)).toEqual([]);
});

test('a refusal stands at the nearest control above its place, at root without one, and goes when it is sent again', async () => {
  const form = stored('{"name":"A","data":{"barcodes":["1"]}}');
  form.fields.add(field(['data', 'barcodes']));
  form.refuse([
    { pointer: '/data/barcodes/0', code: 'invalid_value', detail: 'No' },
    { pointer: '/data/elsewhere', code: 'invalid_value', detail: 'Neither' },
  ]);
  expect(form.control.getFieldState('data.barcodes').error).toMatchObject({
    type: 'invalid_value',
    message: 'No',
  });
  expect(form.control.getFieldState('root.unplaced').error).toMatchObject({ message: 'Neither' });
  let sent = 0;
  await form.submit(() => (sent += 1), nobody);
  expect([sent, shown(form)]).toEqual([1, []]);
});

test('typing that went on while the record was saved stays, as a change', () => {
  const form = stored('{"name":"A","memo":"","version":1,"data":{}}');
  form.set(['name'], 'B');
  const sent = form.get().current;
  form.set(['memo'], 'typed meanwhile');
  form.saved(sent, parseRecord('{"name":"B","memo":"","version":2,"data":{}}'), '"2"');
  expect(form.get().changes.map(({ path, now }) => [path.join('.'), now])).toEqual([
    ['memo', 'typed meanwhile'],
  ]);
  expect(form.get().etag).toBe('"2"');
});

test('a pointer is edited at its own control, or at the nearest one above it', () => {
  const { fields } = stored('{"name":"A","data":{}}');
  const release = fields.add(field(['data', 'tags']));
  fields.add(field(['data', 'supply', 0, 'ean']));
  expect(fields.fieldAt('/data/tags/3')?.pointer).toBe('/data/tags');
  expect(fields.fieldAt('/data/supply/0')).toBeUndefined();
  expect(fields.covers('/data/tags')).toBe('all');
  expect(fields.covers('/data/supply')).toBe('within');
  expect(fields.covers('/data/ext_id')).toBe('nothing');
  release();
  expect(fields.fieldAt('/data/tags/3')).toBeUndefined();
});

test('a new record starts from what the service would store, and asks for what it cannot do without', async () => {
  const { record: form } = createRecordForm({
    resource: thing,
    base: newRecord(thing),
    etag: null,
    isNew: true,
    readOnly: false,
  });
  expect(form.get().changes).toEqual([]);
  await form.submit(nobody, nobody);
  expect(
    form
      .problems()
      .map(({ pointer, code }) => `${pointer} ${code}`)
      .toSorted(),
  ).toEqual(['/dpt_id required', '/name required']);
});

test('a list grows at its end, is made when there is none, and an emptied entry keeps its place', () => {
  const form = stored('{"name":"A","data":{}}');
  const append = (code: string) => {
    const list = valueAt(form.get().current, ['data', 'barcodes']);
    form.set(['data', 'barcodes'], [...(isArray(list) ? list : []), code]);
  };
  append('1');
  append('2');
  form.clear(['data', 'barcodes', 0]);
  expect(jsonText(form.get().current)).toBe('{"name":"A","data":{"barcodes":["","2"]}}');
  form.set(['data', 'barcodes', 0], undefined);
  expect(jsonText(form.get().current)).toBe('{"name":"A","data":{"barcodes":["2"]}}');
});

test('typing that is no JSON holds saving back, and counts until it can be read', async () => {
  const form = stored('{"name":"A","data":{}}');
  const box = control(form, ['data'], jsonTextName);
  await box.type('{"ext":');
  expect(form.get().hasInvalidJson).toBe(true);
  let sent = 0;
  await form.submit(() => (sent += 1), nobody);
  expect([sent, shown(form), form.problems()[0]?.code]).toEqual([0, ['/data'], 'no_json']);
  await box.type('{}');
  expect([form.get().hasInvalidJson, shown(form)]).toEqual([false, []]);
});

test('a text in the place of an object is not lost until something is typed below it', () => {
  const form = stored('{"name":"A","data":{"address":"Oulu","stk_type":null}}');
  expect(form.isWritable(['data', 'address', 'city'])).toBe(false);
  form.set(['name'], 'B');
  expect(jsonText(form.get().current)).toBe('{"name":"B","data":{"address":"Oulu","stk_type":null}}');
  form.set(['data', 'address', 'city'], 'Turku');
  expect(jsonText(form.get().current)).toBe(
    '{"name":"B","data":{"address":{"city":"Turku"},"stk_type":null}}',
  );
});

test('a newer version takes the place of the old one, digit for digit, and what it removed is gone', () => {
  const form = stored('{"name":"A","data":{"cost_price":1.10,"unit_type":"x","address":{"city":"Oulu"}}}');
  const newer = parseRecord('{"name":"A","data":{"cost_price":1.1,"new":1.00000000000000000000001}}');
  form.rebase(newer, '"2"', newer);
  expect(form.get().changes).toEqual([]);
  expect(jsonText(form.get().current)).toBe(jsonText(newer));
  form.set(['data', 'unit_type'], 'y');
  form.discard();
  expect(jsonText(form.get().current)).toBe(jsonText(newer));
});

test('any record goes to any other by what differs, and discarding brings the first one back', () => {
  fc.assert(
    fc.property(recordWithVariants(2), ([base, other = base, newer = base]) => {
      const { record: form } = createRecordForm({
        resource: thing,
        base,
        etag: null,
        isNew: false,
        readOnly: false,
        current: other,
      });
      expect(sameText(form.get().current, other)).toBe(true);
      form.rebase(newer, null, other);
      expect(sameText(form.get().current, other)).toBe(true);
      form.discard();
      expect(sameText(form.get().current, newer)).toBe(true);
      expect(form.get().changes).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
