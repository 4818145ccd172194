import type { ColumnProfile } from '../reading/column-profile';
import type { DateOrder } from '../reading/dates';
import type { DecimalSign } from '@/ui/fields/number-readings';
import type { NumberShape } from '../reading/numbers';
import type { Finding } from '../reading/row';
import type { ValueKind } from './import-field';

/** The sign or order of a file; `isMixed`: some cells have another one, so what fits both is refused by line. */
export interface Sign<T> extends Finding<T> {
  readonly isMixed: boolean;
  /** No cell depends on it. */
  readonly isFree: boolean;
}

/** The share of cells that have to agree before the others are refused by line instead of asking. */
const clear = 0.9;

function signOf<T>(one: readonly [T, number], other: readonly [T, number], either: number, free: T): Sign<T> {
  const [[first, firstCount], [second, secondCount]] = one[1] >= other[1] ? [one, other] : [other, one];
  const candidates = [first, second];
  if (firstCount === 0)
    return either > 0
      ? { value: null, candidates, isMixed: false, isFree: false }
      : { value: free, candidates, isMixed: false, isFree: true };
  if (secondCount === 0) return { value: first, candidates: [first], isMixed: false, isFree: false };
  const isClear = firstCount / (firstCount + secondCount) >= clear;
  return { value: isClear ? first : null, candidates, isMixed: true, isFree: false };
}

const sum = (columns: readonly ColumnProfile[], count: (column: ColumnProfile) => number): number =>
  columns.reduce((total, column) => total + count(column), 0);

const numeric: ReadonlySet<ValueKind> = new Set(['decimal', 'number', 'amount', 'integer']);

/**
 * Finds the decimal sign of a file by the columns that are taken as numbers. Amounts of another currency than the company's
 * say nothing: they are refused by line.
 */
export function findSign(
  columns: readonly (readonly [ColumnProfile, ValueKind])[],
  currency: string | null,
): Sign<DecimalSign> {
  const numbers = columns.filter(([, kind]) => numeric.has(kind)).map(([column]) => column);
  const own = (shape: NumberShape) =>
    sum(numbers, ({ numbers: all, amounts }) =>
      Object.entries(amounts).reduce(
        (left, [codes, count]) =>
          currency === null || codes.split(' ').includes(currency) ? left : left - count[shape],
        all[shape],
      ),
    );
  return signOf<DecimalSign>(['comma', own('comma')], ['point', own('point')], own('either'), 'point');
}

/** Finds the order of a file's dates by the columns that are taken as dates. Years in front can be read at any rate. */
export function findDates(columns: readonly (readonly [ColumnProfile, ValueKind])[]): Sign<DateOrder> {
  const dates = columns.filter(([, kind]) => kind === 'day' || kind === 'moment').map(([column]) => column);
  return signOf<DateOrder>(
    ['dmy', sum(dates, ({ dates: { dmy } }) => dmy)],
    ['mdy', sum(dates, ({ dates: { mdy } }) => mdy)],
    sum(dates, ({ dates: { either } }) => either),
    'ymd',
  );
}
