import { Big } from 'big.js';
import { lowMargin } from './low-margin';

export { lowMargin } from './low-margin';

/** The margin of a price in percent of the net price, with one decimal. `low` is decided before rounding. */
export interface Margin {
  readonly percent: string;
  readonly low: boolean;
}

/**
 * Returns the margin (net price − cost) as a percentage of the net price, or null if the net price is zero or a value
 * is no decimal. The net price is price / (1 + rate / 100) if the price includes tax, otherwise the price. All
 * arithmetic is decimal, with a single division.
 */
export function marginOf(given: {
  price: string | number | null | undefined;
  cost: string | number | null | undefined;
  /** Tax rate in percent: `"25.5"`. */
  rate: string | number | null | undefined;
  taxIncluded: boolean;
}): Margin | null {
  const price = decimal(given.price);
  const cost = decimal(given.cost);
  const rate = given.taxIncluded ? decimal(given.rate) : new Big(0);
  if (!price || !cost || !rate || price.lte(0)) return null;
  // cost / net = cost × (100 + rate) / (100 × price), so as a percentage of net: cost × (100 + rate) / price.
  const costTimes = cost.times(rate.plus(100));
  const low = costTimes.gt(price.times(100 - lowMargin));
  return { percent: rounded(new Big(100).minus(quotient(costTimes, price))), low };
}

const rounded = (value: Big): string => {
  const text = value.toFixed(1, Big.roundHalfUp);
  return text === '-0.0' ? '0.0' : text;
};

// Big.js rounds divisions to a global number of decimals; forty are more than any price has.
const Precise = Big();
Precise.DP = 40;
/** Returns a quotient, exact to forty decimals. */
export const quotient = (dividend: Big, divisor: Big): Big => new Big(new Precise(dividend).div(divisor));

/** Parses decimal text; null if it is none, or nothing is there. */
export function decimal(value: string | number | null | undefined): Big | null {
  if (value === null || value === undefined || value === '') return null;
  try {
    return new Big(value);
  } catch {
    return null;
  }
}
