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

/** One value that differs between two records. `undefined` is a missing key. */
export interface Change {
  readonly path: Path;
  readonly was: Json | undefined;
  readonly now: Json | undefined;
}

/**
 * Returns the differences between two trees: recurses into objects that exist on both sides; any other
 * difference, also of arrays, is one change. `same` compares values: by value, or digit by digit (`sameText`).
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
    changesBetween(valueOf(base, key), valueOf(current, key), [...at, key], same),
  );
}

/**
 * Returns the smallest PUT body that turns `base` into `current` (docs/interface.md#45-update): the changed
 * top-level fields, and for `data` a JSON Merge Patch (RFC 7396; docs/design.md#updates) of the changes only.
 * Three things cannot be expressed and stay as they are on the service: a top-level field cannot be removed,
 * `null` cannot replace a value in `data` (it removes the key), and a `null` in `data` cannot be removed.
 */
export function patchBody(base: JsonObject, current: JsonObject): JsonObject {
  const changed = changedFields(base, current);
  if (!Object.hasOwn(changed, 'data')) return changed;
  return { ...changed, data: mergePatch(valueOf(base, 'data'), valueOf(current, 'data') ?? {}) };
}

/**
 * Returns the PUT body for a generic server: the interface does not say whether it merges `data` or replaces it
 * (docs/interface.md#45-update), so `data` is sent whole, with only the user's changes.
 */
export const wholeBody = (base: JsonObject, current: JsonObject): JsonObject => changedFields(base, current);

function changedFields(base: JsonObject, current: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(current).flatMap(([key, value]): [string, Json][] => {
      if (sameValue(valueOf(base, key), value)) return [];
      return [[key, key === 'data' ? preserveDigits(valueOf(base, key), value) : value]];
    }),
  );
}

/**
 * Returns the bodies of consecutive PUTs that turn `base` into `current` digit by digit (`1.0` differs from
 * `1.00`). One is enough except for what a merge patch cannot express (`patchBody`): before a null replaces a
 * value in `data`, the value is removed; before a null is removed, a stand-in that `isAllowed` its place replaces
 * it.
 */
export function exactBodies(
  base: JsonObject,
  current: JsonObject,
  isAllowed: (path: Path, value: Json) => boolean,
): JsonObject[] {
  const nulls = nullsBetween(valueOf(base, 'data'), valueOf(current, 'data'), []);
  const first = nulls.reduce<Json | undefined>((patch, { path, isRemoved }) => {
    const standIn = isRemoved ? standIns.find((value) => isAllowed(['data', ...path], value)) : null;
    return standIn === undefined ? patch : withValueAt(patch, path, standIn);
  }, undefined);
  const start = nulls.reduce<Json | undefined>(
    (data, { path, isRemoved }) => {
      const standIn = isRemoved ? valueAt(first, path) : undefined;
      return withValueAt(data, path, isRemoved && standIn === undefined ? null : standIn);
    },
    valueOf(base, 'data'),
  );
  const changed = Object.fromEntries(
    Object.entries(current).filter(([key, value]) => key !== 'data' && !sameText(valueOf(base, key), value)),
  );
  const data = exactPatch(start, valueOf(current, 'data') ?? {});
  const last = isObject(data) && Object.keys(data).length === 0 ? changed : { ...changed, data };
  return [...(first === undefined ? [] : [{ data: first }]), last];
}

const standIns: readonly Json[] = ['0', false, [], {}, numberOf('1')];

/** Returns the paths in `data` where exactly one side is null, and one patch cannot turn one into the other. */
function nullsBetween(
  base: Json | undefined,
  current: Json | undefined,
  at: Path,
): { path: Path; isRemoved: boolean }[] {
  if (isObject(base) && isObject(current))
    return keysOf(base, current).flatMap((key) =>
      nullsBetween(valueOf(base, key), valueOf(current, key), [...at, key]),
    );
  if (current === null && base !== undefined && base !== null) return [{ path: at, isRemoved: false }];
  return base === null && current === undefined ? [{ path: at, isRemoved: true }] : [];
}

function exactPatch(base: Json | undefined, current: Json): Json {
  if (!isObject(base) || !isObject(current)) return current;
  return Object.fromEntries(
    keysOf(base, current).flatMap((key): [string, Json][] => {
      const [was, now] = [valueOf(base, key), valueOf(current, key)];
      if (sameText(was, now) || (was === null && now === undefined)) return [];
      return [[key, now === undefined ? null : exactPatch(was, now)]];
    }),
  );
}

/** Returns whether two values are equal digit by digit; the order of an object's keys does not matter. */
export function sameText(a: Json | undefined, b: Json | undefined): boolean {
  if (isNumber(a)) return isNumber(b) && a.value === b.value;
  if (isArray(a))
    return isArray(b) && a.length === b.length && a.every((child, index) => sameText(child, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  return keysOf(a, b).every(
    (key) => Object.hasOwn(a, key) && Object.hasOwn(b, key) && sameText(a[key], b[key]),
  );
}

/** Returns the merge patch of a value: for objects the differing keys only, with `null` for those to remove. */
function mergePatch(base: Json | undefined, current: Json): Json {
  if (!isObject(current)) return current;
  if (!isObject(base)) return current;
  return Object.fromEntries(
    keysOf(base, current).flatMap((key): [string, Json][] => {
      const was = valueOf(base, key);
      const now = valueOf(current, key);
      if (sameValue(was, now) || (was === null && now === undefined)) return [];
      return [[key, now === undefined ? null : mergePatch(was, now)]];
    }),
  );
}

/** Returns `current` with the notation of `base` for every number of equal value. */
export function preserveDigits(base: Json | undefined, current: Json): Json {
  if (base !== undefined && sameValue(base, current)) return base;
  if (!isObject(base) || !isObject(current)) return current;
  return Object.fromEntries(
    Object.entries(current).map(([key, value]) => [key, preserveDigits(valueOf(base, key), value)]),
  );
}

const valueOf = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

const keysOf = (a: JsonObject, b: JsonObject): string[] => [
  ...new Set([...Object.keys(a), ...Object.keys(b)]),
];
