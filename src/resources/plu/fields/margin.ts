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

/** Big.js rounds divisions to a global number of decimals; forty are more than any price has. */
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

/**
 * Returns the margin (price − tax − cost) as decimal text with `places` decimals, or null if the price or cost is
 * missing or no decimal.
 */
export function profitOf(given: Parameters<typeof marginOf>[0], places = 2): string | null {
  const price = decimal(given.price);
  const cost = decimal(given.cost);
  const rate = given.taxIncluded ? decimal(given.rate) : new Big(0);
  if (!price || !cost || !rate) return null;
  const percent = rate.plus(100);
  // A single division, so that the result is rounded once.
  const profit = quotient(price.times(100).minus(cost.times(percent)), percent).toFixed(
    places,
    Big.roundHalfUp,
  );
  return /[1-9]/.test(profit) ? profit : profit.replace('-', '');
}

/**
 * Returns the price that makes a margin of `percent` of the net price, with `places` decimals, or null if the cost is
 * missing or not above zero, or the margin is 100 % or more.
 */
export function priceForMargin(
  given: Omit<Parameters<typeof marginOf>[0], 'price'> & { percent: string },
  places = 2,
): string | null {
  const cost = decimal(given.cost);
  const percent = decimal(given.percent);
  const rate = given.taxIncluded ? decimal(given.rate) : new Big(0);
  if (!cost || !percent || !rate || cost.lte(0) || percent.gte(100)) return null;
  // net = cost / (1 − percent / 100), price = net × (1 + rate / 100): one division.
  const price = quotient(cost.times(rate.plus(100)), new Big(100).minus(percent));
  return price.toFixed(places, Big.roundHalfUp);
}

/** What a price is made of, as decimal texts that add up to it: tax, cost and what stays with the shop. */
export interface PriceParts {
  readonly tax: string;
  readonly cost: string;
  readonly margin: string;
}

/** Returns the parts of a price with `places` decimals, or null if a value is missing or the price not above zero. */
export function priceParts(given: Parameters<typeof marginOf>[0], places = 2): PriceParts | null {
  const price = decimal(given.price);
  const cost = decimal(given.cost);
  const net = netOf(given, places);
  if (!price || !cost || net === null || price.lte(0)) return null;
  const shown = cost.toFixed(places, Big.roundHalfUp);
  return {
    tax: price.minus(net).toFixed(places, Big.roundHalfUp),
    cost: shown,
    margin: new Big(net).minus(shown).toFixed(places),
  };
}

/** Returns the price of one reference unit, such as a kilogram, with `places` decimals; null without a size. */
export function referencePrice(price: string, size: string, places = 2): string | null {
  const [amount, of] = [decimal(price), decimal(size)];
  return !amount || !of || of.lte(0) ? null : quotient(amount, of).toFixed(places, Big.roundHalfUp);
}

/** Returns the price that a customer pays, with tax, as decimal text with `places` decimals; null as `netOf`. */
export function grossOf(given: Omit<Parameters<typeof marginOf>[0], 'cost'>, places = 2): string | null {
  const price = decimal(given.price);
  const rate = given.taxIncluded ? new Big(0) : decimal(given.rate);
  return price && rate && price.times(rate.plus(100)).div(100).toFixed(places, Big.roundHalfUp);
}

/** Returns the price without its tax as decimal text with `places` decimals, or null if a value is no decimal. */
export const netOf = (given: Omit<Parameters<typeof marginOf>[0], 'cost'>, places = 2): string | null =>
  profitOf({ ...given, cost: '0' }, places);
