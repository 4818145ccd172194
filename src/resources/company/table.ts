import { sql } from 'kysely';
import { pointerOf } from '@/contract/pointer';
import { requireOwnSecondFactor } from '@/server/auth/second-factor-of-others';
import type { Tx } from '@/server/db/db';
import { defineTable, type Table } from '@/server/db/table';
import { invalid } from '@/server/http/problems';
import type { Change } from '@/server/write/rules';
import { isObject } from '@/record/json';
import { company } from './contract';

/**
 * Of whom a second factor is asked is decided by who has shown one: nobody locks themselves out, and no API key decides it. Which roles are
 * asked goes with the day from which they are.
 *
 * @throws 403 `second_factor_needed`; 422 `required` at `/data/second_factor/from`
 */
async function requireSecondFactorRule(tx: Tx, { caller, items }: Change): Promise<void> {
  const asking: { id: string; path: readonly PropertyKey[]; patch: unknown }[] = items.flatMap(
    ({ id, data, path }) =>
      data !== null && 'second_factor' in data ? [{ id, path, patch: data['second_factor'] }] : [],
  );
  if (asking.length === 0) return;
  const rows = await tx.rows(sql<{ id: string; rule: unknown }>`
    select id, data->'second_factor' as rule from company
    where tenant_id = ${caller.tenantId} and id = any (${asking.map(({ id }) => id)}::uuid[])`);
  for (const { id, path, patch } of asking) {
    const stored = rows.find((row) => row.id === id)?.rule;
    const before = isObject(stored) ? stored : {};
    const after = isObject(patch) ? { ...before, ...patch } : {};
    const rolesOf = ({ roles }: Readonly<Record<string, unknown>>) =>
      Array.isArray(roles) ? roles.map(String) : [];
    const isSame =
      (before['from'] ?? null) === (after['from'] ?? null) &&
      rolesOf(before).join() === rolesOf(after).join();
    if (isSame) continue;
    requireOwnSecondFactor(caller);
    if (rolesOf(after).length === 0 || typeof after['from'] === 'string') continue;
    const pointer = pointerOf([...path, 'data', 'second_factor', 'from']);
    throw invalid([{ pointer, code: 'required', detail: 'From which day on is it asked?' }]);
  }
}

/** Table of companies. The core creates it (schema/companies.sql), since every scope depends on it. */
export const companyTable = defineTable(company, {
  columns: { ident: 'text not null' },
  computed: { parent_id: 't.parent_id' },
  rules: { before: requireSecondFactorRule },
});

/** The view of companies that callers read: it hides those columns of an ancestor that its descendants may not see. */
export const companySeen: Table = { ...companyTable, resource: { ...company, name: 'company_seen' } };
