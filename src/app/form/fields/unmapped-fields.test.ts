import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyRecord } from '@/record/arbitrary';
import { isObject, jsonText, parseRecord, sameValue, type JsonObject } from '@/record/json';
import { unmappedFields, withUnmappedFields } from './unmapped-fields';

const data = fc.oneof(anyRecord.map((record) => record['data'])).filter(isObject);
const covers = (path: readonly string[]) =>
  path[0] === 'a'
    ? ('all' as const)
    : path[0] === 'b'
      ? path[1] === 'c'
        ? 'all'
        : path.length > 1
          ? 'nothing'
          : 'within'
      : 'nothing';

test('what is left over put back as it was changes nothing', () => {
  fc.assert(
    fc.property(data, (tree: JsonObject) => {
      const rest = unmappedFields(tree, covers);
      expect(sameValue(withUnmappedFields(tree, rest, rest), tree)).toBe(true);
    }),
  );
});

test('keys go, come and change in what is left over, and what is covered stays', () => {
  const tree = parseRecord('{"a":1.00,"b":{"c":1,"d":2},"x":{"y":[1],"z":null}}');
  const rest = unmappedFields(tree, covers);
  expect(jsonText(rest)).toBe('{"b":{"d":2},"x":{"y":[1],"z":null}}');
  const next = withUnmappedFields(tree, rest, parseRecord('{"x":{"y":[2]},"n":{}}'));
  expect(jsonText(next)).toBe('{"a":1.00,"b":{"c":1},"x":{"y":[2]},"n":{}}');
});
