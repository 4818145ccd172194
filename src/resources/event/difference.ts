import type { Resource } from '@/core/contract/resource';
import { changesBetween, sameText } from '@/core/app/record/diff';
import {
  isArray,
  isNumber,
  isObject,
  toPlain,
  valueAt,
  type Json,
  type JsonObject,
  type Path,
} from '@/core/app/record/json';
import { listChange } from '@/core/app/record/merge';

/** One line of an event: a place in the record, what stood there and what stands there now. */
export interface Difference {
  readonly path: Path;
  /** Absent where there was nothing before: a record that was made. */
  readonly was?: Json | undefined;
  readonly now?: Json | undefined;
  /** Of a list of plain values, what came and went. */
  readonly list?: { readonly added: readonly Json[]; readonly removed: readonly Json[] };
}

/** What the service writes by itself is no difference that anybody made. */
const own = new Set(['id', 'company_id', 'version', 'created_at', 'modified_at', 'data.modified_at']);
const isOwn = (path: Path): boolean => own.has(path.join('.'));

/** The record that an event left behind; of what is accepted once, what was sent is the record. */
export const recordOf = (event: JsonObject): JsonObject | null => {
  const after = event['after'] ?? event['payload'];
  return isObject(after) ? after : null;
};

/** Whether what the event told was erased (security.md, the last paragraph). */
export const isErased = (event: JsonObject): boolean =>
  event['payload'] === null && event['after'] === null && event['before'] === null;

/**
 * What an event changed, field by field: lists of plain values by what came and went, lists of objects
 * element by element. Of a new record, what it was made with.
 */
export function differencesOf(event: JsonObject): Difference[] {
  const { action, before, after } = event;
  if (isErased(event) || action === 'erase') return [];
  if (!isObject(before)) {
    const made = recordOf(event) ?? {};
    return leaves(made, []).filter(({ path }) => !isOwn(path) && path.join('.') !== 'name');
  }
  return changesBetween(before, after, [], sameText)
    .filter(({ path }) => !isOwn(path))
    .flatMap(({ path, was, now }) => between(path, was, now));
}

function between(path: Path, was: Json | undefined, now: Json | undefined): Difference[] {
  const list = isArray(was) || isArray(now) ? listChange(was, now) : undefined;
  if (list && list.added.length + list.removed.length > 0) return [{ path, list }];
  if (!isArray(was) || !isArray(now) || ![...was, ...now].every(isObject)) return [{ path, was, now }];
  return Array.from({ length: Math.max(was.length, now.length) }, (_, index) => index).flatMap((index) =>
    changesBetween(was[index], now[index], [...path, String(index)], sameText),
  );
}

/** What a new record was made with: values that say something, in their order. */
function leaves(value: Json | undefined, path: Path): Difference[] {
  if (isObject(value)) return Object.entries(value).flatMap(([key, child]) => leaves(child, [...path, key]));
  if (value === null || value === undefined || value === '' || (isArray(value) && value.length === 0))
    return [];
  return path.join('.') === 'active' && value === true ? [] : [{ path, now: value }];
}

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Whether a text is a GUID, which a person is to see by a name. */
export const isGuid = (text: string): boolean => guid.test(text);

/** The records that the differences of an event name by GUIDs: GUID in lower case → resource. */
export function namedBy(resource: Resource, event: JsonObject): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const wanted = new Set<string>();
  const want = (value: Json | undefined): void => {
    if (typeof value === 'string') {
      if (isGuid(value)) wanted.add(value.toLowerCase());
    } else if (isArray(value)) value.forEach(want);
    else if (isObject(value)) Object.entries(value).forEach(([key, child]) => [key, child].forEach(want));
  };
  for (const { path, was, now, list } of differencesOf(event)) {
    path.forEach(want);
    [was, now, ...(list?.added ?? []), ...(list?.removed ?? [])].forEach(want);
    const target = resource.fields[path[0] ?? '']?.references;
    for (const value of [was, now])
      if (target && typeof value === 'string' && isGuid(value)) found.set(value.toLowerCase(), target);
  }
  for (const record of [event['before'], recordOf(event)]) {
    const data = resource.data.safeParse(toPlain(valueAt(record ?? {}, ['data']) ?? {}));
    if (!data.success) continue;
    for (const { id, resource: target } of resource.dataReferences(data.data))
      if (wanted.has(id.toLowerCase())) found.set(id.toLowerCase(), target);
  }
  return found;
}

/** Whether a place of a record holds decimals as text, by what its contract refuses there. */
export function isDecimalAt(resource: Resource, path: Path, value: Json): boolean {
  if (isNumber(value)) return true;
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return false;
  const [top = '', ...rest] = path;
  if (top !== 'data')
    return rest.length === 0 && resource.fields[top]?.schema.safeParse('no number').success === false;
  const wrong = rest.reduceRight<unknown>(
    (child, key) => (/^\d+$/.test(key) ? [child] : { [key]: child }),
    'no number',
  );
  const at = rest.map((key) => (/^\d+$/.test(key) ? '0' : key)).join('.');
  const result = resource.data.safeParse(wrong);
  return !result.success && result.error.issues.some((issue) => issue.path.map(String).join('.') === at);
}
