import type { FieldValues } from 'react-hook-form';
import { isArray, isObject, type Json, type JsonObject } from '@/record/json';

/**
 * Marks a key that was removed from the record. React Hook Form shows the default of a field whose value is
 * `undefined`, so removal needs a value of its own. A symbol, because the library writes into objects that
 * it finds on the way to a field.
 */
export const ABSENT: unique symbol = Symbol('absent');

/** The form value that holds the text of the JSON box. No record key is encoded to this name. */
export const jsonTextName = '~json';

/** Parent name of fields whose place cannot be written: see `isReachable`. */
const detachedName = '~detached';

/** A place in a record: object keys are strings, list positions are numbers. */
export type FieldPath = readonly (string | number)[];

/** Keys that React Hook Form accepts unchanged in a name. */
const plainKey = /^[A-Za-z0-9][\w-]*$/;

/**
 * The library drops `prototype`, uses `root` as a key of its own among the errors, and treats an object with a
 * `target` as an event.
 */
const reservedKeys = new Set(['prototype', 'root', 'target']);

/**
 * Returns whether the library can hold a key in a name as it is. It would create a list for a key that reads as a
 * number, and read the inherited function for a key of `Object.prototype`, such as `toString`.
 */
const isPlain = (key: string): boolean =>
  plainKey.test(key) && Number.isNaN(Number(key)) && !reservedKeys.has(key) && !(key in Object.prototype);

const escaped = (unit: string): string => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const encodeKey = (key: string): string => (isPlain(key) ? key : `~${key.replace(/[^\w-]/g, escaped)}`);

const decodeKey = (name: string): string =>
  name.startsWith('~')
    ? name.slice(1).replace(/~([0-9a-f]{4})/g, (_, unit: string) => String.fromCharCode(parseInt(unit, 16)))
    : name;

/**
 * Returns the React Hook Form name of a place: `data.stock_units.0.name`. Keys that the library cannot hold are
 * encoded.
 */
export const fieldName = (path: FieldPath): string =>
  path.map((key) => (typeof key === 'number' ? String(key) : encodeKey(key))).join('.');

/** Returns a name for a field whose place cannot be written at present. Its value is not part of the record. */
export const detachedFieldName = (path: FieldPath): string => `${detachedName}.${fieldName(path)}`;

/**
 * Returns whether a value can be written at a path without replacing something else: every parent is a list, an
 * object, or missing. A generic server may have sent text where the contract has an object; registering a field below
 * it would overwrite the text.
 */
export function isReachable(values: FieldValues, path: FieldPath): boolean {
  let at: unknown = values;
  for (const [depth, key] of path.entries()) {
    if (at === undefined) return path.slice(depth).every((rest) => typeof rest === 'string');
    if (typeof key === 'number' ? !Array.isArray(at) : !isObject(at)) return false;
    at = isObject(at) ? at[encodeKey(String(key))] : (at as readonly unknown[])[Number(key)];
  }
  return true;
}

/** Converts a record to form values. Keys that only `base` has are marked as removed. */
export const toForm = (record: JsonObject, base?: JsonObject): FieldValues => objectToForm(record, base);

/** Converts a part of a record to a form value. */
export function toFormValue(value: Json | undefined, base?: Json): unknown {
  if (value === undefined) return ABSENT;
  if (isArray(value)) return value.map((item) => toFormValue(item));
  return isObject(value) ? objectToForm(value, base) : value;
}

function objectToForm(object: JsonObject, base: Json | undefined): FieldValues {
  const removed = isObject(base) ? Object.keys(base).filter((key) => !Object.hasOwn(object, key)) : [];
  return Object.fromEntries([
    ...Object.entries(object).map(([key, value]) => [encodeKey(key), toFormValue(value, childOf(base, key))]),
    ...removed.map((key) => [encodeKey(key), ABSENT]),
  ]);
}

/**
 * Converts form values to the record, keeping numbers to the digit. An object whose fields are all empty is dropped
 * unless `base` has it, because the library creates it when a field below it is registered.
 */
export function fromForm(values: FieldValues, base: JsonObject): JsonObject {
  const own = Object.entries(values).filter(([name]) => name !== jsonTextName && name !== detachedName);
  return Object.fromEntries(entriesOf(own, base));
}

/** Converts a form value to its part of the record; `undefined` if it was removed or never existed. */
export function fromFormValue(value: unknown, base?: Json): Json | undefined {
  if (value === undefined || value === ABSENT) return undefined;
  if (Array.isArray(value))
    return value.flatMap((item, index) => elementOf(item, isArray(base) ? base[index] : undefined));
  if (!isObject(value)) return value as Json;
  const fields = Object.entries(value);
  const entries = entriesOf(fields, base);
  if (entries.length === 0 && fields.length > 0 && !isObject(base)) return base;
  return Object.fromEntries(entries);
}

/** A row whose fields are all empty is kept as an empty object. */
const elementOf = (item: unknown, base: Json | undefined): Json[] => {
  const value = fromFormValue(item, base);
  if (value !== undefined) return [value];
  return isObject(item) ? [{}] : [];
};

const entriesOf = (fields: readonly [string, unknown][], base: Json | undefined): [string, Json][] =>
  fields.flatMap(([name, child]): [string, Json][] => {
    const key = decodeKey(name);
    const value = fromFormValue(child, childOf(base, key));
    return value === undefined ? [] : [[key, value]];
  });

const childOf = (base: Json | undefined, key: string): Json | undefined =>
  isObject(base) && Object.hasOwn(base, key) ? base[key] : undefined;
