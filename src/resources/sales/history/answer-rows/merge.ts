import { Decimal } from '@/core/record/decimal';
import type { SalesBy, SalesRow } from '../answer';

/** A row as an engine gives it: sums as text. */
export interface RawRow {
  readonly id: string | null;
  readonly productid: string | null;
  readonly name: string | null;
  readonly receipts: string;
  readonly quantity: string | null;
  readonly gross: string;
  readonly net: string | null;
  readonly tax: string | null;
  readonly discount: string;
}

/** Breakdowns in an order of their own; others have the highest sales first. */
const inOrder: readonly SalesBy[] = ['hour', 'weekday', 'day', 'month', 'basket'];

const zero = Decimal.scaled(0, 0);

/**
 * Adds up what is of the same record, with every digit, and orders the rows. Each of the sources has each record once: where
 * there is only one of them, as in most periods that are over, nothing has to be looked for.
 */
export function merged(sources: readonly (readonly RawRow[])[], by: SalesBy, scale: number): SalesRow[] {
  const [only = [], ...more] = sources.filter((rows) => rows.length > 0);
  const groups = more.length === 0 ? only.map((row) => [row]) : grouped([only, ...more].flat());
  const found = groups.map((group) => {
    const gross = total(group, 'gross') ?? zero;
    return { gross, row: rowOf(group, gross, by, scale) };
  });
  const sorted = inOrder.includes(by)
    ? found.toSorted((one, other) => order(one.row, other.row, by))
    : found.toSorted(
        (one, other) =>
          other.gross.cmp(one.gross) ||
          byCodePoints(one.row.name ?? '', other.row.name ?? '') ||
          byCodePoints(one.row.id ?? '', other.row.id ?? ''),
      );
  return sorted.map(({ row }) => row);
}

function grouped(rows: readonly RawRow[]): RawRow[][] {
  const groups = new Map<string, RawRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/** An id alone tells records apart; without one, what the receipts call it. */
const keyOf = ({ id, productid, name }: RawRow): string =>
  id === null ? JSON.stringify([productid, name]) : id;

const order = (one: SalesRow, other: SalesRow, by: SalesBy): number =>
  by === 'day' || by === 'month'
    ? byCodePoints(one.id ?? '', other.id ?? '')
    : Number(one.id) - Number(other.id);

function rowOf(group: readonly RawRow[], gross: Decimal, by: SalesBy, scale: number): SalesRow {
  const [first] = group;
  const receipts = group.reduce((sum, row) => sum + Number(row.receipts), 0);
  const sumText = (name: Figure, least: number): string | null => {
    if (group.length !== 1) return total(group, name)?.toFixed(least) ?? null;
    // Nearly every row has one source: its text is the sum already.
    const text = first?.[name] ?? null;
    return text === null ? null : fixedText(text, least);
  };
  return {
    id: by === 'month' ? monthText(first?.id ?? '') : (first?.id ?? null),
    productid: last(group.map(({ productid }) => productid)),
    name: last(group.map(({ name }) => name)),
    receipts,
    quantity: sumText('quantity', 0),
    // At the decimals of the currency, or more where the sum has them: nothing is rounded away.
    gross: gross.toFixed(scale),
    net: sumText('net', scale),
    tax: sumText('tax', scale),
    discount: sumText('discount', scale),
    average: receipts === 0 ? null : gross.dividedBy(receipts, scale).toFixed(scale),
  };
}

/** The engines count months as 202603. */
const monthText = (id: string): string => `${id.slice(0, -2).padStart(4, '0')}-${id.slice(-2)}`;

/** The last in the order of bytes, as a report names what receipts call by several names. */
const last = ([only = null, ...more]: readonly (string | null)[]): string | null =>
  more.reduce(
    (one, other) => (one === null || (other !== null && byCodePoints(other, one) > 0) ? other : one),
    only,
  );

/** Compares texts as both engines do, by the bytes of their UTF-8, which is by code points; `<` has U+FFFD after an emoji. */
function byCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  if (at === length) return one.length - other.length;
  return ranked(one.charCodeAt(at)) - ranked(other.charCodeAt(at));
}

/** Returns a unit of UTF-16 by its rank: halves of pairs, D800 to DFFF, are of code points above all others. */
const ranked = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

type Figure = 'quantity' | 'gross' | 'net' | 'tax' | 'discount';

/** Returns decimal text without trailing zeros, but with `least` decimals, as `Decimal` does. */
export function fixedText(text: string, least: number): string {
  const point = text.indexOf('.');
  if (point < 0) return least === 0 ? text : `${text}.${'0'.repeat(least)}`;
  const shortest = point + 1 + least;
  if (text.length < shortest) return text.padEnd(shortest, '0');
  let end = text.length;
  while (end > shortest && text.endsWith('0', end)) end -= 1;
  return text.slice(0, end === point + 1 ? point : end);
}

function total(rows: readonly RawRow[], name: Figure): Decimal | null {
  let sum: Decimal | null = null;
  for (const { [name]: text } of rows)
    if (text !== null) sum = sum === null ? Decimal.parse(text) : sum.plus(Decimal.parse(text));
  return sum;
}
