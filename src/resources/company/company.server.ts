import { Hono } from 'hono';
import { sql } from 'kysely';
import { pointerOf } from '@/core/contract/problem';
import type { AppEnv } from '@/core/server/app';
import type { Caller } from '@/core/server/caller';
import { inScope, type Database } from '@/core/server/db';
import { HttpProblem, invalid } from '@/core/server/problems';
import { recordRoutes, type Parts, type Written } from '@/core/server/record-routes';
import { acceptMembership } from '@/core/server/sessions';
import { upsertOne, type WriteContext } from '@/core/server/store';
import { newId } from '@/core/server/uuid';
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
      const results = await run(context);
      for (const { created, entity } of results) if (created) await joinChild(parts, context, entity);
      return results;
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

interface Person {
  readonly name: string;
  readonly email: string;
}

/**
 * A person who makes a company becomes its first administrator: without one nobody could sign in there. The
 * answer to a retry comes by here, too, so that a try that was cut off is made good.
 */
async function joinChild({ db, tables }: Parts, context: WriteContext, entity: string): Promise<void> {
  const { caller, requestId } = context;
  const table = tables['user'];
  if (caller.userId === null || !table) return;
  const { id }: { id: string } = JSON.parse(entity);
  const there = { ...caller, companyId: id, lineage: [id, ...caller.lineage] };
  const [person] = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<Person>`
      select name, email from "user" where tenant_id = ${caller.tenantId} and id = ${caller.userId}`),
  );
  const standing = await inScope(db, there, 'read only', (tx) =>
    tx.rows(sql<{ id: string }>`
      select id from "user" where tenant_id = ${there.tenantId} and company_id = ${there.companyId}
        and lower(email) = lower(${person?.email ?? ''})`),
  );
  if (!person || standing.length > 0) return;
  const value = { id: newId(), ...person, role: 'admin' };
  await upsertOne(
    { db, tables, table, caller: there, requestId, givesIds: true },
    { text: JSON.stringify(value), value },
    null,
  );
  await acceptMembership(db, there.tenantId, value.id);
}
