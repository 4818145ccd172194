import { isArray, isNumber, isObject, jsonText, parseJson, type Json } from '@/record/json';

/** Returns whether an array can be written as its texts with "; " between them, and be read back. */
const isPlainList = (list: readonly Json[]): list is readonly string[] =>
  list.length > 0 &&
  list.every((one) => typeof one === 'string' && one !== '' && one === one.trim() && !one.includes(';')) &&
  !/^\s*[[{]/.test(typeof list[0] === 'string' ? list[0] : '');

/** Returns a value of a record as the text of a cell, with every digit; '' if there is none. */
export function leafText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (isNumber(value)) return value.value;
  if (isArray(value) && isPlainList(value)) return value.join('; ');
  return jsonText(value);
}

/** Reads an array of texts: JSON, or its elements with semicolons between them. Null if it is no list. */
export function readList(text: string): Json | null {
  if (/^\s*\[/.test(text)) {
    try {
      const list = parseJson(text);
      return isArray(list) ? list : null;
    } catch {
      return null;
    }
  }
  return text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Returns the leaves of a value below a path: objects are spread out, arrays and empty objects are leaves. */
export function leavesOf(value: Json | undefined, path: readonly string[]): [readonly string[], Json][] {
  if (value === undefined) return [];
  if (isObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key]));
  return [[path, value]];
}

/** Returns the name of a column for a path: `data.flags.hidden`. A dot in a key is `\.`. */
export const columnName = (path: readonly string[]): string =>
  path.map((part) => part.replaceAll('.', '\\.')).join('.');
