import type { Resource } from '@/contract/resource';
import { changesBetween, sameText } from '@/record/diff';
import { isArray, isObject, toPlain, valueAt, type Json, type JsonObject, type Path } from '@/record/json';
import { isGuid } from '@/app/record/value-words';
import { listChange } from '@/record/merge';

/** One difference of an event: a path in the record, and the values before and after. */
export interface Difference {
  readonly path: Path;
  /** Absent if there was no value before, and for a new record. */
  readonly was?: Json | undefined;
  readonly now?: Json | undefined;
  /** For a list of plain values: the values that were added and removed. */
  readonly list?: { readonly added: readonly Json[]; readonly removed: readonly Json[] };
}

/** Fields that the service sets are left out: nobody changed them. */
const serviceFields = new Set([
  'id',
  'company_id',
  'version',
  'created_at',
  'modified_at',
  'data.modified_at',
]);
const isOwn = (path: Path): boolean => serviceFields.has(path.join('.'));

/**
 * Returns the record after an event, or null. An event of a write-once resource stores no `after`; its payload is the
 * record.
 */
export const recordOf = (event: JsonObject): JsonObject | null => {
  const after = event['after'] ?? event['payload'];
  return isObject(after) ? after : null;
};

/** Tells whether the content of an event was erased (security.md, the last paragraph). */
export const isErased = (event: JsonObject): boolean =>
  event['payload'] === null && event['after'] === null && event['before'] === null;

/**
 * Returns the differences of an event, field by field: lists of plain values as values added and removed, lists of
 * objects element by element. For a new record, the values it was created with.
 */
export function differencesOf(event: JsonObject): Difference[] {
  const { action, before, after } = event;
  if (isErased(event) || action === 'erase') return [];
  if (!isObject(before)) {
    const record = recordOf(event) ?? {};
    return leafValues(record, []).filter(({ path }) => !isOwn(path) && path.join('.') !== 'name');
  }
  return changesBetween(before, after, [], sameText)
    .filter(({ path }) => !isOwn(path))
    .flatMap(({ path, was, now }) => differencesBetween(path, was, now));
}

function differencesBetween(path: Path, was: Json | undefined, now: Json | undefined): Difference[] {
  const list = isArray(was) || isArray(now) ? listChange(was, now) : undefined;
  if (list && list.added.length + list.removed.length > 0) return [{ path, list }];
  if (!isArray(was) || !isArray(now) || ![...was, ...now].every(isObject)) return [{ path, was, now }];
  return Array.from({ length: Math.max(was.length, now.length) }, (_, index) => index).flatMap((index) =>
    changesBetween(was[index], now[index], [...path, String(index)], sameText),
  );
}

/** Returns the values of a new record in their order, without empty ones. */
function leafValues(value: Json | undefined, path: Path): Difference[] {
  if (isObject(value))
    return Object.entries(value).flatMap(([key, child]) => leafValues(child, [...path, key]));
  if (value === null || value === undefined || value === '' || (isArray(value) && value.length === 0))
    return [];
  return path.join('.') === 'active' && value === true ? [] : [{ path, now: value }];
}

/** Returns the records that the differences of an event reference: a map from GUID in lower case to resource. */
export function referencesOf(resource: Resource, event: JsonObject): ReadonlyMap<string, string> {
  const references = new Map<string, string>();
  const guids = new Set<string>();
  const collect = (value: Json | undefined): void => {
    if (typeof value === 'string') {
      if (isGuid(value)) guids.add(value.toLowerCase());
    } else if (isArray(value)) value.forEach(collect);
    else if (isObject(value)) Object.entries(value).forEach(([key, child]) => [key, child].forEach(collect));
  };
  for (const { path, was, now, list } of differencesOf(event)) {
    path.forEach(collect);
    [was, now, ...(list?.added ?? []), ...(list?.removed ?? [])].forEach(collect);
    const target = resource.fields[path[0] ?? '']?.references;
    for (const value of [was, now])
      if (target && typeof value === 'string' && isGuid(value)) references.set(value.toLowerCase(), target);
  }
  for (const record of [event['before'], recordOf(event)]) {
    const data = resource.data.safeParse(toPlain(valueAt(record ?? {}, ['data']) ?? {}));
    if (!data.success) continue;
    for (const { id, resource: target } of resource.dataReferences(data.data))
      if (guids.has(id.toLowerCase())) references.set(id.toLowerCase(), target);
  }
  return references;
}
