import { Big } from 'big.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Entity } from '@/testing/answer';
import { readPlans } from '@/testing/database/read-plans';
import { samplesFor } from '@/testing/samples';
import { startTestService, type Sender, type TestService } from '@/testing/service';
import { sql } from 'kysely';
import { marginOf } from './fields/margin';
import { plu } from './contract';

let service: TestService;
let send: Sender;
const rates: Record<string, { rate: string; taxIncluded: boolean }> = {};

beforeAll(async () => {
  service = await startTestService();
  send = await service.as('helsinki');
  const parent = await service.as('group');
  for (const [rate, included] of [
    ['25.5', true],
    ['14', undefined],
    ['10', false],
    ['0', true],
  ] as const) {
    const json = { name: `Tax ${rate}`, rate, data: { included } };
    const { id } = (await parent('POST', '/api/secure/tax', { json })).entity;
    rates[id] = { rate, taxIncluded: included !== false };
  }
  const taxes = Object.keys(rates);
  // With 25.5 %, a cost of 8 of 12.55 is a margin of exactly 20 %, and of 10.04 of exactly 0.
  const prices = ['12.55', '10.04', '10.00', '0.00', '-1.00', '3.3333', '8'];
  const costs = [8, 8.000_000_1, 7.999_999_9, 10, 0, -1, undefined, null, 3.333_333, 100];
  const barcodes = [['6430098120412'], [], undefined, [''], ['0'], [6430098120412], ['', 'x']];
  for (const sender of [parent, send]) {
    const body = await samplesFor(sender).minimal(plu);
    const json = Array.from({ length: 280 }, (_, n) => ({
      ...body,
      name: `Product ${n}`,
      active: n % 11 !== 0,
      tax_id: taxes[n % taxes.length],
      base_price: prices[n % prices.length],
      data: { cost_price: costs[(n >> 2) % costs.length], barcodes: barcodes[(n >> 1) % barcodes.length] },
    }));
    expect((await sender('POST', '/api/secure/plu', { json })).status).toBe(200);
  }
});
afterAll(() => service.close());

const list = (query: string) => send('GET', `/api/secure/plu?pageSize=1000&${query}`);
const given = ({ base_price, data, tax_id }: Entity) => ({
  price: String(base_price),
  cost: Object(data).cost_price,
  ...(rates[String(tax_id)] ?? { rate: undefined, taxIncluded: true }),
});

const isLow = (row: Entity) => marginOf(given(row))?.low === true;
const isBelowCost = (row: Entity) => {
  const { price, cost, rate, taxIncluded } = given(row);
  if (!marginOf({ price, cost, rate, taxIncluded })) return false;
  return new Big(cost).times(new Big(taxIncluded ? (rate ?? 0) : 0).plus(100)).gt(new Big(price).times(100));
};
const hasNoBarcode = ({ data }: Entity) => {
  const { barcodes } = Object(data);
  return !(Array.isArray(barcodes) && barcodes.some((code) => typeof code === 'string' && code !== ''));
};

it.each([
  ['low_margin', isLow],
  ['below_cost', isBelowCost],
  ['no_barcode', hasNoBarcode],
] as const)('%s finds the products that the screens show so, now and in the past', async (filter, fits) => {
  const [tax = ''] = Object.keys(rates);
  for (const state of [
    '',
    'active=true&',
    'active=false&',
    `tax_id=${tax}&`,
    'q=product&',
    'sort=-margin&',
  ]) {
    const all = (await list(state)).entities;
    const wanted = all.filter(fits).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(all.length);
    const answer = await list(`${state}${filter}=true`);
    expect(answer.entities.map(({ id }) => id)).toEqual(wanted);
    expect(answer.header('x-total-count')).toBe(String(wanted.length));
    const past = await list(`${state}${filter}=true&as_of=${new Date().toISOString()}`);
    expect(past.entities.map(({ id }) => id)).toEqual(wanted);
  }
  for (const value of ['false', '1', 'yes', '']) expect((await list(`${filter}=${value}`)).status).toBe(400);
});

it('the filters follow a price, a cost, the tax of a product, its barcodes and the rate of a tax', async () => {
  const parent = await service.as('group');
  const tax = (
    await parent('POST', '/api/secure/tax', {
      json: { name: 'Changing', rate: '0', data: { included: true } },
    })
  ).entity.id;
  const body = await samplesFor(send).minimal(plu);
  const json = { ...body, tax_id: tax, base_price: '10.00', data: { cost_price: 7 } };
  const { id } = (await send('POST', '/api/secure/plu', { json })).entity;
  const found = async () => {
    const fit = [];
    for (const filter of ['below_cost', 'low_margin', 'no_barcode'])
      if ((await list(`${filter}=true&tax_id=${tax}`)).entities.some((row) => row.id === id))
        fit.push(filter);
    return fit;
  };
  const put = async (sender: Sender, path: string, change: object) =>
    expect((await sender('PUT', path, { json: change })).status).toBe(200);
  const before = new Date().toISOString();
  expect(await found()).toEqual(['no_barcode']);
  await put(parent, `/api/secure/tax/${tax}`, { rate: '25.5' });
  expect(await found()).toEqual(['low_margin', 'no_barcode']);
  await put(send, `/api/secure/plu/${id}`, { data: { cost_price: 8.5, barcodes: ['1'] } });
  expect(await found()).toEqual(['below_cost', 'low_margin']);
  await put(parent, `/api/secure/tax/${tax}`, { data: { included: false } });
  expect(await found()).toEqual(['low_margin']);
  await put(send, `/api/secure/plu/${id}`, { base_price: '20' });
  expect(await found()).toEqual([]);
  const past = await list(`no_barcode=true&tax_id=${tax}&as_of=${before}`);
  expect(past.entities.map((row) => row.id)).toEqual([id]);
});

it('a company sees its own and its parent’s products, and counts those alone', async () => {
  const other = await service.as('other');
  const own = await other('GET', '/api/secure/plu?low_margin=true&pageSize=1000');
  expect(own.entities).toEqual([]);
  expect(own.header('x-total-count')).toBe('0');
});

it('among many products, those below a margin are read from the index', async () => {
  const { tenantId, companyId } = service.companies.helsinki;
  const [tax = ''] = Object.keys(rates);
  const dpt = (await list('')).entities[0]?.['dpt_id'];
  await sql`alter table plu no force row level security`.execute(service.db);
  // In parts, each well within the time limit of a statement, as an array of the service is.
  for (let from = 1; from <= 20_000; from += 1000)
    await sql`
    insert into plu (tenant_id, company_id, id, active, name, data, created_at, modified_at, dpt_id, tax_id, type,
      productid, receipt_name, base_price, memo)
    select ${tenantId}::uuid, ${companyId}::uuid, gen_random_uuid(), true, 'Bulk',
      jsonb_build_object('cost_price', 5 + n % 2, 'note', repeat('x', 600), 'barcodes', '["1"]'::jsonb), now(), now(),
      ${dpt}::uuid, ${tax}::uuid, 9, n::text, '', case when n % 100 = 0 then 6 else 12 end, ''
    from generate_series(${from}::int, ${from + 999}::int) n`.execute(service.db);
  await sql`alter table plu force row level security`.execute(service.db);
  await sql`vacuum analyze plu`.execute(service.db);
  const taken = await readPlans(service);
  for (const filter of ['low_margin', 'below_cost', 'no_barcode']) {
    taken();
    await list(`${filter}=true&page=1`);
    const scans = taken().filter(({ of }) => of.includes('plu'));
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.filter(({ rows }) => rows > 5000)).toEqual([]);
  }
});
