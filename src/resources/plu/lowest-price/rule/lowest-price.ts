import { Big } from 'big.js';
import { lastUpTo, type Range } from './ranges';
import { amountIn, setBy, stepsBack, type Market, type PriceState, type Step } from './price-steps';

const plain = /^(\d+)(?:\.(\d+))?$/;

/**
 * Compares two decimals exactly: below zero if the first is less, zero if they are equal. Those without a sign, which prices
 * have hardly ever, are compared by their digits: a sheet compares millions.
 */
export function compareDecimals(one: string, other: string): number {
  if (one === other) return 0;
  const [, whole = '', part = ''] = plain.exec(one) ?? [];
  const [, otherWhole = '', otherPart = ''] = plain.exec(other) ?? [];
  if (whole === '' || otherWhole === '') return new Big(one).cmp(other);
  const width = Math.max(whole.length, otherWhole.length);
  const places = Math.max(part.length, otherPart.length);
  const digits = whole.padStart(width, '0') + part.padEnd(places, '0');
  const otherDigits = otherWhole.padStart(width, '0') + otherPart.padEnd(places, '0');
  if (digits === otherDigits) return 0;
  return digits < otherDigits ? -1 : 1;
}

const isLess = (one: string, other: string): boolean => compareDecimals(one, other) < 0;
const isEqual = (one: string, other: string): boolean => compareDecimals(one, other) === 0;

/** Days before a reduction whose lowest price it is compared with (EU 98/6, article 6a). */
export const daysBefore = 30;

/** A price that was asked: as a step, or of a campaign beside the price that was asked for. */
export interface AppliedPrice extends Range {
  readonly amount: string;
  readonly pricelist_id: string | null;
  readonly event_id: string | null;
}

/** The price of a product at a moment, as the law of reductions sees it. Instants are milliseconds. */
export interface LowestPrice {
  /** The price in force; null if there is none. */
  readonly price: string | null;
  readonly pricelist_id: string | null;
  /** The event that set it; null if the caller may not read it, and for one that is not known. */
  readonly event_id: string | null;
  /** When the price began to fall to what it is, without a rise in between; null if it rose last, or never changed. */
  readonly fallen_since: number | null;
  /** Whether it is below the lowest price of the days before. */
  readonly reduced: boolean;
  /** Since when it is. */
  readonly reduced_since: number | null;
  /** The days that were looked at: up to the fall, or without one up to `at`. */
  readonly looked_at: Range;
  /** The lowest price in them, where it stood last; null if there was none. */
  readonly lowest: AppliedPrice | null;
  /** In percent of the lowest price, with one decimal; null if it is no reduction. */
  readonly percent: string | null;
  /** Since when a price is known. */
  readonly since: number | null;
  /** The prices of the days looked at, and of the reduction, in order. `until` of the price in force is infinite. */
  readonly changes: readonly AppliedPrice[];
}

/**
 * Computes what the law of reductions says of the price of a product. A reduction begins when the price in force falls,
 * and goes on while it falls further or stays; a rise ends it, and so does a time without a price, and a fall of a price
 * that stood for thirty days and is no campaign's begins a new one. Its reference is the lowest price that was asked from the midnight thirty days before the day on which it began, up to the moment when it
 * began. A price that is not below that is no reduction. The states are in order.
 */
export function lowestPrice(market: Market, every: readonly PriceState[]): LowestPrice {
  const { at } = market;
  const states = every.filter((state) => state.at <= at);
  const { walk, steps } = walkBack(market, states);
  const current = walk();
  const fallen = current?.price ? fallOf(market, current, walk) : null;
  const end = fallen ?? at;
  const looked = { from: daysBack(market, end), until: end };
  while ((steps.at(-1)?.from ?? -Infinity) > looked.from && walk());
  const since = knownSince(market, states);
  const own = steps.flatMap(appliedOf).toReversed();
  const inDays = own.filter((price) => overlaps(price, looked));
  const price = current?.price ?? null;
  const lowest = price && lowestOfOthers(market, states, looked, lowestOf(inDays));
  const reduced = price !== null && fallen !== null && lowest !== null && isLess(price.amount, lowest.amount);
  const isBelow = ({ from, amount }: AppliedPrice) =>
    fallen !== null && from >= fallen && lowest !== null && isLess(amount, lowest.amount);
  return {
    price: price?.amount ?? null,
    pricelist_id: price?.pricelist_id ?? null,
    event_id: current?.event_id ?? null,
    fallen_since: fallen,
    reduced,
    reduced_since: reduced ? (own.find(isBelow)?.from ?? null) : null,
    looked_at: { from: Math.max(looked.from, Math.min(since ?? looked.from, looked.until)), until: end },
    lowest,
    percent: reduced && lowest && price ? percentOf(price.amount, lowest.amount) : null,
    since,
    get changes() {
      if (price === null) return [];
      const rest = own.filter(({ from }) => from >= end);
      return [...inDays, ...otherPrices(market, states, looked), ...rest].toSorted((a, b) => a.from - b.from);
    },
  };
}

const overlaps = (one: Range, other: Range): boolean => one.from < other.until && one.until > other.from;

