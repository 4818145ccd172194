import { isArray, isObject, parseJson, type Json } from '@/record/json';
import type { RowQuery } from '@/app/data/row-source';
import type { Row } from '@/app/data/row';
import { receiptOf, type Receipt } from '../receipt';
import { localDayOf } from '../receipt-time';

/** The filters of receipts that `queryRows` (core) does not know: `isWanted` applies them. */
const ownFilters = ['completed_from', 'completed_until', 'businessday_id'];

/** Returns the query without the filters of `isWanted`: the rest filters by fields of the same name. */
export const clientSideQuery = (query: RowQuery): RowQuery => ({
  ...query,
  // Removed receipts are listed too.
  active: false,
  filters: Object.fromEntries(Object.entries(query.filters).filter(([name]) => !ownFilters.includes(name))),
});

/** Whether a row is within the days, and of one of the business days, of the filters. */
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

/** Whether a row belongs to a business day: by `businessday_id`, or without that field by an id anywhere in the row. */
function isOfDay(row: Row, id: string): boolean {
  const own = row['businessday_id'];
  if (own !== undefined && own !== null) return same(own, id);
  return contains(row, id, guid.test(id));
}

/** Whether a value contains an id at any depth; an id that is not a GUID counts only under a key that contains "day". */
function contains(value: object, id: string, anywhere: boolean): boolean {
  return Object.entries(value).some(([key, inner]: [string, unknown]) => {
    if (typeof inner === 'object' && inner !== null)
      return contains(inner, id, anywhere || (!Array.isArray(value) && /day/i.test(key)));
    return key !== 'id' || !('active' in value) ? (anywhere || /day/i.test(key)) && same(inner, id) : false;
  });
}

const same = (value: unknown, id: string): boolean =>
  (typeof value === 'string' || typeof value === 'number') &&
  String(value).toLowerCase() === id.toLowerCase();

/** Reads a receipt of a generic server: the fields that we know, and `name` as the number if it has none. */
export function genericReceiptOf(row: Row): Receipt {
  const receipt = receiptOf(row);
  const name = row['name'];
  return {
    ...receipt,
    receipt_num: receipt.receipt_num || (typeof name === 'string' ? name : ''),
    // On our service a missing type means a sale; on a generic server it is unknown.
    type: typeof row['type'] === 'string' ? row['type'] : '',
  };
}

/** Whether some row has a total and a number or time, so that the receipt table is useful. */
export const areReceipts = (rows: readonly Row[]): boolean =>
  rows.some((row) => {
    const { receipt_num, completed_at, total } = receiptOf(row);
    return total !== '' && (receipt_num !== '' || completed_at !== '');
  });

/** Returns the rows as JSON for display, without the ids that the list reader added to rows without one. */
export function rawRows(rows: readonly Row[]): Json {
  const value = parseJson(JSON.stringify(rows));
  if (!isArray(value)) return value;
  return value.map((row) => {
    if (!isObject(row) || typeof row['id'] !== 'string' || !row['id'].startsWith('#')) return row;
    const { id: _, active: __, ...rest } = row;
    return rest;
  });
}
