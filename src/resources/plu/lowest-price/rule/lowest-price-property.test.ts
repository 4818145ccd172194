import * as fc from 'fast-check';
import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { ListTerms, ListVersion } from './list-holds';
import { lowestPrice } from './lowest-price';
import { amountIn, marketOf, type PriceState } from './price-steps';
import { zoneClock } from './zone-clock';

/*
 * The law read literally: the price of every hour of some months, by the clock on the wall, compared hour by hour. All
 * that happens happens at whole hours, so nothing falls between two of them.
 */

const zone = 'Europe/Helsinki';
const hour = 3_600_000;
/** 120 days that have both changes of the clocks: from 1 February and from 1 September. */
const starts = ['2026-02-01T00:00:00Z', '2026-09-01T00:00:00Z'].map((moment) => Date.parse(moment));
const hours = 120 * 24;
const lists = ['aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002'];
const location = 'bbbbbbbb-0000-4000-8000-000000000001';

const wall = new Map(
  starts.map((start) => [start, Array.from({ length: hours + 1 }, (_, n) => wallOf(start + n * hour))]),
);

function wallOf(instant: number) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const [day = '', time = ''] = format.format(instant).split(' ');
  return { day, hour: Number(time.slice(0, 2)), weekday: ((new Date(day).getUTCDay() + 6) % 7) + 1 };
}

const amounts = fc.constantFrom('1.00', '1.10', '1.2', '1.20', '2.00', '0.90');
const anHour = fc.integer({ min: 0, max: hours });
const changes = fc.array(
  fc.record({
    n: anHour,
    active: fc.constantFrom(true, true, true, true, false),
    base: amounts,
    one: fc.option(amounts, { nil: undefined }),
    other: fc.option(fc.oneof(amounts, fc.constant(true as const)), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 8 },
);
const days = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 0, max: 119 }).map((n) => ({ n })),
);
const times = fc.constantFrom('', '00:00', '03:00', '04:00', '15:00', '22:00');
const terms = fc.record({
  n: anHour,
  active: fc.constantFrom(true, true, true, false),
  type: fc.constantFrom('campaign', 'campaign', 'campaign', 'base'),
  valid_from: days,
  valid_until: days,
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
  time_from: times,
  time_until: times,
  isHere: fc.boolean(),
});
const someTerms = fc.array(terms, { minLength: 1, maxLength: 3 });

const question = fc.record({
  start: fc.constantFrom(...starts),
  at: anHour,
  changes,
  one: someTerms,
  other: someTerms,
  asked: fc.constantFrom(null, 0, 1),
  place: fc.option(fc.constantFrom(0, 1), { nil: null }),
});
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

it('says of random histories what every hour of them says', () => {
  fc.assert(
    fc.property(question, (given) => {
      const { market, states } = computed(given);
      const said = lowestPrice(market, states);
      const naive = byHours(given, states, market.lists, market.isCampaign);
      expect({
        price: said.price,
        fallen: said.fallen_since,
        reduced: said.reduced,
        since: said.reduced_since,
        lowest: said.lowest && new Big(said.lowest.amount).toFixed(2),
      }).toEqual(naive);
    }),
    { numRuns: 600 },
  );
});

function computed(given: Question) {
  const { start, at, asked, place } = given;
  const clock = zoneClock(zone);
  if (!clock) throw new Error('There is no such zone');
  const versions = (from: readonly (typeof given.one)[number][]): ListVersion[] =>
    inOrder(from).map((one) => ({ at: start + one.n * hour, terms: termsOf(start, one) }));
  const market = marketOf({
    place: { clock, location },
    asked: asked === null ? null : (lists[asked] ?? null),
    isCampaign: asked !== null && inOrder(asked === 0 ? given.one : given.other).at(-1)?.type === 'campaign',
    at: start + at * hour,
    lists: new Map([
      [lists[0] ?? '', versions(given.one)],
      [lists[1] ?? '', versions(given.other)],
    ]),
    others: lists,
    placeVersions: place === null ? [] : [{ at: start, pricelist_id: lists[place] ?? null }],
  });
  const states = inOrder(given.changes).map(({ n, active, base, one, other }): PriceState => ({
    at: start + n * hour,
    active,
    base,
    prices: { ...(one && { [lists[0] ?? '']: one }), ...(other && { [lists[1] ?? '']: other }) },
    event_id: null,
  }));
  return { market, states };
}

/** In order of time, the last of what happens in the same hour. */
const inOrder = <T extends { readonly n: number }>(all: readonly T[]): T[] =>
  [...new Map(all.map((one) => [one.n, one])).values()].toSorted((a, b) => a.n - b.n);

