import { sql, type RawBuilder } from 'kysely';
import type { ListQuery, SortKey } from '@/core/contract/paging';
import type { Caller } from './caller';
import { decodeCursor, encodeCursor } from './cursor';
import { inScope, trusted, type Database, type Tx } from './db';
import { inSight } from './sight';
import { columnType, entityJson, type Table } from './table';

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
  // The page is chosen before any JSON is made: rows that the offset skips cost next to nothing.
  const statement = sql<Page>`
    select (${total(caller, table, query)})::bigint as total, '[' || coalesce(string_agg(e.entity, ','), '') || ']' as body
    from (
      select ${trusted(entityJson(table))}::text as entity
      from (
        select t.* from ${trusted(table.resource.name)} t
        where ${conditions(caller, table, query)}
        order by ${order(caller, table, query.sort)}
        limit ${pageSize} offset ${(page - 1) * pageSize}
      ) t
    ) e`;
  const [row] = await inScope(db, caller, 'read only', (tx) => tx.rows(statement));
  return row ?? { body: '[]', total: 0 };
}

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
    select ${trusted(entityJson(table))}::text as entity, t.seq, array[${sql.join(values)}]::text[] as values
    from (
      select t.* from ${trusted(table.resource.name)} t
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

/** One entity's JSON and version, or null when there is none in sight. */
export async function findEntity(tx: Tx, caller: Caller, table: Table, id: string) {
  const [row] = await tx.rows(sql<{ entity: string; version: number; company_id: string }>`
    select ${trusted(entityJson(table))}::text as entity, t.version, t.company_id
    from ${trusted(table.resource.name)} t where ${inSight(caller, table)} and t.id = ${id}`);
  return row ?? null;
}

const column = (name: string) => sql.ref(`t.${name}`);

function conditions(caller: Caller, table: Table, query: ListQuery): RawBuilder<unknown> {
  const { name, extraFilters } = table.resource;
  const parts = [inSight(caller, table)];
  if (query.active !== null) parts.push(sql`t.active = ${query.active}`);
  if (query.modifiedSince !== null) parts.push(sql`t.modified_at >= ${query.modifiedSince}::timestamptz`);
  if (query.q !== null) parts.push(sql`t.id in (select ${search(name, query.q)})`);
  for (const [filter, values] of Object.entries(query.equals)) {
    parts.push(
      filter in extraFilters
        ? sql`t.id in (select ${trusted(`${name}_by_${filter}`)}(${values[0]}))`
        : sql`${column(filter)} = any(${values}::${trusted(filterType(table, filter))}[])`,
    );
  }
  return sql.join(parts, sql` and `);
}

const filterType = (table: Table, name: string) =>
  name === 'id' || name === 'company_id' ? 'uuid' : columnType(table, name);

/**
 * Each word must be found: three letters and more anywhere, shorter ones at the beginning of a word.
 * The longest goes first: it finds the fewest rows in the index. Characters take their compatible form
 * before they are escaped, not only after (`search_form`): "％" becomes a "%" that stands for itself.
 */
function search(resource: string, q: string): RawBuilder<unknown> {
  const [longest = '%', ...others] = q
    .normalize('NFKC')
    .split(/\s+/)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => (word.length < 3 ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`));
  return sql`${trusted(`search_${resource}`)}(search_form(${longest}), array(select search_form(w) from unnest(${others}::text[]) w))`;
}

const escapeLike = (word: string) => word.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The kept counts answer an unfiltered list at once (design 3, Order of writing); anything else is counted. */
function total(caller: Caller, table: Table, query: ListQuery): RawBuilder<unknown> {
  const { name, shared } = table.resource;
  const filtered = query.q !== null || query.modifiedSince !== null || Object.keys(query.equals).length > 0;
  if (filtered) return sql`select count(*) from ${trusted(name)} t where ${conditions(caller, table, query)}`;
  const companies = shared ? caller.lineage : [caller.companyId];
  const kinds = query.active === null ? [0, 1] : [query.active ? 0 : 1];
  return sql`select coalesce(sum((r.counts->c.id->>k.i)::bigint), 0) from revision r, unnest(${companies}::text[]) c(id),
    unnest(${kinds}::int[]) k(i) where r.tenant_id = ${caller.tenantId} and r.resource = ${name}`;
}

/** Names go by the tenant's language: the root collation puts Å and Ä in the wrong place for Finnish. */
function sortExpression(
  caller: Caller,
  table: Table,
  field: string,
  value?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const expression = value ? sql`${value}::${trusted(columnType(table, field))}` : column(field);
  return columnType(table, field) === 'text' ? sql`${expression} collate ${collation(caller)}` : expression;
}

const collation = (caller: Caller) =>
  sql.id(caller.locale.toLowerCase().startsWith('fi') ? 'fi-x-icu' : 'und-x-icu');

function order(caller: Caller, table: Table, sort: readonly SortKey[]): RawBuilder<unknown> {
  const keys = sort.map(
    (key) =>
      sql`${sortExpression(caller, table, key.field)} ${trusted(key.descending ? 'desc' : 'asc')} nulls last`,
  );
  return sql.join([...keys, sql`t.seq`]);
}

/** Rows after a position: the keys before are equal and this one is beyond, for each key, then `seq`. */
function after(
  caller: Caller,
  table: Table,
  sort: readonly SortKey[],
  position: { values: readonly (string | null)[]; seq: number },
): RawBuilder<unknown> {
  const same: RawBuilder<unknown>[] = [];
  const ways: RawBuilder<unknown>[] = [];
  sort.forEach((key, index) => {
    const value = position.values[index] ?? null;
    const mine = sortExpression(caller, table, key.field);
    const theirs = sortExpression(caller, table, key.field, sql`${value}`);
    const beyond = sql`(${mine} ${trusted(key.descending ? '<' : '>')} ${theirs} or ${mine} is null)`;
    // Nulls come last: nothing but seq is beyond a null.
    if (value !== null) ways.push(sql.join([...same, beyond], sql` and `));
    same.push(sql`${mine} is not distinct from ${theirs}`);
  });
  ways.push(sql.join([...same, sql`t.seq > ${position.seq}`], sql` and `));
  return sql`(${sql.join(ways, sql` or `)})`;
}
