import { isArray, isObject, parseJson, type Json } from '@/core/app/record/json';
import type { RowQuery } from '@/core/app/data/row-source';
import type { Row } from '@/core/app/data/row';
import { receiptOf, type Receipt } from '../receipts/receipt';
import { localDayOf } from '../receipts/receipt-time';

/** The filters that `queryRows` (core) cannot know: they are looked at here. */
const ownFilters = ['completed_from', 'completed_until', 'businessday_id'];

/** What the list is asked for: everything that the browser can sift by fields of the same name. */
export const clientSideQuery = (query: RowQuery): RowQuery => ({
  ...query,
  // Receipts that were taken back are receipts, too.
  active: false,
  filters: Object.fromEntries(Object.entries(query.filters).filter(([name]) => !ownFilters.includes(name))),
});

/** Whether a row is of the days, and of the business days, that are asked for. */
export function isWanted(row: Row, { filters }: RowQuery, timeZone: string | undefined): boolean {
  const [from] = filters['completed_from'] ?? [];
  const [until] = filters['completed_until'] ?? [];
  if (from !== undefined || until !== undefined) {
    const day = localDayOf(receiptOf(row).completed_at, timeZone);
    if (day === '' || (from && day < from) || (until && day > until)) return false;
  }
  const days = filters['businessday_id'] ?? [];
  return days.length === 0 || days.some((id) => isOfDay(row, id));
}

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a row names a business day: where ours do, or, where it has no such field, anywhere in it. */
function isOfDay(row: Row, id: string): boolean {
  const own = row['businessday_id'];
  if (own !== undefined && own !== null) return same(own, id);
  return names(row, id, guid.test(id));
}

/** Whether an id stands anywhere in a value; one that is no GUID only where the key speaks of a day. */
function names(value: object, id: string, anywhere: boolean): boolean {
  return Object.entries(value).some(([key, inner]: [string, unknown]) => {
    if (typeof inner === 'object' && inner !== null)
      return names(inner, id, anywhere || (!Array.isArray(value) && /day/i.test(key)));
    return key !== 'id' || !('active' in value) ? (anywhere || /day/i.test(key)) && same(inner, id) : false;
  });
}

const same = (value: unknown, id: string): boolean =>
  (typeof value === 'string' || typeof value === 'number') &&
  String(value).toLowerCase() === id.toLowerCase();

/** A receipt as far as it has our fields; what is called by a name has that for a number. */
export function genericReceiptOf(row: Row): Receipt {
  const receipt = receiptOf(row);
  const name = row['name'];
  return {
    ...receipt,
    receipt_num: receipt.receipt_num || (typeof name === 'string' ? name : ''),
    // Ours is a sale unless it says otherwise; of another nobody knows.
    type: typeof row['type'] === 'string' ? row['type'] : '',
  };
}

/** Whether rows are receipts as ours are, so that their table says something of each. */
export const areReceipts = (rows: readonly Row[]): boolean =>
  rows.some((row) => {
    const { receipt_num, completed_at, total } = receiptOf(row);
    return total !== '' && (receipt_num !== '' || completed_at !== '');
  });

/** Rows as they came, to be read by a person: without the ids that the list gave to those that had none. */
export function rawRows(rows: readonly Row[]): Json {
  const value = parseJson(JSON.stringify(rows));
  if (!isArray(value)) return value;
  return value.map((row) => {
    if (!isObject(row) || typeof row['id'] !== 'string' || !row['id'].startsWith('#')) return row;
    const { id: _, active: __, ...rest } = row;
    return rest;
  });
}
