import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { backdate } from '@/testing/backdate';
import { changeSets } from '@/testing/change-sets';
import type { Sender } from '@/testing/service';
import { lowestPriceAnswer, lowestPricesAnswer } from '../answer';

const on = stage();

/** Makes a product that has each of these base prices in turn, at local noon of the days if they are given. */
async function product(
  prices: readonly string[],
  days?: readonly string[],
  { send = on.send, data = {} }: { send?: Sender; data?: object } = {},
): Promise<string> {
  const [dpt] = (await send('POST', '/api/secure/dpt', { json: [{ name: 'Bakery' }] })).entities;
  const [tax] = (await send('POST', '/api/secure/tax', { json: [{ name: 'Food', rate: '13.5' }] })).entities;
  const made = await send('POST', '/api/secure/plu', {
    json: { name: 'Bun', base_price: prices[0], dpt_id: dpt?.id, tax_id: tax?.id, data },
  });
  expect([made.status, made.text]).toEqual([201, made.text]);
  for (const base_price of prices.slice(1))
    await send('PUT', `/api/secure/plu/${made.entity.id}`, { json: { base_price } });
  if (days)
    await backdate(
      on.service.db,
      'plu',
      made.entity.id,
      days.map((day) => `${day}T12:00:00Z`),
    );
  return made.entity.id;
}

const ask = async (id: string, query = '', send = on.send) => {
  const answer = await send('GET', `/api/secure/plu/${id}/lowest-price${query}`);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return lowestPriceAnswer.parse(JSON.parse(answer.text));
};

async function list(json: object, since: string | null = '2026-01-01', send = on.send): Promise<string> {
  const made = await send('POST', '/api/secure/pricelist', {
    json: { name: 'Summer', currency: 'EUR', ...json },
  });
  expect([made.status, made.text]).toEqual([201, made.text]);
  if (since) await backdate(on.service.db, 'pricelist', made.entity.id, [`${since}T00:00:00Z`]);
  return made.entity.id;
}

