import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { sql } from 'kysely';
import pino from 'pino';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tables } from '@/resources/tables';
import { searchFaults } from '@/testing/database/searched';
import { startTestService, type Sender, type TestService } from '@/testing/service';
import { samplesFor } from '@/testing/samples';
import { openShop } from '@/testing/shop';
import { runAdmin } from '../../ops/admin';
import { openDatabase, type Database } from '../db';
import { migrate } from '../migrate';
import { derivedObjects } from '../schema/resource';
import type { Table } from '../table';
import { derivedParts } from './parts';
import type { Step } from './patience';

let service: TestService;
let send: Sender;
let db: Database;
/** What looks like something left over, and is none. */
let usual: readonly string[];
beforeEach(async () => {
  service = await startTestService();
  send = await service.as('helsinki');
  db = openDatabase(service.url, pino({ level: 'silent' }), 3, 0);
  usual = [];
  usual = await leftovers();
});
afterEach(async () => {
  await db.destroy();
  await service.close();
});

type Report = (step: Step) => void | Promise<void>;
/** Upgrades as if every table were large, in pieces of one block. */
const upgrade = (changed: Record<string, Partial<Table>>, report: Report = () => undefined, own = db) =>
  migrate(own, declared(changed), { report, small: -1, piece: 0 });
const declared = (changed: Record<string, Partial<Table>>): Table[] =>
  Object.entries<Table>(tables).map(([name, table]) => ({ ...table, ...changed[name] }));

/** The objects of the database that were made for searches and lists, by name, as PostgreSQL numbers them. */
async function objects(of: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; number: number }>`
    select relname as name, oid::int as number from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'i') and relname like ${`${of}%`}`.execute(service.db);
  return Object.fromEntries(rows.map(({ name, number }) => [name, number]));
}
const leftovers = async () =>
  (
    await sql<{ name: string }>`
      select relname as name from pg_class where relname ~ '_next|_former|derived_probe'
      union all select tgname from pg_trigger where tgname like 'searched_next%'
      union all select proname from pg_proc where proname like '%next_is_searched'
      union all select polname from pg_policy where polname = 'filled'
      union all select resource from derived_fill
      union all select attrelid::regclass::text from pg_attribute where attacl::text like '%tillhouse_search%'`.execute(
      service.db,
    )
  ).rows
    .map(({ name }) => name)
    .filter((name) => !usual.includes(name));

const customers = (count: number, word: string) =>
  Array.from({ length: count }, (_, n) => ({
    name: `${word} ${n % 7} ${'Mäkelä'.slice(n % 4)}`,
    data: { note: 'x'.repeat(300), phone: `040 ${n}` },
  }));
const searchedByNote = {
  customer: { search: `concat_search(name, data->>'phone', left(data->>'note', 3))` },
};

