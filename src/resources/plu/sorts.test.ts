import { Big } from 'big.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Entity } from '@/testing/answer';
import { samplesFor } from '@/testing/samples';
import { startTestService, type Sender, type TestService } from '@/testing/service';
import { marginOf } from './fields/margin';
import { plu } from './contract';

let service: TestService;
let send: Sender;
const rates: Record<string, { rate: string; taxIncluded: boolean }> = {};
const departments: Record<string, string> = {};

beforeAll(async () => {
  service = await startTestService();
  send = await service.as('helsinki');
  const parent = await service.as('group');
  const create = async (sender: Sender, resource: string, json: Record<string, unknown>) =>
    (await sender('POST', `/api/secure/${resource}`, { json })).entity.id;
  const taxes: string[] = [];
  for (const [rate, included] of [
    ['25.5', true],
    ['14', true],
    ['10', false],
  ] as const) {
    const id = await create(parent, 'tax', { name: `Tax ${rate}`, rate, data: { included } });
    rates[id] = { rate, taxIncluded: included };
    taxes.push(id);
  }
  const dpts: string[] = [];
  // Two departments have one name.
  for (const name of ['Äyriäiset', 'Zulu', 'alfa', 'Zulu']) {
    const id = await create(parent, 'dpt', { name });
    departments[id] = name;
    dpts.push(id);
  }
  const costs = [1, 2, 2, 0, -1, 3.333_333, undefined, null, 12.5];
  const prices = ['5.00', '10.00', '0.00', '10.00', '-1.00', '2.50', '100.00'];
  for (const sender of [parent, send]) {
    const body = await samplesFor(sender).minimal(plu);
    const json = Array.from({ length: 84 }, (_, n) => ({
      ...body,
      name: `Product ${n}`,
      active: n % 11 !== 0,
      tax_id: taxes[n % taxes.length],
      dpt_id: dpts[n % dpts.length],
      base_price: prices[n % prices.length],
      data: { cost_price: costs[n % costs.length] },
    }));
    expect((await sender('POST', '/api/secure/plu', { json })).status).toBe(200);
  }
});
afterAll(() => service.close());

const list = async (query: string): Promise<Entity[]> =>
  (await send('GET', `/api/secure/plu?pageSize=1000&${query}`)).entities;

/** Returns the exact margin in percent of the net price, or null where `marginOf` has none. */
function margin({ base_price, data, tax_id }: Entity): Big | null {
  const tax = rates[String(tax_id)];
  const { cost_price: cost } = Object(data);
  if (!tax || !marginOf({ price: String(base_price), cost, ...tax })) return null;
  const included = tax.taxIncluded ? new Big(tax.rate) : new Big(0);
  return new Big(100).minus(new Big(cost).times(included.plus(100)).div(String(base_price)));
}

const cost = ({ data }: Entity): Big | null => {
  const value: unknown = Object(data).cost_price;
  return typeof value === 'number' ? new Big(value) : null;
};

it.each([
  ['cost_price', cost],
  ['margin', margin],
] as const)('products sort by %s both ways, those without one last', async (sort, valueOf) => {
  for (const [sign, direction] of [
    ['', 1],
    ['-', -1],
  ] as const) {
    for (const filter of ['', 'active=true&']) {
      const rows = await list(`${filter}sort=${sign}${sort}`);
      expect(rows).toHaveLength((await list(filter)).length);
      const values = rows.map(valueOf);
      const known = values.filter((value) => value !== null);
      expect(values.slice(0, known.length)).toEqual(known);
      // Divisions are rounded, here at twenty digits.
      const rounded = known.map((value) => Number(value.toFixed(9)));
      expect(rounded).toEqual(rounded.toSorted((a, b) => direction * (a - b)));
    }
  }
});

it('products sort by the name of their department, in the order of the language, then of creation', async () => {
  const finnish = new Intl.Collator('fi');
  const created = await list('');
  const up = await list('sort=dpt_name');
  const name = (row: Entity) => departments[String(row['dpt_id'])] ?? '';
  expect(up.map(({ id }) => id)).toEqual(
    created.toSorted((a, b) => finnish.compare(name(a), name(b))).map(({ id }) => id),
  );
  expect((await list('sort=-dpt_name')).map(({ id }) => id)).toEqual(up.map(({ id }) => id).toReversed());
});

it.each([
  'dpt_name',
  'cost_price',
  'margin',
  'base_price',
  'productid',
  '-margin,name',
  'dpt_name,-base_price',
])('sorted by %s, pages and cursors have one order, with filters and in the past too', async (sort) => {
  const descending = sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
  const [tax = ''] = Object.keys(rates);
  const [dpt = ''] = Object.keys(departments);
  for (const order of [sort, descending]) {
    for (const filter of ['', 'active=true&', `tax_id=${tax}&`, `dpt_id=${dpt}&active=true&`, 'q=product&']) {
      const all = (await list(`${filter}sort=${order}`)).map(({ id }) => id);
      const paged: string[] = [];
      for (let page = 1; paged.length < all.length; page += 1)
        paged.push(
          ...(
            await send('GET', `/api/secure/plu?${filter}sort=${order}&pageSize=37&page=${page}`)
          ).entities.map(({ id }) => id),
        );
      expect(paged).toEqual(all);
      const walked: string[] = [];
      for (let cursor = ''; ;) {
        const { step } = await send(
          'GET',
          `/api/secure/plu?${filter}sort=${order}&limit=50${cursor && `&cursor=${cursor}`}`,
        );
        walked.push(...step.data.map(({ id }) => id));
        cursor = step.next_cursor;
        if (!step.has_more) break;
      }
      expect(walked).toEqual(all);
      const past = await list(`${filter}sort=${order}&as_of=${new Date().toISOString()}`);
      expect(past.map(({ id }) => id)).toEqual(all);
    }
  }
});

it('a sort by the reference to the department is one by its name', async () => {
  for (const sign of ['', '-'])
    expect((await list(`sort=${sign}dpt_id`)).map(({ id }) => id)).toEqual(
      (await list(`sort=${sign}dpt_name`)).map(({ id }) => id),
    );
});

it('a list sorted by department changes when a department is renamed', async () => {
  const parent = await service.as('group');
  const id = Object.keys(departments).find((each) => departments[each] === 'alfa') ?? '';
  const first = async () => (await list('sort=dpt_name'))[0]?.['dpt_id'];
  expect(await first()).toBe(id);
  await parent('PUT', `/api/secure/dpt/${id}`, { json: { name: 'Ömega' } });
  expect(await first()).not.toBe(id);
  await parent('PUT', `/api/secure/dpt/${id}`, { json: { name: 'alfa' } });
  expect(await first()).toBe(id);
});
