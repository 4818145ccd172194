import { isArray, isNumber, isObject, type Json, type JsonObject } from '@/record/json';

/** Layout of a value without a declared schema. */
export type Layout =
  | { readonly kind: 'nothing' }
  /** One value: text, number or boolean. */
  | { readonly kind: 'plain' }
  /** Names and values, followed by the nested values in `parts`. */
  | { readonly kind: 'facts'; readonly facts: readonly string[]; readonly parts: readonly string[] }
  /** Objects as rows with their keys as columns; `rest` are keys without a column. */
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rest: readonly string[] }
  | { readonly kind: 'list' };

/** Maximum number of columns: wider tables are not readable. */
const maxColumns = 10;

/** Number of rows that are examined for columns. */
const examinedRows = 500;

/** Decides the layout of a value. */
export function layoutOf(value: Json | undefined): Layout {
  if (isEmptyValue(value)) return { kind: 'nothing' };
  if (isArray(value)) {
    const objects = value.filter(isObject);
    return objects.length === value.length ? tableOf(objects) : { kind: 'list' };
  }
  if (!isObject(value)) return { kind: 'plain' };
  const keys = Object.keys(value);
  return {
    kind: 'facts',
    facts: keys.filter((key) => isShort(value[key])),
    parts: keys.filter((key) => !isShort(value[key])),
  };
}

function tableOf(rows: readonly JsonObject[]): Layout {
  const filledCounts = new Map<string, number>();
  for (const row of rows.slice(0, examinedRows)) {
    for (const [key, value] of Object.entries(row)) {
      filledCounts.set(key, (filledCounts.get(key) ?? 0) + (isEmptyValue(value) ? 0 : 1));
    }
  }
  const keys = [...filledCounts].filter(([, count]) => count > 0).map(([key]) => key);
  // Plain values first: GUIDs say least, and get a column only if there is room.
  const plain = keys.filter((key) => rows.slice(0, examinedRows).every((row) => isShort(row[key])));
  const descriptive = plain.filter(
    (key) => !rows.slice(0, examinedRows).every((row) => isIdentifier(row[key])),
  );
  const chosen = new Set([...descriptive, ...keys].slice(0, maxColumns));
  return {
    kind: 'table',
    columns: keys.filter((key) => chosen.has(key)),
    rest: keys.filter((key) => !chosen.has(key)),
  };
}

/** Returns whether a value is empty. */
export const isEmptyValue = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** Returns whether a value fits on a line: empty, one value, or a short list of plain ones. */
const isShort = (value: Json | undefined): boolean =>
  isEmptyValue(value) ||
  !(isArray(value) || isObject(value)) ||
  (isArray(value) && value.length <= 12 && value.every((item) => !isArray(item) && !isObject(item)));

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns whether a value is a GUID, or empty. */
export const isIdentifier = (value: Json | undefined): boolean =>
  isEmptyValue(value) || (typeof value === 'string' && guid.test(value));

/** Returns whether a value is shown as a number: a JSON number, or decimal text such as a price. */
export const isQuantity = (value: Json | undefined): boolean =>
  isNumber(value) || (typeof value === 'string' && /^-?\d{1,15}\.\d+$/.test(value));

/** Turns a key into a label: `business_day_id` → "Business day ID", `unitPrice` → "Unit price". */
export function labelOf(key: string): string {
  if (guid.test(key)) return `${key.slice(0, 8)}…`;
  const words = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .toLocaleLowerCase();
  if (words === '') return key;
  const sentence = words.charAt(0).toLocaleUpperCase() + words.slice(1);
  return sentence.replaceAll(/\bid\b/gi, 'ID');
}

/** Returns whether a key names identifiers, whose digits are not grouped. */
export const isIdentifierKey = (key: string): boolean =>
  /(?:^|_)(?:num|number|no|id|code|year|page)$/i.test(key);
