import type { ListVersion, Place } from './list-holds';
import { listHolds } from './list-holds';
import { lastUpTo, type Range } from './ranges';

/** What a product costs from an instant on, as one of its events left it. */
export interface PriceState {
  readonly at: number;
  readonly active: boolean;
  readonly base: string | null;
  /** By price list, in lower case: an amount, or true for the base price. */
  readonly prices: Readonly<Record<string, string | true>>;
  /** The event; null if the caller may not read it. */
  readonly event_id: string | null;
}

/** The price list of a location from an instant on, in lower case. */
export interface PlaceVersion {
  readonly at: number;
  readonly pricelist_id: string | null;
}

/** Everything about a question for prices that is not of one product. */
export interface Market {
  readonly place: Place;
  /** The price list that is asked for, in lower case; null for the regular price. */
  readonly asked: string | null;
  readonly isCampaign: boolean;
  readonly at: number;
  /** The price lists whose prices can be compared with those that are asked for, by id in lower case. */
  readonly lists: ReadonlyMap<string, readonly ListVersion[]>;
  /** Of these, the campaigns other than the one asked for: what they ask is asked of everybody. */
  readonly others: readonly string[];
  readonly placeVersions: readonly PlaceVersion[];
  /** Returns when a list holds, up to and with `at`. */
  readonly holds: (list: string) => readonly Range[];
  /** When the price that is asked for may change without an event of the product, in order. */
  readonly cuts: readonly number[];
}

/** Returns the surroundings of a question, with what many products share computed once. */
export function marketOf(
  given: Pick<Market, 'place' | 'asked' | 'isCampaign' | 'at' | 'lists' | 'others' | 'placeVersions'>,
): Market {
  const { place, asked, at, lists, placeVersions } = given;
  const span = { from: -Infinity, until: at + 1 };
  const known = new Map<string, readonly Range[]>();
  const holds = (list: string): readonly Range[] => {
    const ranges = known.get(list) ?? listHolds(lists.get(list) ?? [], place, span, list === asked);
    known.set(list, ranges);
    return ranges;
  };
  const ofPlace = placeVersions.flatMap(({ pricelist_id }) => pricelist_id ?? []);
  const cuts = [
    ...placeVersions.map((version) => version.at),
    ...[...new Set([...(asked === null ? [] : [asked]), ...ofPlace])].flatMap((list) =>
      holds(list).flatMap(({ from, until }) => [from, until]),
    ),
  ];
  const others = given.others.filter((list) => list !== asked && !ofPlace.includes(list));
  return { ...given, others, holds, cuts: [...new Set(cuts)].toSorted((a, b) => a - b) };
}

/** A price and the list that it is from, null for the base price. */
export interface AskedPrice {
  readonly amount: string;
  readonly pricelist_id: string | null;
}

/** A stretch of time with one price, or none; `until` is null if it goes on. */
export interface Step {
  readonly from: number;
  readonly until: number | null;
  readonly price: AskedPrice | null;
  readonly event_id: string | null;
}

const decimal = /^-?\d+(?:\.\d+)?$/;

/** Returns the amount of a product on a list, or its base price for null; null if there is none. */
export function amountIn(state: PriceState, list: string | null): string | null {
  const entry = list === null || !Object.hasOwn(state.prices, list) ? undefined : state.prices[list];
  const amount = list === null || entry === true ? state.base : (entry ?? null);
  return amount !== null && decimal.test(amount) ? amount : null;
}

/** Returns whether an instant is in one of ranges in order. */
const isIn = (ranges: readonly Range[], instant: number): boolean =>
  instant < (ranges[lastUpTo(ranges, instant, ({ from }) => from)]?.until ?? -Infinity);

/** Returns what a product that is in a state costs at an instant. */
function priceAt(market: Market, state: PriceState, instant: number): AskedPrice | null {
  if (!state.active) return null;
  const { asked, holds, placeVersions, isCampaign } = market;
  const on = (list: string): AskedPrice | null => {
    const amount = isIn(holds(list), instant) ? amountIn(state, list) : null;
    return amount === null ? null : { amount, pricelist_id: list };
  };
  const own = asked === null ? null : on(asked);
  if (own !== null || (asked !== null && !isCampaign)) return own;
  const ofPlace = placeVersions.findLast(({ at }) => at <= instant)?.pricelist_id ?? null;
  const amount = amountIn(state, null);
  return (ofPlace === null ? null : on(ofPlace)) ?? (amount === null ? null : { amount, pricelist_id: null });
}

/** Returns the index of the event that gave a product the amount that it has on a list: events before may have other. */
export function setBy(states: readonly PriceState[], index: number, list: string | null): number {
  const of = (at: number) => {
    const state = states[at];
    return state ? (state.active ? amountIn(state, list) : null) : undefined;
  };
  let first = index;
  while (first > 0 && of(first - 1) === of(index)) first -= 1;
  return first;
}

/**
 * Returns the prices of a product back from `at`, the latest first, each as long as it stood. A generator, since most
 * questions need the last weeks of many years. `states` are in order.
 */
export function* stepsBack(market: Market, states: readonly PriceState[]): Generator<Step, undefined> {
  let open: Step | null = null;
  let until: number | null = null;
  for (let instant = market.at; ;) {
    const index = lastUpTo(states, instant, ({ at }) => at);
    const state = states[index];
    if (!state) break;
    const from = Math.max(state.at, market.cuts[lastUpTo(market.cuts, instant, (cut) => cut)] ?? -Infinity);
    const price = priceAt(market, state, from);
    const step: Step = {
      from,
      until,
      price,
      event_id: price && (states[setBy(states, index, price.pricelist_id)]?.event_id ?? null),
    };
    if (open && isSame(open.price, price)) open = { ...step, until: open.until };
    else {
      if (open) yield open;
      open = step;
    }
    until = from;
    instant = from - 1;
  }
  if (open) yield open;
}

const isSame = (one: AskedPrice | null, other: AskedPrice | null): boolean =>
  one?.amount === other?.amount && one?.pricelist_id === other?.pricelist_id;
