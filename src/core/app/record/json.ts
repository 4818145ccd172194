import { compareLosslessNumber, isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';

/**
 * A JSON value whose numbers kept every digit they came with (docs/design.md#13-money-is-exact): they are
 * `LosslessNumber`s, never JavaScript numbers.
 */
export type Json = null | boolean | string | LosslessNumber | readonly Json[] | JsonObject;

/** A JSON object. A key that is not there is not there: `undefined` is no value. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Where a value stands in a record, from its top: `['data', 'prices', id, 'amount']`. */
export type Path = readonly string[];

/** Whether a value is a JSON object: no array, no number. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** Whether a value is a JSON array. */
export const isArray = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** Whether a value is a JSON number. */
export const isNumber = (value: unknown): value is LosslessNumber => isLosslessNumber(value);

/** A JSON number from its digits. Throws for what JSON would not read as a number. */
export const numberOf = (digits: string): LosslessNumber => new LosslessNumber(digits);

/** Reads JSON text. Throws a `SyntaxError` that names the position. */
export const parseJson = (text: string): Json => {
  const value: unknown = parse(text);
  if (!isJson(value)) throw new SyntaxError('Not a JSON value');
  return value;
};

/** Reads the JSON text of an entity. Throws if it holds anything but an object. */
export const parseRecord = (text: string): JsonObject => {
  const value = parseJson(text);
  if (!isObject(value)) throw new SyntaxError('Not a JSON object');
  return value;
};

/** Writes JSON text, each number digit for digit; `indent` spaces a level when it is given. */
export const jsonText = (value: Json, indent?: number): string => stringify(value, null, indent) ?? 'null';

const isJson = (value: unknown): value is Json => {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || isLosslessNumber(value))
    return true;
  return typeof value === 'object' && Object.values(value).every(isJson);
};

/**
 * The same tree with JavaScript numbers, for a schema to check and for display. Digits may be lost
 * on the way: what comes out is never sent.
 */
export const toPlain = (value: Json): unknown => {
  if (isNumber(value)) return Number(value.value);
  if (isArray(value)) return value.map(toPlain);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, toPlain(child)]));
};

/** The value at a path, `undefined` where there is none. */
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
 * The tree with another value at a path; `undefined` takes the key (or the array's element) away.
 * Objects that are missing on the way are made. The given tree stays as it was.
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

/** The object without one key. */
export const withoutKey = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([k]) => k !== key));

/**
 * Whether two values mean the same: numbers are compared by their decimal value (`1.0` is `1.00`),
 * everything else exactly; the order of an object's keys means nothing.
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
