import type { Choice } from '@/contract/change-set';
import { sameText } from './diff';
import { isObject, withValueAt, type Json, type JsonObject, type Path } from './json';
import { mergeRecords } from './merge';

/** One value that a change set gives a record. `undefined` is a missing value. */
export interface Cell {
  readonly path: Path;
  /** What it was in the version that the change was made from. */
  readonly base: Json | undefined;
  /** What it is now. */
  readonly now: Json | undefined;
  /** What the set makes it. */
  readonly after: Json | undefined;
}

/**
 * What becomes of a cell: `same`, it is so already; `change`, it is written (`value`: also a list into which both changes
 * went); `conflict`, somebody changed it since, and nobody has chosen; `kept`, theirs was chosen.
 */
export interface Decision {
  readonly cell: Cell;
  readonly fate: 'same' | 'change' | 'conflict' | 'kept';
  readonly value: Json | undefined;
}

/**
 * Returns the values that a merge patch sets (RFC 7396), each with its path: of an object its keys, anything else whole. A
 * null in `data` stands for a missing value; on top, where a field cannot be missing, for null.
 */
export function valuesOf(patch: JsonObject): { path: Path; after: Json | undefined }[] {
  return Object.entries(patch).flatMap(([key, value]) =>
    key === 'data' && isObject(value) ? valuesIn(value, [key]) : [{ path: [key], after: value }],
  );
}

function valuesIn(value: Json, path: Path): { path: Path; after: Json | undefined }[] {
  if (isObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, child]) => valuesIn(child, [...path, key]));
  return [{ path, after: value === null ? undefined : value }];
}

/** Returns the merge patch that sets values: a missing one is null. */
export function patchOf(
  values: readonly { readonly path: Path; readonly after: Json | undefined }[],
): JsonObject {
  const patch = values.reduce<Json | undefined>(
    (made, { path, after }) => withValueAt(made, path, after ?? null),
    {},
  );
  return isObject(patch) ? patch : {};
}

/**
 * Decides what becomes of a cell. A value that somebody changed since the version that the change was made from is a
 * conflict, unless it is what the set makes it anyway, or both are lists whose changes can be merged.
 */
export function decide(cell: Cell, choice: Choice | undefined): Decision {
  const { base, now, after } = cell;
  if (isSame(now, after)) return { cell, fate: 'same', value: now };
  if (isSame(now, base)) return { cell, fate: 'change', value: after };
  const merged = mergedList(cell);
  if (merged !== undefined)
    return isSame(merged, now) ? { cell, fate: 'same', value: now } : { cell, fate: 'change', value: merged };
  if (choice === 'this') return { cell, fate: 'change', value: after };
  return { cell, fate: choice === 'theirs' ? 'kept' : 'conflict', value: now };
}

/** A patch cannot tell a missing value from null, and neither means anything that the other does not. */
const isSame = (a: Json | undefined, b: Json | undefined): boolean => sameText(a ?? null, b ?? null);

function mergedList({ base, now, after }: Cell): Json | undefined {
  if (!Array.isArray(now) || !Array.isArray(after)) return undefined;
  const { merged, conflicts } = mergeRecords(
    base === undefined ? {} : { list: base },
    { list: after },
    { list: now },
  );
  return conflicts.length > 0 ? undefined : merged['list'];
}
