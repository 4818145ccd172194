import { Big } from 'big.js';
import { decimal, quotient, type marginOf } from './margin';

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
