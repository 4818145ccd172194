import { sql, type RawBuilder } from 'kysely';
import type { ListQuery } from '@/core/contract/paging';
import { answeredJson, rowsOf } from './as-of';
import type { Caller } from '../auth/caller';
import { decodeCursor, encodeCursor } from './cursor';
import { inScope, readInScope, trusted, type Database, type Tx } from '../db/db';
import { isVisible } from './visibility';
import { listRevision, markNow } from './list-revision';
import {
  countRows,
  estimate,
  filterTotals,
  isCountedByFilter,
  totalOf,
  withoutUniversal,
} from './list-filters';
import { after, firstRows, order, sortValue, type Range } from './list-order';
import { column, conditions, isCounted, isSearchedAlone, storedTotal, search } from './list-sql';
import type { Table } from '../db/table';

/** One page of a list: the JSON of its entities, and the total. */
export interface Page {
  /** A JSON array, as PostgreSQL wrote it. */
  readonly body: string;
  readonly total: number;
  /** The revision token of the snapshot that was read (list-revision.ts), or null. */
  readonly mark: string | null;
}

/** One page of a cursor (docs/interface.md#46-pagination). */
export interface CursorStep {
  readonly body: string;
  readonly nextCursor: string;
  readonly hasMore: boolean;
  readonly mark: string | null;
}

/** Returns a page by number: rows in order of creation, or as sorted; empty past the last one. */
export async function listPage(
  db: Database,
  caller: Caller,
  table: Table,
  query: ListQuery,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page> {
  const offset = (page - 1) * pageSize;
  if (isCounted(query) && offset >= farAway) return farPage(db, caller, table, query, { pageSize, offset });
  if (isCountedByFilter(table, query)) return countedPage(db, caller, table, query, { pageSize, offset });
  const choose = isCounted(query) ? plainPage : query.asOf === null ? filteredPage : pastPage;
  const statement = choose(caller, table, query, pageSize, offset);
  // An index has the order of a plain page: the number of rows makes no difference to the plan.
  const plan = choose === plainPage ? 'anyValues' : undefined;
  const [row] = await readInScope(db, caller, statement, plan);
  return row ?? { body: '[]', total: 0, mark: null };
}

/** From this offset on, a first statement finds out from which end the page is nearer: it costs less than the rows. */
const farAway = 5000;

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
    const body = await distantBody(tx, caller, table, query, { total, pageSize, offset });
    return { body, total, mark };
  });
}

async function distantBody(
  tx: Tx,
  caller: Caller,
  table: Table,
  query: ListQuery,
  { total, pageSize, offset }: { total: number; pageSize: number; offset: number },
): Promise<string> {
  if (offset >= total) return '[]';
  const size = Math.min(pageSize, total - offset);
  const behind = total - offset - size;
  const reversed = behind < offset;
  const [row] = await tx.rows(
    distantRows(caller, table, query, { size, skipped: reversed ? behind : offset, reversed }),
  );
  return row?.body ?? '[]';
}

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
    const filters = Object.keys(left.equals);
    if (filters.length === 0 && offset >= farAway)
      return { body: await distantBody(tx, caller, table, left, { total, pageSize, offset }), total, mark };
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

/**
 * Returns the JSON of a listed row `t`. In a terminal's update (`modified_since`) a deactivated record is only its id
 * and `active`: the terminal deletes it (docs/design.md#terminals).
 */
const listed = (caller: Caller, table: Table, query: ListQuery) =>
  caller.role === 'terminal' && query.modifiedSince !== null
    ? sql`case when t.active then ${trusted(answeredJson(table, query.asOf))}::text
        else json_build_object('id', t.id, 'active', false)::text end`
    : trusted(`${answeredJson(table, query.asOf)}::text`);

const body = sql`'[' || coalesce(string_agg(e.entity, ',' order by e.place), '') || ']'`;

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

/** Returns the JSON and the number of the rows of a page, read in the order of the list (`firstRows`). */
function orderedRows(
  caller: Caller,
  table: Table,
  query: ListQuery,
  range: Range,
  { size, offset }: { size: number; offset: number },
): RawBuilder<{ body: string; count: number }> {
  return sql`
    select ${body} as body, count(*) as count
    from (
      select ${listed(caller, table, query)} as entity, row_number() over () as place
      from (
        select t.* from (${firstRows(caller, table, query, range)}) t
        order by ${order(caller, table, query)} limit ${size} offset ${offset}
      ) t
    ) e`;
}

/**
 * Returns rows far down a list, in its order, also counted from the last one (`reversed`): their position is found in
 * an index that holds what the order needs, before any row is read.
 */
