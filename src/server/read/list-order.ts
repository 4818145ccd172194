import { sql, type RawBuilder } from 'kysely';
import type { ListQuery, SortKey } from '@/contract/paging';
import type { Caller } from '../auth/caller';
import { trusted } from '../db/db';
import { columnType, type Table } from '../db/table';
import { column, conditions, withoutGenerated } from './list-sql';
import { hasOneVisibleCompany, isOfCompany, visibleCompanies } from './visibility';

/** Returns the SQL of a sort key over the row `t`, which has columns; `isPast`: over a past state, which has fields. */
export function sortValue(table: Table, field: string, isPast = false): RawBuilder<unknown> {
  const extra = table.sorts[field];
  if (!extra) return column(field);
  const value = isPast ? withoutGenerated(table, extra.value) : extra.value;
  if (!extra.of) return trusted(value);
  return sql`(select ${trusted(value)} from ${sql.table(extra.of.resource)} g
    where g.tenant_id = t.tenant_id and g.id = ${column(extra.of.column)})`;
}

const sortType = (table: Table, field: string): string =>
  table.sorts[field]?.type ?? columnType(table, field);

/** Names sort by the tenant's language: the root collation puts Å and Ä in the wrong place for Finnish. */
const collated = (caller: Caller, table: Table, field: string, value: RawBuilder<unknown>) =>
  sortType(table, field) === 'text' ? sql`${value} collate ${collation(caller)}` : value;

const collation = (caller: Caller) =>
  sql.id(caller.locale.toLowerCase().startsWith('fi') ? 'fi-x-icu' : 'und-x-icu');

const mayBeNull = (table: Table, field: string): boolean =>
  Object.hasOwn(table.sorts, field) ||
  (Object.hasOwn(table.columns, field) && !/\bnot null\b/.test(table.columns[field] ?? ''));

/** Returns whether rows of equal keys are in the order of creation, or if the first key descends, reversed. */
export const descends = (sort: readonly SortKey[]): boolean => sort[0]?.descending ?? false;

/** An order by SQL expressions, from the first row on, or from the last one (`reversed`). */
interface OrderOf {
  readonly sort: readonly SortKey[];
  readonly reversed?: boolean;
  /** Whether rows of equal keys are in reverse order of creation. */
  readonly down: boolean;
  /** Whether the nulls of the first key are where an index read in this direction has them; else they are last. */
  readonly asIndexed?: boolean;
  readonly valueOf: (field: string) => RawBuilder<unknown>;
}

function orderOf(
  caller: Caller,
  table: Table,
  { sort, reversed = false, down, asIndexed = false, valueOf }: OrderOf,
): RawBuilder<unknown> {
  const keys = sort.map(({ field, descending }, index) => {
    const way = descending === reversed ? 'asc' : 'desc';
    // Without nulls the clause is omitted: an index read backwards would have them first.
    const isPlaced = mayBeNull(table, field) && !(asIndexed && index === 0);
    const place = isPlaced ? ` nulls ${reversed ? 'first' : 'last'}` : '';
    return sql`${collated(caller, table, field, valueOf(field))} ${trusted(`${way}${place}`)}`;
  });
  return sql.join([...keys, down === reversed ? sql`t.seq` : sql`t.seq desc`]);
}

/**
 * Returns the order of a list: its sort keys, then creation, both ways alike: an index read backwards is the descending
 * order, however many rows have equal keys. `reversed`: from its last row on.
 */
export const order = (
  caller: Caller,
  table: Table,
  { sort, asOf }: Pick<ListQuery, 'sort' | 'asOf'>,
  reversed = false,
): RawBuilder<unknown> =>
  orderOf(caller, table, {
    sort,
    reversed,
    down: descends(sort),
    valueOf: (field) => sortValue(table, field, asOf !== null),
  });

/** Returns the order of a list over rows that have its sort keys in other columns. */
export const keyOrder = (
  caller: Caller,
  table: Table,
  { sort }: Pick<ListQuery, 'sort'>,
  valueOf: (field: string) => RawBuilder<unknown>,
): RawBuilder<unknown> => orderOf(caller, table, { sort, down: descends(sort), valueOf });

/** What to read of a list: its first `count` rows from one end. */
export interface Range {
  readonly count: number;
  readonly reversed?: boolean;
  /** The columns of `t` to return, among them those of the order. */
  readonly columns?: RawBuilder<unknown>;
  readonly beyond?: RawBuilder<unknown>;
  /** The number of rows to examine, of each company and group, before the filters of `query` are applied. */
  readonly within?: number;
  /** A filter by a column, whose index has the rows of each of its values in order of creation. */
  readonly valuesOf?: string;
}

