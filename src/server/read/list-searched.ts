import { sql } from 'kysely';
import type { ListQuery } from '@/contract/paging';
import type { Caller } from '../auth/caller';
import { inScope, type Database, type Tx } from '../db/db';
import type { Table } from '../db/table';
import { body, filteredPage, listed, orderedRows, keyColumns, type Page } from './list-rows';
import { order } from './list-order';
import { markNow } from './list-revision';
import { codedIds, column, hasFilters, storedTotal } from './list-sql';
import { isVisible } from './visibility';
import { countFound, fits, foundRows, planSearch, type Found } from './search-plan';

/** Rows of each company that are tested in the order of a list, before its matches are collected and sorted. */
const testedAtMost = 4000;

interface PageRange {
  readonly size: number;
  readonly offset: number;
}

/**
 * Reads a page of a search by the vocabulary. A record with the code that was typed comes first, then what contains the words as
 * typed, then what contains them otherwise; each part is counted, and its rows are read in the order of the list if it has many.
 */
export function searchedPage(
  db: Database,
  caller: Caller,
  table: Table,
  query: ListQuery,
  { pageSize, offset }: { pageSize: number; offset: number },
): Promise<Page> {
  return inScope(db, caller, 'one snapshot', async (tx) => {
    const plan = await planSearch(tx, table, query.q ?? '');
    const collected = async () => {
      const [row] = await tx.rows(filteredPage(caller, table, query, pageSize, offset, plan));
      return row ?? { body: '[]', total: 0, mark: null };
    };
    if (plan === null || hasFilters(query) || query.modifiedSince !== null) return collected();
    const [stored] = await tx.rows(
      sql<{ all: number; mark: string | null; coded: boolean }>`
        select (${storedTotal(caller, table, query)})::bigint as all, ${markNow(caller, table)} as mark,
          ${codedIds(table, query) ?? sql`'{}'::uuid[]`} <> '{}' as coded`,
    );
    const { all = 0, mark = null, coded = false } = stored ?? {};
    // A text that is a code is in few records.
    if (coded) return collected();
    let total = 0;
    const bodies: string[] = [];
    for (const part of plan) {
      const count = await countFound(tx, table, part, query.active);
      const from = Math.max(offset - total, 0);
      const size = Math.min(offset + pageSize - total, count) - from;
      if (size > 0)
        bodies.push(await partBody(tx, caller, table, query, part, { count, all, size, offset: from }));
      total += count;
    }
    return { body: `[${bodies.map((json) => json.slice(1, -1)).join(',')}]`, total, mark };
  });
}

/** Reads rows of one part of a search, as a JSON array. */
async function partBody(
  tx: Tx,
  caller: Caller,
  table: Table,
  query: ListQuery,
  part: Found,
  { count, all, size, offset }: PageRange & { count: number; all: number },
): Promise<string> {
  if (count ** 2 > (offset + size) * all) {
    const range = { count: offset + size, within: testedAtMost, beyond: fits(table, part) };
    const [page] = await tx.rows(orderedRows(caller, table, { ...query, q: null }, range, { size, offset }));
    if (page?.count === size) return page.body;
  }
  const [row] = await tx.rows(foundPage(caller, table, query, part, { size, offset }));
  return row?.body ?? '[]';
}

/** Returns a statement that collects and sorts all rows of a part. The search table has the name and `seq` itself. */
function foundPage(caller: Caller, table: Table, query: ListQuery, part: Found, { size, offset }: PageRange) {
  const name = sql.table(table.resource.name);
  const rows = foundRows(table, part, query.active);
  const isAlone = query.sort.every(({ field }) => field === 'name');
  const hits = isAlone
    ? sql`select t.* from ${rows} t`
    : sql`select ${sql.join([column('id'), keyColumns(table, query)])} from ${name} t
        join ${rows} f on f.id = t.id where ${isVisible(caller, table)}`;
  return sql<{ body: string }>`
    select ${body} as body from (
      select ${listed(caller, table, query)} as entity, k.place
      from (
        select k.id, row_number() over () as place
        from (select t.id from (${hits}) t order by ${order(caller, table, query)} limit ${size} offset ${offset}) k
      ) k join ${name} t on t.tenant_id = ${caller.tenantId} and t.id = k.id
    ) e`;
}
