import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyJson } from './arbitrary';
import {
  isArray,
  jsonText,
  numberOf,
  parseJson,
  parseRecord,
  sameValue,
  toPlain,
  valueAt,
  withValueAt,
} from './json';

test('text that was read and written again is the same, digit for digit', () => {
  const text = '{"a":1.00,"b":0.12000000000000000000000000000000000001,"__proto__":{"c":-0e5},"d":[null,""]}';
  expect(jsonText(parseJson(text))).toBe(text);
  fc.assert(
    fc.property(anyJson, (value) => {
      const serialised = jsonText(value);
      expect(jsonText(parseJson(serialised))).toBe(serialised);
      expect(jsonText(parseJson(jsonText(value, 2)))).toBe(serialised);
    }),
  );
});

test('numbers are the same by their decimal value, however they are written', () => {
  expect(sameValue(numberOf('1.0'), numberOf('1.00'))).toBe(true);
  expect(sameValue(numberOf('1e2'), numberOf('100'))).toBe(true);
  expect(sameValue(numberOf('-0'), numberOf('0'))).toBe(true);
  expect(sameValue(numberOf('0.10000000000000000001'), numberOf('0.1'))).toBe(false);
  expect(sameValue(numberOf('1'), '1')).toBe(false);
});

test('a key that is not there, null and an empty object are three different things', () => {
  const values = [{}, { a: null }, { a: {} }];
  for (const [i, one] of values.entries())
    for (const [j, other] of values.entries()) expect(sameValue(one, other)).toBe(i === j);
});

test('a value is found where it was put, and nothing else moves', () => {
  fc.assert(
    fc.property(
      anyJson,
      fc.array(fc.constantFrom('a', 'b', '__proto__', 'a.b')),
      anyJson,
      (tree, path, value) => {
        fc.pre(path.every((_, at) => !isArray(valueAt(tree, path.slice(0, at)))));
        const before = jsonText(tree);
        const after = withValueAt(tree, path, value);
        expect(sameValue(valueAt(after, path), value)).toBe(true);
        expect(jsonText(tree)).toBe(before);
        if (path.length > 0) expect(valueAt(withValueAt(after, path, undefined), path)).toBeUndefined();
      },
    ),
  );
});

test('an element is replaced, appended and taken out of an array by its place', () => {
  const tree = { rows: ['a', 'b'] };
  expect(withValueAt(tree, ['rows', '1'], 'c')).toEqual({ rows: ['a', 'c'] });
  expect(withValueAt(tree, ['rows', '2'], 'c')).toEqual({ rows: ['a', 'b', 'c'] });
  expect(withValueAt(tree, ['rows', '0'], undefined)).toEqual({ rows: ['b'] });
});

test('a schema sees plain numbers', () => {
  expect(toPlain(parseJson('{"a":[1.50,{"b":2}]}'))).toEqual({ a: [1.5, { b: 2 }] });
});

test('a record is an object and nothing else', () => {
  for (const text of ['[]', '1', 'null', '"x"', '{', ''])
    expect(() => parseRecord(text)).toThrow(SyntaxError);
});
