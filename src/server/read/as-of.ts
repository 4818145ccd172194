import { sql, type RawBuilder } from 'kysely';
import { hasFullHistory } from '@/contract/resource';
import type { Caller } from '../auth/caller';
import { trusted } from '../db/db';
import { visibleCompanies } from './visibility';
import { entityJson, recordJson, type Table } from '../db/table';

/**
 * Returns the rows of a table `t` as they are (`asOf` null) or as they were at a moment, inclusive. Records unchanged
 * since then are read from the table; the rest from their events, one index lookup per record. `only` filters the
 * rows `l` to look at, `conditions` the rows `t`.
 *
 * Records erased since then are missing: their events no longer contain them (docs/security.md).
 */
export function rowsOf(
  caller: Caller,
  table: Table,
  asOf: string | null,
  only: RawBuilder<unknown> = sql`true`,
  conditions: (isPast: boolean) => RawBuilder<unknown> = () => sql`true`,
): RawBuilder<unknown> {
  if (asOf === null)
    return sql`(select t.* from ${sql.table(table.resource.name)} t where ${conditions(false)}) t`;
  return sql`(
    select t.* from ${unchangedRows(caller, table, asOf, only)} where ${conditions(false)}
    union all
    select t.* from ${changedRows(caller, table, asOf, only)} where ${conditions(true)}
  ) t`;
}

const visibleRow = (caller: Caller, table: Table, only: RawBuilder<unknown>) =>
  sql`l.tenant_id = ${caller.tenantId} and l.company_id = any(${visibleCompanies(caller, table)}::uuid[]) and ${only}`;

/** Returns the rows `t` of records that have not changed since a moment. */
export const unchangedRows = (
  caller: Caller,
  table: Table,
  asOf: string,
  only: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`(
    select l.* from ${sql.table(table.resource.name)} l
    where ${visibleRow(caller, table, only)} and l.modified_at <= ${asOf}::timestamptz
  ) t`;

/** Returns the rows `t` of records that have changed since a moment, as they were then. Generated columns are null. */
export function changedRows(
  caller: Caller,
  table: Table,
  asOf: string,
  only: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const rows = sql.table(table.resource.name);
  return sql`(
    select p.* from ${rows} l cross join lateral jsonb_populate_record(null::${rows},
      ${trusted(asOfName(table))}(l.id, l.company_id, ${asOf}::timestamptz)
        || jsonb_build_object('tenant_id', l.tenant_id, 'seq', l.seq)) p
    where ${visibleRow(caller, table, only)} and l.created_at <= ${asOf}::timestamptz
      and l.modified_at > ${asOf}::timestamptz and p.id is not null
  ) t`;
}

/** Returns the SQL of an entity as it is answered. Computed fields are current values, so a past state omits them. */
export const answeredJson = (caller: Caller, table: Table, asOf: string | null): string =>
  asOf === null ? entityJson(table, caller) : recordJson(table, 't', caller);

const asOfName = (table: Table): string => `"${table.resource.name}_as_of"`;

/**
 * Returns the SQL function that reconstructs a past state of a record from its events, for callers that may read the
 * record itself: a child company sees the past of its ancestors' shared records, and nothing else of their events.
 */
export function asOfFunction(table: Table): string {
  const { name, shared } = table.resource;
  if (!hasFullHistory(table.resource)) return '';
  const signature = `${asOfName(table)}(uuid, uuid, timestamptz)`;
  return `
    create or replace function ${asOfName(table)}(record uuid, owner uuid, moment timestamptz) returns jsonb
    language plpgsql stable security definer set search_path = public as $$
    begin
      if (owner = any (${shared ? 'app_lineage()' : 'array[app_company()]'})) is not true then return null; end if;
      return (select e.after from event e
        where e.tenant_id = app_tenant() and e.company_id = owner and e.entity = '${name}' and e.entity_id = record
          and e.at <= moment
        order by e.at desc, e.seq desc limit 1);
    end $$;
    grant create on schema public to tillhouse_search;
    alter function ${signature} owner to tillhouse_search;
    revoke create on schema public from tillhouse_search;
    revoke all on function ${signature} from public;
    grant execute on function ${signature} to tillhouse_app;`;
}
