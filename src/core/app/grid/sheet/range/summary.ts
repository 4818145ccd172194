import { Big } from 'big.js';
import { decimalOf } from '../../../i18n/format';

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
