import { Big } from 'big.js';
import { convertedPrice } from '@/record/price-tax';
import type { Formula } from './formula';

/** What a price ends with, and which way it goes there; `0.05` is a step of five cents. */
export interface Ending {
  readonly to: '.90' | '.95' | '.99' | '.00' | '0.05' | '0.10';
  readonly way: 'up' | 'down' | 'nearest';
}

/** What is done to a price after its formula. */
export interface Finish {
  /** Least margin in percent of the net price, such as `"25"`; null for none. */
  readonly floor: string | null;
  readonly ending: Ending | null;
  /** Decimals of the currency. */
  readonly places: number;
}

/** What is known of one product and the cell that its price goes to. Decimals are texts; null is unknown. */
export interface PriceInput {
  /** The stored price in the cell. */
  readonly own: string | null;
  readonly base: string | null;
  readonly cost: string | null;
  /** Tax rate in percent. */
  readonly rate: string | null;
  /** Whether the price in the cell includes tax. */
  readonly taxIncluded: boolean;
  /** Currency of the cell; null is unknown. */
  readonly currency: string | null;
  /** Whether `own` holds tax, if not as the cell: it is the base price on a list that counts tax otherwise. */
  readonly ownTaxIncluded?: boolean | undefined;
  /** Prices on other lists by the list's id, their currency, and whether they hold tax. */
  readonly lists: Readonly<
    Record<
      string,
      { readonly price: string | null; readonly currency: string | null; readonly taxIncluded: boolean }
    >
  >;
  /** Whether the base price includes tax; the base price is in the company's currency. */
  readonly baseTaxIncluded: boolean;
  readonly baseCurrency: string | null;
}

/** Why there is no price. */
export type NoPrice =
  | 'noPrice'
  | 'noBase'
  | 'noCost'
  | 'noList'
  | 'noTax'
  | 'currency'
  | 'negative'
  | 'floor';

/** What a formula comes to, step by step; figures are exact, as far as forty decimals go. */
export interface PriceSteps {
  readonly take: string;
  /** After percentages and factors. */
  readonly percent: string;
  readonly add: string;
  /** The least price of the floor; null without a floor. */
  readonly floor: string | null;
  readonly isRaised: boolean;
  readonly price: string;
}

/** The price that a formula comes to, or why there is none. */
export type PriceResult =
  | { readonly steps: PriceSteps; readonly why?: undefined }
  | { readonly steps?: undefined; readonly why: NoPrice };

/** Quotients, exact to forty decimals: more than any price has. */
const Precise = Big();
Precise.DP = 40;
const quotient = (dividend: Big, divisor: Big): Big => new Big(new Precise(dividend).div(divisor));

/**
 * Computes a price: take, percent, add, floor, ending, always in this order and from the stored prices, so that a
 * formula that is applied twice changes nothing. It is rounded once, at the end: half away from zero without an
 * ending. A floor is rounded up, and an ending never goes beneath it.
 */
export function computePrice(formula: Formula, finish: Finish, given: PriceInput): PriceResult {
  const taken = takenOf(formula, given);
  if (typeof taken === 'string') return { why: taken };
  const { by, over, add } = formula;
  // One division each, so that nothing is rounded before what is added.
  const percent = quotient(taken.times(by), over);
  const sum = quotient(taken.times(by).plus(add.times(over)), over);
  const isZero = formula.take.kind === 'price' && sum.eq(0);
  if (sum.lte(0) && !isZero) return { why: 'negative' };
  const floor = floorOf(finish, given);
  if (typeof floor === 'string') return { why: floor };
  const isRaised = floor !== null && sum.lt(floor);
  const price = ended(isRaised ? floor : sum, floor, finish);
  return {
    steps: {
      take: taken.toFixed(),
      percent: percent.toFixed(),
      add: sum.toFixed(),
      floor: floor?.toFixed() ?? null,
      isRaised,
      price: price.toFixed(finish.places),
    },
  };
}

/** Returns what the formula begins with, as the price of the cell counts tax: net for a list without tax. */
function takenOf({ take }: Formula, given: PriceInput): Big | NoPrice {
  if (take.kind === 'price') return new Big(take.price);
  if (take.kind === 'own')
    return given.own === null
      ? 'noPrice'
      : counted(given.own, given.ownTaxIncluded ?? given.taxIncluded, given);
  if (take.kind === 'cost') {
    if (given.cost === null) return 'noCost';
    if (!given.taxIncluded) return new Big(given.cost);
    return given.rate === null ? 'noTax' : new Big(given.cost).times(new Big(given.rate).plus(100)).div(100);
  }
  if (take.kind === 'base') {
    if (given.base === null) return 'noBase';
    if (given.currency === null || given.currency !== given.baseCurrency) return 'currency';
    return counted(given.base, given.baseTaxIncluded, given);
  }
  const list = given.lists[take.id];
  if (list === undefined || list.price === null) return 'noList';
  if (given.currency === null || list.currency !== given.currency) return 'currency';
  return counted(list.price, list.taxIncluded, given);
}

/** Returns a price as the cell counts tax. */
function counted(price: string, holdsTax: boolean, { rate, taxIncluded }: PriceInput): Big | NoPrice {
  if (holdsTax === taxIncluded) return new Big(price);
  return rate === null ? 'noTax' : convertedPrice(price, rate, taxIncluded ? 'with' : 'without');
}

/** Returns the least price that has the margin of the floor, rounded up; null without a floor. */
function floorOf({ floor, places }: Finish, { cost, rate, taxIncluded }: PriceInput): Big | null | NoPrice {
  if (floor === null) return null;
  // A floor of a product whose cost nobody knows would be no floor.
  if (cost === null) return 'noCost';
  if (taxIncluded && rate === null) return 'noTax';
  const percent = new Big(floor);
  if (percent.gte(100)) return 'floor';
  const withTax = taxIncluded ? new Big(cost).times(new Big(rate ?? 0).plus(100)) : new Big(cost).times(100);
  return quotient(withTax, new Big(100).minus(percent)).round(places, Big.roundUp);
}

function ended(price: Big, floor: Big | null, { ending, places }: Finish): Big {
  if (!ending) return price.round(places, Big.roundHalfUp);
  const isStep = ending.to === '0.05' || ending.to === '0.10';
  const step = isStep ? new Big(ending.to) : new Big(1);
  const offset = isStep ? new Big(0) : new Big(`0${ending.to}`);
  const below = price.minus(offset).div(step).round(0, Big.roundDown);
  // Big.js rounds towards zero, and a price under the first ending is under zero steps.
  const floored = below.times(step).plus(offset).gt(price) ? below.minus(1) : below;
  const down = floored.times(step).plus(offset);
  const up = down.eq(price) ? down : down.plus(step);
  const isUp = ending.way === 'up' || (ending.way === 'nearest' && up.minus(price).lte(price.minus(down)));
  const chosen = isUp ? up : down;
  // Never beneath the floor, and never nothing.
  return chosen.lte(0) || (floor !== null && chosen.lt(floor)) ? up : chosen;
}
