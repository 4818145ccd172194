import { beforeAll, expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { backdate } from '@/testing/backdate';
import { changeSets } from '@/testing/change-sets';
import type { Sender } from '@/testing/service';
import { lowestPriceSheet, type LowestPriceSheet } from '../answer';

const on = stage();
const path = '/api/secure/report/lowest-price';

const read = async (query = '', send: Sender = on.send): Promise<LowestPriceSheet> => {
  const answer = await send('GET', `${path}${query}`);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return lowestPriceSheet.parse(JSON.parse(answer.text));
};

const named = ({ items }: LowestPriceSheet) => items.map(({ name, percent }) => [name, percent]);

let summer = '';
let place = '';

/** Makes a product whose base price was each of these from local noon of a day on. */
async function product(
  name: string,
  prices: Readonly<Record<string, string>>,
  more: object = {},
  send = on.send,
) {
  const [dpt] = (await send('POST', '/api/secure/dpt', { json: [{ name: 'Bakery' }] })).entities;
  const [tax] = (await send('POST', '/api/secure/tax', { json: [{ name: 'Food', rate: '13.5' }] })).entities;
  const [first, ...rest] = Object.values(prices);
  const made = await send('POST', '/api/secure/plu', {
    json: { name, base_price: first, dpt_id: dpt?.id, tax_id: tax?.id, ...more },
  });
  for (const base_price of rest)
    await send('PUT', `/api/secure/plu/${made.entity.id}`, { json: { base_price } });
  const moments = Object.keys(prices).map((day) => `${day}T12:00:00Z`);
  await backdate(on.service.db, 'plu', made.entity.id, moments);
  return made.entity.id;
}

beforeAll(async () => {
  place = (await on.send('POST', '/api/secure/location', { json: { name: 'Here' } })).entity.id;
  const data = { valid_from: '2026-03-15', valid_until: '2026-03-22', location_ids: [place] };
  const json = { name: 'Summer', currency: 'EUR', type: 'campaign', data };
  summer = (await on.send('POST', '/api/secure/pricelist', { json })).entity.id;
  await backdate(on.service.db, 'pricelist', summer, ['2026-01-01T00:00:00Z']);
  const onList = (amount: string) => ({ data: { prices: { [summer]: { type: 'price', amount } } } });
  await product('Same', { '2026-01-10': '2.00' });
  await product('Risen', { '2026-01-10': '2.00', '2026-03-10': '2.20' });
  await product('Reduced', { '2026-01-10': '4.10', '2026-03-10': '3.60' });
  await product('Older', { '2025-01-10': '4.10', '2025-03-10': '3.60' });
  await product('Back', { '2026-01-10': '80', '2026-03-05': '100', '2026-03-12': '90' });
  await product('Åland bun', { '2026-01-10': '5.00' }, onList('4.50'));
  await product('Dearer there', { '2026-01-10': '5.00' }, onList('5.50'));
  await product('Later', { '2026-01-10': '4.00', '2026-03-25': '3.00' });
});

it('lists the products that are reduced, and on request those whose price fell and is no reduction', async () => {
  const sheet = await read('?at=2026-03-20');
  expect(named(sheet)).toEqual([['Reduced', '-12.2']]);
  expect(sheet).toMatchObject({ totals: { reduced: 1, not_reduced: 1 }, days: 90, next_offset: null });
  const [item] = sheet.items;
  expect(item).toMatchObject({
    price: '3.60',
    reduced: true,
    fallen_since: '2026-03-10T12:00:00.000Z',
    lowest: { amount: '4.10', last_day: '2026-03-10' },
    event: { at: '2026-03-10T12:00:00.000Z', who: 'helsinki admin', is_key: true, changeset: null },
  });
  const all = await read('?at=2026-03-20&fallen=true');
  expect(named(all)).toEqual([
    ['Back', null],
    ['Reduced', '-12.2'],
  ]);
  expect(all.items[0]).toMatchObject({ reduced: false, lowest: { amount: '80', last_day: '2026-03-05' } });
  expect(named(await read('?at=2026-03-28'))).toEqual([
    ['Later', '-25.0'],
    ['Reduced', '-12.2'],
  ]);
  // A price that fell a year ago is on it only if it is asked for.
  expect(named(await read('?at=2026-03-20&days=400'))).toEqual([
    ['Older', '-12.2'],
    ['Reduced', '-12.2'],
  ]);
});

it('lists what a campaign reduces in a location while it holds', async () => {
  const there = (at: string) => read(`?at=${at}&pricelist=${summer}&location_id=${place}`);
  expect(named(await there('2026-03-20'))).toEqual(
    [
      ['Åland bun', '-10.0'],
      ['Reduced', '-12.2'],
    ].toSorted(([one = ''], [other = '']) => one.localeCompare(other, 'fi')),
  );
  expect(named(await there('2026-03-14'))).toEqual([['Reduced', '-12.2']]);
  // The price that went up for the campaign came down again to what it was: no reduction.
  const after = await read(`?at=2026-03-23&pricelist=${summer}&location_id=${place}&fallen=true`);
  expect(named(after)).toEqual([
    ['Back', null],
    ['Dearer there', null],
    ['Reduced', '-12.2'],
  ]);
});

it('says of each product what its own address says', async () => {
  for (const query of [
    'at=2026-03-20',
    `at=2026-03-20&pricelist=${summer}`,
    `at=2026-03-23&pricelist=${summer}&location_id=${place}`,
  ]) {
    const { items } = await read(`?${query}&fallen=true`);
    expect(items.length).toBeGreaterThan(1);
    for (const {
      plu_id,
      name,
      productid: _,
      company_id: __,
      event: ___,
      lowest_event: ____,
      ...item
    } of items) {
      const one = await on.send('GET', `/api/secure/plu/${plu_id}/lowest-price?${query}`);
      expect([name, one.json]).toMatchObject([name, item]);
    }
  }
});

it('goes on where a page ends', async () => {
  const first = await read('?at=2026-03-28&fallen=true&limit=2');
  expect([first.items.length, first.next_offset]).toEqual([2, 2]);
  const second = await read('?at=2026-03-28&fallen=true&limit=2&offset=2');
  expect([...named(first), ...named(second)]).toEqual(named(await read('?at=2026-03-28&fallen=true')));
  expect(second.next_offset).toBeNull();
});

it('names the change set', async () => {
  const id = await product('By a set', { '2026-01-10': '9.00' });
  const sets = changeSets(on.send);
  const item = { resource: 'plu', record_id: id, line: 231, patch: { base_price: '8.10' } };
  const set = await sets.draft([item], { name: 'Prices of March', origin: 'import' });
  await sets.move(set, 'apply');
  const { items } = await read();
  expect(items.find(({ plu_id }) => plu_id === id)).toMatchObject({
    percent: '-10.0',
    event: { changeset: { id: set, name: 'Prices of March', line: 231 } },
    lowest_event: { at: '2026-01-10T12:00:00.000Z', who: 'helsinki admin', changeset: null },
  });
});

it('tells accountants no events, terminals nothing, and nobody what is of another company', async () => {
  const accountant = await read('?at=2026-03-20', await on.service.as('helsinki', 'accountant'));
  expect(accountant.items[0]).toMatchObject({ name: 'Reduced', event: null, lowest_event: null });
  expect((await (await on.service.as('helsinki', 'terminal'))('GET', path)).status).toBe(403);
  for (const company of ['group', 'tampere', 'other'] as const)
    expect((await read('?at=2026-03-20&fallen=true', await on.service.as(company))).items).toEqual([]);
  // A child sees the reductions of its parent's products, without who made them.
  const group = await on.service.as('group');
  await product('Of the group', { '2026-01-10': '9.00', '2026-03-10': '8.10' }, {}, group);
  const tampere = await read('?at=2026-03-20', await on.service.as('tampere', 'admin'));
  expect(tampere.items).toMatchObject([{ name: 'Of the group', percent: '-10.0', event: null }]);
  const own = await read('?at=2026-03-20', group);
  expect(own.items).toMatchObject([{ name: 'Of the group', event: { who: 'group admin' } }]);
});

it.each([
  ['fallen=yes', '?fallen'],
  ['days=0', '?days'],
  ['days=3661', '?days'],
  ['limit=5001', '?limit'],
  ['offset=-1', '?offset'],
  ['at=soon', '?at'],
  ['q=bun', '?q'],
])('refuses %s by name', async (query, pointer) => {
  const answer = await on.send('GET', `${path}?${query}`);
  expect([answer.status, answer.pointers]).toEqual([400, [pointer]]);
});

it('says of each product whether its prices hold tax', async () => {
  const send = await on.service.as('tampere');
  await product('With', { '2026-01-10': '4.00', '2026-03-10': '3.00' }, {}, send);
  const json = { name: 'Net', rate: '13.5', data: { included: false } };
  const tax_id = (await send('POST', '/api/secure/tax', { json })).entity.id;
  await product('Without', { '2026-01-10': '4.00', '2026-03-10': '3.00' }, { tax_id }, send);
  const { items } = await read('?at=2026-03-20', send);
  const own = items.filter(({ name }) => name.startsWith('With'));
  expect(own.map(({ name, tax_included, percent }) => [name, tax_included, percent])).toEqual([
    ['With', true, '-25.0'],
    ['Without', false, '-25.0'],
  ]);
});
