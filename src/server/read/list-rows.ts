import { sql, type RawBuilder } from 'kysely';
import type { ListQuery } from '@/contract/paging';
import type { Caller } from '../auth/caller';
import { trusted, type Database, type Tx } from '../db/db';
import { withoutHidden, type Table } from '../db/table';
import { answeredJson } from './as-of';
import { firstRows, order, type Range } from './list-order';
import { markNow } from './list-revision';
import { codedIds, column, conditions, isSearchedAlone, search } from './list-sql';
import { milestoneBefore } from './milestones';
import { everythingFound, type SearchPlan } from './search-plan';

/** One page of a list: the JSON of its entities, and the total. */
export interface Page {
  /** A JSON array, as PostgreSQL wrote it. */
  readonly body: string;
  readonly total: number;
  /** The revision token of the snapshot that was read (list-revision.ts), or null. */
  readonly mark: string | null;
}

/** Returns the JSON of a row `t` with what scheduled change sets will change in it. */
const withScheduled = (caller: Caller, table: Table) => {
  const { name } = table.resource;
  const patch = `s.value->'patch'`;
  const seen = withoutHidden(patch, name, caller);
  const changes =
    seen === patch
      ? sql`scheduled_changes(${name}, t.id)::text`
      : sql`(select jsonb_agg(s.value || jsonb_build_object('patch', ${trusted(seen)}) order by s.n)
          from jsonb_array_elements(scheduled_changes(${name}, t.id)) with ordinality s(value, n))::text`;
  return sql`(
    select case when s.changes is null then e.entity else left(e.entity, -1) || ',"scheduled":' || s.changes || '}' end
    from (select ${trusted(answeredJson(caller, table, null))}::text as entity) e
    cross join (select ${changes} as changes) s)`;
};

/**
 * Returns the JSON of a listed row `t`. In a terminal's update (`modified_since`) a deactivated record is only its id
 * and `active`: the terminal deletes it (docs/design.md#terminals).
 */
export const listed = (caller: Caller, table: Table, query: ListQuery) =>
  caller.role === 'terminal' && query.modifiedSince !== null
    ? sql`case when t.active then ${query.includeScheduled && query.asOf === null ? withScheduled(caller, table) : trusted(`${answeredJson(caller, table, query.asOf)}::text`)}
        else json_build_object('id', t.id, 'active', false)::text end`
    : query.includeScheduled && query.asOf === null
      ? withScheduled(caller, table)
      : trusted(`${answeredJson(caller, table, query.asOf)}::text`);

export const body = sql`'[' || coalesce(string_agg(e.entity, ',' order by e.place), '') || ']'`;

/** Returns the JSON and the number of the rows of a page, read in the order of the list (`firstRows`). */
export function orderedRows(
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

/** Returns the columns that the order of a list needs, `seq` among them. */
export function keyColumns(table: Table, { sort }: ListQuery): RawBuilder<unknown> {
  const names = sort.flatMap(({ field }) => {
    const extra = table.sorts[field];
    if (!extra) return [field];
    const generated = Object.keys(table.generated).filter((name) => extra.value.includes(`t.${name}`));
    return [...(extra.of ? ['tenant_id', 'company_id', extra.of.column] : []), ...generated];
  });
  return sql.join([...new Set([...names, 'seq'])].map(column));
}

/** Reads a page far down a list in its order: from the end that is nearer, or in order of creation from a known place. */
export async function distantBody(
  db: Database,
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
  const isByCreation = query.sort.length === 0 && query.active === null;
  const from = isByCreation
    ? { size, ...(await placeBefore(db, tx, caller, table, offset)), reversed: false }
    : { size, skipped: reversed ? behind : offset, reversed };
  const [row] = await tx.rows(distantRows(caller, table, query, from));
  return row?.body ?? '[]';
}

async function placeBefore(db: Database, tx: Tx, caller: Caller, table: Table, offset: number) {
  const { position, seq } = await milestoneBefore(db, tx, caller, table, offset);
  return { skipped: offset - position, beyond: sql`t.seq > ${seq}` };
}

/**
 * Returns rows far down a list, in its order, also counted from the last one (`reversed`): their position is found in
 * an index that holds what the order needs, before any row is read.
 */
function distantRows(
  caller: Caller,
  table: Table,
  query: ListQuery,
  {
    size,
    skipped,
    reversed,
    beyond = sql`true`,
  }: { size: number; skipped: number; reversed: boolean; beyond?: RawBuilder<unknown> },
) {
  const by = order(caller, table, query, reversed);
  const columns = keyColumns(table, query);
  return sql<{ body: string }>`
    select ${body} as body
    from (
      select ${listed(caller, table, query)} as entity, k.place
      from (
        select k.seq, ${reversed ? sql`-row_number() over ()` : sql`row_number() over ()`} as place from (
          select t.seq from (${firstRows(caller, table, query, { count: skipped + size, reversed, columns, beyond })}) t
          order by ${by} limit ${size} offset ${skipped}
        ) k
      ) k join ${sql.table(table.resource.name)} t on t.tenant_id = ${caller.tenantId} and t.seq = k.seq
    ) e`;
}

/** From this offset on, a first statement finds out from which end the page is nearer: it costs less than the rows. */
export const farAway = 5000;

/**
 * Reads a page of a filtered list. The matches are searched once, with only what the order needs, for the total and
 * the page. A record with the code that was typed comes first, then what a search finds exactly.
 */
export function filteredPage(
  caller: Caller,
  table: Table,
  query: ListQuery,
  pageSize: number,
  offset: number,
  plan: SearchPlan | null = null,
): RawBuilder<Page> {
  const name = sql.table(table.resource.name);
  const by = order(caller, table, query);
  const columns = sql.join([column('id'), keyColumns(table, query)]);
  const active = query.active === null ? sql`true` : sql`t.active = ${query.active}`;
  const coded = codedIds(table, query);
  const codesFirst = coded ? sql`(t.id = any (${coded})) desc, ` : sql``;
  const found = plan
    ? sql`${name} t join ${everythingFound(table, plan)} f on f.id = t.id
        where ${conditions(caller, table, { ...query, q: null })}`
    : query.q !== null && isSearchedAlone(query) && !table.isSearchedByRow
      ? sql`${search(table, query.q)} t where ${active}`
      : sql`${name} t where ${conditions(caller, table, query)}`;
  return sql<Page>`
    with hit as materialized (select ${columns}${plan ? sql`, f.part` : sql``} from ${found})
    select (select count(*) from hit) as total, ${markNow(caller, table)} as mark, ${body} as body
    from (
      select ${listed(caller, table, query)} as entity, k.place
      from (
        select k.id, row_number() over () as place
        from (select t.id from hit t order by ${codesFirst}${plan ? sql`t.part, ` : sql``}${by} limit ${pageSize} offset ${offset}) k
      ) k join ${name} t on t.tenant_id = ${caller.tenantId} and t.id = k.id
    ) e`;
}
