import { excluding } from '@/contract/paging';
import { hasCode } from '@/record/codes';
import { hasPhone, type Resource } from '@/contract/resource';
import { decimalOf } from '../i18n/format';
import type { RowQuery } from '../data/row-source';
import { fieldOf } from '../shell/screen';
import type { Row } from '../data/row';
import { gtinKey, gtinSearch } from '@/record/gtin';
import { phoneKey, phoneSearch } from '@/record/phone';

/** Searchable text of a row in lower case, computed once per row. */
const searchTexts = new WeakMap<Row, string>();

/** Returns the rows that match a query, in its order: search, filters and sorting as a server would do them. */
export function queryRows(
  resource: Resource,
  rows: readonly Row[],
  query: RowQuery,
  collator: Intl.Collator,
) {
  const found = sorted(rows.filter(matches(resource, query)), query.sort, collator);
  // A record with the code that was typed comes first, as on our service.
  const coded = query.q.trim() === '' ? [] : found.filter((row) => hasCode(resource, row, query.q));
  return coded.length === 0 ? found : [...new Set([...coded, ...found])];
}

/** Returns a predicate for a query: activity, filters, and text anywhere in the row. */
function matches(resource: Resource, query: RowQuery): (row: Row) => boolean {
  const phone = hasPhone(resource) ? phoneSearch(query.q) : null;
  const words = query.q.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean).map(gtinSearch);
  const filters = Object.entries(query.filters).filter(([, values]) => values.length > 0);
  return (row) => {
    if (query.active !== 'all' && row.active !== (query.active === 'active')) return false;
    for (const [parameter, values] of filters) {
      const isExcluding = parameter.startsWith(excluding);
      const name = isExcluding ? parameter.slice(excluding.length) : parameter;
      const bound = boundOf(resource, name);
      if (bound) {
        if (!values.some((value) => bound(row, value))) return false;
        continue;
      }
      const has = name in resource.fields ? [String(row[name])] : wordsIn(row.data);
      const keys = new Set(has.map(gtinKey));
      if (values.some((value) => keys.has(gtinKey(value))) === isExcluding) return false;
    }
    if (words.length === 0) return true;
    const text = textOf(resource, row);
    const its = row.data['phone'];
    if (phone !== null && typeof its === 'string' && phoneKey(its).includes(phone)) return true;
    return words.every((word) => text.includes(word) || row.id.toLowerCase() === word);
  };
}

/**
 * Returns the comparison of a date filter: `date_from` is the lower bound of the field `date`. Undefined for
 * other filters.
 */
function boundOf(resource: Resource, name: string): ((row: Row, day: string) => boolean) | undefined {
  const [, field = '', end] = /^(.+)_(from|until)$/.exec(name) ?? [];
  if (!(field in resource.fields)) return undefined;
  return (row, day) => {
    const value = row[field];
    if (typeof value !== 'string') return false;
    return end === 'from' ? value >= day : value.slice(0, day.length) <= day;
  };
}

/** Values that are not searched by parts of them: timestamps and GUIDs. */
const notSearchable = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|^\d{4}-\d\d-\d\dT/i;

function textOf(resource: Resource, row: Row): string {
  const cached = searchTexts.get(row);
  if (cached !== undefined) return cached;
  const fields = Object.entries(row).filter(
    ([name]) => name !== 'id' && resource.fields[name]?.readOnly !== true,
  );
  const texts = textsIn(fields.map(([, value]) => value)).filter((text) => !notSearchable.test(text));
  const text = texts.join('\n').toLocaleLowerCase();
  searchTexts.set(row, text);
  return text;
}

/** Returns every text and every key in a value: prices are keyed by the GUID of their list. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...wordsIn(inner)]);
}

/** Returns every text and number in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function sorted(rows: readonly Row[], sort: string, collator: Intl.Collator): readonly Row[] {
  const field = sort.replace(/^-/, '');
  if (field === '') return rows;
  const direction = sort.startsWith('-') ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: keyOf(fieldOf(row, field)) }));
  keyed.sort((one, other) => compareKeys(one.key, other.key, direction, collator));
  return keyed.map(({ row }) => row);
}

type Key = { readonly text: string; readonly decimal: ReturnType<typeof decimalOf> } | null;

function keyOf(value: unknown): Key {
  if (value === null || value === undefined || value === '') return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Skips the decimal parser for values that cannot be decimals: in long lists it would take most of the time.
  return { text, decimal: /^-?\d/.test(text) && !/[^\d.-]/.test(text) ? decimalOf(value) : null };
}

/**
 * Compares decimals by value, and before texts, which sort by locale; missing values come last in both
 * directions.
 */
function compareKeys(one: Key, other: Key, direction: number, collator: Intl.Collator): number {
  if (!one || !other) return one ? -1 : other ? 1 : 0;
  if (one.decimal && other.decimal) return direction * one.decimal.cmp(other.decimal);
  if (one.decimal || other.decimal) return one.decimal ? -direction : direction;
  return direction * collator.compare(one.text, other.text);
}
