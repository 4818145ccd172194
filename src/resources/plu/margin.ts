import { Big } from 'big.js';

/** Under this share of the net price a margin is low, in percent. */
export const lowMargin = 20;

/** The margin of a price, in percent of the net price, to one decimal; `low` is decided before rounding. */
export interface Margin {
  readonly percent: string;
  readonly low: boolean;
}

/**
 * What is left of a price after tax and cost: net = price / (1 + rate / 100) where the price includes
 * the tax, else the price itself; margin = (net − cost) / net × 100. Decimals all the way, one division.
 * Null where there is nothing to divide by, or a value is no decimal.
 */
export function marginOf(given: {
  price: string | number | null | undefined;
  cost: string | number | null | undefined;
  /** Percent: `"25.5"`. */
  rate: string | number | null | undefined;
  taxIncluded: boolean;
}): Margin | null {
  const price = decimal(given.price);
  const cost = decimal(given.cost);
  const rate = given.taxIncluded ? decimal(given.rate) : new Big(0);
  if (!price || !cost || !rate || price.lte(0)) return null;
  // cost / net = cost × (100 + rate) / (100 × price), so in percent of net: cost × (100 + rate) / price.
  const costTimes = cost.times(rate.plus(100));
  const low = costTimes.gt(price.times(100 - lowMargin));
  return { percent: rounded(new Big(100).minus(quotient(costTimes, price))), low };
}

const rounded = (value: Big): string => {
  const text = value.toFixed(1, Big.roundHalfUp);
  return text === '-0.0' ? '0.0' : text;
};

/** Big divides to a number of decimals set for all; twenty are more than any price carries. */
const Precise = Big();
Precise.DP = 40;
const quotient = (dividend: Big, divisor: Big): Big => new Big(new Precise(dividend).div(divisor));

function decimal(value: string | number | null | undefined): Big | null {
  if (value === null || value === undefined || value === '') return null;
  try {
    return new Big(value);
  } catch {
    return null;
  }
}

/** What is left of a price after tax and cost, as money with so many decimals; null as in `marginOf`. */
export function profitOf(given: Parameters<typeof marginOf>[0], places = 2): string | null {
  const price = decimal(given.price);
  const cost = decimal(given.cost);
  const rate = given.taxIncluded ? decimal(given.rate) : new Big(0);
  if (!price || !cost || !rate) return null;
  const percent = rate.plus(100);
  // One division, so that it is rounded once.
  const profit = quotient(price.times(100).minus(cost.times(percent)), percent).toFixed(
    places,
    Big.roundHalfUp,
  );
  return /[1-9]/.test(profit) ? profit : profit.replace('-', '');
}

/** The price without its tax, as money with so many decimals; null where a value is no decimal. */
export const netOf = (given: Omit<Parameters<typeof marginOf>[0], 'cost'>, places = 2): string | null =>
  profitOf({ ...given, cost: '0' }, places);
