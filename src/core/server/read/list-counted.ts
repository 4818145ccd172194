import type { ListQuery } from '@/core/contract/paging';
import type { Caller } from '../auth/caller';
import { inScope, type Database } from '../db/db';
import type { Table } from '../db/table';
import { countRows, estimate, filtersOf, filterTotals, totalOf, withoutUniversal } from './list-filters';
import { distantBody, filteredPage, farAway, orderedRows, type Page } from './list-rows';

/** Rows of each company that are examined in the order of a list, before its matches are collected and sorted. */
const examinedAtMost = 20_000;

/**
 * Reads a page of a list with filters whose totals are stored. What many records fit is read in the order of the list,
 * which ends after the page; what few fit, and what is far down the list, is collected and sorted.
 */
export function countedPage(
  db: Database,
  caller: Caller,
  table: Table,
  query: ListQuery,
  { pageSize, offset }: { pageSize: number; offset: number },
): Promise<Page> {
  return inScope(db, caller, 'one snapshot', async (tx) => {
    const [totals] = await tx.rows(filterTotals(caller, table, query));
    if (!totals) throw new Error('The stored totals gave no row');
    const { mark } = totals;
    const left = withoutUniversal(query, totals);
    const total = totalOf(left, totals) ?? (await tx.rows(countRows(caller, table, left)))[0]?.total ?? 0;
    const size = Math.min(pageSize, total - offset);
    if (size <= 0) return { body: '[]', total, mark };
    const filters = filtersOf(left);
    if (filters.length === 0 && offset >= farAway)
      return {
        body: await distantBody(db, tx, caller, table, left, { total, pageSize, offset }),
        total,
        mark,
      };
    const count = offset + size;
    const [only = '', ...others] = filters;
    const isIndexed = left.sort.length === 0 && others.length === 0 && table.counted.includes(only);
    if (filters.length === 0 || isIndexed || estimate(left, totals) ** 2 > count * totals.all) {
      const range = isIndexed
        ? { count, valuesOf: only }
        : { count, ...(filters.length > 0 && { within: examinedAtMost }) };
      const [page] = await tx.rows(orderedRows(caller, table, left, range, { size, offset }));
      if (page?.count === size) return { body: page.body, total, mark };
    }
    const [row] = await tx.rows(filteredPage(caller, table, left, pageSize, offset));
    return { body: row?.body ?? '[]', total, mark };
  });
}
