import { sql, type RawBuilder } from 'kysely';
import type { ListQuery } from '@/contract/paging';
import { hasPhone, type Resource } from '@/contract/resource';
import { requireAllLocations, type Caller } from '../auth/caller';
import { trusted } from '../db/db';
import { visibleCompanies, isVisible } from './visibility';
import { columnType, type Table } from '../db/table';
import { codeForms } from '@/record/codes';
import { gtinSearch } from '@/record/gtin';
import { phoneSearch } from '@/record/phone';

/** Returns a column of the row `t`. */
export const column = (name: string) => sql.ref(`t.${name}`);

/**
 * Returns the conditions of a list on each row `t`: visibility and the filters. `tested`: extra filters are tested on
 * rows found by their order (`row`), or look their rows up in an index.
 */
export function conditions(
  caller: Caller,
  table: Table,
  query: ListQuery,
  visible: RawBuilder<unknown> = isVisible(caller, table),
  tested: 'row' | 'index' = 'index',
): RawBuilder<unknown> {
  const { name, extraFilters } = table.resource;
  const parts = [visible];
  const isPast = query.asOf !== null;
  // A literal, not a parameter: only then does the planner use the partial index of deactivated records.
  if (query.active !== null) parts.push(query.active ? sql`t.active` : sql`not t.active`);
  if (query.modifiedSince !== null) {
    const modified = sql`t.modified_at >= ${query.modifiedSince}::timestamptz`;
    parts.push(
      query.includeScheduled ? sql`(${modified} or t.id in (select scheduled_records(${name})))` : modified,
    );
  }
  if (query.q !== null)
    parts.push(
      isPast || table.isSearchedByRow
        ? searchPast(table, query.q)
        : sql`t.id in (select found.id from ${search(table, query.q)} found(id))`,
    );
  if (
    [...Object.keys(query.equals), ...Object.keys(query.excludes)].some((one) =>
      table.resource.ofAllLocations.includes(one),
    )
  )
    requireAllLocations(caller);
  const filterBy = (filter: string, values: readonly string[]) =>
    filter in extraFilters
      ? isPast || tested === 'row'
        ? sql`(${sql.join(
            values.map((value) => filterRow(filterSql(table, filter, isPast), value)),
            sql` or `,
          )})`
        : sql`t.id in (${sql.join(
            values.map((value) => sql`select ${trusted(`${name}_by_${filter}`)}(${value})`),
            sql` union all `,
          )})`
      : sql`${compared(table, filter)} = any(${values}::${trusted(filterType(table, filter))}[])`;
  for (const [filter, values] of Object.entries(query.equals)) parts.push(filterBy(filter, values));
  for (const [filter, values] of Object.entries(query.excludes)) {
    // A record without a value does not have these values, either.
    parts.push(sql`(${filterBy(filter, values)}) is not true`);
  }
  return sql.join(parts, sql` and `);
}

/** Returns whether a list has filters besides `q`, `active` and times. */
export const hasFilters = ({ equals, excludes }: Pick<ListQuery, 'equals' | 'excludes'>): boolean =>
  Object.keys(equals).length + Object.keys(excludes).length > 0;

/** Text that lists sort by has indexes of this collation only; for equality every collation here is the same. */
const compared = (table: Table, name: string) =>
  table.resource.paging === 'page' &&
  table.resource.sorts.includes(name) &&
  filterType(table, name) === 'text'
    ? sql`${column(name)} collate "und-x-icu"`
    : column(name);

const filterType = (table: Table, name: string) =>
  name === 'id' || name === 'company_id' ? 'uuid' : columnType(table, name);

/**
 * Returns the condition of `q`. A record matches if it contains the whole text as typed, or each of its words: words
 * of three letters and more anywhere, shorter ones at the beginning of a word. The longest word goes first, because
 * it matches the fewest rows in the index. Characters are normalised before they are escaped, not only after
 * (`search_form`): "％" becomes a "%" that stands for itself.
 */
