import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '../auth/caller';
import type { Table } from '../db/table';

/** The tables by resource name, from the registry, which `core` never imports. */
export type Tables = Readonly<Record<string, Table>>;

/** Returns the companies whose rows a caller may read: its own, and its ancestors' for shared resources. */
export const visibleCompanies = (caller: Caller, table: Table): readonly string[] =>
  table.resource.shared ? caller.lineage : [caller.companyId];

/** Returns whether the rows of only one company are visible: an index has them in the order of a list. */
export const hasOneVisibleCompany = (caller: Caller, table: Table): boolean =>
  visibleCompanies(caller, table).length === 1;

/** Returns the condition for rows `t` of one company of the caller's tenant: ids are unique only within a tenant. */
export const isOfCompany = (caller: Caller, company: RawBuilder<unknown> | string): RawBuilder<unknown> =>
  sql`t.tenant_id = ${caller.tenantId} and t.company_id = ${company}`;

/**
 * Returns the condition for rows `t` that a caller may read. It is the first barrier; row-level security is the
 * second.
 */
export function isVisible(caller: Caller, table: Table): RawBuilder<unknown> {
  const [only = caller.companyId, ...others] = visibleCompanies(caller, table);
  return others.length === 0
    ? isOfCompany(caller, only)
    : sql`t.tenant_id = ${caller.tenantId} and t.company_id = any(${[only, ...others]}::uuid[])`;
}