function distantRows(
  caller: Caller,
  table: Table,
  query: ListQuery,
  { size, skipped, reversed }: { size: number; skipped: number; reversed: boolean },
) {
  const by = order(caller, table, query, reversed);
  const columns = keyColumns(table, query);
  return sql<{ body: string }>`
    select ${body} as body
    from (
      select ${listed(caller, table, query)} as entity, k.place
      from (
        select k.seq, ${reversed ? sql`-row_number() over ()` : sql`row_number() over ()`} as place from (
          select t.seq from (${firstRows(caller, table, query, { count: skipped + size, reversed, columns })}) t
          order by ${by} limit ${size} offset ${skipped}
        ) k
      ) k join ${sql.table(table.resource.name)} t on t.tenant_id = ${caller.tenantId} and t.seq = k.seq
    ) e`;
}

/** Returns the columns that the order of a list needs, `seq` among them. */
function keyColumns(table: Table, { sort }: ListQuery): RawBuilder<unknown> {
  const names = sort.flatMap(({ field }) => {
    const extra = table.sorts[field];
    if (!extra) return [field];
    const generated = Object.keys(table.generated).filter((name) => extra.value.includes(`t.${name}`));
    return [...(extra.of ? ['tenant_id', extra.of.column] : []), ...generated];
  });
  return sql.join([...new Set([...names, 'seq'])].map(column));
}

/**
 * Reads a page of a filtered list. The matches are searched once, with only what the order needs, for the total and
 * the page.
 */
function filteredPage(caller: Caller, table: Table, query: ListQuery, pageSize: number, offset: number) {
  const name = sql.table(table.resource.name);
  const by = order(caller, table, query);
  const columns = sql.join([column('id'), keyColumns(table, query)]);
  const found =
    query.q !== null && isSearchedAlone(query)
      ? sql`${search(table.resource.name, query.q)} t where ${query.active === null ? sql`true` : sql`t.active = ${query.active}`}`
      : sql`${name} t where ${conditions(caller, table, query)}`;
  return sql<Page>`
    with hit as materialized (select ${columns} from ${found})
    select (select count(*) from hit) as total, ${markNow(caller, table)} as mark, ${body} as body
    from (
      select ${listed(caller, table, query)} as entity, k.place
      from (
        select k.id, row_number() over () as place
        from (select t.id from hit t order by ${by} limit ${pageSize} offset ${offset}) k
      ) k join ${name} t on t.tenant_id = ${caller.tenantId} and t.id = k.id
    ) e`;
}

/**
 * Reads a page of past states. Every row has to be reconstructed to filter it, so the rows are materialised for the
 * page.
 */
const pastPage = (
  caller: Caller,
  table: Table,
  query: ListQuery,
  pageSize: number,
  offset: number,
) => sql<Page>`
  with hit as materialized (
    select t.*, row_number() over (order by ${order(caller, table, query)}) as place
    from ${rowsOf(caller, table, query.asOf)}
    where ${conditions(caller, table, query)}
  )
  select (select count(*) from hit) as total, ${markNow(caller, table)} as mark, ${body} as body
  from (
    select ${listed(caller, table, query)} as entity, t.place
    from hit t where t.place > ${offset} and t.place <= ${offset + pageSize}
  ) e`;

/**
 * Returns the next rows after a cursor, and the cursor after them, also on the last page, to ask for new rows later.
 */
export async function listFromCursor(
  db: Database,
  secret: Buffer,
  caller: Caller,
  table: Table,
  query: ListQuery,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<CursorStep> {
  const position = cursor === null ? null : decodeCursor(secret, caller, query, cursor);
  const by = order(caller, table, query);
  const beyond = position?.seq ? after(caller, table, query, position) : sql`true`;
  const values = query.sort.map(({ field }) => sql`(${sortValue(table, field, query.asOf !== null)})::text`);
  const statement = sql<{ entity: string; seq: number; values: (string | null)[] }>`
    select ${listed(caller, table, query)} as entity, t.seq, array[${sql.join(values)}]::text[] as values
    from (
      select t.* from ${
        isCounted(query)
          ? sql`(${firstRows(caller, table, query, { count: limit + 1, beyond })}) t`
          : sql`${rowsOf(caller, table, query.asOf)} where ${conditions(caller, table, query)} and ${beyond}`
      }
      order by ${by} limit ${limit + 1}
    ) t`;
  // Read before the rows: they may be newer than their token, never older.
  const mark = await listRevision(db, caller, table);
  const rows = await readInScope(db, caller, statement);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1) ?? position ?? { values: [], seq: 0 };
  return {
    body: `[${shown.map((row) => row.entity).join(',')}]`,
    nextCursor: encodeCursor(secret, caller, query, { values: last.values, seq: last.seq }),
    hasMore: rows.length > limit,
    mark,
  };
}

/** Returns one entity's JSON and version, now or at a moment; null if none is visible. */
export async function findEntity(
  tx: Tx,
  caller: Caller,
  table: Table,
  id: string,
  asOf: string | null = null,
) {
  const [row] = await tx.rows(sql<{ entity: string; version: number; company_id: string }>`
    select ${trusted(answeredJson(table, asOf))}::text as entity, t.version, t.company_id
    from ${rowsOf(caller, table, asOf, sql`l.id = ${id}`)} where ${isVisible(caller, table)} and t.id = ${id}`);
  return row ?? null;
}
