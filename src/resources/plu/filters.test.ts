import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { changeSets } from '@/testing/change-sets';
import { readPlans } from '@/testing/database/read-plans';
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

it('UPC-A, EAN-13 and GTIN-14 of one number are one in the filter, in the search and in the warning of a change set', async () => {
  const body = await samplesFor(send).minimal(plu);
  const make = async (code: string) =>
    (await send('POST', '/api/secure/plu', { json: { ...body, data: { barcodes: [code] } } })).entity.id;
  const forms = ['614141007349', '0614141007349', '00614141007349'];
  const ids = [await make(forms[0] ?? ''), await make(forms[1] ?? ''), await make(forms[2] ?? '')];
  // The same digits with another number before them, or as a part of a longer code, are another product.
  const other = await make('1614141007346');
  for (const form of forms) {
    expect((await found(`barcode=${form}`)).toSorted()).toEqual(ids.toSorted());
    const searched = await found(`q=${form}`);
    expect(searched).toEqual(expect.arrayContaining(ids));
    expect(await found(`q=${form}&as_of=${new Date().toISOString()}`)).toEqual(expect.arrayContaining(ids));
  }
  expect(await found('barcode=1614141007346')).toEqual([other]);
  // Codes of other lengths are compared as they are.
  const short = await make('00012348');
  expect(await found('barcode=12348')).toEqual([]);
  expect(await found('barcode=00012348')).toEqual([short]);

  const sets = changeSets(send);
  const free = await make('5901234123457');
  const set = await sets.draft([
    { resource: 'plu', record_id: free, patch: { data: { barcodes: ['05901234123457', forms[1]] } } },
    { resource: 'plu', record_id: other, patch: { data: { barcodes: ['05901234123457'] } } },
    { resource: 'plu', record_id: short, patch: { data: { barcodes: ['5901234123457'] } } },
  ]);
  await sets.move(set, 'preview');
  const items = await sets.items(set);
  expect(items.map(({ warnings }) => warnings.includes('barcode_twice'))).toEqual([true, true, true]);
});

