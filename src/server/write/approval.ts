import { sql } from 'kysely';
import type { Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import { HttpProblem } from '../http/problems';
import { collectable } from '../changes/collectable';
import type { WriteContext } from './write-context';

/** Of which changes a company wants a second person (docs/change-sets.md): of more than so many records, and of all sets of some roles. */
export async function approvalAsked(
  tx: Tx,
  { tenantId, companyId }: Pick<Caller, 'tenantId' | 'companyId'>,
): Promise<{ above: number; roles: readonly string[] }> {
  const [row] = await tx.rows(sql<{ above: number | null; roles: string[] | null }>`
    select case when jsonb_typeof(c.data->'approval'->'above') = 'number' then (c.data->'approval'->>'above')::numeric::float8 end as above,
      case when jsonb_typeof(c.data->'approval'->'roles') = 'array'
        then array(select jsonb_array_elements_text(c.data->'approval'->'roles')) end as roles
    from company c where c.tenant_id = ${tenantId} and c.id = ${companyId}`);
  return { above: row?.above ?? Infinity, roles: row?.roles ?? [] };
}

/**
 * Requires that a person who changes several records at once may do so without a second one: otherwise they are put into a change set.
 * A program's key is not asked: who gave it decided.
 *
 * @param changed the records that are there and change
 * @throws 409 `approval_required`
 */
export async function requireFewOrApproved(
  tx: Tx,
  caller: Caller,
  { tables, table }: Pick<WriteContext, 'tables' | 'table'>,
  changed: number,
): Promise<void> {
  if (changed < 2 || caller.userId === null || !collectable(tables, table.resource.name)) return;
  const { above, roles } = await approvalAsked(tx, caller);
  if (changed <= above && !roles.includes(caller.role)) return;
  throw new HttpProblem(
    409,
    'approval_required',
    'Conflict',
    `The company wants a second person for this: put the ${changed} records into a change set`,
  );
}
