import { sql, type RawBuilder } from 'kysely';
import type { ListQuery } from '@/contract/paging';
import { answeredJson, rowsOf, changedRows, unchangedRows } from './as-of';
import type { Caller } from '../auth/caller';
import { decodeCursor, encodeCursor, type Position } from './cursor';
import { inScope, readInScope, trusted, type Database, type Tx } from '../db/db';
import { hasVocabulary } from '../db/schema/search/search-fill';
import { isVisible } from './visibility';
import { markNow } from './list-revision';
import {
  isCountedByFilter,
  countRows,
  estimate,
  filtersOf,
  filterTotals,
  totalOf,
  withoutUniversal,
} from './list-filters';
import { after, firstRows, order, sortValue, keyOrder } from './list-order';
import { distantBody, farAway, filteredPage, listed, orderedRows, type Page, body } from './list-rows';
import { searchedPage } from './list-searched';
import { codedIds, conditions, isCounted, storedTotal } from './list-sql';
import { everythingFound, planSearch, type SearchPlan } from './search-plan';
import { isOfLocations, type Table } from '../db/table';
import { requireSeen, seenTable } from './seen';

/** Rows of each company that are examined in the order of a list, before its matches are collected and sorted. */
const examinedAtMost = 20_000;

/**
 * Reads a page of a list with filters whose totals are stored. What many records fit is read in the order of the list,
 * which ends after the page; what few fit, and what is far down the list, is collected and sorted.
 */