/**
 * Returns the first rows of a list, in no order. Each of its parts is in an index in the order of the list: the rows of
 * one company; of these, if a column may be null and descends, those that have a value and those that do not; or those
 * of one referenced record, if the order is that of the referenced records. The parts are then merged, because
 * PostgreSQL misjudges how many rows a company has and would read and sort them all.
 */
export function firstRows(caller: Caller, table: Table, query: ListQuery, range: Range): RawBuilder<unknown> {
  const { count, reversed = false, columns = sql`t.*`, beyond = sql`true`, within, valuesOf } = range;
  const [first, ...others] = query.sort;
  const extra = first && table.sorts[first.field];
  const group = extra?.of;
  // In a group the referenced record gives no order: what does is its column `within`, which has the same direction.
  const isIndexed = !group || group.within !== undefined;
  const by = orderOf(caller, table, {
    sort: isIndexed ? query.sort : others,
    reversed,
    down: descends(query.sort),
    asIndexed: isIndexed,
    valueOf: (field) =>
      group?.within && field === first?.field ? column(group.within) : sortValue(table, field),
  });
  const nullable = extra ? (group ? group.within : first.field) : first?.field;
  const parts =
    first?.descending && nullable !== undefined && (extra || mayBeNull(table, first.field))
      ? [sql`${column(nullable)} is not null`, sql`${column(nullable)} is null`]
      : [sql`true`];
  const one = hasOneVisibleCompany(caller, table);
  const [only] = visibleCompanies(caller, table);
  const own = isOfCompany(caller, one && only !== undefined ? only : sql`c.id`);
  const key = group?.column ?? valuesOf;
  const mine = key ? sql`${own} and ${column(key)} = g.id` : own;
  const filters = conditions(caller, table, query, sql`true`, 'row');
  const name = sql.table(table.resource.name);
  const rows = sql.join(
    parts.map((part) =>
      within === undefined
        ? sql`(select ${columns} from ${name} t where ${mine} and ${part} and ${filters} and ${beyond} order by ${by} limit ${count})`
        : sql`(select ${columns} from (select t.* from ${name} t where ${mine} and ${part} order by ${by} limit ${within}) t
            where ${filters} and ${beyond} limit ${count})`,
    ),
    sql` union all `,
  );
  if (one && !key && parts.length === 1) return rows;
  const values = valuesOf === undefined ? [] : (query.equals[valuesOf] ?? []);
  const from = [
    ...(valuesOf === undefined
      ? []
      : [
          sql`(select distinct id from unnest(${values}::${trusted(columnType(table, valuesOf))}[]) v(id)) g`,
        ]),
    ...(group
      ? [sql`(select * from ${sql.table(group.resource)} where tenant_id = ${caller.tenantId}) g`]
      : []),
    ...(one ? [] : [sql`unnest(${visibleCompanies(caller, table)}::uuid[]) c(id)`]),
    sql`lateral (${rows}) t`,
  ];
  return sql`select t.* from ${sql.join(from, sql` cross join `)}`;
}

/**
 * Returns the condition for rows after a position: for each key, the keys before it are equal and it is beyond; then
 * `seq`.
 */
export function after(
  caller: Caller,
  table: Table,
  { sort, asOf }: Pick<ListQuery, 'sort' | 'asOf'>,
  position: { values: readonly (string | null)[]; seq: number },
): RawBuilder<unknown> {
  const same: RawBuilder<unknown>[] = [];
  const ways: RawBuilder<unknown>[] = [];
  sort.forEach((key, index) => {
    const value = position.values[index] ?? null;
    const mine = collated(caller, table, key.field, sortValue(table, key.field, asOf !== null));
    const theirs = collated(caller, table, key.field, sql`${value}::${trusted(sortType(table, key.field))}`);
    const beyond = sql`(${mine} ${trusted(key.descending ? '<' : '>')} ${theirs} or ${mine} is null)`;
    // Nulls sort last: only `seq` is beyond a null.
    if (value !== null) ways.push(sql.join([...same, beyond], sql` and `));
    same.push(sql`${mine} is not distinct from ${theirs}`);
  });
  ways.push(
    sql.join([...same, sql`t.seq ${trusted(descends(sort) ? '<' : '>')} ${position.seq}`], sql` and `),
  );
  return sql`(${sql.join(ways, sql` or `)})`;
}
