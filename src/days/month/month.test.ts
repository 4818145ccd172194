import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '@/testing/answer';
import { stage, unknownId } from '@/testing/api/start';
import { openShop, soundReceipt, type Shop } from '@/testing/shop';
import { monthSchema, type Month } from './schema';

const on = stage();
const path = '/api/secure/report/month';
const ask = (query: string) => on.send('GET', `${path}?${query}`);
const month = async (query: string): Promise<Month> => monthSchema.parse((await ask(query)).json);

/** A shop whose days are in a currency. */
async function shopIn(currency: string, address: Json = {}): Promise<Shop> {
  const shop = await openShop(on.send, on.samples);
  const { status } = await on.send('PUT', `/api/secure/location/${shop.location_id}`, {
    json: { data: { currency, address } },
  });
  expect(status).toBe(200);
  return shop;
}

let receipts = 0;
/** Sells one thing and pays it in cash. */
function sale(
  shop: Shop,
  day: string,
  currency: string,
  sums: [gross: string, net: string, tax: string, rate: string],
): Json {
  const [gross, net, tax, rate] = sums;
  receipts += 1;
  return shop.receipt(day, {
    receipt_num: String(receipts),
    currency,
    total: gross,
    total_net: net,
    total_tax: tax,
    data: {
      lines: [{ name: 'Bun', qty: '1', total: gross, net, tax, tax_rate: rate }],
      tenders: [{ type: 'cash', amount: gross }],
      taxes: [{ rate, gross, net, tax }],
    },
  });
}

const post = async (json: Json | Json[]) =>
  expect(
    (await on.send('POST', '/api/secure/sales', { json: Array.isArray(json) ? json : [json] })).status,
  ).toBe(200);
const close = async (shop: Shop, day: string) =>
  expect((await shop.setStatus(day, 'closed')).status).toBe(200);

describe.each([
  ['JPY', ['108', '100', '8', '8'], { gross: '216', net: '200', tax: '16' }],
  ['KWD', ['1.055', '1.005', '0.050', '5'], { gross: '2.110', net: '2.010', tax: '0.100' }],
] as const)('a month in %s', (currency, sums, totals) => {
  it('has the decimals of its currency in both computations, and is never added to another', async () => {
    const year = currency === 'JPY' ? '2021' : '2022';
    const shop = await shopIn(currency);
    const euros = await shopIn('EUR');
    for (const date of [`${year}-03-01`, `${year}-03-02`]) {
      const day = await shop.openDay(date);
      await post(sale(shop, day, currency, [...sums]));
      await close(shop, day);
    }
    const other = await euros.openDay(`${year}-03-01`);
    await post(sale(euros, other, 'EUR', ['4.50', '3.96', '0.54', '13.5']));
    await close(euros, other);
    const refused = await ask(`month=${year}-03`);
    expect(refused.status).toBe(400);
    expect(Object(refused.json).errors.map((error: Json) => error['detail'])).toEqual(
      ['EUR', currency].toSorted(),
    );
    const found = await month(`month=${year}-03&currency=${currency}`);
    expect(found).toMatchObject({
      currencies: ['EUR', currency],
      equal: true,
      totals: { count: 2, ...totals },
      sealed: { days: 2, count: 2, ...totals },
      difference: { gross: currency === 'JPY' ? '0' : '0.000' },
    });
    expect(found.locations.map(({ id }) => id)).toEqual([shop.location_id]);
    expect((await month(`month=${year}-03&currency=EUR`)).totals.gross).toBe('4.50');
  });
});

