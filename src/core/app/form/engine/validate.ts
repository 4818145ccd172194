import { fieldProblems, pathOf, pointerOf, type FieldProblem } from '../../../contract/problem';
import { createSchema, serverOwned, updateSchema, type Resource } from '../../../contract/resource';
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
} from '../../record/json';

/** A record that does not exist yet: what the service would store for the fields nobody filled in. */
export function newRecord(resource: Resource): JsonObject {
  const defaults = Object.entries(resource.fields).flatMap(([name, field]): [string, Json][] =>
    field.default === undefined ? [] : [[name, fromPlain(field.default)]],
  );
  return { active: true, ...Object.fromEntries(defaults), data: {} };
}

/**
 * What a new record takes over from another one: all that clients write, `data` to the last digit and unknown key.
 * What the service owns is its own, and a copy begins active.
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

const fromPlain = (value: unknown): Json => {
  if (typeof value === 'number') return numberOf(String(value));
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
};

/**
 * What the contract finds wrong in a record. Of a record that is stored already only what was
 * changed is looked at: a value that came from the service is no reason to refuse another change.
 */
export function problemsOf(resource: Resource, base: JsonObject | null, current: JsonObject): FieldProblem[] {
  const schema = base ? updateSchema(resource) : createSchema(resource);
  const known = new Set(['id', 'active', 'data', ...Object.keys(resource.fields)]);
  const record = Object.fromEntries(Object.entries(current).filter(([key]) => known.has(key)));
  const result = schema.safeParse(toPlain(record), { reportInput: true });
  if (result.success) return [];
  return fieldProblems(result.error).filter(({ pointer }) => {
    const path = pathOf(pointer);
    return base === null || !sameValue(valueAt(base, path), valueAt(current, path));
  });
}

/** Whether the contract has nothing against a value in a place, whatever stands around it. */
export function isAcceptable(resource: Resource, path: Path, value: Json): boolean {
  const sent = toPlain(withValueAt({}, path, value) ?? {});
  const result = updateSchema(resource).safeParse(sent);
  return result.success || !fieldProblems(result.error).some(({ pointer }) => pointer === pointerOf(path));
}

/** Fields that nobody edits: the service writes them. */
export const isServerOwned = (resource: Resource, path: Path): boolean => {
  const [top = '', inner] = path;
  if (top === 'id' || Object.hasOwn(serverOwned, top) || resource.fields[top]?.readOnly === true) return true;
  return top === 'data' && inner === 'modified_at';
};

/** What an emptied field is on the wire: in `data` its key goes, else the empty value its type has. */
export function emptyValue(
  resource: Resource,
  base: JsonObject,
  current: JsonObject,
  path: Path,
): Json | undefined {
  // An element of a list stays where it is: the ones after it would move up under the cursor.
  if (isArray(valueAt(current, path.slice(0, -1)))) return '';
  const was = valueAt(base, path);
  if (was === null || was === '') return was;
  const [top = ''] = path;
  if (top === 'data') return undefined;
  const accepts = (value: unknown) => resource.fields[top]?.schema.safeParse(value).success === true;
  return accepts(null) ? null : '';
}
