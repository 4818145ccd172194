import { sql, type RawBuilder } from 'kysely';
import type { ListQuery, SortKey } from '@/core/contract/paging';
import type { Caller } from '../auth/caller';
import { trusted } from '../db/db';
import { visibleCompanies, isVisible, hasOneVisibleCompany } from './visibility';
import { columnType, type Table } from '../db/table';

/** Returns a column of the row `t`. */
export const column = (name: string) => sql.ref(`t.${name}`);

/** Returns the conditions of a list on each row `t`: visibility and the filters. */
export function conditions(
  caller: Caller,
  table: Table,
  query: ListQuery,
  visible: RawBuilder<unknown> = isVisible(caller, table),
): RawBuilder<unknown> {
  const { name, extraFilters } = table.resource;
  const parts = [visible];
  const isPast = query.asOf !== null;
  // A literal, not a parameter: only then does the planner use the partial index of deactivated records.
  if (query.active !== null) parts.push(query.active ? sql`t.active` : sql`not t.active`);
  if (query.modifiedSince !== null) parts.push(sql`t.modified_at >= ${query.modifiedSince}::timestamptz`);
  if (query.q !== null)
    parts.push(
      isPast
        ? searchPast(table, query.q)
        : sql`t.id in (select found.id from ${search(name, query.q)} found(id))`,
    );
  for (const [filter, values] of Object.entries(query.equals)) {
    parts.push(
      filter in extraFilters
        ? isPast
          ? filterPast(table.filters[filter] ?? 'false', values[0] ?? '')
          : sql`t.id in (select ${trusted(`${name}_by_${filter}`)}(${values[0]}))`
        : sql`${column(filter)} = any(${values}::${trusted(filterType(table, filter))}[])`,
    );
  }
  return sql.join(parts, sql` and `);
}

const filterType = (table: Table, name: string) =>
  name === 'id' || name === 'company_id' ? 'uuid' : columnType(table, name);

/**
 * Returns the condition of `q`. A record matches if it contains the whole text as typed, or each of its words: words
 * of three letters and more anywhere, shorter ones at the beginning of a word. The longest word goes first, because
 * it matches the fewest rows in the index. Characters are normalised before they are escaped, not only after
 * (`search_form`): "％" becomes a "%" that stands for itself.
 */
export function search(resource: string, q: string): RawBuilder<unknown> {
  const { phrase, words } = patterns(q);
  const [longest = null, ...others] = words;
  return sql`${trusted(`search_${resource}`)}(search_form(${phrase}), search_form(${longest}),
    array(select search_form(w) from unnest(${others}::text[]) w))`;
}

function patterns(q: string): { phrase: string; words: string[] } {
  const typed = q.normalize('NFKC').trim().split(/\s+/);
  return {
    phrase: pattern(typed.join(' ')),
    words: typed.length === 1 ? [] : typed.toSorted((a, b) => b.length - a.length).map(pattern),
  };
}

/** Returns the same for past states, whose words are in no index. */
function searchPast(table: Table, q: string): RawBuilder<unknown> {
  const { phrase, words } = patterns(q);
  const text = trusted(`(${table.search})`);
  return sql`(${text} like search_form(${phrase}) or (${words.length > 0}
    and ${text} like all (array(select search_form(w) from unnest(${words}::text[]) w))))`;
}

/** Returns a declared condition with the value inserted. */
function filterPast(condition: string, value: string): RawBuilder<unknown> {
  const parts = condition.split('$1').map((part) => trusted(part));
  return sql`(${sql.join(parts, sql`${value}::text`)})`;
}

const pattern = (text: string) => (text.length < 3 ? `% ${escapeLike(text)}%` : `%${escapeLike(text)}%`);

const escapeLike = (word: string) => word.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Returns whether the search alone decides which records match, how many, and in which order. */
export const isSearchedAlone = ({ q, modifiedSince, asOf, equals, sort }: ListQuery): boolean =>
  q !== null &&
  modifiedSince === null &&
  asOf === null &&
  Object.keys(equals).length === 0 &&
  sort.every(({ field }) => field === 'name');