describe('the lowest price of the thirty days before', () => {
  it('says of 80, 100 and 90 that it is no reduction from 100', async () => {
    const id = await product(['80.00', '100.00', '90.00']);
    const said = await ask(id);
    expect(said).toMatchObject({ price: '90.00', reduced: false, reduced_since: null, percent: null });
    expect(said.lowest?.amount).toBe('80.00');
    expect(said.fallen_since).not.toBeNull();
  });

  it('is answered with all digits of a price, which a list may have as a number of forty', async () => {
    const pricelist_id = await list({ type: 'campaign' });
    const price = '9'.repeat(40);
    const id = await product(['80.00']);
    const body = `{"data":{"prices":{"${pricelist_id}":{"type":"price","amount":${price}}}}}`;
    const put = await on.send('PUT', `/api/secure/plu/${id}`, { body });
    expect([put.status, put.text]).toEqual([200, put.text]);
    const all = await on.send('GET', `/api/secure/plu/${id}/lowest-prices`);
    expect(lowestPricesAnswer.parse(all.json).prices.map((one) => one.price)).toContain(price);
  });

  it('keeps the first reference while a price goes down in steps', async () => {
    const id = await product(['100.00', '90.00', '80.00'], ['2026-01-10', '2026-03-01', '2026-03-20']);
    const said = await ask(id, '?at=2026-03-25');
    expect(said).toMatchObject({
      plu_id: id,
      pricelist_id: null,
      location_id: null,
      currency: 'EUR',
      timezone: 'Europe/Helsinki',
      at: '2026-03-25T21:59:59.999Z',
      price: '80.00',
      reduced: true,
      reduced_since: '2026-03-01T12:00:00.000Z',
      percent: '-20.0',
      since: '2026-01-10T12:00:00.000Z',
      lowest: {
        amount: '100.00',
        from: '2026-01-29T22:00:00.000Z',
        until: '2026-03-01T12:00:00.000Z',
        last_day: '2026-03-01',
      },
    });
    expect(said.changes.map(({ amount, until, is_lowest }) => [amount, until, is_lowest])).toEqual([
      ['100.00', '2026-03-01T12:00:00.000Z', true],
      ['90.00', '2026-03-20T12:00:00.000Z', false],
      ['80.00', null, false],
    ]);
    expect((await ask(id, '?at=2026-02-01')).reduced).toBe(false);
  });

  it('names the events to those who read the trail', async () => {
    const id = await product(['5.00', '4.00']);
    const { changes } = await ask(id);
    for (const { event_id } of changes) {
      const answer = await on.send('GET', `/api/secure/event/${event_id}`);
      expect(answer.json).toMatchObject({ entity: 'plu', entity_id: id });
    }
    const trail = `/api/secure/plu/${id}/changes?pointer=/base_price`;
    expect((await on.send('GET', trail)).text).toContain(changes.at(-1)?.event_id ?? 'none');
    for (const role of ['accountant', 'terminal'] as const) {
      const said = await ask(id, '', await on.service.as('helsinki', role));
      expect([said.price, said.reduced, said.percent]).toEqual(['4.00', true, '-20.0']);
      expect(said.changes.map(({ event_id }) => event_id)).toEqual([null, null]);
    }
  });

  it('goes by the location: its campaigns, its midnight and its own list', async () => {
    const here = (
      await on.send('POST', '/api/secure/location', {
        json: { name: 'Here', data: { timezone: 'America/New_York' } },
      })
    ).entity.id;
    const there = (await on.send('POST', '/api/secure/location', { json: { name: 'There' } })).entity.id;
    // On 8 March the clocks of New York go forward.
    const dates = { valid_from: '2026-03-08', valid_until: '2026-03-08', location_ids: [here.toUpperCase()] };
    const summer = await list({ type: 'campaign', data: dates });
    const id = await product(['5.00'], ['2026-01-10'], {
      data: { prices: { [summer]: { type: 'price', amount: '4.50' } } },
    });
    const at = (moment: string, location: string) =>
      ask(id, `?at=${moment}&pricelist=${summer}&location_id=${location}`);
    expect(await at('2026-03-08T04:59:59.999Z', here)).toMatchObject({ price: '5.00', reduced: false });
    expect(await at('2026-03-08T05:00:00Z', here)).toMatchObject({
      timezone: 'America/New_York',
      price: '4.50',
      reduced: true,
      percent: '-10.0',
      lowest: { amount: '5.00', from: '2026-02-06T05:00:00.000Z', last_day: '2026-03-07' },
    });
    expect(await at('2026-03-09T03:59:59.999Z', here)).toMatchObject({ price: '4.50' });
    expect(await at('2026-03-09T04:00:00Z', here)).toMatchObject({ price: '5.00', fallen_since: null });
    expect(await at('2026-03-08T12:00:00Z', there)).toMatchObject({ price: '5.00', reduced: false });
    // What was asked there of everybody counts when the base price falls afterwards.
    await on.send('PUT', `/api/secure/plu/${id}`, { json: { base_price: '4.80' } });
    await backdate(on.service.db, 'plu', id, ['2026-01-10T12:00:00Z', '2026-03-12T12:00:00Z']);
    const inShop = await ask(id, `?at=2026-03-13&location_id=${here}`);
    expect(inShop).toMatchObject({ price: '4.80', reduced: false, lowest: { amount: '4.50' } });
    expect(inShop.changes.map(({ amount, pricelist_name }) => [amount, pricelist_name])).toEqual([
      ['5.00', null],
      ['4.50', 'Summer'],
      ['4.80', null],
    ]);
    expect(await ask(id, '?at=2026-03-13')).toMatchObject({ reduced: true, percent: '-4.0' });
  });

  it('does not count the prices of a customer list, nor those without tax or in another currency', async () => {
    const lists = await Promise.all([
      list({ type: 'customer' }),
      list({ type: 'campaign', currency: 'SEK' }),
      list({ type: 'campaign', data: { tax_included: false } }),
    ]);
    const prices = Object.fromEntries(lists.map((id) => [id, { type: 'price', amount: 1.5 }]));
    const id = await product(['5.00', '4.00'], ['2026-01-10', '2026-03-10'], { data: { prices } });
    expect(await ask(id, '?at=2026-03-12')).toMatchObject({ reduced: true, lowest: { amount: '5.00' } });
    const [customers] = lists;
    expect(await ask(id, `?at=2026-03-12&pricelist=${customers}`)).toMatchObject({
      price: '1.5',
      reduced: false,
      fallen_since: null,
    });
  });

  it('says whether its amounts hold tax: as the list says, else as the base price, and where the list has that', async () => {
    const word = (tax_included?: boolean) =>
      list({ type: 'customer', ...(tax_included !== undefined && { data: { tax_included } }) });
    const [net, gross, silent] = [await word(false), await word(true), await word()];
    const price = { type: 'price', amount: 2 };
    const priced = { [net]: price, [gross]: price, [silent]: price };
    const [dpt] = (await on.send('POST', '/api/secure/dpt', { json: [{ name: 'Bakery' }] })).entities;
    for (const included of [true, false]) {
      const tax = { name: 'Food', rate: '13.5', data: { included } };
      const tax_id = (await on.send('POST', '/api/secure/tax', { json: tax })).entity.id;
      const json = { name: 'Bun', base_price: '5.00', dpt_id: dpt?.id, tax_id };
      const made = async (prices: object) =>
        (await on.send('POST', '/api/secure/plu', { json: { ...json, data: { prices } } })).entity.id;
      const id = await made(priced);
      const said = async (of: string, query = '') => (await ask(of, query)).tax_included;
      expect([included, await said(id)]).toEqual([included, included]);
      expect(await said(id, `?pricelist=${net}`)).toBe(false);
      expect(await said(id, `?pricelist=${gross}`)).toBe(true);
      expect(await said(id, `?pricelist=${silent}`)).toBe(included);
      const follows = await made({ [net]: { type: 'baseprice' }, [gross]: { type: 'baseprice' } });
      expect(await said(follows, `?pricelist=${net}`)).toBe(included);
      expect(await said(follows, `?pricelist=${gross}`)).toBe(included);
      const all = await on.send('GET', `/api/secure/plu/${id}/lowest-prices`);
      const { prices } = lowestPricesAnswer.parse(JSON.parse(all.text));
      expect(new Map(prices.map((one) => [one.pricelist_id, one.tax_included]))).toEqual(
        new Map([
          [null, included],
          [net, false],
          [gross, true],
          [silent, included],
        ]),
      );
    }
  });

  it('compares a campaign without tax with no base price that holds it', async () => {
    const terms = (tax_included: boolean) => ({
      type: 'campaign',
      data: { tax_included, valid_from: '2026-03-15', valid_until: '2026-03-22' },
    });
    const [net, gross] = [await list(terms(false)), await list(terms(true))];
    const price = { type: 'price', amount: 4 };
    const prices = { [net]: price, [gross]: price };
    const id = await product(['5.00'], ['2026-01-10'], { data: { prices } });
    const during = '?at=2026-03-20&pricelist=';
    expect(await ask(id, during + gross)).toMatchObject({ price: '4', tax_included: true, percent: '-20.0' });
    expect(await ask(id, during + net)).toMatchObject({ price: '4', tax_included: false, reduced: false });
    const before = '?at=2026-03-10&pricelist=';
    expect(await ask(id, before + gross)).toMatchObject({ price: '5.00', tax_included: true });
    expect(await ask(id, before + net)).toMatchObject({ price: null, tax_included: false });
  });

  it('sees a scheduled change from when it was applied, with its event', async () => {
    const id = await product(['5.00']);
    const sets = changeSets(on.send);
    const set = await sets.draft([{ resource: 'plu', record_id: id, patch: { base_price: '4.50' } }], {
      apply_at: '2040-01-01T06:00',
    });
    await sets.move(set, 'schedule');
    expect(await ask(id)).toMatchObject({ price: '5.00', reduced: false });
    await sql`update changeset set due_at = clock_timestamp() - interval '1 second' where id = ${set}`.execute(
      on.service.db,
    );
    while ((await sets.get(set)).status !== 'applied')
      await new Promise((resolve) => setTimeout(resolve, 50));
    const said = await ask(id);
    expect(said).toMatchObject({ price: '4.50', reduced: true, percent: '-10.0' });
    const event = await on.send('GET', `/api/secure/event/${said.changes.at(-1)?.event_id}`);
    expect(event.json).toMatchObject({ changeset_id: set });
  });

  it('answers for the regular price and each list of the product at once', async () => {
    const [one, other] = [await list({ type: 'customer' }), await list({ type: 'customer', name: 'Staff' })];
    const prices = { [one]: { type: 'price', amount: 2 }, [other]: { type: 'baseprice' } };
    const id = await product(['5.00', '4.00'], ['2026-01-10', '2026-03-10'], { data: { prices } });
    const answer = await on.send('GET', `/api/secure/plu/${id}/lowest-prices?at=2026-03-12`);
    const said = lowestPricesAnswer.parse(JSON.parse(answer.text)).prices;
    expect(new Map(said.map(({ pricelist_id, price, percent }) => [pricelist_id, [price, percent]]))).toEqual(
      new Map<string | null, unknown[]>([
        [null, ['4.00', '-20.0']],
        [one, ['2', null]],
        [other, ['4.00', '-20.0']],
      ]),
    );
  });
});

