import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyRecord, recordWithVariants } from './arbitrary';
import { changesBetween, patchBody, wholeBody } from './diff';
import { isObject, jsonText, parseRecord, sameValue, valueAt, type Json, type JsonObject } from './json';

/**
 * Applies a merge patch like the service (docs/design.md#updates): `null` over `null`, or over a missing key,
 * changes nothing.
 */
function applyPatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const result = new Map<string, Json>(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    const old = result.get(key) ?? null;
    if (value === null && old !== null) result.delete(key);
    else result.set(key, applyPatch(result.get(key), value));
  }
  return Object.fromEntries(result);
}

/** Applies a PUT like the service: top-level fields are replaced, `data` is merged. */
const applyPut = (record: JsonObject, body: JsonObject): JsonObject => ({
  ...record,
  ...body,
  ...(body['data'] === undefined ? {} : { data: applyPatch(record['data'], body['data']) }),
});

/**
 * Returns what a PUT can make of a record: in `data` it can neither set a null in place of a value nor remove a
 * null.
 */
function reachableValue(base: Json | undefined, current: Json): Json {
  if (!isObject(base) || !isObject(current)) return current;
  const result = new Map<string, Json>();
  for (const key of new Set([...Object.keys(base), ...Object.keys(current)])) {
    const was = valueAt(base, [key]);
    const now = valueAt(current, [key]);
    if (now === null && was !== undefined && was !== null) continue;
    if (now !== undefined) result.set(key, reachableValue(was, now));
    else if (was === null) result.set(key, null);
  }
  return Object.fromEntries(result);
}

test('the patch of two records, applied to the first, gives the second', () => {
  fc.assert(
    fc.property(recordWithVariants(1), ([base, edited]) => {
      const current = { ...base, ...edited };
      const after = applyPut(base, patchBody(base, current));
      const data = reachableValue(base['data'], current['data'] ?? {});
      expect(sameValue(after, { ...current, data }), jsonText(after)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('the patch of two records that have nothing in common gives the second too', () => {
  fc.assert(
    fc.property(anyRecord, anyRecord, (base, current) => {
      const after = applyPut(base, patchBody(base, current));
      const data = reachableValue(base['data'], current['data'] ?? {});
      expect(sameValue(after, { ...current, data }), jsonText(after)).toBe(true);
    }),
  );
});

test('a patch names nothing that did not change, and what did not change keeps its digits', () => {
  fc.assert(
    fc.property(recordWithVariants(1), ([base, edited]) => {
      const body = patchBody(base, { ...base, ...edited });
      const names = (object: Json, at: string[]): string[][] =>
        isObject(object) && Object.keys(object).length > 0 && isObject(valueAt(base, at))
          ? Object.entries(object).flatMap(([key, value]) => names(value, [...at, key]))
          : [at];
      for (const path of names(body, []).filter((path) => path.length > 0))
        expect(sameValue(valueAt(base, path), valueAt(edited, path))).toBe(false);
    }),
  );
});

test('an unchanged record is an empty body', () => {
  const record = parseRecord(
    '{"name":"x","data":{"cost_price":1.50,"gone":null,"prices":{"p":{"amount":3}}}}',
  );
  const again = parseRecord(
    '{"name":"x","data":{"cost_price":1.5,"gone":null,"prices":{"p":{"amount":3.0}}}}',
  );
  expect(patchBody(record, again)).toEqual({});
  expect(wholeBody(record, again)).toEqual({});
});

test('one price goes alone, a removed key as null, an array whole', () => {
  const base = parseRecord(
    '{"name":"x","data":{"tags":["a","b"],"memo":"m","prices":{"p":{"type":"price","amount":3},"q":{"amount":4}}}}',
  );
  const current = parseRecord(
    '{"name":"x","data":{"tags":["a"],"prices":{"p":{"type":"price","amount":3.10},"q":{"amount":4}}}}',
  );
  expect(jsonText(patchBody(base, current))).toBe(
    '{"data":{"tags":["a"],"memo":null,"prices":{"p":{"amount":3.10}}}}',
  );
});

test('the bare interface gets the whole data, digit for digit where nobody changed it', () => {
  const base = parseRecord(
    '{"name":"x","data":{"cost_price":1.1200000000000000001,"tags":[],"n":{"x":1.0}}}',
  );
  const current = parseRecord(
    '{"name":"x","data":{"cost_price":1.1200000000000000001,"tags":["a"],"n":{"x":1}}}',
  );
  expect(jsonText(wholeBody(base, current))).toBe(
    '{"data":{"cost_price":1.1200000000000000001,"tags":["a"],"n":{"x":1.0}}}',
  );
});

test('every change is listed once, at the deepest place where both sides are objects', () => {
  const base = parseRecord('{"name":"x","data":{"a":{"b":1,"c":[1]},"d":1}}');
  const current = parseRecord('{"name":"y","data":{"a":{"b":1.0,"c":[2]},"e":{"f":1}}}');
  expect(changesBetween(base, current).map((change) => change.path.join('/'))).toEqual([
    'name',
    'data/a/c',
    'data/d',
    'data/e',
  ]);
  fc.assert(
    fc.property(recordWithVariants(1), ([one, other]) => {
      const changes = changesBetween(one, other);
      expect(changes.length === 0).toBe(sameValue(one, other));
      for (const change of changes) {
        expect(change.was).toBe(valueAt(one, change.path));
        expect(change.now).toBe(valueAt(other, change.path));
      }
    }),
  );
});
