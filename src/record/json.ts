import { compareLosslessNumber, isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';

/**
 * A JSON value whose numbers keep all their digits (docs/design.md#13-money-is-exact): they are
 * `LosslessNumber`s, never JavaScript numbers.
 */
export type Json = null | boolean | string | LosslessNumber | readonly Json[] | JsonObject;

/** A JSON object. A missing key is absent: `undefined` is not a value. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Path of a value in a record, from its top level: `['data', 'prices', id, 'amount']`. */
export type Path = readonly string[];

/** Returns whether a value is a JSON object: neither an array nor a number. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** Returns whether a value is a JSON array. */
export const isArray = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** Returns whether a value is a JSON number. */
export const isNumber = (value: unknown): value is LosslessNumber => isLosslessNumber(value);

/** Creates a JSON number from its digits. Throws if they are not a JSON number. */
export const numberOf = (digits: string): LosslessNumber => new LosslessNumber(digits);

/** Parses JSON text. Throws a `SyntaxError` with the position. */
export const parseJson = (text: string): Json => {
  const value: unknown = parse(text);
  if (!isJson(value)) throw new SyntaxError('Not a JSON value');
  return value;
};

/** Parses the JSON text of an entity. Throws if it is not an object. */
export const parseRecord = (text: string): JsonObject => {
  const value = parseJson(text);
  if (!isObject(value)) throw new SyntaxError('Not a JSON object');
  return value;
};

/** Serialises a value with every digit of its numbers; `indent`: spaces per level. */
export const jsonText = (value: Json, indent?: number): string => stringify(value, null, indent) ?? 'null';

const isJson = (value: unknown): value is Json => {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || isLosslessNumber(value))
    return true;
  return typeof value === 'object' && Object.values(value).every(isJson);
};

/**
 * Converts the numbers of a tree to JavaScript numbers, for schema checks and display. Digits may be lost:
 * never send the result.
 */
export const toPlain = (value: Json): unknown => {
  if (isNumber(value)) return Number(value.value);
  if (isArray(value)) return value.map(toPlain);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, toPlain(child)]));
};

/** Returns the value at a path, or `undefined`. */
export const valueAt = (tree: Json | undefined, path: Path): Json | undefined => {
  let at = tree;
  for (const key of path) {
    if (isArray(at)) at = at[Number(key)];
    else if (isObject(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return at;
};

/**
 * Returns the tree with another value at a path; `undefined` removes the key (or array element). Creates
 * missing objects on the way. Does not change the given tree.
 */
export const withValueAt = (
  tree: Json | undefined,
  path: Path,
  value: Json | undefined,
): Json | undefined => {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const child = withValueAt(valueAt(tree, [key]), rest, value);
  if (isArray(tree)) {
    const index = Number(key);
    if (child === undefined) return tree.filter((_, at) => at !== index);
    return index < tree.length ? tree.map((old, at) => (at === index ? child : old)) : [...tree, child];
  }
  const object = isObject(tree) ? tree : {};
  if (child !== undefined) return withKey(object, key, child);
  return withoutKey(object, key);
};

// `object[key] = …` would set the prototype for the key `__proto__`, and lose the value.
const withKey = (object: JsonObject, key: string, value: Json): JsonObject =>
  Object.hasOwn(object, key)
    ? Object.fromEntries(Object.entries(object).map(([k, old]) => [k, k === key ? value : old]))
    : Object.fromEntries([...Object.entries(object), [key, value]]);

/** Returns the object without one key. */
export const withoutKey = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([k]) => k !== key));

/**
 * Returns whether two values are equal: numbers by decimal value (`1.0` is `1.00`), everything else exactly;
 * the order of an object's keys does not matter.
 */
export const sameValue = (a: Json | undefined, b: Json | undefined): boolean => {
  if (a === b) return true;
  if (isNumber(a)) return isNumber(b) && compareLosslessNumber(a, b) === 0;
  if (isArray(a)) {
    return isArray(b) && a.length === b.length && a.every((child, at) => sameValue(child, b[at]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]))
  );
};