describe('who may ask', () => {
  it('is who may read the product, and a child learns of its parent the prices alone', async () => {
    const group = await on.service.as('group', 'admin');
    const id = await product(['5.00', '4.00'], ['2026-01-10', '2026-03-10'], { send: group });
    expect((await ask(id, '?at=2026-03-12', group)).changes.every(({ event_id }) => event_id !== null)).toBe(
      true,
    );
    const said = await ask(id, '?at=2026-03-12');
    expect(said).toMatchObject({ price: '4.00', reduced: true, percent: '-20.0' });
    expect(said.changes.map(({ amount, event_id }) => [amount, event_id])).toEqual([
      ['5.00', null],
      ['4.00', null],
    ]);
    const own = await product(['5.00', '4.00']);
    for (const company of ['group', 'tampere', 'other'] as const) {
      const send = await on.service.as(company, 'admin');
      const answer = await send('GET', `/api/secure/plu/${own}/lowest-price`);
      expect([company, answer.status]).toEqual([company, 404]);
    }
    const other = await on.service.as('other', 'admin');
    expect((await other('GET', `/api/secure/plu/${id}/lowest-price`)).status).toBe(404);
  });

  it('names no list and no location of another company', async () => {
    const id = await product(['5.00']);
    const other = await on.service.as('tampere', 'admin');
    const theirs = await list({ type: 'campaign' }, null, other);
    const place = (await other('POST', '/api/secure/location', { json: { name: 'Theirs' } })).entity.id;
    for (const [name, value] of [
      ['pricelist', theirs],
      ['location_id', place],
    ]) {
      const answer = await on.send('GET', `/api/secure/plu/${id}/lowest-price?${name}=${value}`);
      expect([answer.status, answer.pointers]).toEqual([400, [`?${name}`]]);
      expect(answer.problem.errors?.[0]?.code).toBe('reference_not_found');
    }
  });

  it.each([
    ['at=yesterday', '?at'],
    ['at=2026-02-30', '?at'],
    ['at=', '?at'],
    ['at=2026-03-01T10:00', '?at'],
    ['at=0000-01-01', '?at'],
    ['at=9999-12-31', '?at'],
    ['at=9999-12-31T23:59:59.999Z', '?at'],
    ['pricelist=summer', '?pricelist'],
    ['location_id=here', '?location_id'],
    ['at=2026-03-01&at=2026-03-02', '?at'],
    ['days=3', '?days'],
  ])('is refused %s by name', async (query, pointer) => {
    const id = await product(['5.00']);
    const answer = await on.send('GET', `/api/secure/plu/${id}/lowest-price?${query}`);
    expect([answer.status, answer.pointers]).toEqual([400, [pointer]]);
  });

  it.each(['0001-01-01', '0001-01-01T00:00:00Z'])('may ask for %s', async (at) => {
    const id = await product(['5.00', '4.00']);
    expect(await ask(id, `?at=${at}`)).toMatchObject({ price: null, since: null, changes: [] });
  });
});
