import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { samplesFor } from '@/testing/samples';
import { startTestService, type Sender, type TestService } from '@/testing/service';
import { plu } from './contract';

const shape = z.object({
  prices: z.record(z.string(), z.unknown()),
  barcodes: z.array(z.string()),
  supply: z.array(z.object({ ean: z.string(), supplier: z.string() })),
});

let service: TestService;
let send: Sender;
beforeAll(async () => {
  service = await startTestService();
  send = await service.as('helsinki');
});
afterAll(() => service.close());

const found = async (query: string) =>
  (await send('GET', `/api/secure/plu?${query}`)).entities.map((entity) => entity.id);

it('products are found by a barcode, by the EAN of a supply line, and by a supplier; others are not', async () => {
  const samples = samplesFor(send);
  const body = await samples.full(plu);
  const data = { ...Object(body['data']), barcodes: ['6430098120412', '100%'] };
  const { id, data: stored } = (await send('POST', '/api/secure/plu', { json: { ...body, data } })).entity;
  await send('POST', '/api/secure/plu', { json: await samples.minimal(plu) });
  const [line] = shape.parse(stored).supply;
  expect(await found('barcode=6430098120412')).toEqual([id]);
  expect(await found('barcode=100%25')).toEqual([id]);
  expect(await found(`barcode=${encodeURIComponent(line?.ean ?? '')}`)).toEqual([id]);
  expect(await found(`supplier=${line?.supplier}`)).toEqual([id]);
  expect(await found(`supplier=${line?.supplier.toUpperCase()}`)).toEqual([id]);
  expect(await found('barcode=643009812041')).toEqual([]);
  expect(await found('q=6430098120412')).toEqual([id]);
  const list = await send('GET', '/api/secure/plu?barcode=6430098120412');
  expect(list.header('x-total-count')).toBe('1');
});

it('UPC-A, EAN-13 and GTIN-14 of one number find each other, by the filter and by the search; others with its digits are not found', async () => {
  const samples = samplesFor(send);
  const body = await samples.minimal(plu);
  const forms = ['036000291452', '0036000291452', '00036000291452'];
  const ids: string[] = [];
  for (const data of [...forms.map((code) => ({ barcodes: [code] })), { supply: [{ ean: forms[0] }] }])
    ids.push((await send('POST', '/api/secure/plu', { json: { ...body, data } })).entity.id);
  const other = { ...body, data: { barcodes: ['36000291452', '1036000291452'] } };
  const { id } = (await send('POST', '/api/secure/plu', { json: other })).entity;
  for (const form of forms) {
    expect((await found(`barcode=${form}`)).toSorted()).toEqual(ids.toSorted());
    expect(await found(`q=${form}`)).toEqual(expect.arrayContaining(ids));
  }
  expect(await found('barcode=36000291452')).toEqual([id]);
  expect(await found('barcode=01036000291452')).toEqual([id]);
});

it('products are found by a price list that they have a price on, whatever that price is', async () => {
  const samples = samplesFor(send);
  const { id, data } = (await send('POST', '/api/secure/plu', { json: await samples.full(plu) })).entity;
  const [list = ''] = Object.keys(shape.parse(data).prices);
  const bare = await samples.minimal(plu);
  for (const prices of [{ [list.toUpperCase()]: { amount: 1 } }, null, {}])
    expect((await send('POST', '/api/secure/plu', { json: { ...bare, data: { prices } } })).status).toBe(201);
  const hits = await found(`pricelist=${list}`);
  expect(hits).toHaveLength(2);
  expect(hits).toContain(id);
  expect(await found(`pricelist=${id}`)).toEqual([]);
  expect((await send('GET', '/api/secure/plu?pricelist=no')).status).toBe(400);
  const removed = await send('PUT', `/api/secure/plu/${id}`, {
    json: { data: { prices: { [list]: null } } },
  });
  expect(removed.status).toBe(200);
  expect(await found(`pricelist=${list}`)).toHaveLength(1);
});

it('a child company finds the products of its parent by barcode, and no company those of a sibling', async () => {
  const ids: Record<string, string> = {};
  for (const company of ['group', 'tampere', 'other'] as const) {
    const sender = await service.as(company);
    const body = await samplesFor(sender).minimal(plu);
    const json = { ...body, data: { barcodes: ['7311041013663'] } };
    ids[company] = (await sender('POST', '/api/secure/plu', { json })).entity.id;
  }
  expect(await found('barcode=7311041013663')).toEqual([ids['group']]);
});