export function search({ resource }: Table, q: string): RawBuilder<unknown> {
  const { phrase, words } = patterns(q);
  const called = (all: readonly string[]) => {
    const [longest = null, ...others] = all;
    return sql`${trusted(`search_${resource.name}`)}(search_form(${phrase}), search_form(${longest}),
      array(select search_form(w) from unnest(${others}::text[]) w))`;
  };
  const phone = typedPhone(resource, q);
  return phone === null
    ? called(words)
    : sql`(select * from ${called(words)} union select * from ${called([likePattern(phone)])})`;
}

/** Returns the words of a search as typed; a barcode is found as UPC-A, EAN-13 and GTIN-14. */
export const wordsOf = (q: string): string[] => q.normalize('NFKC').trim().split(/\s+/).map(gtinSearch);

/** Returns the key of a phone number that was typed (record/phone.ts), for records that have one; the search has it as a word. */
export const typedPhone = (resource: Resource, q: string): string | null =>
  hasPhone(resource) ? phoneSearch(q) : null;

function patterns(q: string): { phrase: string; words: string[] } {
  const typed = wordsOf(q);
  return {
    phrase: likePattern(typed.join(' ')),
    words: typed.length === 1 ? [] : typed.toSorted((a, b) => b.length - a.length).map(likePattern),
  };
}

/** Returns the same for past states, whose words are in no index. */
function searchPast(table: Table, q: string): RawBuilder<unknown> {
  const { phrase, words } = patterns(q);
  const text = trusted(`(${table.search})`);
  return sql`(${text} like search_form(${phrase}) or (${words.length > 0}
    and ${text} like all (array(select search_form(w) from unnest(${words}::text[]) w))))`;
}

/** Returns the declared condition of an extra filter; past states have no generated columns. */
const filterSql = (table: Table, filter: string, isPast: boolean): string => {
  const condition = table.filters[filter] ?? 'false';
  return isPast ? withoutGenerated(table, condition) : condition;
};

/** Returns SQL with the expressions of generated columns in place of their names. */
export const withoutGenerated = (table: Table, value: string): string =>
  Object.entries(table.generated).reduce(
    (text, [name, expression]) => text.replaceAll(new RegExp(`\\bt\\.${name}\\b`, 'g'), `(${expression})`),
    value,
  );

/** Returns a declared condition with the value inserted. */
function filterRow(condition: string, value: string): RawBuilder<unknown> {
  const parts = condition.split('$1').map((part) => trusted(part));
  return sql`(${sql.join(parts, sql`${value}::text`)})`;
}

/** Returns the pattern of a text anywhere in the words of a record; a short one begins a word. */
export const likePattern = (text: string) =>
  text.length < 3 ? `% ${escapeLike(text)}%` : `%${escapeLike(text)}%`;

const escapeLike = (word: string) => word.replaceAll(/[\\%_]/g, String.raw`\$&`);

/**
 * Returns the SQL of the ids of the records of which a code is exactly what was typed: they come first (schema/search/search-codes.ts).
 * Null for lists without a search or codes, and past states, whose codes are in no index.
 */
export const codedIds = (
  table: Table,
  { q, asOf }: Pick<ListQuery, 'q' | 'asOf'>,
): RawBuilder<unknown> | null =>
  q === null || asOf !== null || table.resource.codes.length === 0
    ? null
    : sql`array(select ${trusted(`${table.resource.name}_coded`)}(${codeForms(q)}::text[]))`;

/** Returns whether the search alone decides which records match, how many, and in which order. */
export const isSearchedAlone = (query: ListQuery): boolean =>
  query.q !== null &&
  query.modifiedSince === null &&
  query.asOf === null &&
  !hasFilters(query) &&
  query.sort.every(({ field }) => field === 'name');

/** Returns whether the stored counts give the total: of all records, or of all that are active or not. */
export const isCounted = (query: ListQuery): boolean =>
  query.q === null && query.modifiedSince === null && query.asOf === null && !hasFilters(query);

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
