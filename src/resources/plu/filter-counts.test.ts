import { array, assert, asyncProperty, boolean, constantFrom, nat, record } from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { verify } from '@/server/ops/backup/verify/verify';
import { tables } from '@/resources/tables';
import { samplesFor } from '@/testing/samples';
import { startTestService, type Sender, type TestService } from '@/testing/service';
import { plu } from './contract';

let service: TestService;
let send: Sender;
let parent: Sender;
const ids: Record<string, string[]> = {};

beforeAll(async () => {
  service = await startTestService();
  send = await service.as('helsinki');
  parent = await service.as('group');
  for (const resource of ['dpt', 'tax', 'supplier', 'pricelist'] as const) {
    ids[resource] = [];
    for (const _ of [1, 2]) {
      const body = await samplesFor(parent).minimal(tables[resource].resource);
      ids[resource].push((await parent('POST', `/api/secure/${resource}`, { json: body })).entity.id);
    }
  }
});
afterAll(() => service.close());

const id = (resource: string, n: number): string => ids[resource]?.[n] ?? '';
const total = async (query: string) => {
  const answer = await send('GET', `/api/secure/plu?pageSize=1000&${query}`);
  expect([query, answer.entities.length]).toEqual([query, Number(answer.header('x-total-count'))]);
  return answer.entities.length;
};

/** Tags of which one is a part of the other, and one holds a comma. */
const words = ['Luomu', 'Luomu, leipä'];

const product = record({
  slot: nat(7),
  active: boolean(),
  dpt: nat(1),
  tax: nat(1),
  type: nat(2),
  suppliers: array(nat(1), { maxLength: 3 }),
  pricelists: array(nat(1), { maxLength: 2 }),
  tags: array(constantFrom<unknown>(...words, 7, null), { maxLength: 3 }),
  upper: boolean(),
  who: constantFrom('own', 'parent'),
});

it('totals of filters are those of the records, after any writes by a company and its parent', async () => {
  const body = await samplesFor(parent).minimal(plu);
  const slots = Array.from({ length: 8 }, () => [crypto.randomUUID(), crypto.randomUUID()]);
  await assert(
    asyncProperty(array(product, { minLength: 1, maxLength: 12 }), async (products) => {
      for (const who of ['own', 'parent']) {
        const json = products
          .filter((each) => each.who === who)
          .map(({ slot, active, dpt, tax, type, suppliers, pricelists, tags, upper }) => {
            const written = (value: string) => (upper ? value.toUpperCase() : value);
            return {
              ...body,
              id: slots[slot]?.[who === 'own' ? 0 : 1],
              active,
              dpt_id: id('dpt', dpt),
              tax_id: id('tax', tax),
              type,
              data: {
                tags: tags.map((one) => (typeof one === 'string' ? written(one) : one)),
                supply: suppliers.map((n) => ({ supplier: written(id('supplier', n)) })),
                prices: Object.fromEntries(
                  pricelists.map((n) => [written(id('pricelist', n)), { amount: 1 }]),
                ),
              },
            };
          });
        if (json.length > 0)
          expect((await (who === 'own' ? send : parent)('POST', '/api/secure/plu', { json })).status).toBe(
            200,
          );
      }
      const all = (await send('GET', '/api/secure/plu?pageSize=1000')).entities;
      for (const active of [null, true, false]) {
        const rows = all.filter((row) => active === null || row.active === active);
        const state = active === null ? '' : `&active=${active}`;
        const has = (value: unknown, guid: string) =>
          JSON.stringify(value ?? null)
            .toLowerCase()
            .includes(guid);
        for (const n of [0, 1]) {
          const fit: [string, (row: (typeof all)[number]) => boolean][] = [
            [`dpt_id=${id('dpt', n)}`, (row) => row['dpt_id'] === id('dpt', n)],
            [`tax_id=${id('tax', n)}`, (row) => row['tax_id'] === id('tax', n)],
            [`type=${n}`, (row) => row['type'] === n],
            [`supplier=${id('supplier', n)}`, ({ data }) => has(Object(data).supply, id('supplier', n))],
            [
              `pricelist=${id('pricelist', n).toUpperCase()}`,
              ({ data }) => has(Object(data).prices, id('pricelist', n)),
            ],
            [
              `tag=${encodeURIComponent(words[n] ?? '')}`,
              ({ data }) =>
                z
                  .array(z.unknown())
                  .parse(Object(data).tags)
                  .some((one) => String(one).toLowerCase() === words[n]?.toLowerCase()),
            ],
          ];
          for (const [query, fits] of fit) {
            expect([query, state, await total(query + state)]).toEqual([
              query,
              state,
              rows.filter(fits).length,
            ]);
            expect([query, state, await total(`not.${query}${state}`)]).toEqual([
              query,
              state,
              rows.filter((row) => !fits(row)).length,
            ]);
          }
          const [one] = fit;
          const other = fit[3];
          if (!one || !other) throw new Error('No filters');
          expect(await total(`${one[0]}&${other[0]}${state}&sort=-base_price`)).toBe(
            rows.filter((row) => one[1](row) && other[1](row)).length,
          );
          expect(await total(`not.${one[0]}&${other[0]}${state}&sort=-base_price`)).toBe(
            rows.filter((row) => !one[1](row) && other[1](row)).length,
          );
        }
        expect(await total(`dpt_id=${id('dpt', 0)},${id('dpt', 1)}${state}`)).toBe(rows.length);
        expect(await total(`not.dpt_id=${id('dpt', 0)},${id('dpt', 1)}${state}`)).toBe(0);
        expect(await total(`type=0,1,0${state}`)).toBe(
          rows.filter(({ type }) => type === 0 || type === 1).length,
        );
      }
    }),
    { numRuns: 6 },
  );
});

