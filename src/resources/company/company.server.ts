import { Hono } from 'hono';
import { sql } from 'kysely';
import { pointerOf } from '@/core/contract/problem';
import type { AppEnv } from '@/core/server/app';
import type { Caller } from '@/core/server/caller';
import { inScope, type Database } from '@/core/server/db';
import { HttpProblem, invalid } from '@/core/server/problems';
import { recordRoutes, type Parts, type Written } from '@/core/server/record-routes';
import { companySeen, companyTable } from './table';

/** Companies: the own one is changed, a direct child is made; ancestors and children are read. */
export const companyRoutes = (parts: Parts): Hono<AppEnv> =>
  recordRoutes(parts, companyTable, {
    sight: async (caller) => {
      const companies = [...caller.lineage, ...(await children(parts.db, caller))];
      return { caller: { ...caller, lineage: companies }, table: companySeen, companies };
    },
    write: async (context, values, run) => {
      refuseEnd(values);
      await refuseChildren(parts.db, context.caller, values);
      return run(context);
    },
  });

/** The direct children, which an administrator sees. */
async function children(db: Database, caller: Caller): Promise<string[]> {
  if (caller.role !== 'admin') return [];
  const rows = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<{ id: string }>`
      select t.id from company t where t.tenant_id = ${caller.tenantId} and t.parent_id = ${caller.companyId}`),
  );
  return rows.map((row) => row.id);
}

/** A company that ended itself could not be brought back: not one of its keys would open anything. */
function refuseEnd(values: readonly Written[]): void {
  const ended = values.filter(({ value }) => value['active'] === false);
  if (ended.length === 0) return;
  throw invalid(
    ended.map(({ path }) => ({
      pointer: pointerOf([...path, 'active']),
      code: 'read_only',
      detail: 'A company is not deactivated through the interface',
    })),
  );
}

/** A child keeps itself: its parent makes it and reads it, and does not write it. */
async function refuseChildren(db: Database, caller: Caller, values: readonly Written[]): Promise<void> {
  const known = new Set(await children(db, caller));
  const theirs = values.filter(({ id }) => id !== null && known.has(id));
  if (theirs.length === 0) return;
  throw new HttpProblem(
    403,
    'owned_by_child',
    'Forbidden',
    'A company is changed by its own administrators',
    {
      errors: theirs.map(({ path }) => ({
        pointer: pointerOf(path),
        code: 'owned_by_child',
        detail: 'This company is changed by its own administrators',
      })),
    },
  );
}