it('a barcode is looked up in the index, in all of its forms', async () => {
  const { tenantId, companyId } = service.companies.helsinki;
  const [first] = (await send('GET', '/api/secure/plu?pageSize=1')).entities;
  await sql`alter table plu no force row level security`.execute(service.db);
  await sql`
    insert into plu (tenant_id, company_id, id, active, name, data, created_at, modified_at, dpt_id, tax_id, type,
      productid, receipt_name, base_price, memo)
    select ${tenantId}::uuid, ${companyId}::uuid, gen_random_uuid(), true, 'Bulk',
      jsonb_build_object('barcodes', jsonb_build_array('9' || lpad(n::text, 12, '0'))), now(), now(),
      ${first?.['dpt_id']}::uuid, ${first?.['tax_id']}::uuid, 9, n::text, '', 1, ''
    from generate_series(1, 5000) n`.execute(service.db);
  await sql`alter table plu force row level security`.execute(service.db);
  await sql`vacuum analyze plu`.execute(service.db);
  const taken = await readPlans(service);
  taken();
  expect(await found('barcode=0614141007349')).toHaveLength(3);
  const scans = taken().filter(({ of }) => of.includes('plu'));
  expect(scans.length).toBeGreaterThan(0);
  expect(scans.filter(({ rows }) => rows > 100)).toEqual([]);
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

it('tags are offered with the number of active products that have them, in whatever case, and searched', async () => {
  const body = await samplesFor(send).minimal(plu);
  const make = async (tags: unknown, more: object = {}) =>
    (await send('POST', '/api/secure/plu', { json: { ...body, ...more, data: { tags } } })).entity.id;
  const offered = async (sender: Sender, q = '') =>
    JSON.parse((await sender('GET', `/api/secure/plu_tag?q=${encodeURIComponent(q)}`)).text);
  const both = [
    await make(['Organic bread', 'organic bread', 7]),
    await make(['ORGANIC BREAD', 'Vegan bread']),
  ];
  const third = await make(['Organic bread', 'Bread, cut']);
  await make(['organic bread'], { active: false });
  // As most of the active products write it.
  expect(await offered(send, 'BREAD')).toEqual([
    { value: 'Organic bread', records: 3 },
    { value: 'Bread, cut', records: 1 },
    { value: 'Vegan bread', records: 1 },
  ]);
  const all = [...both, third].toSorted();
  expect((await found('tag=oRGANIC%20Bread&active=true')).toSorted()).toEqual(all);
  // Any of several, each counted once; a comma belongs to a tag.
  const several = 'tag=vegan%20bread&tag=Bread,%20cut';
  const cutOrVegan = [both[1] ?? '', third].toSorted();
  expect((await found(`${several}&active=true`)).toSorted()).toEqual(cutOrVegan);
  const any = await send('GET', `/api/secure/plu?${several}&tag=Organic%20bread&active=true`);
  expect(any.entities.map(({ id }) => id).toSorted()).toEqual(all);
  expect(any.header('x-total-count')).toBe('3');
  expect(await found('tag=organic%20bread&not.tag=vegan%20bread&not.tag=Bread,%20cut&active=true')).toEqual([
    both[0],
  ]);
  expect(await offered(await service.as('other'), 'bread')).toEqual([]);
  await send('PUT', `/api/secure/plu/${both[1]}`, { json: { data: { tags: [] } } });
  expect(await offered(send, 'organic')).toEqual([{ value: 'Organic bread', records: 2 }]);
});

it('of several suppliers, price lists or barcodes any is enough, also of a past state', async () => {
  const body = await samplesFor(send).minimal(plu);
  const suppliers: string[] = [];
  for (const name of ['One', 'Other'])
    suppliers.push((await send('POST', '/api/secure/supplier', { json: { name } })).entity.id);
  const codes = ['6430098120511', '6430098120528'];
  const made: string[] = [];
  for (const n of [0, 1, 2]) {
    const data = {
      barcodes: codes.slice(n, n + 1),
      supply: suppliers.slice(n, n + 1).map((supplier) => ({ supplier })),
    };
    made.push(
      (await send('POST', '/api/secure/plu', { json: { ...body, name: 'Several', data } })).entity.id,
    );
  }
  const wanted = made.slice(0, 2).toSorted();
  const now = encodeURIComponent(new Date(Date.now() + 1000).toISOString());
  for (const query of [
    `supplier=${suppliers.join(',')}`,
    `supplier=${suppliers.join('&supplier=')}`,
    `barcode=${codes.join('&barcode=')}`,
    `supplier=${suppliers.join(',')}&q=Several`,
    `supplier=${suppliers.join(',')}&as_of=${now}`,
  ])
    expect([query, (await found(query)).toSorted()]).toEqual([query, wanted]);
  const twice = await send('GET', '/api/secure/plu?not_sold=ever&not_sold=ever');
  expect(twice.problem.errors).toMatchObject([{ code: 'repeated_parameter' }]);
});

it('products that were not sold in so many months are those without sales in them; what was taken back was not sold', async () => {
  const body = await samplesFor(send).minimal(plu);
  const { helsinki } = service.companies;
  const now = new Date();
  const sold = async (ago: number | null, qty = 1) => {
    const { id } = (await send('POST', '/api/secure/plu', { json: { ...body, type: 77 } })).entity;
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (ago ?? 0), 1));
    if (ago !== null)
      await sql`insert into plu_month_sales (tenant_id, company_id, plu_id, month, currency, qty, total)
        values (${helsinki.tenantId}, ${helsinki.companyId}, ${id}, ${month.toISOString().slice(0, 10)}, 'EUR', ${qty}, ${qty})`.execute(
        service.db,
      );
    return id;
  };
  const [today, three, four, year, never, returned] = [
    await sold(0),
    await sold(3),
    await sold(4),
    await sold(13),
    await sold(null),
    await sold(0, 0),
  ];
  const unsold = async (period: string) => await found(`type=77&sort=created_at&not_sold=${period}`);
  expect(await unsold('1')).toEqual([three, four, year, never, returned]);
  expect(await unsold('3')).toEqual([four, year, never, returned]);
  expect(await unsold('12')).toEqual([year, never, returned]);
  expect(await unsold('ever')).toEqual([never, returned]);
  expect(await found('type=77&not.not_sold=ever&sort=created_at')).toEqual([today, three, four, year]);
});
