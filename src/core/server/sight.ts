import { sql, type RawBuilder } from 'kysely';
import type { Caller } from './caller';
import type { Table } from './table';

/** The tables by resource name; `core` gets them from the registry and never imports it. */
export type Tables = Readonly<Record<string, Table>>;

/** The rows `t` that a caller may read: the first wall; row-level security is the second. */
export function inSight(caller: Caller, table: Table): RawBuilder<unknown> {
  const companies = table.resource.shared ? caller.lineage : [caller.companyId];
  return sql`t.tenant_id = ${caller.tenantId} and t.company_id = any(${companies}::uuid[])`;
}