describe('a search that is made anew while its table is written', () => {
  const words = ['Aino', 'Väinö', 'Rauha', 'Onni', 'milk', '4711', ''];
  const write = record({
    what: constantFrom('create', 'rename', 'deactivate', 'array', 'erase'),
    at: nat(79),
    word: constantFrom(...words),
  });

  it(
    'is exactly what the records say, whatever is written in between, and whenever',
    { timeout: 300_000 },
    async () => {
      let round = 0;
      const ids: string[] = (
        await send('POST', '/api/secure/customer', { json: customers(80, 'Ilta') })
      ).entities.map(({ id }) => id);
      await assert(
        asyncProperty(array(write, { minLength: 1, maxLength: 12 }), nat(6), async (writes, gap) => {
          round += 1;
          const left = [...writes];
          let steps = 0;
          const next = async () => {
            const one = left.pop();
            if (!one) return;
            const path = `/api/secure/customer/${ids[one.at]}`;
            const name = `${one.word} ${round}`;
            if (one.what === 'create') await send('POST', '/api/secure/customer', { json: { name } });
            if (one.what === 'rename') await send('PUT', path, { json: { name } });
            if (one.what === 'deactivate') await send('PUT', path, { json: { active: one.at % 2 === 0 } });
            if (one.what === 'erase' && one.at === 7) await send('POST', `${path}/erase`);
            if (one.what === 'array')
              await send('POST', '/api/secure/customer', {
                json: [0, 5, 9].map((more) => ({
                  id: ids[(one.at + more) % ids.length],
                  name: `${name} ${more}`,
                })),
              });
          };
          const change = {
            customer: {
              search: `concat_search(name, data->>'phone', left(data->>'note', ${1 + (round % 5)}))`,
            },
          };
          // Some in between, and some at the same time as a piece is filled in.
          const beside: Promise<void>[] = [];
          await upgrade(change, async () => {
            steps += 1;
            if (steps % (gap + 1) === 0) await next();
            else beside.push(next());
          });
          await Promise.all(beside);
          while (left.length > 0) await next();
          const [customer] = declared(change).filter(({ resource }) => resource.name === 'customer');
          expect(steps).toBeGreaterThan(3);
          expect(customer && (await searchFaults(service.db, customer))).toEqual([]);
          expect(await leftovers()).toEqual([]);
        }),
        { numRuns: 7, seed: 165 },
      );
    },
  );

  it('is exactly what the records say when several write all the time', { timeout: 300_000 }, async () => {
    const ids: string[] = (
      await send('POST', '/api/secure/customer', { json: customers(400, 'Ilta') })
    ).entities.map(({ id }) => id);
    for (let round = 1; round <= 2; round += 1) {
      const change = {
        customer: { search: `concat_search(name, data->>'phone', left(data->>'note', ${round}))` },
      };
      const now = { isOver: false };
      let writes = 0;
      const writer = async (of: number) => {
        for (let n = of; !now.isOver; n += 7) {
          await send('PUT', `/api/secure/customer/${ids[(n * 31) % ids.length]}`, {
            json: { name: `${words[n % 7]} ${n % 5}` },
          });
          writes += 1;
        }
      };
      const writers = Promise.all([1, 2, 3, 4].map(writer));
      await migrate(db, declared(change), { small: -1, piece: 40 }).finally(() => (now.isOver = true));
      await writers;
      const [customer] = declared(change).filter(({ resource }) => resource.name === 'customer');
      expect(writes).toBeGreaterThan(10);
      expect(customer && (await searchFaults(service.db, customer))).toEqual([]);
    }
  });

  it('goes on being searched by what is there, and is found by the new words afterwards', async () => {
    await send('POST', '/api/secure/customer', { json: customers(60, 'Ilta') });
    const found = async (q: string) =>
      (await send('GET', `/api/secure/customer?q=${q}&pageSize=1000`)).entities.length;
    const seen: number[] = [];
    await upgrade(searchedByNote, async () => void seen.push(await found('ilta')));
    expect(seen.length).toBeGreaterThan(3);
    expect(new Set(seen)).toEqual(new Set([60]));
    expect([await found('ilta'), await found('xxx')]).toEqual([60, 60]);
  });

  it('of receipts, which have no vocabulary, is exactly what the receipts say', async () => {
    const shop = await openShop(send, samplesFor(send));
    const day = await shop.openDay();
    const sell = (from: number, count: number) =>
      send('POST', '/api/secure/sales', {
        json: Array.from({ length: count }, (_, n) =>
          shop.receipt(day, { receipt_num: `${from + n}0000`, name: 'Kahvi' }),
        ),
      });
    await sell(1000, 40);
    let next = 2000;
    const change = { sales: { search: `concat_search(name, receipt_num, cashier->>'name', currency)` } };
    await upgrade(change, async () => void (await sell((next += 10), 2)));
    const [sales] = declared(change).filter(({ resource }) => resource.name === 'sales');
    expect(next).toBeGreaterThan(2030);
    expect(sales && (await searchFaults(service.db, sales))).toEqual([]);
    expect((await send('GET', '/api/secure/sales?limit=1000&q=eur')).step.data.length).toBe(
      40 + (next - 2000) / 5,
    );
    expect(await leftovers()).toEqual([]);
  });

  it('goes on where it was killed, at whatever step; another text begins anew', async () => {
    await send('POST', '/api/secure/customer', { json: customers(60, 'Ilta') });
    const [customer] = declared(searchedByNote).filter(({ resource }) => resource.name === 'customer');
    for (let at = 1; ; at += 1) {
      let step = 0;
      const killed = await upgrade(searchedByNote, () => {
        step += 1;
        if (step === at) throw new Error('killed');
      }).catch(() => true);
      await send('POST', '/api/secure/customer', { json: { name: `Rauha ${at}` } });
      if (at === 3) {
        const other = { customer: { search: 'concat_search(name, id::text)' } };
        await upgrade(other, () => Promise.reject(new Error('killed'))).catch(() => undefined);
      }
      if (!killed) break;
      expect(at).toBeLessThan(200);
    }
    expect(customer && (await searchFaults(service.db, customer))).toEqual([]);
    expect(await leftovers()).toEqual([]);
  });
});

it('a search that was begun and is wanted no longer is taken away', async () => {
  await send('POST', '/api/secure/customer', { json: customers(60, 'Ilta') });
  const before = await objects('customer');
  await upgrade(searchedByNote, () => Promise.reject(new Error('killed'))).catch(() => undefined);
  expect(await leftovers()).not.toEqual([]);
  await upgrade({});
  expect(await leftovers()).toEqual([]);
  expect(await objects('customer')).toEqual(before);
});