/** Returns a function that goes one step back, and the steps that it has gone, the latest first. */
function walkBack(market: Market, states: readonly PriceState[]) {
  const back = stepsBack(market, states);
  const steps: Step[] = [];
  const walk = (): Step | null => {
    const next = back.next();
    if (next.done === true) return null;
    steps.push(next.value);
    return next.value;
  };
  return { walk, steps };
}

/** Returns when the price of a step began to fall to it; null if it rose to it, or was always so. */
function fallOf(market: Market, current: Step, walk: () => Step | null): number | null {
  let fallen: number | null = null;
  let step = current;
  let before = walk();
  while (before?.price && step.price && !isLess(before.price.amount, step.price.amount)) {
    const isFall = isLess(step.price.amount, before.price.amount);
    if (isFall) fallen = step.from;
    const { price } = before;
    // Of a price that stood for all of the days before, unless a campaign announced it, a fall is a new reduction.
    const since = isFall && !isOfCampaign(market, price.pricelist_id) ? daysBack(market, step.from) : null;
    step = before;
    for (before = walk(); before?.price && isEqual(before.price.amount, price.amount); before = walk())
      step = before;
    if (since !== null && step.from <= since) return fallen;
  }
  if (!before || before.price) return fallen;
  // After a time without a price nothing goes on: the last price before it says whether this one is a fall.
  while (before && !before.price) before = walk();
  return before?.price && step.price && isLess(step.price.amount, before.price.amount) ? step.from : fallen;
}

const isOfCampaign = ({ lists }: Market, list: string | null): boolean =>
  list !== null && lists.get(list)?.at(-1)?.terms.type === 'campaign';

/** Returns the midnight from which the days before an instant are counted. */
const daysBack = ({ place: { clock } }: Market, instant: number): number =>
  clock.instantOf(clock.dayOf(instant) - daysBefore);

const appliedOf = ({ from, until, price, event_id }: Step): AppliedPrice[] =>
  price ? [{ from, until: until ?? Infinity, ...price, event_id }] : [];

/** Returns the prices that other campaigns asked within some days. */
function otherPrices(market: Market, states: readonly PriceState[], days: Range): AppliedPrice[] {
  return otherAmounts(market, states, days).flatMap(({ list, amount, index, stood }) =>
    market
      .holds(list)
      .filter((hold) => overlaps(hold, days) && overlaps(hold, stood))
      .map((hold) => ofOther(states, { list, amount, index, stood }, hold)),
  );
}

/** Returns the lowest of a price and of those that other campaigns asked within some days. */
function lowestOfOthers(
  market: Market,
  states: readonly PriceState[],
  days: Range,
  own: AppliedPrice | null,
): AppliedPrice | null {
  let lowest = own;
  for (const other of otherAmounts(market, states, days)) {
    if (lowest !== null && isLess(lowest.amount, other.amount)) continue;
    const holds = market.holds(other.list);
    const until = Math.min(other.stood.until, days.until);
    const hold = holds[lastUpTo(holds, until - 1, ({ from }) => from)];
    if (hold && hold.until > Math.max(other.stood.from, days.from))
      lowest = lowestOf([...(lowest ? [lowest] : []), ofOther(states, other, hold)]);
  }
  return lowest;
}

/** What a product costs on the list of another campaign, for as long as one of its states stood. */
interface OtherAmount {
  readonly list: string;
  readonly amount: string;
  readonly index: number;
  readonly stood: Range;
}

function otherAmounts(market: Market, states: readonly PriceState[], days: Range): OtherAmount[] {
  return states.flatMap((state, index) => {
    const stood = { from: state.at, until: states[index + 1]?.at ?? Infinity };
    if (!state.active || !overlaps(stood, days)) return [];
    return market.others.flatMap((list) => {
      const amount = amountIn(state, list);
      return amount === null ? [] : [{ list, amount, index, stood }];
    });
  });
}

const ofOther = (
  states: readonly PriceState[],
  { list, amount, index, stood }: OtherAmount,
  hold: Range,
): AppliedPrice => ({
  from: Math.max(hold.from, stood.from),
  until: Math.min(hold.until, stood.until),
  amount,
  pricelist_id: list,
  event_id: states[setBy(states, index, list)]?.event_id ?? null,
});

/** Returns the lowest price; of equal ones that which stood last. */
const lowestOf = (prices: readonly AppliedPrice[]): AppliedPrice | null =>
  prices.reduce<AppliedPrice | null>((least, price) => {
    if (least === null || isLess(price.amount, least.amount)) return price;
    return !isLess(least.amount, price.amount) && price.until > least.until ? price : least;
  }, null);

/** Returns when a product first had a price that is asked for. */
function knownSince({ asked, isCampaign, at }: Market, states: readonly PriceState[]): number | null {
  const list = isCampaign ? null : asked;
  const first = states.find((state) => state.active && amountIn(state, list) !== null);
  return first && first.at <= at ? first.at : null;
}

/** Returns the difference from a price in percent, rounded half away from zero to one decimal: "-12.2". */
function percentOf(price: string, from: string): string | null {
  const reference = new Big(from);
  if (reference.eq(0)) return null;
  return new Big(price).minus(reference).times(100).div(reference).round(1, Big.roundHalfUp).toFixed(1);
}
