import { isArray, isObject, sameValue, withValueAt, type Json, type JsonObject, type Path } from './json';

/** One value that two users changed from `was`. `undefined` is a missing key. */
export interface MergedChange {
  readonly path: Path;
  readonly was: Json | undefined;
  readonly mine: Json | undefined;
  readonly theirs: Json | undefined;
}

/** A change that merged without a decision, and its result. */
export interface ResolvedChange extends MergedChange {
  readonly result: Json | undefined;
}

/** Result of a three-way merge. */
export interface Merge {
  /** The record with every settled change; at a conflict it has their value until the user chooses. */
  readonly merged: JsonObject;
  /** Changed by both to different values: the user has to choose. */
  readonly conflicts: readonly MergedChange[];
  /** Changed by one side, by both to the same value, or by both to lists that can be merged. */
  readonly resolved: readonly ResolvedChange[];
}

/**
 * Merges two records with a common base. Objects are merged key by key; lists of plain values as ordered sets
 * (removed by either is removed, added by either is added); every other value is one unit.
 */
export function mergeRecords(base: JsonObject, mine: JsonObject, theirs: JsonObject): Merge {
  const conflicts: MergedChange[] = [];
  const resolved: ResolvedChange[] = [];
  const merged = merge({ path: [], was: base, mine, theirs });
  return { merged: isObject(merged) ? merged : theirs, conflicts, resolved };

  function merge(at: MergedChange): Json | undefined {
    const { was, mine, theirs } = at;
    const changedByMe = !sameValue(was, mine);
    const changedByThem = !sameValue(was, theirs);
    if (!changedByMe && !changedByThem) return theirs;
    if (isObject(mine) && isObject(theirs) && (isObject(was) || was === undefined)) return mergeKeys(at);
    if (changedByMe && changedByThem && !sameValue(mine, theirs)) {
      const list = mergeLists(was ?? [], mine, theirs);
      if (list) return resolve(at, list);
      conflicts.push(at);
      return theirs;
    }
    return resolve(at, changedByThem ? theirs : mine);
  }

  function mergeKeys(at: MergedChange): Json | undefined {
    const { path, was, mine, theirs } = at;
    const keys = new Set([mine, theirs, was].flatMap((side) => (isObject(side) ? Object.keys(side) : [])));
    // Both added the same empty object: nothing within it could say so.
    if (keys.size === 0) return resolve(at, theirs);
    return Object.fromEntries(
      [...keys].flatMap((key): [string, Json][] => {
        const side = (value: Json | undefined) =>
          isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
        const value = merge({ path: [...path, key], was: side(was), mine: side(mine), theirs: side(theirs) });
        return value === undefined ? [] : [[key, value]];
      }),
    );
  }

  function resolve(at: MergedChange, result: Json | undefined): Json | undefined {
    resolved.push({ ...at, result });
    return result;
  }
}

/** Returns the merged record with the choice for one conflict. */
export const withChoice = (merged: JsonObject, path: Path, choice: Json | undefined): JsonObject => {
  const record = withValueAt(merged, path, choice);
  return isObject(record) ? record : merged;
};

function mergeLists(was: Json, mine: Json | undefined, theirs: Json | undefined): Json[] | undefined {
  if (!isSet(was) || !isSet(mine) || !isSet(theirs)) return undefined;
  const has = (list: readonly Json[], value: Json) => list.some((other) => sameValue(other, value));
  const commonOrder = (list: readonly Json[]) =>
    list.filter((value) => has(was, value) && has(mine, value) && has(theirs, value));
  const reordered = [mine, theirs].filter((list) => !sameValue(commonOrder(list), commonOrder(was)));
  // Two different orders cannot be merged.
  if (reordered.length === 2 && !sameValue(commonOrder(mine), commonOrder(theirs))) return undefined;
  const order = commonOrder(reordered[0] ?? was);
  const added = [...mine, ...theirs.filter((value) => !has(mine, value))].filter((value) => !has(was, value));
  return [...order, ...added];
}

const isSet = (value: Json | undefined): value is readonly Json[] =>
  isArray(value) &&
  value.every((item) => !isArray(item) && !isObject(item)) &&
  value.every((item, at) => value.findIndex((other) => sameValue(other, item)) === at);

/**
 * Returns what was added to and removed from a list, for display: "+ fika". `undefined` unless both are lists
 * of plain values.
 */
export function listChange(
  was: Json | undefined,
  now: Json | undefined,
): { added: readonly Json[]; removed: readonly Json[] } | undefined {
  const before = was ?? [];
  if (!isSet(before) || !isSet(now)) return undefined;
  const missing = (from: readonly Json[], in_: readonly Json[]) =>
    from.filter((value) => !in_.some((other) => sameValue(other, value)));
  return { added: missing(now, before), removed: missing(before, now) };
}
