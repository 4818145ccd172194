import { sql, type RawBuilder } from 'kysely';
import type { ListQuery } from '@/core/contract/paging';
import type { Caller } from '../auth/caller';
import type { Table } from '../db/table';
import { changedRows, unchangedRows } from './as-of';
import { keyOrder, sortValue } from './list-order';
import { markNow } from './list-revision';
import { body, listed, type Page } from './list-rows';
import { conditions } from './list-sql';

/**
 * Reads a page of past states. What has not changed since is filtered and searched as in any list, and only its sort
 * keys are collected; what has changed is reconstructed first.
 */
export function pastPage(
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
