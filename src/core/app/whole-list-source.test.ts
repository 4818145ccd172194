import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { plu } from '@/resources/plu/contract';
import type { Client, ListParams } from './client';
import type { RowQuery } from './row-source';
import type { Row } from './screen';
import { wholeList } from './whole-list';
import { wholeListSource } from './whole-list-source';

const rows: Row[] = Array.from({ length: 250 }, (_, index) => ({
  id: `ID-${index}`,
  active: index % 10 !== 0,
  name: `Tuote ${index}`,
  dpt_id: index % 2 ? 'odd' : 'even',
  base_price: `${index}.50`,
  data: { barcodes: [`64300${index}`], deep: { note: index === 7 ? 'Åland' : '' } },
}));

/** A service that knows no search: pages of at most 100, whatever is asked for. */
function bareService() {
  const asked: ListParams[] = [];
  const together = { now: 0, most: 0 };
  const list = async (_resource: string, params: ListParams) => {
    asked.push(params);
    together.most = Math.max(together.most, ++together.now);
    await new Promise((done) => setTimeout(done, 2));
    together.now--;
    const page = Number(params['page']);
    return { rows: rows.slice((page - 1) * 100, page * 100), total: 250, page, pageSize: 100, etag: null };
  };
  const client: Pick<Client, 'list'> = { list: list as Client['list'] };
  return { source: wholeListSource(client as Client, new QueryClient()), asked, together, list };
}

const query = (change: Partial<RowQuery>): RowQuery => ({
  q: '',
  sort: '',
  active: false,
  filters: {},
  ...change,
});

describe('rows of a service that only has the bare interface', () => {
  it('are read whole, once, in pages of the size that came', async () => {
    const { source, asked } = bareService();
    const [first, third] = await Promise.all([
      source.page(plu, query({}), 0),
      source.page(plu, query({}), 2),
    ]);
    expect(first).toMatchObject({ total: 250 });
    expect(third.rows.map((row) => row.id).slice(0, 2)).toEqual(['ID-200', 'ID-201']);
    expect(asked).toEqual([1, 2, 3].map((page) => ({ page, pageSize: 1000 })));
    expect(await source.count(plu)).toBe(250);
    expect(asked).toHaveLength(3);
  });

  it('are searched in every text, also deep in data, whatever the case', async () => {
    const { source } = bareService();
    const found = async (q: string) => (await source.page(plu, query({ q }), 0)).rows.map((row) => row.id);
    expect(await found('ÅLAND')).toEqual(['ID-7']);
    expect(await found('643007')).toContain('ID-7');
    expect(await found('tuote 249')).toEqual(['ID-249']);
    expect(await found('kardemumma')).toEqual([]);
  });

  it('are filtered by any of the values and by activity', async () => {
    const { source } = bareService();
    const even = await source.page(plu, query({ filters: { dpt_id: ['even'] }, active: true }), 0);
    expect(even.total).toBe(100);
    const both = await source.page(plu, query({ filters: { dpt_id: ['even', 'odd'] } }), 0);
    expect(both.total).toBe(250);
  });

  it('are sorted by the value of a decimal, not by its text', async () => {
    const { source } = bareService();
    const page = await source.page(plu, query({ sort: '-base_price' }), 0);
    expect(page.rows.slice(0, 2).map((row) => row['base_price'])).toEqual(['249.50', '248.50']);
  });

  it('are found by id in any case', async () => {
    const { source } = bareService();
    expect((await source.named(plu, 'id-42'))?.['name']).toBe('Tuote 42');
    expect(await source.named(plu, 'nobody')).toBeNull();
  });
});

describe('reading a list whole', () => {
  it('asks for six pages at a time at most, keeps their order and says how far it is', async () => {
    const { together } = bareService();
    const progress: number[] = [];
    const many = async (page: number) => {
      together.most = Math.max(together.most, ++together.now);
      await new Promise((done) => setTimeout(done, page % 3));
      together.now--;
      const one: Row = { id: String(page), active: true, data: {} };
      return { rows: [one], total: 40, page, pageSize: 1, etag: null };
    };
    const all = await wholeList(many, (come) => progress.push(come));
    expect(all.map((row) => Number(row.id))).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(together.most).toBe(6);
    expect(progress.at(-1)).toBe(40);
  });
});
