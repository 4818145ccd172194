import type { Caller } from '../auth/caller';

/**
 * The mode of a transaction. `one snapshot`: read only, with the same snapshot for every statement; with `of`, the
 * snapshot that another open transaction exported (`pg_export_snapshot`).
 */
export type Mode = 'read only' | 'read write' | 'one snapshot' | { readonly of: string };

/** Returns what follows `begin` for a mode. */
export function beginning(mode: Mode): string {
  if (mode === 'read only' || mode === 'read write') return mode;
  const begin = 'isolation level repeatable read, read only';
  if (mode === 'one snapshot') return begin;
  if (!/^[\dA-F-]+$/i.test(mode.of)) throw new Error('A snapshot has a name of PostgreSQL');
  return `${begin}; set transaction snapshot '${mode.of}'`;
}

const guidShape = /^[0-9a-f-]{36}$/i;

/**
 * Returns one statement with all settings instead of six round trips. The values are GUIDs from our own tables, checked
 * to be GUIDs. JIT compilation, PostgreSQL's default, is off: a report has more than a thousand expressions, and
 * compiling them takes 13 s where running them takes 0.2 s.
 */
export function scopeSettings({ tenantId, companyId, lineage }: Caller): string {
  for (const id of [tenantId, companyId, ...lineage]) {
    if (!guidShape.test(id)) throw new Error('A scope is made of GUIDs');
  }
  return `set local role tillhouse_app; set local jit = off; set local app.tenant = '${tenantId}';
    set local app.company = '${companyId}'; set local app.lineage = '${lineage.join(',')}'`;
}

/**
 * Returns the setting with the client's address for the security log (schema/security-log.sql); anything but a plain
 * address is left out.
 */
export const addressSetting = ({ address = '' }: Caller): string =>
  /^[\da-f.:]{2,45}$/i.test(address) ? `; set local app.address = '${address}'` : '';
