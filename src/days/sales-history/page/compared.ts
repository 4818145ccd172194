import { Big } from 'big.js';
import { addDays, addMonths, daysBetween } from '@/record/calendar';
import type { SalesBy, SalesHistory, SalesRow } from '../answer';

/** A row beside that of the period before; null where there was none. */
export interface ComparedRow extends SalesRow {
  readonly key: string;
  readonly before: string | null;
  /** Its part of all, in per cent with one decimal. */
  readonly share: string | null;
  /** The change against the period before, in per cent with one decimal. */
  readonly change: string | null;
}

/** Breakdowns by time: a day or a month is compared with the one at the same place of the period before. */
const byPlace: readonly SalesBy[] = ['day', 'month'];

/** Returns the rows of a period beside those of the period before. */
export function comparedRows(now: SalesHistory, before: SalesHistory | undefined): ComparedRow[] {
  const isByPlace = byPlace.includes(now.by);
  const old = new Map((before?.rows ?? []).map((row) => [placeOf(row, before, isByPlace), row]));
  const all = allOf(now);
  return now.rows.map((row) => {
    const past = old.get(placeOf(row, now, isByPlace))?.gross ?? null;
    return {
      ...row,
      key: keyOf(row),
      before: past,
      share: all.lte(0) || now.by === 'together' ? null : new Big(row.gross).times(100).div(all).toFixed(1),
      change: changeOf(row.gross, past),
    };
  });
}

const keyOf = ({ id, productid, name }: SalesRow): string => id ?? JSON.stringify([productid, name]);

/** A bar of a chart over time: a day or a month without sales has one, too. */
export interface Bar {
  readonly id: string | null;
  readonly name: string | null;
  readonly gross: string | null;
  readonly before: string | null;
}

/** Returns the bars of a breakdown: of days and months each one of the period. */
export function barsOf(now: SalesHistory, before: SalesHistory | undefined): Bar[] {
  if (!byPlace.includes(now.by)) return comparedRows(now, before);
  const ids = now.by === 'day' ? daysOf(now) : monthsIn(now);
  const grossOf = new Map(now.rows.map(({ id, gross }) => [id, gross]));
  const old = new Map((before?.rows ?? []).map((row) => [placeOf(row, before, true), row.gross]));
  return ids.map((id, at) => ({
    id,
    name: null,
    gross: grossOf.get(id) ?? null,
    before: old.get(String(at)) ?? null,
  }));
}

function daysOf({ from, to }: SalesHistory): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

function monthsIn({ from, to }: SalesHistory): string[] {
  const months: string[] = [];
  for (let day = `${from.slice(0, 8)}01`; day <= to; day = addMonths(day, 1)) months.push(day.slice(0, 7));
  return months;
}

/** Returns what tells rows of two periods that they belong together. */
function placeOf(row: SalesRow, of: SalesHistory | undefined, isByPlace: boolean): string {
  if (!isByPlace || !of || row.id === null) return keyOf(row);
  return of.by === 'month'
    ? String(Number(row.id.slice(0, 4)) * 12 + Number(row.id.slice(5)) - monthsOf(of.from))
    : String(daysBetween(of.from, row.id));
}

const monthsOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** Returns what all rows come to: of payments their own sum, which is not the turnover. */
export const allOf = ({ by, rows, totals }: SalesHistory): Big =>
  by === 'tender' ? rows.reduce((sum, row) => sum.plus(row.gross), new Big(0)) : new Big(totals.gross);

/** Returns a change in per cent with one decimal; null without something to compare. */
export function changeOf(now: string, before: string | null): string | null {
  if (before === null || new Big(before).lte(0)) return null;
  return new Big(now).minus(before).times(100).div(before).toFixed(1);
}

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