describe('the figures of a month', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await shopIn('EUR', { country: 'SE' });
  });

  it('are of closed days: an open one is to be settled, with what it has so far', async () => {
    const [closed, open] = [await shop.openDay('2020-05-01'), await shop.openDay('2020-05-02')];
    await post([soundReceipt(shop, closed, '1'), soundReceipt(shop, open, '2')]);
    await close(shop, closed);
    const found = await month('month=2020-05');
    expect([found.totals.count, found.sealed.days, found.states]).toEqual([
      1,
      1,
      { exported: 0, closed: 1, not_adding_up: 0, open: 1, missing: 0 },
    ]);
    expect(found.settle).toMatchObject([{ kind: 'open', businessday_id: open, count: 1, gross: '4.50' }]);
    expect(found.days.find(({ id }) => id === closed)?.by_tax).toEqual([
      { rate: '13.5', net: '3.96', tax: '0.54' },
    ]);
  });

  it('name a day that does not add up until its fault is acknowledged', async () => {
    const day = await shop.openDay('2020-06-01');
    await post(soundReceipt(shop, day, '3', { total: '4.51' }));
    await close(shop, day);
    const before = await month('month=2020-06');
    expect([before.states.not_adding_up, before.settle[0]?.kind, before.settle[0]?.at_fault]).toEqual([
      1,
      'not_adding_up',
      1,
    ]);
    const report = Object((await on.send('GET', `/api/secure/report/businessdaytx/${day}`)).json);
    for (const { code } of report.checks.filter(({ ok }: { ok: boolean }) => !ok))
      await on.send('POST', `/api/secure/report/businessdaytx/${day}/acknowledgement`, {
        json: { code, reason: 'Known' },
      });
    expect((await month('month=2020-06')).states).toMatchObject({ not_adding_up: 0, closed: 1 });
  });

  it('carry on what customers are owed: gift cards sold and not redeemed, deposits taken and not given back', async () => {
    const line = (kind: string, total: string) => ({
      name: kind,
      kind,
      qty: '1',
      total,
      net: total,
      tax: '0',
      tax_rate: '0',
    });
    const paid = (shopDay: string, num: string, lines: Json[], tender: Json, total: string) =>
      shop.receipt(shopDay, {
        receipt_num: num,
        total,
        total_net: total,
        type: total.startsWith('-') ? 'return' : 'sale',
        data: {
          lines,
          tenders: [{ ...tender, amount: total }],
          taxes: [{ rate: '0', gross: total, net: total, tax: '0' }],
        },
      });
    const [july, august] = [await shop.openDay('2020-07-01'), await shop.openDay('2020-08-01')];
    await post(
      paid(july, '4', [line('gift_card', '50.00'), line('deposit', '20.00')], { type: 'cash' }, '70.00'),
    );
    await post([
      paid(august, '5', [line('sale', '30.00')], { type: 'gift_card' }, '30.00'),
      paid(august, '6', [line('deposit', '-5.00')], { type: 'cash' }, '-5.00'),
    ]);
    await close(shop, july);
    await close(shop, august);
    expect((await month('month=2020-08')).owed).toEqual([
      { kind: 'gift_card', brought_forward: '50.00', received: '0.00', used: '30.00', carried_on: '20.00' },
      { kind: 'deposit', brought_forward: '20.00', received: '0.00', used: '5.00', carried_on: '15.00' },
    ]);
    expect((await month('month=2020-08')).equal).toBe(true);
    // What seals have beside their figures is what is added up; those from before it was kept are read from their figures.
    const carriedOn = async (kept: string) => {
      for (const statement of [
        'alter table businessday_seal_figures no force row level security, disable trigger user',
        `update businessday_seal_figures set ${kept}`,
        'alter table businessday_seal_figures force row level security, enable trigger user',
      ])
        await sql.raw(statement).execute(on.service.db);
      return (await month('month=2020-08')).owed?.map(({ carried_on }) => carried_on);
    };
    expect(await carriedOn('deposit = deposit + 1')).toEqual([
      '20.00',
      expect.not.stringMatching(/^15\.00$/),
    ]);
    expect(await carriedOn('gift_card = null, deposit = null')).toEqual(['20.00', '15.00']);
    expect(
      await carriedOn(
        "gift_card = owed_in_figures(figures, 'gift_card'), deposit = owed_in_figures(figures, 'deposit')",
      ),
    ).toEqual(['20.00', '15.00']);
  });

  it('go into the VAT return of the country of the location', async () => {
    const day = await shop.openDay('2020-09-01');
    await post([
      sale(shop, day, 'EUR', ['125.99', '100.79', '25.20', '25']),
      sale(shop, day, 'EUR', ['11.20', '10.00', '1.20', '12']),
    ]);
    await close(shop, day);
    const [vat] = (await month('month=2020-09')).vat_returns;
    expect([vat?.country, vat?.tax, vat?.stated_tax]).toEqual(['SE', '26.40', '26']);
    expect(vat?.rows.map(({ row, stated_base, stated_tax }) => [row, stated_base, stated_tax])).toEqual([
      ['05', '110', null],
      ['10', null, '25'],
      ['11', null, '1'],
      ['12', null, '0'],
      ['42', '0', null],
    ]);
  });

  it('have an ETag that stands until a day changes, and name what is wrong in a query', async () => {
    const first = await ask('month=2020-09');
    const again = { headers: { 'If-None-Match': first.header('etag') } };
    expect((await on.send('GET', `${path}?month=2020-09`, again)).status).toBe(304);
    await close(shop, await shop.openDay('2020-10-01'));
    expect((await on.send('GET', `${path}?month=2020-09`, again)).status).toBe(200);
    for (const query of [
      '',
      'month=2020-13',
      'month=2020-9',
      'month=2020-09&x=1',
      'month=2020-09&currency=euro',
      'month=2020-09&location_id=x',
    ])
      expect([query, (await ask(query)).status]).toEqual([query, 400]);
    expect((await ask(`month=2020-09&location_id=${unknownId}`)).json).toMatchObject({
      errors: [{ code: 'reference_not_found' }],
    });
  });
});