function termsOf(start: number, one: Question['one'][number]): ListTerms {
  const dayOf = (day: '' | { n: number }) =>
    day === '' ? '' : new Date(start + day.n * 24 * hour).toISOString().slice(0, 10);
  return {
    active: one.active,
    type: one.type,
    currency: 'EUR',
    isTaxIncluded: true,
    valid_from: dayOf(one.valid_from),
    valid_until: dayOf(one.valid_until),
    weekdays: one.weekdays,
    time_from: one.time_from,
    time_until: one.time_until,
    location_ids: one.isHere ? [] : ['bbbbbbbb-0000-4000-8000-000000000009'],
  };
}

function byHours(
  { start, at, asked, place }: Question,
  states: readonly PriceState[],
  versions: ReadonlyMap<string, readonly ListVersion[]>,
  isCampaign: boolean,
) {
  const local = wall.get(start) ?? [];
  const holds = (list: string, n: number): boolean => {
    const of = versions.get(list)?.findLast((version) => version.at <= start + n * hour)?.terms;
    const clock = local[n];
    if (!of?.active || !clock) return false;
    if (of.type !== 'campaign') return true;
    if (of.location_ids.length > 0) return false;
    const yesterday = clock.weekday === 1 ? 7 : clock.weekday - 1;
    const isOn = (day: number) => of.weekdays.length === 0 || of.weekdays.includes(day);
    const from = Number(of.time_from.slice(0, 2) || 0);
    const until = Number(of.time_until.slice(0, 2) || 24);
    const isTime =
      from < until
        ? isOn(clock.weekday) && clock.hour >= from && clock.hour < until
        : (isOn(yesterday) && clock.hour < until) || (isOn(clock.weekday) && clock.hour >= from);
    return (
      isTime &&
      (of.valid_from === '' || clock.day >= of.valid_from) &&
      (of.valid_until === '' || clock.day <= of.valid_until)
    );
  };
  const stateAt = (n: number) => states.findLast((state) => state.at <= start + n * hour);
  const onList = (list: string, n: number): Big | null => {
    const state = stateAt(n);
    const amount = state?.active && holds(list, n) ? amountIn(state, list) : null;
    return amount === null ? null : new Big(amount);
  };
  const listAt = (index: number | null) => (index === null ? null : (lists[index] ?? null));
  const sourceOf = (n: number): { price: Big | null; list: string | null } => {
    const list = listAt(asked);
    const price = list === null ? null : onList(list, n);
    if (price !== null || (list !== null && !isCampaign)) return { price, list };
    const ofPlace = listAt(place);
    const there = ofPlace === null ? null : onList(ofPlace, n);
    if (there) return { price: there, list: ofPlace };
    const state = stateAt(n);
    return { price: state?.active ? new Big(state.base ?? 0) : null, list: null };
  };
  const own = (n: number) => sourceOf(n).price;
  const isCampaignAt = (n: number): boolean => {
    const { list } = sourceOf(n);
    return list !== null && versions.get(list)?.at(-1)?.terms.type === 'campaign';
  };
  const prices = Array.from({ length: at + 1 }, (_, n) => own(n));
  const now = prices[at] ?? null;
  const nothing = { price: null, fallen: null, reduced: false, since: null, lowest: null };
  if (now === null) return nothing;
  let fallen: number | null = null;
  for (let n = at; n > 0; n -= 1) {
    const [price, before] = [prices[n], prices[n - 1]];
    if (!price) break;
    if (!before) {
      const last = prices.slice(0, n).findLast((one) => one !== null);
      if (last && price.lt(last)) fallen = n;
      break;
    }
    if (before.lt(price)) break;
    if (!before.gt(price)) continue;
    fallen = n;
    const from = dayBefore(local[n]?.day ?? '', 30);
    // The days before, as far as they are known, had this price, and no campaign announced it.
    const stood = prices.slice(0, n).filter((_, m) => (local[m]?.day ?? '') >= from);
    const isAllKnown = (local[0]?.day ?? '') < from || (local[0]?.day === from && local[0].hour === 0);
    if (isAllKnown && stood.every((one) => one?.eq(before)) && !isCampaignAt(n - 1)) break;
  }
  const end = fallen ?? at;
  const midnight = dayBefore(local[end]?.day ?? '', 30);
  const applied: Big[] = [];
  for (let n = 0; n < end; n += 1) {
    if ((local[n]?.day ?? '') < midnight) continue;
    const price = prices[n];
    if (price) applied.push(price);
    for (const list of lists) {
      const beside = list === listAt(asked) || list === listAt(place) ? null : onList(list, n);
      if (beside) applied.push(beside);
    }
  }
  const lowest = applied.reduce<Big | null>((least, one) => (least?.lte(one) ? least : one), null);
  const reduced = fallen !== null && lowest !== null && now.lt(lowest);
  const since = prices.findIndex((price, n) => fallen !== null && n >= fallen && lowest && price?.lt(lowest));
  return {
    // As it was typed.
    price: expect.toSatisfy((text: string) => now.eq(text)),
    fallen: fallen === null ? null : start + fallen * hour,
    reduced,
    since: reduced ? start + since * hour : null,
    lowest: lowest?.toFixed(2) ?? null,
  };
}

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 24 * hour).toISOString().slice(0, 10);
