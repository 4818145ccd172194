import { describe, expect, it, vi } from 'vitest';
import { plu } from '@/resources/plu/contract';
import { customer } from '@/resources/customer/contract';
import { dpt } from '@/resources/dpt/contract';
import { screens } from '@/resources/screens';
import { startBareServer, type BareOptions } from '../../../e2e/generic-server/server';
import { createClient, type Client } from '../data/client';
import type { Row } from '../data/row';
import type { RowQuery } from '../data/row-source';
import type { Resource } from '@/contract/resource';
import { queryRows } from './client-side-query';
import { createGenericLists } from './generic-lists';
import { genericSource } from './generic-source';

// Reads thousands of records over a real socket, which takes longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const query = (change: Partial<RowQuery> = {}): RowQuery => ({
  q: '',
  sort: '',
  active: 'all',
  filters: {},
  ...change,
});

/** Connects the real client to a generic server; passes on the requests that it received. */
async function withLists(options: BareOptions, work: (given: TestLists) => Promise<void>) {
  const server = await startBareServer(options);
  const requests: string[] = [];
  const maxConcurrent = { now: 0, most: 0 };
  const client = createClient({ baseUrl: server.url, key: server.key });
  const countingClient: Client = {
    ...client,
    async getWithHeaders(path, signal, patience) {
      requests.push(path);
      maxConcurrent.most = Math.max(maxConcurrent.most, ++maxConcurrent.now);
      return client.getWithHeaders(path, signal, patience).finally(() => maxConcurrent.now--);
    },
  };
  const lists = createGenericLists(countingClient, () => undefined);
  const source = genericSource(lists, Object.values(screens), ['fi']);
  try {
    await work({ server, requests, maxConcurrent, lists, source });
  } finally {
    await server.close();
  }
}

interface TestLists {
  server: Awaited<ReturnType<typeof startBareServer>>;
  requests: string[];
  maxConcurrent: { most: number };
  lists: ReturnType<typeof createGenericLists>;
  source: ReturnType<typeof genericSource>;
}

describe('rows of a server that only has the bare interface', () => {
  it('are read whole and once: the first page, then the rest, six at a time at most', () =>
    withLists({ products: 6345 }, async ({ server, source, requests, maxConcurrent }) => {
      const [first, last] = await Promise.all([source.page(plu, query(), 0), source.page(plu, query(), 63)]);
      expect(first.total).toBe(6345);
      expect(first.rows).toHaveLength(100);
      expect(last.rows.map(({ id }) => id)).toEqual(
        server
          .records()
          .slice(6300)
          .map(({ id }) => id),
      );
      expect(requests.toSorted()).toEqual(
        Array.from({ length: 7 }, (_, page) => `/api/secure/plu?page=${page + 1}&pageSize=1000`).toSorted(),
      );
      expect(maxConcurrent.most).toBe(6);
    }));

  it('are searched in every text, filtered by any value and by activity, sorted by value', () =>
    withLists({ products: 30 }, async ({ server, source }) => {
      const names = async (change: Partial<RowQuery>) =>
        (await source.page(plu, query(change), 0)).rows.map((row) => row['name']);
      expect(await names({ q: 'PRODUCT 007' })).toEqual(['Product 007']);
      expect(await names({ q: '640000007' })).toContain('Product 007');
      expect(await names({ q: 'kardemumma' })).toEqual([]);
      expect(await names({ active: 'active' })).toHaveLength(24);
      expect(await names({ active: 'deactivated' })).toHaveLength(6);
      const dptId = String(server.records()[0]?.['dpt_id']);
      expect(await names({ filters: { dpt_id: [dptId] } })).toHaveLength(10);
      expect(await names({ filters: { 'not.dpt_id': [dptId] } })).toHaveLength(20);
      expect((await names({ sort: '-base_price' })).slice(0, 2)).toEqual(['Product 030', 'Product 029']);
    }));

  it('have the record with the code that was typed first, and a phone number however it is written', async () => {
    const collator = new Intl.Collator('en');
    const found = (resource: Resource, q: string, rows: readonly Row[]) =>
      queryRows(resource, rows, query({ q, sort: 'name' }), collator).map(({ id }) => id);
    const product = (id: string, productid: string, data: object = {}) =>
      ({ id, active: true, name: `${id} 4711 KL-204`, productid, data: { ...data } }) as const;
    const products = [
      product('a', '47110'),
      product('b', '4711'),
      product('c', '9', { supply: [{ sku: 'KL-204' }] }),
    ];
    expect(found(plu, '4711', products)).toEqual(['b', 'a', 'c']);
    expect(found(plu, 'kl-204', products)).toEqual(['c', 'a', 'b']);
    const customers = ['+358 40 123 4567', '040-123 4567', '050 123 4567'].map((phone) => ({
      id: phone,
      active: true,
      name: phone,
      customer_num: null,
      data: { phone },
    }));
    expect(found(customer, '0401234567', customers).toSorted()).toEqual(['+358 40 123 4567', '040-123 4567']);
  });

  it('follow what is written from here, without reading the list again', () =>
    withLists({ products: 30 }, async ({ server, source, lists, requests }) => {
      const [row] = (await source.page(plu, query(), 0)).rows;
      const before = requests.length;
      await lists.client.put('plu', row?.id ?? '', '{"base_price":"9.90"}');
      await lists.client.post('plu', '{"name":"New one","data":{}}');
      const after = (await source.page(plu, query(), 0)).rows;
      expect(after[0]?.['base_price']).toBe('9.90');
      expect(after.at(-1)?.['name']).toBe('New one');
      expect(after).toHaveLength(31);
      expect(server.records()).toHaveLength(31);
      expect(requests).toHaveLength(before);
    }));

  it('of a list that the server does not have are the ids that others name', () =>
    withLists({ products: 30 }, async ({ server, source, lists }) => {
      await source.page(plu, query(), 0);
      const id = String(server.records()[0]?.['dpt_id']);
      expect(await source.recordById(dpt, id)).toMatchObject({ id, name: id });
      expect(lists.isServed('dpt')).toBe(false);
      expect((await source.page(dpt, query(), 0)).total).toBe(3);
    }));
});
