import { describe, expect, it } from 'vitest';
import type { ListTerms, ListVersion } from './list-holds';
import { lowestPrice } from './lowest-price';
import { marketOf, type Market, type PriceState } from './price-steps';
import { dayText, zoneClock } from './zone-clock';

const helsinki = clockOf('Europe/Helsinki');
const summer = 'aaaaaaaa-0000-4000-8000-000000000001';
const winter = 'aaaaaaaa-0000-4000-8000-000000000002';
const here = 'bbbbbbbb-0000-4000-8000-000000000001';

describe('the law of reductions', () => {
  it('calls 80, then 100, then 90 no reduction', () => {
    const said = baseAt('2026-03-25', { '2026-01-01': '80', '2026-03-10': '100', '2026-03-20': '90' });
    expect(said).toMatchObject({ price: '90', reduced: false, percent: null, lowest: { amount: '80' } });
    expect(said.fallen_since).toBe(instant('2026-03-20'));
  });

  it('compares 90 with 100 once 80 is more than thirty days ago', () => {
    const prices = { '2026-01-01': '80', '2026-02-18': '100' };
    // The days are 18 February to 19 March, and the price was 100 from the first midnight on.
    expect(baseAt('2026-03-25', { ...prices, '2026-03-20': '90' })).toMatchObject({
      reduced: true,
      percent: '-10.0',
      lowest: { amount: '100' },
    });
    expect(baseAt('2026-03-25', { ...prices, '2026-03-19T23:00': '90' })).toMatchObject({ reduced: false });
  });

  it('keeps the first reference of a reduction that goes deeper in steps', () => {
    const prices = { '2026-01-01': '100', '2026-03-01': '90', '2026-03-20': '80', '2026-04-10': '70' };
    const said = baseAt('2026-04-12', prices);
    expect(said).toMatchObject({ reduced: true, percent: '-30.0', lowest: { amount: '100' } });
    expect(said.reduced_since).toBe(instant('2026-03-01'));
    expect(said.changes.map(({ amount }) => amount)).toEqual(['100', '90', '80', '70']);
    // A rise in between ends it.
    expect(baseAt('2026-04-12', { ...prices, '2026-04-01': '85', '2026-04-10': '75' })).toMatchObject({
      reduced: true,
      lowest: { amount: '80' },
      percent: '-6.3',
    });
  });

  it('begins anew where a lowered price stood for thirty days, unless a campaign announced it', () => {
    const prices = { '2026-01-01': '110', '2026-01-10': '100', '2026-02-10': '90' };
    expect(baseAt('2026-02-12', prices)).toMatchObject({ reduced: true, lowest: { amount: '100' } });
    // Two days sooner it had not stood for all of the thirty days.
    const { '2026-02-10': _, ...sooner } = { ...prices, '2026-02-08': '90' };
    expect(baseAt('2026-02-12', sooner)).toMatchObject({ reduced: true, lowest: { amount: '110' } });
    const lists = { [summer]: campaign({ valid_from: '2026-02-01' }) };
    const states = [
      product('2026-01-01', '110', { [summer]: '100' }),
      product('2026-04-01', '110', { [summer]: '90' }),
    ];
    const market = marketAt(instant('2026-04-02'), { asked: summer, lists });
    expect(lowestPrice(market, states)).toMatchObject({ reduced: true, lowest: { amount: '110' } });
  });

  it('goes by the midnight of the shop, also on the day when clocks change', () => {
    // 29 March 2026 has 23 hours: midnight is 22:00 in UTC before it and 21:00 after it.
    const list = campaign({ valid_from: '2026-03-29', valid_until: '2026-03-29', location_ids: [here] });
    const states = [product('2026-01-01', '100', { [summer]: '90' })];
    const at = (moment: string, location: string | null) =>
      lowestPrice(
        marketAt(Date.parse(moment), { asked: summer, lists: { [summer]: list }, location }),
        states,
      );
    expect(at('2026-03-28T21:59:59.999Z', here)).toMatchObject({ price: '100', reduced: false });
    expect(at('2026-03-28T22:00:00.000Z', here)).toMatchObject({
      price: '90',
      reduced: true,
      reduced_since: Date.parse('2026-03-28T22:00:00.000Z'),
      looked_at: {
        from: Date.parse('2026-02-26T22:00:00.000Z'),
        until: Date.parse('2026-03-28T22:00:00.000Z'),
      },
    });
    expect(at('2026-03-29T20:59:59.999Z', here)).toMatchObject({ price: '90' });
    expect(at('2026-03-29T21:00:00.000Z', here)).toMatchObject({ price: '100', fallen_since: null });
    // Another location never had that price.
    const elsewhere = 'bbbbbbbb-0000-4000-8000-000000000002';
    expect(at('2026-03-29T12:00:00.000Z', elsewhere)).toMatchObject({ price: '100', fallen_since: null });
    // Without a location the campaign is looked at as it is where it holds.
    expect(at('2026-03-29T12:00:00.000Z', null)).toMatchObject({ price: '90', reduced: true });
  });

  it('counts what another campaign asked in the location, and what a customer list asked not', () => {
    const lists = {
      [summer]: campaign({ valid_from: '2026-03-02', valid_until: '2026-03-03', location_ids: [here] }),
      [winter]: campaign({ type: 'customer' }),
    };
    const states = [
      product('2026-01-01', '4.10', { [summer]: '3.60', [winter]: '1.00' }),
      product('2026-03-20', '3.90', { [summer]: '3.60', [winter]: '1.00' }),
    ];
    const at = (location: string | null) =>
      lowestPrice(marketAt(instant('2026-03-21'), { lists, location, others: [summer] }), states);
    expect(at(here)).toMatchObject({
      price: '3.90',
      reduced: false,
      lowest: { amount: '3.60', pricelist_id: summer, until: instant('2026-03-04') },
    });
    expect(at(null)).toMatchObject({ reduced: true, lowest: { amount: '4.10' }, percent: '-4.9' });
  });

  it('calls a happy hour a reduction on its first day only', () => {
    const lists = { [summer]: campaign({ time_from: '15:00', time_until: '17:00' }, '2026-03-02T09:00') };
    const states = [product('2026-01-01', '4.00', { [summer]: '2.00' })];
    const at = (moment: string) => lowestPrice(marketAt(instant(moment), { asked: summer, lists }), states);
    expect(at('2026-03-02T15:30')).toMatchObject({ price: '2.00', reduced: true, percent: '-50.0' });
    expect(at('2026-03-02T17:00')).toMatchObject({ price: '4.00', reduced: false, fallen_since: null });
    const second = at('2026-03-03T16:00');
    expect(second).toMatchObject({ price: '2.00', reduced: false, lowest: { amount: '2.00' } });
    expect(second.lowest?.until).toBe(instant('2026-03-02T17:00'));
  });

  it('looks at a product that is new from when it was there, and at its own first day too', () => {
    const said = baseAt('2026-03-25', { '2026-03-10': '5.00', '2026-03-20': '4.50' });
    expect(said).toMatchObject({ reduced: true, since: instant('2026-03-10'), percent: '-10.0' });
    expect(said.looked_at).toEqual({ from: instant('2026-03-10'), until: instant('2026-03-20') });
    const sameDay = { '2026-03-10T08:00': '80', '2026-03-10T09:00': '100', '2026-03-10T10:00': '90' };
    expect(baseAt('2026-03-10T12:00', sameDay)).toMatchObject({ reduced: false, lowest: { amount: '80' } });
  });

  it('does not go on over a time in which the product was not sold', () => {
    const states = [
      product('2026-01-01', '100'),
      product('2026-03-01', '90'),
      { ...product('2026-03-05', '90'), active: false },
      product('2026-03-10', '80'),
    ];
    const at = (moment: string) => lowestPrice(marketAt(instant(moment)), states);
    expect(at('2026-03-02')).toMatchObject({ reduced: true, lowest: { amount: '100' } });
    expect(at('2026-03-07')).toMatchObject({ price: null, reduced: false, lowest: null, changes: [] });
    expect(at('2026-03-11')).toMatchObject({
      reduced: true,
      fallen_since: instant('2026-03-10'),
      lowest: { amount: '90' },
    });
  });

  it('says from which list a price is, and follows the base price where the list does', () => {
    const lists = { [winter]: campaign({ type: 'base' }) };
    const states = [
      product('2026-01-01', '10.00'),
      product('2026-02-01', '10.00', { [winter]: true }),
      product('2026-03-01', '9.00', { [winter]: true }),
    ];
    const said = lowestPrice(marketAt(instant('2026-03-02'), { asked: winter, lists }), states);
    expect(said).toMatchObject({
      price: '9.00',
      pricelist_id: winter,
      reduced: true,
      since: instant('2026-02-01'),
    });
    const before = lowestPrice(marketAt(instant('2026-01-15'), { asked: winter, lists }), states);
    expect(before).toMatchObject({ price: null, since: null });
  });

  it('takes the price list of the location from when the location had it', () => {
    const lists = { [winter]: campaign({ type: 'base' }) };
    const states = [product('2026-01-01', '10.00', { [winter]: '8.00' })];
    const placeVersions = [
      { at: instant('2026-01-01'), pricelist_id: null },
      { at: instant('2026-03-01'), pricelist_id: winter },
    ];
    const market = marketAt(instant('2026-03-02'), { lists, location: here, placeVersions });
    expect(lowestPrice(market, states)).toMatchObject({
      price: '8.00',
      pricelist_id: winter,
      percent: '-20.0',
      reduced_since: instant('2026-03-01'),
    });
  });

  it('goes by what a campaign said at the time, not by what it says now', () => {
    const was = campaign({ valid_from: '2026-03-01', valid_until: '2026-03-05' });
    const is = campaign({ valid_from: '2026-03-20', valid_until: '2026-03-25' }, '2026-03-15');
    const states = [product('2026-01-01', '10.00', { [summer]: '8.00' })];
    const market = marketAt(instant('2026-03-21'), { asked: summer, lists: { [summer]: [...was, ...is] } });
    expect(lowestPrice(market, states)).toMatchObject({
      price: '8.00',
      reduced: false,
      lowest: { amount: '8.00', until: instant('2026-03-06') },
    });
  });

  it('compares exactly, and names the events', () => {
    const said = baseAt('2026-03-25', {
      '2026-03-01': '0.30000000000000000001',
      '2026-03-20': '0.30000000000000000000',
    });
    expect(said).toMatchObject({ reduced: true, percent: '0.0' });
    expect(said.changes.map(({ event_id }) => event_id)).toEqual(['2026-03-01', '2026-03-20']);
  });

  it('says nothing of a product that is not there yet', () => {
    expect(baseAt('2025-12-31', { '2026-01-01': '1.00' })).toMatchObject({
      price: null,
      reduced: false,
      lowest: null,
      since: null,
      changes: [],
    });
  });
});

