import { Big } from 'big.js';
import { isLosslessNumber, LosslessNumber, parse, stringify } from 'lossless-json';

/** A JSON object. Its numbers are `LosslessNumber`, so that no digit is lost. */
export type Json = Record<string, unknown>;

/** Parses JSON without losing digits of numbers; returns undefined if the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Serializes JSON; a number made by `number` keeps its digits. */
export const writeJson = (value: unknown): string => stringify(value) ?? 'null';

/** Creates a number to send with exactly these digits. */
export const number = (digits: string): unknown => new LosslessNumber(digits);

/** Tells whether a value is a number, with all its digits or plain. */
export const isNumber = (value: unknown): boolean => isLosslessNumber(value) || typeof value === 'number';
/** Tells whether a value is a whole number. */
export const isInteger = (value: unknown): boolean => isNumber(value) && /^-?\d+$/.test(plain(value));
/** Tells whether a value is a list. */
export const isArray = (value: unknown): value is unknown[] => Array.isArray(value);
/** Tells whether a value is a JSON object. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
/** Tells whether a value is a GUID. */
export const isGuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

/** Returns the value at a path of keys, or undefined. */
export const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

/**
 * Returns the first place where two values differ, as `pointer: one, other`, or null. Numbers are compared by value.
 */
export function difference(one: unknown, other: unknown, pointer = ''): string | null {
  if (isNumber(one) && isNumber(other) && plain(one) === plain(other)) return null;
  const inner =
    isArray(one) && isArray(other)
      ? [Object.fromEntries(one.entries()), Object.fromEntries(other.entries())]
      : [one, other];
  const [left, right] = inner;
  if (isObject(left) && isObject(right) && isArray(one) === isArray(other)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const found = difference(left[key], right[key], `${pointer}/${key}`);
      if (found) return found;
    }
    return null;
  }
  return one === other ? null : `${pointer || '/'}: ${show(one)}, then ${show(other)}`;
}

const longest = 160;

/** Formats a value for a message, truncated if it is long. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = writeJson(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function plain(value: unknown): string {
  try {
    return new Big(isLosslessNumber(value) ? value.value : Number(value)).toFixed();
  } catch {
    return String(value);
  }
}
