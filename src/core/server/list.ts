import { sql } from 'kysely';
import type { ListQuery } from '@/core/contract/paging';
import { answeredJson, rowsOf } from './as-of';
import type { Caller } from './caller';
import { decodeCursor, encodeCursor } from './cursor';
import { inScope, trusted, type Database, type Tx } from './db';
import { inSight } from './sight';
import { after, column, conditions, isCounted, keptTotal, order } from './list-sql';
import type { Table } from './table';

/** One page of a list: the JSON of its entities, and how many there are in all. */
export interface Page {
  /** A JSON array, as PostgreSQL wrote it. */
  readonly body: string;
  readonly total: number;
}

/** A step of a cursor walk (interface 4.6). */
export interface CursorStep {
  readonly body: string;
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/** A page by number: rows in order of creation, or as sorted; past the last one it is empty. */
export async function listPage(
  db: Database,
  caller: Caller,
  table: Table,
  query: ListQuery,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page> {
  const offset = (page - 1) * pageSize;
  if (isCounted(query) && query.sort.length === 0 && offset >= farAway)
    return farPage(db, caller, table, query, { pageSize, offset });
  const choose = isCounted(query) ? plainPage : query.asOf === null ? filteredPage : pastPage;
  const statement = choose(caller, table, query, pageSize, offset);
  const [row] = await inScope(db, caller, 'read only', (tx) => tx.rows(statement));
  return row ?? { body: '[]', total: 0 };
}

/** From this offset on it is asked first from which end a page is nearer: a second statement costs less. */
const farAway = 5000;

/** A page behind the middle is read from the end: what an offset skips is read all the same. */
function farPage(
  db: Database,
  caller: Caller,
  table: Table,
  query: ListQuery,
  { pageSize, offset }: { pageSize: number; offset: number },
): Promise<Page> {
  return inScope(db, caller, 'one snapshot', async (tx) => {
    const [counted] = await tx.rows(
      sql<{ total: number }>`select (${keptTotal(caller, table, query)})::bigint as total`,
    );
    const total = counted?.total ?? 0;
    const behind = total - offset - pageSize;
    if (offset >= total) return { body: '[]', total };
    const [row] = await tx.rows(
      behind < offset
        ? plainPage(caller, table, query, Math.min(pageSize, total - offset), Math.max(behind, 0), true)
        : plainPage(caller, table, query, pageSize, offset),
    );
    return row ?? { body: '[]', total };
  });
}

/**
 * The JSON of a listed row `t`. In a terminal's update (`modified_since`) a deactivated record is its id and
 * that it is off: a terminal deletes it, whatever else it was (design 5, Terminals).
 */
const listed = (caller: Caller, table: Table, query: ListQuery) =>
  caller.role === 'terminal' && query.modifiedSince !== null
    ? sql`case when t.active then ${trusted(answeredJson(table, query.asOf))}::text
        else json_build_object('id', t.id, 'active', false)::text end`
    : trusted(`${answeredJson(table, query.asOf)}::text`);

const body = sql`'[' || coalesce(string_agg(e.entity, ',' order by e.place), '') || ']'`;

/** The total is kept; the page is chosen before any JSON is made, so rows that the offset skips cost little. `fromTheEnd`: the offset is counted from the last row of the order of creation. */
const plainPage = (
  caller: Caller,
  table: Table,
  query: ListQuery,
  pageSize: number,
  offset: number,
  fromTheEnd = false,
) => sql<Page>`
  select (${keptTotal(caller, table, query)})::bigint as total, ${body} as body
  from (
    select ${listed(caller, table, query)} as entity,
      ${fromTheEnd ? sql`t.seq` : sql`row_number() over ()`} as place
    from (
      select t.* from ${sql.table(table.resource.name)} t
      where ${conditions(caller, table, query)}
      order by ${fromTheEnd ? sql`t.seq desc` : order(caller, table, query.sort)}
      limit ${pageSize} offset ${offset}
    ) t
  ) e`;

/** What a filter finds is counted: it is looked for once, by id, and serves the total and the page. */
const filteredPage = (
  caller: Caller,
  table: Table,
  query: ListQuery,
  pageSize: number,
  offset: number,
) => sql<Page>`
  with hit as materialized (
    select t.id, row_number() over (order by ${order(caller, table, query.sort)}) as place
    from ${sql.table(table.resource.name)} t
    where ${conditions(caller, table, query)}
  )
  select (select count(*) from hit) as total, ${body} as body
  from (
    select ${listed(caller, table, query)} as entity, hit.place
    from hit join ${sql.table(table.resource.name)} t on t.tenant_id = ${caller.tenantId} and t.id = hit.id
    where hit.place > ${offset} and hit.place <= ${offset + pageSize}
  ) e`;

/** Of the past every row is made, to be looked at; so they are kept for the page, and not looked for again. */
const pastPage = (
  caller: Caller,
  table: Table,
  query: ListQuery,
  pageSize: number,
  offset: number,
) => sql<Page>`
  with hit as materialized (
    select t.*, row_number() over (order by ${order(caller, table, query.sort)}) as place
    from ${rowsOf(caller, table, query.asOf)}
    where ${conditions(caller, table, query)}
  )
  select (select count(*) from hit) as total, ${body} as body
  from (
    select ${listed(caller, table, query)} as entity, t.place
    from hit t where t.place > ${offset} and t.place <= ${offset + pageSize}
  ) e`;

/** The next rows of a walk; the cursor after them, also on the last page, to ask later for what is new. */
export async function listFromCursor(
  db: Database,
  secret: Buffer,
  caller: Caller,
  table: Table,
  query: ListQuery,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<CursorStep> {
  const position = cursor === null ? null : decodeCursor(secret, caller, query, cursor);
  const values = query.sort.map((key) => sql`${column(key.field)}::text`);
  const statement = sql<{ entity: string; seq: number; values: (string | null)[] }>`
    select ${listed(caller, table, query)} as entity, t.seq, array[${sql.join(values)}]::text[] as values
    from (
      select t.* from ${rowsOf(caller, table, query.asOf)}
      where ${conditions(caller, table, query)} and ${position?.seq ? after(caller, table, query.sort, position) : sql`true`}
      order by ${order(caller, table, query.sort)}
      limit ${limit + 1}
    ) t`;
  const rows = await inScope(db, caller, 'read only', (tx) => tx.rows(statement));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1) ?? position ?? { values: [], seq: 0 };
  return {
    body: `[${shown.map((row) => row.entity).join(',')}]`,
    nextCursor: encodeCursor(secret, caller, query, { values: last.values, seq: last.seq }),
    hasMore: rows.length > limit,
  };
}

/** One entity's JSON and version, as it stands or stood at a moment; null when there is none in sight. */
export async function findEntity(
  tx: Tx,
  caller: Caller,
  table: Table,
  id: string,
  asOf: string | null = null,
) {
  const [row] = await tx.rows(sql<{ entity: string; version: number; company_id: string }>`
    select ${trusted(answeredJson(table, asOf))}::text as entity, t.version, t.company_id
    from ${rowsOf(caller, table, asOf, sql`l.id = ${id}`)} where ${inSight(caller, table)} and t.id = ${id}`);
  return row ?? null;
}
