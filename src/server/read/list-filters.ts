import { sql, type RawBuilder } from 'kysely';
import { excluding, type ListQuery } from '@/contract/paging';
import type { Caller } from '../auth/caller';
import { trusted } from '../db/db';
import { countedFilters } from '../db/schema/filter-counts';
import { columnType, type Table } from '../db/table';
import { markNow } from './list-revision';
import { conditions, storedTotal } from './list-sql';
import { visibleCompanies } from './visibility';

/** The stored figures of a list with filters. */
export interface FilterTotals {
  /** The number of records without any of the filters. */
  readonly all: number;
  readonly mark: string | null;
  /** The number of records that fit each filter alone; `not.dpt_id` is one of its own. */
  readonly fit: Readonly<Record<string, number>>;
}

/**
 * Returns whether stored counts give the total of each filter (schema/filter-counts.ts). Not of several values of a list:
 * a record may have more than one of them.
 */
export function isCountedByFilter(table: Table, query: ListQuery): boolean {
  const filters = [...Object.keys(query.equals), ...Object.keys(query.excludes)];
  const known = countedFilters(table);
  return (
    query.q === null &&
    query.modifiedSince === null &&
    query.asOf === null &&
    filters.length > 0 &&
    filters.every((name) => known.includes(name)) &&
    [query.equals, query.excludes].every((some) =>
      Object.entries(some).every(([name, values]) => !(name in table.lists) || values.length === 1),
    )
  );
}

/** Returns the stored totals of a list and of each of its filters. */
export function filterTotals(caller: Caller, table: Table, query: ListQuery): RawBuilder<FilterTotals> {
  const { name } = table.resource;
  const all = storedTotal(caller, table, query);
  const having = (filter: string, values: readonly string[]) => sql`(
      select coalesce(sum(k.count), 0)::bigint from ${sql.table(`${name}_filter_count`)} k
      where k.tenant_id = ${caller.tenantId} and k.company_id = any(${visibleCompanies(caller, table)}::uuid[])
        and k.filter = ${filter} and k.value = any(${stored(table, filter, values)})
        and ${query.active === null ? sql`true` : sql`k.active = ${query.active}`})`;
  const totals = [
    ...Object.entries(query.equals).map(
      ([filter, values]) => sql`${filter}::text, ${having(filter, values)}`,
    ),
    ...Object.entries(query.excludes).map(
      ([filter, values]) => sql`${excluding + filter}::text, (${all})::bigint - ${having(filter, values)}`,
    ),
  ];
  return sql<FilterTotals>`select (${all})::bigint as all,
    ${markNow(caller, table)} as mark, jsonb_build_object(${sql.join(totals)}) as fit`;
}

/** Returns the values as they are counted: as PostgreSQL writes those of the column, or GUIDs in lower case. */
const stored = (table: Table, filter: string, values: readonly string[]) =>
  filter in table.lists
    ? sql`array[lower(${values[0] ?? ''})]`
    : sql`${values}::${trusted(columnType(table, filter))}[]::text[]`;

/** Returns the query without the filters that every record fits. */
export function withoutUniversal(query: ListQuery, { all, fit }: FilterTotals): ListQuery {
  const equals = Object.entries(query.equals).filter(([filter]) => fit[filter] !== all);
  const excludes = Object.entries(query.excludes).filter(([filter]) => fit[excluding + filter] !== all);
  return { ...query, equals: Object.fromEntries(equals), excludes: Object.fromEntries(excludes) };
}

/** Returns the filters of a query as `fit` names them. */
export const filtersOf = ({ equals, excludes }: ListQuery): readonly string[] => [
  ...Object.keys(equals),
  ...Object.keys(excludes).map((filter) => excluding + filter),
];

/** Returns how many records fit all filters of the query: stored for one, to be counted (null) for several. */
export function totalOf(query: ListQuery, { all, fit }: FilterTotals): number | null {
  const [one, ...others] = filtersOf(query);
  if (one === undefined) return all;
  if (Object.values(fit).includes(0)) return 0;
  return others.length === 0 ? (fit[one] ?? 0) : null;
}

/** Returns how many records fit all filters, if they are independent of each other. */
export const estimate = (query: ListQuery, { all, fit }: FilterTotals): number =>
  filtersOf(query).reduce((count, filter) => (count * (fit[filter] ?? 0)) / Math.max(all, 1), all);

/** Returns a statement that counts the records of a list. */
export const countRows = (caller: Caller, table: Table, query: ListQuery): RawBuilder<{ total: number }> =>
  sql`select count(*) as total from ${sql.table(table.resource.name)} t where ${conditions(caller, table, query)}`;
