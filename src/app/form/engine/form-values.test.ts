import * as fc from 'fast-check';
import { createFormControl, type FieldValues } from 'react-hook-form';
import { expect, test } from 'vitest';
import {
  isObject,
  jsonText,
  numberOf,
  parseRecord,
  valueAt,
  type Json,
  type JsonObject,
} from '@/record/json';
import { ABSENT, fieldName, fromForm, isReachable, toForm, toFormValue } from './form-values';

/** Keys that React Hook Form would split, drop or interpret in a name. */
const oddKeys = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    'a.b',
    'a[0]',
    '"q"',
    "it's",
    'constructor',
    'prototype',
    '__proto__',
    '_f',
    'root',
  ),
  fc.constantFrom(
    '0',
    '12',
    '-1',
    '1e3',
    'Infinity',
    '0x10',
    ' ',
    '~',
    '~json',
    '~0041',
    'ä',
    '😀',
    'target',
  ),
  fc.constantFrom('ref', 'type', 'message', 'types', 'name', 'data', 'a', 'toString', 'hasOwnProperty'),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 3 }),
);

const numbers = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.stringMatching(/^(0|[1-9]\d{0,24})$/),
    fc.stringMatching(/^(\.\d{1,24})?$/),
    fc.constantFrom('', 'e7', 'E-3', 'e+400'),
  )
  .map((parts) => numberOf(parts.join('')));

const scalars: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, '', '0'),
  fc.string({ maxLength: 5 }),
  numbers,
);

const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { arbitrary: scalars, weight: 3 },
    {
      arbitrary: fc
        .array(fc.tuple(oddKeys, tie('json')), { maxLength: 5 })
        .map((entries): Json => Object.fromEntries(entries)),
      weight: 3,
    },
    { arbitrary: fc.array(tie('json'), { maxLength: 4 }), weight: 1 },
  ),
}));

const records: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(oddKeys, json), { maxLength: 6 })
  .map((entries): JsonObject => Object.fromEntries(entries));

test('a record put into the form and read back is the same, to the digit and in its order', () => {
  fc.assert(
    fc.property(records, (record) => {
      expect(jsonText(fromForm(toForm(record), record))).toBe(jsonText(record));
    }),
    { numRuns: 10_000 },
  );
});

test('React Hook Form itself keeps every record as it was put in', () => {
  fc.assert(
    fc.property(records, (record) => {
      const form = createFormControl({ defaultValues: toForm(record) });
      form.subscribe({ callback: () => undefined });
      expect(jsonText(fromForm(form.getValues(), record))).toBe(jsonText(record));
    }),
    { numRuns: 1000 },
  );
});

const nothing: FieldValues = {};

test('a value set by its name stands at its path, whatever its keys are', () => {
  fc.assert(
    fc.property(fc.array(oddKeys, { minLength: 1, maxLength: 4 }), scalars, (path, value) => {
      const form = createFormControl({ defaultValues: nothing });
      form.subscribe({ callback: () => undefined });
      form.setValue(fieldName(path), toFormValue(value));
      expect(valueAt(fromForm(form.getValues(), {}), path)).toEqual(value);
    }),
    { numRuns: 2000 },
  );
});

test('a value below a key that every object inherits stands at its path', () => {
  for (const key of Object.getOwnPropertyNames(Object.prototype)) {
    const form = createFormControl({ defaultValues: nothing });
    form.subscribe({ callback: () => undefined });
    form.register('data.phone');
    const path = ['data', key, 'name'];
    form.setValue(fieldName(path), '0');
    expect(valueAt(fromForm(form.getValues(), {}), path)).toBe('0');
  }
});

test('a removed value stays removed where the record has one', () => {
  const base = parseRecord('{"name":"A","data":{"phone":"1","address":{"city":"Oulu"}}}');
  const form = createFormControl({ defaultValues: toForm(base) });
  form.subscribe({ callback: () => undefined });
  form.setValue('data.phone', ABSENT);
  form.setValue('data.address.city', ABSENT);
  expect(jsonText(fromForm(form.getValues(), base))).toBe('{"name":"A","data":{"address":{}}}');
});

test('a field that is registered where nothing is leaves nothing behind', () => {
  for (const text of ['{"data":{}}', '{}', '{"data":{"address":{}}}', '{"data":{"address":{"geo":{}}}}']) {
    const base = parseRecord(text);
    const form = createFormControl({ defaultValues: toForm(base) });
    form.subscribe({ callback: () => undefined });
    for (const path of [['data', 'address', 'geo', 'lat'], ['data', 'address', 'city'], ['name']])
      form.register(fieldName(path));
    expect(jsonText(fromForm(form.getValues(), base))).toBe(text);
  }
});

test('an empty object that somebody put in stays, and an empty row stays a row', () => {
  const base = parseRecord('{"data":{}}');
  expect(jsonText(fromForm(toForm(parseRecord('{"data":{"n":{},"list":[{},[]]}}')), base))).toBe(
    '{"data":{"n":{},"list":[{},[]]}}',
  );
  expect(jsonText(fromForm({ data: { list: [{ name: undefined }] } }, base))).toBe('{"data":{"list":[{}]}}');
});

test('keys that only the base has are marked as removed', () => {
  const base = parseRecord('{"name":"A","data":{"phone":"1","address":{"city":"Oulu","zip":"9"}}}');
  const record = parseRecord('{"name":"A","data":{"address":{"city":"Turku"}}}');
  const values = toForm(record, base);
  expect(values['data']).toMatchObject({ phone: ABSENT, address: { city: 'Turku', zip: ABSENT } });
  expect(jsonText(fromForm(values, base))).toBe(jsonText(record));
});

test('a place below a text, a number, null or a list is not reachable by a key', () => {
  for (const text of ['"x"', '7.5', 'null', '["x"]']) {
    const values = toForm(parseRecord(`{"data":{"address":${text}}}`));
    expect(isReachable(values, ['data', 'address'])).toBe(true);
    expect(isReachable(values, ['data', 'address', 'city'])).toBe(false);
  }
  const values = toForm(parseRecord('{"data":{"units":[{"name":"x"},null]}}'));
  expect(isReachable(values, ['data', 'units', 0, 'name'])).toBe(true);
  expect(isReachable(values, ['data', 'units', 1, 'name'])).toBe(false);
  expect(isReachable(values, ['data', 'other', 'name'])).toBe(true);
  expect(isReachable(values, ['data', 'other', 0, 'name'])).toBe(false);
  expect(isObject(values['data'])).toBe(true);
});