function countedPage(
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

/** One page of a cursor (docs/interface.md#46-pagination). */
export interface CursorStep {
  readonly body: string;
  readonly nextCursor: string;
  readonly hasMore: boolean;
  readonly mark: string | null;
}

/**
 * Returns the query by which a list is read of a membership that holds some locations: each row is looked at. What is counted and found
 * beforehand is of all.
 */
const lookedAt = ({ locations }: Caller, query: ListQuery): ListQuery =>
  locations && query.modifiedSince === null ? { ...query, modifiedSince: '0001-01-01T00:00:00.000Z' } : query;

/** Returns a page by number: rows in order of creation, or as sorted; empty past the last one. */
export async function listPage(
  db: Database,
  caller: Caller,
  stored: Table,
  asked: ListQuery,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page> {
  requireSeen(caller, stored, asked);
  const table = seenTable(caller, stored);
  const query = isOfLocations(table) ? lookedAt(caller, asked) : asked;
  const offset = (page - 1) * pageSize;
  if (isCounted(query) && offset >= farAway) return farPage(db, caller, table, query, { pageSize, offset });
  if (isSearched(table, query)) return searchedPage(db, caller, table, query, { pageSize, offset });
  if (isCountedByFilter(table, query)) return countedPage(db, caller, table, query, { pageSize, offset });
  const choose = isCounted(query) ? plainPage : query.asOf === null ? filteredPage : pastPage;
  const statement = choose(caller, table, query, pageSize, offset);
  // An index has the order of a plain page: the number of rows makes no difference to the plan.
  const plan = choose === plainPage ? 'anyValues' : undefined;
  const [row] = await readInScope(db, caller, statement, plan);
  return row ?? { body: '[]', total: 0, mark: null };
}

/** Returns whether a list is searched by the vocabulary of its table. Past states are not in it. */
const isSearched = (table: Table, { q, asOf }: ListQuery): boolean =>
  q !== null && asOf === null && hasVocabulary(table) && !table.isSearchedByRow;

/** Reads a page in the second half from the end, because an offset's skipped rows are read all the same. */
function farPage(
  db: Database,
  caller: Caller,
  table: Table,
  query: ListQuery,
  { pageSize, offset }: { pageSize: number; offset: number },
): Promise<Page> {
  return inScope(db, caller, 'one snapshot', async (tx) => {
    const [counted] = await tx.rows(
      sql<Omit<Page, 'body'>>`
        select (${storedTotal(caller, table, query)})::bigint as total, ${markNow(caller, table)} as mark`,
    );
    const { total, mark } = counted ?? { total: 0, mark: null };
    const body = await distantBody(db, tx, caller, table, query, { total, pageSize, offset });
    return { body, total, mark };
  });
}

/**
 * Reads a page of an unfiltered list. The total is stored, and the rows are chosen before any JSON is made, so rows
 * that the offset skips cost little.
 */
function plainPage(caller: Caller, table: Table, query: ListQuery, pageSize: number, offset: number) {
  const rows = orderedRows(caller, table, query, { count: offset + pageSize }, { size: pageSize, offset });
  return sql<Page>`
    select (${storedTotal(caller, table, query)})::bigint as total, ${markNow(caller, table)} as mark, e.body
    from (${rows}) e`;
}

/**
 * Returns the next rows after a cursor, and the cursor after them, also on the last page, to ask for new rows later.
 */
export async function listFromCursor(
  db: Database,
  secret: Buffer,
  caller: Caller,
  stored: Table,
  query: ListQuery,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<CursorStep> {
  requireSeen(caller, stored, query);
  const table = seenTable(caller, stored);
  const position = cursor === null ? null : decodeCursor(secret, caller, query, cursor);
  const [[marked], rows] = await inScope(db, caller, 'one snapshot', async (tx) => {
    const reading = tx.read(sql<{ mark: string | null }>`select ${markNow(caller, table)} as mark`);
    reading.catch(() => undefined);
    const plan = isSearched(table, query) ? await planSearch(tx, table, query.q ?? '') : null;
    return Promise.all([reading, tx.read(nextRows(caller, table, query, position, limit, plan))]);
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1) ?? position ?? { values: [], seq: 0 };
  return {
    body: `[${shown.map((row) => row.entity).join(',')}]`,
    nextCursor: encodeCursor(secret, caller, query, { values: last.values, seq: last.seq }),
    hasMore: rows.length > limit,
    mark: marked?.mark ?? null,
  };
}

/**
 * Returns a statement that reads the rows after a position, and one more. What a search finds has its part first: 0 for a record with
 * the code that was typed, then those of the vocabulary.
 */
function nextRows(
  caller: Caller,
  table: Table,
  query: ListQuery,
  position: Position | null,
  limit: number,
  plan: SearchPlan | null = null,
) {
  const by = order(caller, table, query);
  const values = query.sort.map(({ field }) => sql`(${sortValue(table, field, query.asOf !== null)})::text`);
  const found = plan && everythingFound(table, plan);
  const coded = codedIds(table, query);
  const hasParts = found !== null || coded !== null;
  const ofPlan = found ? sql`f.part` : sql`1`;
  const partOf = coded ? sql`case when t.id = any (${coded}) then 0 else ${ofPlan} end` : ofPlan;
  // A cursor that an older service gave for a list without parts says none.
  const has = position?.values ?? [];
  const [part = null, ...keys] = has.length > query.sort.length ? has : [null, ...has];
  const beyond = position?.seq ? after(caller, table, query, { values: keys, seq: position.seq }) : sql`true`;
  const sought = found ? { ...query, q: null } : query;
  const matching = (isPast: boolean) =>
    conditions(caller, table, { ...sought, asOf: isPast ? query.asOf : null });
  const rows = isCounted(query)
    ? sql`select t.* from (${firstRows(caller, table, query, { count: limit + 1, beyond })}) t`
    : sql`select t.* ${hasParts ? sql`, ${partOf} as part` : sql``} from ${rowsOf(caller, table, query.asOf, undefined, matching)}
        ${found ? sql`join ${found} f on f.id = t.id` : sql``}
        where ${part === null ? beyond : sql`(${partOf} > ${part}::int or ${partOf} = ${part}::int and ${beyond})`}`;
  return sql<{ entity: string; seq: number; values: (string | null)[] }>`
    select ${listed(caller, table, query)} as entity, t.seq,
      array[${sql.join([...(hasParts ? [sql`t.part::text`] : []), ...values])}]::text[] as values
    from (
      select t.* from (${rows}) t order by ${hasParts ? sql`t.part, ` : sql``}${by} limit ${limit + 1}
    ) t`;
}

/** Returns one entity's JSON and version, now or at a moment; null if none is visible. */
export async function findEntity(
  tx: Tx,
  caller: Caller,
  table: Table,
  id: string,
  asOf: string | null = null,
) {
  const [row] = await findEntities(tx, caller, table, [id], asOf);
  return row ?? null;
}

/** Returns the JSON and the versions of entities, now or at a moment, in any order; those that are not visible are missing. */
export const findEntities = (
  tx: Tx,
  caller: Caller,
  table: Table,
  ids: readonly string[],
  asOf: string | null = null,
) =>
  tx.rows(sql<{ id: string; entity: string; version: number; company_id: string }>`
    select t.id, ${trusted(answeredJson(caller, table, asOf))}::text as entity, t.version, t.company_id
    from ${rowsOf(caller, table, asOf, sql`l.id = any(${ids}::uuid[])`)}
    where ${isVisible(caller, table)} and t.id = any(${ids}::uuid[])`);

/**
 * Reads a page of past states. What has not changed since is filtered and searched as in any list, and only its sort
 * keys are collected; what has changed is reconstructed first.
 */
function pastPage(
  caller: Caller,
  table: Table,
  query: ListQuery,
  pageSize: number,
  offset: number,
): RawBuilder<Page> {
  const name = sql.table(table.resource.name);
  const asOf = query.asOf ?? '';
  const keys = (isPast: boolean) =>
    sql.join([
      sql`t.id, t.seq`,
      ...query.sort.map(({ field }, n) => sql`${sortValue(table, field, isPast)} as ${sql.ref(keyName(n))}`),
    ]);
  const isUnchanged = conditions(caller, table, { ...query, asOf: null });
  const by = keyOrder(caller, table, query, (field) =>
    sql.ref(`t.${keyName(query.sort.findIndex((key) => key.field === field))}`),
  );
  return sql<Page>`
    with past as materialized (
      select t.* from ${changedRows(caller, table, asOf)} where ${conditions(caller, table, query)}
    ),
    hit as materialized (
      select ${keys(false)}, false as changed from ${unchangedRows(caller, table, asOf)} where ${isUnchanged}
      union all
      select ${keys(true)}, true from past t
    ),
    page as materialized (
      select k.*, row_number() over () as place
      from (select t.id, t.changed from hit t order by ${by} limit ${pageSize} offset ${offset}) k
    )
    select (select count(*) from hit) as total, ${markNow(caller, table)} as mark, ${body} as body
    from (
      select ${listed(caller, table, query)} as entity, k.place
      from page k join ${name} t on t.tenant_id = ${caller.tenantId} and t.id = k.id where not k.changed
      union all
      select ${listed(caller, table, query)}, k.place from page k join past t on t.id = k.id where k.changed
    ) e`;
}

const keyName = (n: number): string => `key_${n}`;
