import { isObject, sameValue, type Json, type JsonObject, type Path } from './json';

/** One value that differs between two records. `undefined` is a key that is not there. */
export interface Change {
  readonly path: Path;
  readonly was: Json | undefined;
  readonly now: Json | undefined;
}

/**
 * What differs between two trees: objects that stand on both sides are looked into, anything else,
 * arrays too, is one change.
 */
export function changesBetween(base: Json | undefined, current: Json | undefined, at: Path = []): Change[] {
  if (sameValue(base, current)) return [];
  if (!isObject(base) || !isObject(current)) return [{ path: at, was: base, now: current }];
  return keysOf(base, current).flatMap((key) =>
    changesBetween(own(base, key), own(current, key), [...at, key]),
  );
}

/**
 * The smallest body of a PUT that turns `base` into `current` (interface 4.5): the top-level fields
 * that changed, and of `data` a JSON Merge Patch (RFC 7396; design 5, Updates) with nothing in it
 * that did not change. Three things cannot be said by one, and stay as they are on the service: a
 * field of the top level cannot be taken away, `null` cannot take the place of a value in `data`
 * (it removes the key), and a `null` that stands in `data` cannot be removed.
 */
export function patchBody(base: JsonObject, current: JsonObject): JsonObject {
  const changed = changedFields(base, current);
  if (!Object.hasOwn(changed, 'data')) return changed;
  return { ...changed, data: mergePatch(own(base, 'data'), own(current, 'data') ?? {}) };
}

/**
 * The body of a PUT for a service of which only the interface is known: whether it merges `data` or
 * replaces it is not shown (interface 4.5), so `data` goes whole, changed only where it was changed.
 */
export const wholeBody = (base: JsonObject, current: JsonObject): JsonObject => changedFields(base, current);

function changedFields(base: JsonObject, current: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(current).flatMap(([key, value]): [string, Json][] => {
      if (sameValue(own(base, key), value)) return [];
      return [[key, key === 'data' ? keepDigits(own(base, key), value) : value]];
    }),
  );
}

/** What to send for a value: of objects the differing keys alone, `null` for those to remove. */
function mergePatch(base: Json | undefined, current: Json): Json {
  if (!isObject(current)) return current;
  if (!isObject(base)) return current;
  return Object.fromEntries(
    keysOf(base, current).flatMap((key): [string, Json][] => {
      const was = own(base, key);
      const now = own(current, key);
      if (sameValue(was, now) || (was === null && now === undefined)) return [];
      return [[key, now === undefined ? null : mergePatch(was, now)]];
    }),
  );
}

/** `current`, with the digits of `base` wherever the two mean the same. */
export function keepDigits(base: Json | undefined, current: Json): Json {
  if (base !== undefined && sameValue(base, current)) return base;
  if (!isObject(base) || !isObject(current)) return current;
  return Object.fromEntries(
    Object.entries(current).map(([key, value]) => [key, keepDigits(own(base, key), value)]),
  );
}

const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

const keysOf = (a: JsonObject, b: JsonObject): string[] => [
  ...new Set([...Object.keys(a), ...Object.keys(b)]),
];
