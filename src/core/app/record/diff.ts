import {
  isArray,
  isNumber,
  isObject,
  numberOf,
  sameValue,
  valueAt,
  withValueAt,
  type Json,
  type JsonObject,
  type Path,
} from './json';

/** One value that differs between two records. `undefined` is a key that is not there. */
export interface Change {
  readonly path: Path;
  readonly was: Json | undefined;
  readonly now: Json | undefined;
}

/**
 * What differs between two trees: objects that stand on both sides are looked into, anything else,
 * arrays too, is one change. `same` says what is the same: by value, or to the digit (`sameText`).
 */
export function changesBetween(
  base: Json | undefined,
  current: Json | undefined,
  at: Path = [],
  same: typeof sameValue = sameValue,
): Change[] {
  if (same(base, current)) return [];
  if (!isObject(base) || !isObject(current)) return [{ path: at, was: base, now: current }];
  return keysOf(base, current).flatMap((key) =>
    changesBetween(own(base, key), own(current, key), [...at, key], same),
  );
}

/**
 * The smallest body of a PUT that turns `base` into `current` (docs/interface.md#45-update): the top-level fields
 * that changed, and of `data` a JSON Merge Patch (RFC 7396; docs/design.md#updates) with nothing in it
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
 * replaces it is not shown (docs/interface.md#45-update), so `data` goes whole, changed only where it was changed.
 */
export const wholeBody = (base: JsonObject, current: JsonObject): JsonObject => changedFields(base, current);

function changedFields(base: JsonObject, current: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(current).flatMap(([key, value]): [string, Json][] => {
      if (sameValue(own(base, key), value)) return [];
      return [[key, key === 'data' ? preserveDigits(own(base, key), value) : value]];
    }),
  );
}

/**
 * The bodies of PUTs, one after the other, that turn `base` into `current` to the digit (`1.0` is not `1.00`
 * here). One is enough but for what a merge patch cannot say (`patchBody`): where null is to take a value's
 * place in `data`, the value is removed first; where a null is to go, something else is put there first that
 * `fits` that place.
 */
export function exactBodies(
  base: JsonObject,
  current: JsonObject,
  fits: (path: Path, value: Json) => boolean,
): JsonObject[] {
  const unsayable = nullsBetween(own(base, 'data'), own(current, 'data'), []);
  const first = unsayable.reduce<Json | undefined>((patch, { path, isToGo }) => {
    const stand = isToGo ? standIns.find((value) => fits(['data', ...path], value)) : null;
    return stand === undefined ? patch : withValueAt(patch, path, stand);
  }, undefined);
  const start = unsayable.reduce<Json | undefined>(
    (data, { path, isToGo }) => {
      const stand = isToGo ? valueAt(first, path) : undefined;
      return withValueAt(data, path, isToGo && stand === undefined ? null : stand);
    },
    own(base, 'data'),
  );
  const changed = Object.fromEntries(
    Object.entries(current).filter(([key, value]) => key !== 'data' && !sameText(own(base, key), value)),
  );
  const data = exactPatch(start, own(current, 'data') ?? {});
  const last = isObject(data) && Object.keys(data).length === 0 ? changed : { ...changed, data };
  return [...(first === undefined ? [] : [{ data: first }]), last];
}

const standIns: readonly Json[] = ['0', false, [], {}, numberOf('1')];

/** Places of `data` where one of the two is null and the other is not to be reached from it by one patch. */
function nullsBetween(
  base: Json | undefined,
  current: Json | undefined,
  at: Path,
): { path: Path; isToGo: boolean }[] {
  if (isObject(base) && isObject(current))
    return keysOf(base, current).flatMap((key) =>
      nullsBetween(own(base, key), own(current, key), [...at, key]),
    );
  if (current === null && base !== undefined && base !== null) return [{ path: at, isToGo: false }];
  return base === null && current === undefined ? [{ path: at, isToGo: true }] : [];
}

function exactPatch(base: Json | undefined, current: Json): Json {
  if (!isObject(base) || !isObject(current)) return current;
  return Object.fromEntries(
    keysOf(base, current).flatMap((key): [string, Json][] => {
      const [was, now] = [own(base, key), own(current, key)];
      if (sameText(was, now) || (was === null && now === undefined)) return [];
      return [[key, now === undefined ? null : exactPatch(was, now)]];
    }),
  );
}

/** Whether two values are the same to the digit; the order of an object's keys means nothing. */
export function sameText(a: Json | undefined, b: Json | undefined): boolean {
  if (isNumber(a)) return isNumber(b) && a.value === b.value;
  if (isArray(a))
    return isArray(b) && a.length === b.length && a.every((child, index) => sameText(child, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  return keysOf(a, b).every(
    (key) => Object.hasOwn(a, key) && Object.hasOwn(b, key) && sameText(a[key], b[key]),
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
export function preserveDigits(base: Json | undefined, current: Json): Json {
  if (base !== undefined && sameValue(base, current)) return base;
  if (!isObject(base) || !isObject(current)) return current;
  return Object.fromEntries(
    Object.entries(current).map(([key, value]) => [key, preserveDigits(own(base, key), value)]),
  );
}

const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

const keysOf = (a: JsonObject, b: JsonObject): string[] => [
  ...new Set([...Object.keys(a), ...Object.keys(b)]),
];
