import { Big } from 'big.js';
import type { roundingModes } from './contract';

/** Which way a sum goes to the nearest unit. */
export type RoundingMode = (typeof roundingModes)[number];

/**
 * A sum brought to a multiple of `unit`, exactly. Modes look at the size alone, never at the sign, so that
 * a return undoes its sale: `up` is away from zero. Throws a RangeError unless `unit` is more than zero.
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

/** `half`: where the rest lies, −1 below the half of the unit, 0 on it, 1 above. */
function goesUp(mode: RoundingMode, half: number, unitsBelow: Big): boolean {
  if (mode === 'up' || mode === 'down') return mode === 'up';
  if (half !== 0) return half > 0;
  return mode === 'half_up' || !unitsBelow.mod(2).eq(0);
}

/** A sum to the cent, and what becomes of it. */
export interface RoundingExample {
  readonly from: Big;
  readonly to: Big;
}

/** Sums are shown around this one: 12.33 becomes 12.35. */
const near = new Big('12.30');

/**
 * Two neighbouring sums on both sides of the half of the unit, and what becomes of them. None for a unit
 * that changes no cent.
 */
export function roundingExamples(unit: Big, mode: RoundingMode): readonly RoundingExample[] {
  if (unit.lte('0.01')) return [];
  const start = roundTo(near, unit, 'up');
  const middle = start.plus(unit.div(2));
  const above = roundTo(middle, '0.01', 'up');
  return [above.minus('0.01'), above].map((from) => ({ from, to: roundTo(from, unit, mode) }));
}