/** Returns whether the stored counts give the total: of all records, or of all that are active or not. */
export const isCounted = (query: ListQuery): boolean =>
  query.q === null &&
  query.modifiedSince === null &&
  query.asOf === null &&
  Object.keys(query.equals).length === 0;

/**
 * Returns the total of an unfiltered list, from the counts that every write maintains
 * (docs/design.md#order-of-writing).
 */
export function storedTotal(caller: Caller, table: Table, query: ListQuery): RawBuilder<unknown> {
  const { name } = table.resource;
  const companies = visibleCompanies(caller, table);
  const states = query.active === null ? ['0', '1'] : [query.active ? '0' : '1'];
  const counts = companies.flatMap((id) =>
    states.map((state) => sql`coalesce((r.counts->${id}->>${trusted(state)})::bigint, 0)`),
  );
  return sql`coalesce((select ${sql.join(counts, sql` + `)} from revision r
    where r.tenant_id = ${caller.tenantId} and r.resource = ${name}), 0)`;
}

/**
 * Returns a sort expression. Names sort by the tenant's language: the root collation puts Å and Ä in the wrong place
 * for Finnish.
 */
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

/** Returns the order of a list: its sort keys, then creation; `reversed` from its last row on. */
export function order(
  caller: Caller,
  table: Table,
  sort: readonly SortKey[],
  reversed = false,
): RawBuilder<unknown> {
  const keys = sort.map(({ field, descending }) => {
    // Without nulls the clause is omitted: an index read backwards would have them first.
    const nulls = mayBeNull(table, field) ? ` nulls ${reversed ? 'first' : 'last'}` : '';
    const way = descending === reversed ? 'asc' : 'desc';
    return sql`${sortExpression(caller, table, field)} ${trusted(`${way}${nulls}`)}`;
  });
  return sql.join([...keys, reversed ? sql`t.seq desc` : sql`t.seq`]);
}

/**
 * Returns the first `count` rows of a list in the order `by`, each with at most `columns`, which the order needs too.
 * The rows of one company are in an index in that order. Those of several are merged, because PostgreSQL misjudges
 * how many rows a company has and would read and sort them all.
 */
export function firstRows(
  caller: Caller,
  table: Table,
  query: ListQuery,
  {
    by,
    count,
    columns = sql`t.*`,
    beyond = sql`true`,
  }: {
    by: RawBuilder<unknown>;
    count: number;
    columns?: RawBuilder<unknown>;
    beyond?: RawBuilder<unknown>;
  },
): RawBuilder<unknown> {
  const rows = (visible?: RawBuilder<unknown>) => sql`
    select ${columns} from ${sql.table(table.resource.name)} t
    where ${conditions(caller, table, query, visible)} and ${beyond} order by ${by} limit ${count}`;
  if (hasOneVisibleCompany(caller, table)) return rows();
  const one = sql`t.tenant_id = ${caller.tenantId} and t.company_id = c.id`;
  return sql`select t.* from unnest(${visibleCompanies(caller, table)}::uuid[]) c(id) cross join lateral (${rows(one)}) t`;
}

const mayBeNull = (table: Table, field: string): boolean =>
  field in table.columns && !/\bnot null\b/.test(table.columns[field] ?? '');

/**
 * Returns the condition for rows after a position: for each key, the keys before it are equal and it is beyond; then
 * `seq`.
 */
export function after(
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
    // Nulls sort last: only `seq` is beyond a null.
    if (value !== null) ways.push(sql.join([...same, beyond], sql` and `));
    same.push(sql`${mine} is not distinct from ${theirs}`);
  });
  ways.push(sql.join([...same, sql`t.seq > ${position.seq}`], sql` and `));
  return sql`(${sql.join(ways, sql` or `)})`;
}
