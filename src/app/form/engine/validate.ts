import { pathOf, pointerOf } from '@/contract/pointer';
import { brokenRules, fieldProblems, type FieldProblem } from '@/contract/problem';
import { createSchema, serverOwned, updateSchema, type Resource } from '@/contract/resource';
import {
  isArray,
  isObject,
  numberOf,
  sameValue,
  toPlain,
  valueAt,
  withoutKey,
  withValueAt,
  type Json,
  type JsonObject,
  type Path,
} from '@/record/json';

/** Returns a new record with the values that the service would store for fields that are left empty. */
export function newRecord(resource: Resource): JsonObject {
  const defaults = Object.entries(resource.fields).flatMap(([name, field]): [string, Json][] =>
    field.default === undefined ? [] : [[name, fromPlain(field.default)]],
  );
  return { active: true, ...Object.fromEntries(defaults), data: {} };
}

/**
 * Returns the values that a copy takes from a record: all that clients write, `data` with every digit and unknown
 * key. Server-owned fields are left out, and a copy starts active.
 */
export function copyOf(resource: Resource, record: JsonObject): JsonObject {
  const data = record['data'];
  const fields = Object.entries(resource.fields).flatMap(([name, field]): [string, Json][] => {
    const value = record[name];
    return field.readOnly || value === undefined ? [] : [[name, value]];
  });
  const own = isObject(data) ? withoutKey(data, 'modified_at') : {};
  return { ...Object.fromEntries(fields), data: own };
}

/** Returns a duplicate of a record without what only one record may have: those places are as in a new one. */
export const withoutOwn = (record: JsonObject, base: JsonObject, paths: readonly string[]): JsonObject =>
  paths.reduce((rest: JsonObject, each) => {
    const [path = [], key] = each.split('.*.').map((part) => part.split('.'));
    const elements = valueAt(rest, path);
    const next =
      key && isArray(elements)
        ? withValueAt(
            rest,
            path,
            elements.map((one) => withValueAt(one, key, undefined) ?? one),
          )
        : withValueAt(rest, path, valueAt(base, path));
    return isObject(next) ? next : rest;
  }, record);

const fromPlain = (value: unknown): Json => {
  if (typeof value === 'number') return numberOf(String(value));
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
};

/**
 * Validates a record by its contract. Of a stored record (`base`) only changed values are checked: a value that came
 * from the service must not prevent another change.
 */
export function problemsOf(resource: Resource, base: JsonObject | null, current: JsonObject): FieldProblem[] {
  const schema = base ? updateSchema(resource) : createSchema(resource);
  const known = new Set(['id', 'active', 'data', ...Object.keys(resource.fields)]);
  const record = Object.fromEntries(Object.entries(current).filter(([key]) => known.has(key)));
  const result = schema.safeParse(toPlain(record), { reportInput: true });
  const { active, data } = current;
  const changed = {
    active: base === null || base['active'] !== active,
    key: (key: string) =>
      base === null || !sameValue(valueAt(base, ['data', key]), valueAt(current, ['data', key])),
  };
  // A part of a record lacks nothing.
  const broken = isObject(data) ? brokenRules(resource, { active: active !== false, data }, changed) : [];
  if (result.success) return broken;
  const wrong = fieldProblems(result.error).filter(({ pointer }) => {
    const path = pathOf(pointer);
    return base === null || !sameValue(valueAt(base, path), valueAt(current, path));
  });
  return [...broken, ...wrong];
}

/** Returns whether the contract accepts a value at a place, whatever the rest of the record is. */
export function isAcceptable(resource: Resource, path: Path, value: Json): boolean {
  const sent = toPlain(withValueAt({}, path, value) ?? {});
  const result = updateSchema(resource).safeParse(sent);
  return result.success || !fieldProblems(result.error).some(({ pointer }) => pointer === pointerOf(path));
}

/** Returns whether only the service writes a field. */
export const isServerOwned = (resource: Resource, path: Path): boolean => {
  const [top = '', inner] = path;
  if (top === 'id' || Object.hasOwn(serverOwned, top) || resource.fields[top]?.readOnly === true) return true;
  return top === 'data' && inner === 'modified_at';
};

/**
 * Returns the wire value of a cleared field: within `data` its key is removed, elsewhere the empty value of its type.
 */
export function emptyValue(
  resource: Resource,
  base: JsonObject,
  current: JsonObject,
  path: Path,
): Json | undefined {
  // An element of a list keeps its position: otherwise the following ones would move up while the user types.
  if (isArray(valueAt(current, path.slice(0, -1)))) return '';
  const was = valueAt(base, path);
  if (was === null || was === '') return was;
  const [top = ''] = path;
  if (top === 'data') return undefined;
  const accepts = (value: unknown) => resource.fields[top]?.schema.safeParse(value).success === true;
  return accepts(null) ? null : '';
}