describe('an index that differs', () => {
  const change = {
    customer: { indexes: { customer_order: '(tenant_id, company_id, seq desc)', customer_new: '(name)' } },
  };

  it('is built beside the former one, which then goes; nothing else is made anew', async () => {
    await send('POST', '/api/secure/customer', { json: customers(60, 'Ilta') });
    const before = await objects('');
    const done: string[] = [];
    await upgrade(change, ({ doing }) => void done.push(doing));
    const { customer_order: made, customer_new: added, ...after } = await objects('');
    const { customer_order: was, ...others } = before;
    expect(after).toEqual(others);
    expect(made).not.toBe(was);
    expect(added).toBeGreaterThan(0);
    expect(done).toEqual(['the index customer_order is built', 'the index customer_new is built']);
    await upgrade(change, ({ doing }) => void done.push(doing));
    expect(done).toHaveLength(2);
  });

  it('that somebody dropped is built by the next start, one of a search too', async () => {
    await send('POST', '/api/secure/customer', { json: customers(60, 'Ilta') });
    await sql`drop index customer_by_name, customer_search_words`.execute(service.db);
    const done: string[] = [];
    await upgrade({}, ({ doing }) => void done.push(doing));
    expect(done).toEqual(['the index customer_search_words is built', 'the index customer_by_name is built']);
    expect(await objects('customer')).toMatchObject({
      customer_by_name: expect.any(Number),
      customer_search_words: expect.any(Number),
    });
  });

  it('that a killed start left half built is built again, and what it left is dropped', async () => {
    await send('POST', '/api/secure/customer', { json: [{ name: 'One' }, { name: 'One' }] });
    const client = new Client({ connectionString: service.url });
    await client.connect();
    // It fails, and leaves an invalid index, as a killed one does.
    await client
      .query('create unique index concurrently customer_new_next on customer (name)')
      .catch(() => undefined);
    await client.query('alter index customer_by_name rename to customer_by_name_former');
    await client.query('create index customer_by_name on customer_by_nothing (name)').catch(() => undefined);
    await client.end();
    await upgrade(change);
    expect(await leftovers()).toEqual([]);
    const { rows } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index where not indisvalid`.execute(service.db);
    expect(rows).toEqual([]);
  });
});

it('of several processes that start at once, one does it, and the others wait', async () => {
  await send('POST', '/api/secure/customer', { json: customers(60, 'Ilta') });
  const others = [1, 2].map(() => openDatabase(service.url, pino({ level: 'silent' }), 3, 0));
  try {
    const pieces: string[] = [];
    const report =
      (who: string): Report =>
      ({ part }) =>
        void (part !== undefined && pieces.push(who));
    await Promise.all([db, ...others].map((own, n) => upgrade(searchedByNote, report(String(n)), own)));
    expect(new Set(pieces).size).toBe(1);
    const [customer] = declared(searchedByNote).filter(({ resource }) => resource.name === 'customer');
    expect(customer && (await searchFaults(service.db, customer))).toEqual([]);
  } finally {
    for (const other of others) await other.destroy();
  }
});

it('a tenant is not moved meanwhile: it would be missing in the search that is being filled', async () => {
  await send('POST', '/api/secure/customer', { json: customers(60, 'Ilta') });
  const tenant = service.companies.group.companyId;
  const admin = (...args: string[]) =>
    runAdmin({ db: service.db, tables, url: service.url }, args, () => undefined);
  const refused = new Set<string>();
  await admin('tenant', 'freeze', tenant);
  await upgrade(searchedByNote, async ({ part }) => {
    if (part === undefined || refused.size > 0) return;
    refused.add(await admin('tenant', 'export', tenant, '/nowhere/at-all').then(() => '', String));
  });
  expect([...refused]).toEqual([
    expect.stringContaining('is making the search of customer anew. Wait until it is done'),
  ]);
});

it('what locks the table gives way to others: it waits for a reader, and writers do not wait for it', async () => {
  await send('POST', '/api/secure/customer', { json: customers(60, 'Ilta') });
  const reader = new Client({ connectionString: service.url });
  await reader.connect();
  try {
    await reader.query('begin; lock table customer_search in access share mode');
    let waited = 0;
    await upgrade(searchedByNote, async ({ doing }) => {
      if (!doing.endsWith('waits for those who use the table')) return;
      waited += 1;
      expect((await send('POST', '/api/secure/customer', { json: { name: `Kassa ${waited}` } })).status).toBe(
        201,
      );
      // The fourth attempt waits longer, for an automatic vacuum to give way.
      if (waited === 5) await reader.query('commit');
    });
    expect(waited).toBeGreaterThan(4);
    expect((await send('GET', '/api/secure/customer?q=kassa')).entities.length).toBe(waited);
  } finally {
    await reader.end();
  }
});

it('parts are all that follows from a declaration: nothing is left of its text without them', () => {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  for (const table of Object.values<Table>(tables)) {
    const parts = derivedParts(table).filter(
      ({ index }) => index === undefined || index.on === table.resource.name,
    );
    const left = parts.reduce(
      (text, part) => text.replace(plain(part.text), ''),
      plain(derivedObjects(table)),
    );
    expect(left.trim()).toBe('');
  }
});