it('knows the local days of a zone that skips its midnight', () => {
  const saoPaulo = clockOf('America/Sao_Paulo');
  const day = Date.parse('2018-11-04T00:00:00Z') / 86_400_000;
  expect(new Date(saoPaulo.instantOf(day)).toISOString()).toBe('2018-11-04T03:00:00.000Z');
  expect(dayText(saoPaulo.dayOf(Date.parse('2018-11-04T02:59:59Z')))).toBe('2018-11-03');
  const twice = Date.parse('2026-10-25T00:00:00Z') / 86_400_000;
  expect(new Date(helsinki.instantOf(twice, 210)).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  const skipped = Date.parse('2026-03-29T00:00:00Z') / 86_400_000;
  expect(new Date(helsinki.instantOf(skipped, 210)).toISOString()).toBe('2026-03-29T01:00:00.000Z');
  expect(zoneClock('Nowhere/At-All')).toBeNull();
});

function clockOf(zone: string) {
  const clock = zoneClock(zone);
  if (!clock) throw new Error(`There is no zone ${zone}`);
  return clock;
}

/** The instant of a local day or time in Helsinki. */
function instant(moment: string): number {
  const [day = '', time = '00:00'] = moment.split('T');
  const [hours, minutes] = time.split(':').map(Number);
  return helsinki.instantOf(Date.parse(`${day}T00:00Z`) / 86_400_000, (hours ?? 0) * 60 + (minutes ?? 0));
}

function product(moment: string, base: string, prices: PriceState['prices'] = {}): PriceState {
  return { at: instant(moment), active: true, base, prices, event_id: moment };
}

function campaign(terms: Partial<ListTerms>, since = '2026-01-01'): ListVersion[] {
  const usual = {
    active: true,
    type: 'campaign',
    currency: 'EUR',
    isTaxIncluded: true,
    valid_from: '',
    valid_until: '',
    weekdays: [],
    time_from: '',
    time_until: '',
    location_ids: [],
  };
  return [{ at: instant(since), terms: { ...usual, ...terms } }];
}

function marketAt(
  at: number,
  more: {
    asked?: string;
    lists?: Record<string, readonly ListVersion[]>;
    location?: string | null;
    others?: readonly string[];
    placeVersions?: Market['placeVersions'];
  } = {},
): Market {
  const { asked = null, lists = {}, location = null, others = [], placeVersions = [] } = more;
  return marketOf({
    place: { clock: helsinki, location },
    asked,
    isCampaign: asked !== null && lists[asked]?.at(-1)?.terms.type === 'campaign',
    at,
    lists: new Map(Object.entries(lists)),
    others,
    placeVersions,
  });
}

/** What is said of a product of which only the base price changed, at these local times. */
function baseAt(at: string, prices: Readonly<Record<string, string>>) {
  const states = Object.entries(prices)
    .map(([moment, base]) => product(moment, base))
    .toSorted((a, b) => a.at - b.at);
  return lowestPrice(marketAt(instant(at)), states);
}
