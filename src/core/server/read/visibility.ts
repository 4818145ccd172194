import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../auth/caller';
import type { Table } from '../db/table';

/** The tables by resource name; `core` gets them from the registry and never imports it. */
export type Tables = Readonly<Record<string, Table>>;

/** The companies whose rows a caller may read: its own, of what is shared its ancestors' as well. */
export const visibleCompanies = (caller: Caller, table: Table): readonly string[] =>
  table.resource.shared ? caller.lineage : [caller.companyId];

/** Whether it reads rows of one company alone: an index has them in the order of a list, which of several it has not. */
export const hasOneVisibleCompany = (caller: Caller, table: Table): boolean =>
  visibleCompanies(caller, table).length === 1;

/** The rows `t` that a caller may read: the first wall; row-level security is the second. */
export function isVisible(caller: Caller, table: Table): RawBuilder<unknown> {
  const companies = visibleCompanies(caller, table);
  const own = sql`t.tenant_id = ${caller.tenantId} and t.company_id`;
  return hasOneVisibleCompany(caller, table)
    ? sql`${own} = ${companies[0]}`
    : sql`${own} = any(${companies}::uuid[])`;
}