it('the check of stored figures finds a count that is not that of the records', async () => {
  const checked = async () =>
    (await verify(service.db, [tables.plu])).find(({ name }) => name.includes('counts of filters'))?.wrong;
  expect(await checked()).toBe(0);
  await sql`alter table plu_filter_count no force row level security`.execute(service.db);
  await sql`update plu_filter_count set count = count + 1 where filter = 'type' and value = '0'`.execute(
    service.db,
  );
  expect(await checked()).toBeGreaterThan(0);
  await sql`update plu_filter_count set count = count - 1 where filter = 'type' and value = '0'`.execute(
    service.db,
  );
  await sql`alter table plu_filter_count force row level security`.execute(service.db);
  expect(await checked()).toBe(0);
});

it('a filter whose records are all at the end of the order has its first page too', async () => {
  const owner = service.companies.helsinki;
  const made = async (dpt: string, count: number, price: number) => {
    await sql`alter table plu no force row level security`.execute(service.db);
    // In parts, each well within the time limit of a statement, as an array of the service is.
    for (let from = 1; from <= count; from += 1000)
      await sql`
      insert into plu (tenant_id, company_id, id, active, name, data, created_at, modified_at, dpt_id, tax_id, type,
        productid, receipt_name, base_price, memo)
      select ${owner.tenantId}::uuid, ${owner.companyId}::uuid, gen_random_uuid(), true, 'Bulk', '{}', now(), now(),
        ${dpt}::uuid, ${id('tax', 0)}::uuid, 9, n::text, '', ${price}::numeric, ''
      from generate_series(${from}::int, ${Math.min(from + 999, count)}::int) n`.execute(service.db);
    await sql`alter table plu force row level security`.execute(service.db);
  };
  const before = await total(`dpt_id=${id('dpt', 1)}&type=9`);
  await made(id('dpt', 0), 21_000, 100);
  await made(id('dpt', 1), 1000, 200);
  for (const sort of ['base_price', 'base_price,name', 'cost_price,base_price']) {
    const answer = await send(
      'GET',
      `/api/secure/plu?type=9&dpt_id=${id('dpt', 1)}&sort=${sort}&pageSize=10`,
    );
    expect([answer.entities.length, answer.header('x-total-count')]).toEqual([10, String(before + 1000)]);
    expect(new Set(answer.entities.map((row) => row['base_price']))).toEqual(new Set(['200']));
  }
});
