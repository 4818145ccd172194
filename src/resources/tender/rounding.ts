import { Big } from 'big.js';
import type { roundingModes } from './contract';

/** How an amount is rounded to the rounding unit. */
export type RoundingMode = (typeof roundingModes)[number];

/**
 * Rounds an amount to a multiple of `unit`, exactly. Modes look at the absolute value, so that a refund reverses its
 * sale: `up` is away from zero.
 *
 * @throws RangeError unless `unit` is positive.
 */
export function roundTo(amount: Big | string, unit: Big | string, mode: RoundingMode): Big {
  const [sum, step] = [new Big(amount), new Big(unit)];
  if (step.lte(0)) throw new RangeError('A sum is rounded to a unit of more than zero');
  const size = sum.abs();
  const rest = size.mod(step);
  const below = size.minus(rest);
  const rounded =
    rest.eq(0) || !goesUp(mode, rest.times(2).cmp(step), below.div(step)) ? below : below.plus(step);
  return sum.lt(0) ? rounded.times(-1) : rounded;
}

/** `half` is the remainder compared with half of the unit: −1 below, 0 equal, 1 above. */
function goesUp(mode: RoundingMode, half: number, unitsBelow: Big): boolean {
  if (mode === 'up' || mode === 'down') return mode === 'up';
  if (half !== 0) return half > 0;
  return mode === 'half_up' || !unitsBelow.mod(2).eq(0);
}

/** An example: an amount with two decimals, and the result of rounding it. */
export interface RoundingExample {
  readonly from: Big;
  readonly to: Big;
}

/** The examples are near this amount: 12.33 becomes 12.35. */
const near = new Big('12.30');

/**
 * Returns two neighbouring amounts on both sides of half of the unit, with their rounding results, or none if the unit
 * is too small to change a cent.
 */
export function roundingExamples(unit: Big, mode: RoundingMode): readonly RoundingExample[] {
  if (unit.lte('0.01')) return [];
  const start = roundTo(near, unit, 'up');
  const middle = start.plus(unit.div(2));
  const above = roundTo(middle, '0.01', 'up');
  return [above.minus('0.01'), above].map((from) => ({ from, to: roundTo(from, unit, mode) }));
}
