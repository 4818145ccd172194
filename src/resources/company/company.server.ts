import type { AppEnv, Parts } from '@/server/http/http-env';
import type { Hono } from 'hono';
import { sql } from 'kysely';
import { pointerOf } from '@/contract/pointer';

import type { Caller } from '@/server/auth/caller';
import { continueIn } from '@/server/ops/companies';
import { inScope, type Database, type Tx } from '@/server/db/db';
import { HttpProblem, invalid } from '@/server/http/problems';
import { recordRoutes, type BodyItem } from '@/server/http/record-routes';
import type { Change } from '@/server/write/rules';
import { acceptWithin } from '@/server/auth/sessions';
import { upsertWithin } from '@/server/write/store';
import type { WriteContext } from '@/server/write/write-context';
import { newId } from '@/server/write/uuid';
import { companySeen, companyTable } from './table';

/** Routes of companies: callers update their own company, create direct children, and read ancestors and children. */
export const companyRoutes = (parts: Parts): Hono<AppEnv> =>
  recordRoutes(parts, companyTable, {
    visibility: async (caller) => {
      const companies = [...caller.lineage, ...(await childrenOf(parts.db, caller))];
      return { caller: { ...caller, lineage: companies }, table: companySeen, companies };
    },
    write: async (context, values, run) => {
      refuseDeactivation(values);
      await refuseChildUpdates(parts.db, context.caller, values);
      return run({
        ...context,
        alongside: (tx, change) => addFirstAdministrators(parts, context, tx, change),
      });
    },
  });

/** Returns the ids of the direct children if the caller is an administrator, otherwise none. */
async function childrenOf(db: Database, caller: Caller): Promise<string[]> {
  if (caller.role !== 'admin') return [];
  const rows = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<{ id: string }>`
      select t.id from company t where t.tenant_id = ${caller.tenantId} and t.parent_id = ${caller.companyId}`),
  );
  return rows.map((row) => row.id);
}

/** Throws 422 for `active: false`: no key of a deactivated company would be accepted, so nobody could reactivate it. */
function refuseDeactivation(values: readonly BodyItem[]): void {
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

/**
 * Throws 403 for a change of a child: a parent creates and reads its children, and their own administrators update
 * them.
 */
async function refuseChildUpdates(db: Database, caller: Caller, values: readonly BodyItem[]): Promise<void> {
  const childIds = new Set(await childrenOf(db, caller));
  const ofChildren = values.filter(({ id }) => id !== null && childIds.has(id));
  if (ofChildren.length === 0) return;
  throw new HttpProblem(
    403,
    'owned_by_child',
    'Forbidden',
    'A company is changed by its own administrators',
    {
      errors: ofChildren.map(({ path }) => ({
        pointer: pointerOf(path),
        code: 'owned_by_child',
        detail: 'This company is changed by its own administrators',
      })),
    },
  );
}

interface Person {
  readonly name: string;
  readonly email: string;
}

/**
 * Makes the person who creates a company its first administrator, in the same transaction: nobody could sign in to a
 * company without one.
 */
async function addFirstAdministrators(
  parts: Parts,
  context: WriteContext,
  tx: Tx,
  change: Change,
): Promise<void> {
  const { caller } = context;
  const createdIds = new Set(change.items.map(({ id }) => id).filter((id) => !change.stored.has(id)));
  const table = parts.tables['user'];
  if (createdIds.size === 0 || caller.userId === null || !table) return;
  const [person] = await tx.rows(sql<Person>`
    select name, email from "user" where tenant_id = ${caller.tenantId} and id = ${caller.userId}
      and accepted_at is not null`);
  if (!person) return;
  for (const id of createdIds) {
    const childCaller = { ...caller, companyId: id, lineage: [id, ...caller.lineage] as const };
    await continueIn(tx, childCaller);
    const value = { id: newId(), ...person, role: 'admin' };
    const { db, tables } = parts;
    await upsertWithin(
      tx,
      { db, tables, table, caller: childCaller, requestId: context.requestId, givesIds: true },
      value,
    );
    await acceptWithin(tx, childCaller.tenantId, value.id);
  }
  await continueIn(tx, caller);
}
