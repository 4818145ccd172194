import { Big } from 'big.js';
import { currencyScale } from '@/contract/values';
import { addMonths, datesOf } from '@/record/calendar';
import { changeOf, datesIn, fellowOf } from '@/record/period';
import { big, textOf } from '../../report/amounts';
import { ownSums, type SalesBy, type SalesFigures, type SalesHistory, type SalesRow } from '../answer';

/** A row with its part of all, and beside what it is compared with. */
export interface ComparedRow extends SalesRow {
  readonly key: string;
  /** What its days that count in changes came to; null without any. */
  readonly part: string | null;
  /** What the days that these are compared with came to; null where they had no such row. */
  readonly before: string | null;
  /** Its part of all, in per cent with one decimal. */
  readonly share: string | null;
  /** The change of the former against the latter, in per cent with one decimal. */
  readonly change: string | null;
}

/**
 * The sales of a period, of those of its days that count in changes, and of the days that these are compared with. Those of months are by
 * day, of which each has its fellow (`comparedBy`).
 */
export interface ComparedSales {
  readonly now: SalesHistory;
  readonly part: SalesHistory | undefined;
  readonly before: SalesHistory | undefined;
}

/** Returns what the sales are broken down by that those of a breakdown are compared with. */
export const comparedBy = (by: SalesBy): SalesBy => (by === 'month' ? 'day' : by);

/** Returns the rows of a period beside those that they are compared with: a date with its fellow, all else with itself. */
export function comparedRows({ now, part, before }: ComparedSales): ComparedRow[] {
  const [mine, theirs] = [partOf(now, part, (date) => date), partOf(now, before, fellowOf(now))];
  const all = allOf(now);
  return now.rows.map((row) => {
    const key = keyOf(row);
    // Of a day that is not over there is no change; where nothing was sold on the others, it is all less.
    const own = mine(key) ?? (part && !isByTime(now.by) ? '0' : null);
    const past = theirs(key);
    return {
      ...row,
      key,
      part: own,
      before: past,
      share: all.lte(0) || now.by === 'together' ? null : new Big(row.gross).times(100).div(all).toFixed(1),
      change: changeOf(own, past),
    };
  });
}

/** Returns what a row of sales came to in others, where a date is another one. */
function partOf(
  { by, from, to, currency }: SalesHistory,
  other: SalesHistory | undefined,
  dateIn: (date: string) => string | null,
): (key: string) => string | null {
  const gross = new Map((other?.rows ?? []).map((row) => [keyOf(row), row.gross]));
  const ofDate = (date: string) => gross.get(dateIn(date) ?? '') ?? null;
  if (by === 'day') return ofDate;
  if (by !== 'month') return (key) => gross.get(key) ?? null;
  return (key) =>
    datesOf(key)
      .filter((date) => date >= from && date <= to)
      .flatMap((date) => ofDate(date) ?? [])
      .reduce<string | null>((sum, one) => textOf(big(sum).plus(one), currencyScale(currency)), null);
}

const isByTime = (by: SalesBy): boolean => by === 'day' || by === 'month';

/** Returns the change of a figure of all rows; null without something to compare. */
export const changeIn = (
  { part, before }: ComparedSales,
  of: (totals: SalesFigures) => string | null,
): string | null => changeOf(part ? of(part.totals) : null, before ? of(before.totals) : null);

const keyOf = ({ id, productid, name }: SalesRow): string => id ?? JSON.stringify([productid, name]);

/** A bar of a chart over time: a day or a month without sales has one, too. */
export interface Bar {
  readonly id: string | null;
  readonly name: string | null;
  readonly gross: string | null;
  readonly before: string | null;
}

/** Returns the bars of a breakdown: of days and months each one of the period, also without sales. */
export function barsOf({ now, before }: Pick<ComparedSales, 'now' | 'before'>): Bar[] {
  const beside = partOf(now, before, fellowOf(now));
  const grossOf = new Map(now.rows.map(({ id, gross }) => [id, gross]));
  if (!isByTime(now.by)) return now.rows.map((row) => ({ ...row, before: beside(keyOf(row)) }));
  const ids = now.by === 'day' ? datesIn(now) : monthsIn(now);
  return ids.map((id) => ({ id, name: null, gross: grossOf.get(id) ?? null, before: beside(id) }));
}

function monthsIn({ from, to }: SalesHistory): string[] {
  const months: string[] = [];
  for (let day = `${from.slice(0, 8)}01`; day <= to; day = addMonths(day, 1)) months.push(day.slice(0, 7));
  return months;
}

/** Returns what all rows come to: of payments, discounts and tips their own sum, which is not the turnover. */
export const allOf = ({ by, rows, totals }: SalesHistory): Big =>
  ownSums.includes(by) ? rows.reduce((sum, row) => sum.plus(row.gross), new Big(0)) : new Big(totals.gross);

/** What the table can be sorted by. */
export type SortKey =
  | 'name'
  | 'receipts'
  | 'quantity'
  | 'gross'
  | 'net'
  | 'tax'
  | 'discount'
  | 'average'
  | 'change';

/** Returns the rows sorted; rows without the value come last either way. */
export function sortedRows(
  rows: readonly ComparedRow[],
  key: SortKey,
  isDown: boolean,
  nameOf: (row: ComparedRow) => string,
  locale: string,
): ComparedRow[] {
  const sign = isDown ? -1 : 1;
  const collator = new Intl.Collator(locale, { numeric: true });
  if (key === 'name') return rows.toSorted((a, b) => sign * collator.compare(nameOf(a), nameOf(b)));
  return rows.toSorted((a, b) => {
    const [one, other] = [a[key], b[key]];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * new Big(one).cmp(other);
  });
}
