import { Big } from 'big.js';
import type { Row } from '../../../data/row';
import { decimalOf } from '../../../i18n/format';
import { fieldOf, type ScreenColumn } from '../../../shell/screen';
import type { Pages } from '../../rows/use-pages';
import { sizeOf, type CellBlock } from './range';

/** Sum and average of the numbers in a range, as exact decimal text; null without numbers. */
export interface Summary {
  readonly numbers: number;
  readonly sum: string | null;
  readonly average: string | null;
}

/**
 * Returns sum and average of decimals of the wire; other values are skipped. `places` is the number of decimals of the
 * average (half away from zero); the sum is exact.
 */
export function summaryOf(values: Iterable<unknown>, places = 2): Summary {
  let numbers = 0;
  let sum = new Big(0);
  for (const value of values) {
    const decimal = decimalOf(value);
    if (!decimal) continue;
    numbers += 1;
    sum = sum.plus(decimal);
  }
  if (numbers === 0) return { numbers, sum: null, average: null };
  return { numbers, sum: sum.toFixed(), average: averageOf(sum, numbers, places) };
}

/** Divides without rounding twice: `Big.DP` rounds every division, and `toFixed` would round its result again. */
function averageOf(sum: Big, numbers: number, places: number): string {
  const Exact = Big();
  Exact.DP = places;
  Exact.RM = Big.roundHalfUp;
  return new Exact(sum.toFixed()).div(numbers).toFixed(places);
}

/** The most rows of which the foot shows a sum. */
const mostSummed = 20_000;

/** Returns size, sum and average of a block; without figures if not all of its rows are loaded. */
export function figuresOf(
  block: CellBlock,
  columns: readonly ScreenColumn[],
  pages: Pages,
  rowOf: (row: Row) => Row,
  scale: number,
) {
  const size = sizeOf(block);
  const values: unknown[] = [];
  const summed = columns
    .slice(block.columns[0], block.columns[1] + 1)
    .filter(({ editing, as }) => editing?.kind === 'decimal' || as === 'money' || as === 'decimal');
  let isWhole = size.rows <= mostSummed;
  for (let index = block.rows[0]; isWhole && index <= block.rows[1]; index += 1) {
    const row = pages.row(index);
    if (!row) isWhole = false;
    else for (const { editing, key } of summed) values.push(fieldOf(rowOf(row), editing?.field ?? key));
  }
  return { size, summary: summaryOf(isWhole ? values : [], scale) };
}
