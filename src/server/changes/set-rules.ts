import { sql } from 'kysely';
import type { ChangeSetStatus } from '@/contract/change-set';
import { setMoves, type SetAct } from '@/contract/change-set-acts';
import type { Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import { HttpProblem } from '../http/problems';
import type { Change } from '../write/rules';
import { withChanger } from './sets';

/** Returns the columns of a new change set besides what was sent. */
export const keepsItsMaker = ({ keyName, userId, keyId }: Caller): Readonly<Record<string, unknown>> => ({
  status: 'draft',
  content: 0,
  counts: {},
  missed: false,
  changed_ids: [],
  made_by: keyName,
  made_user: userId,
  made_key: keyId,
});

/** Returns a 409: the state of the change set does not allow it. */
export const wrongState = (detail: string) => new HttpProblem(409, 'changeset_state', 'Conflict', detail);

interface Row {
  readonly id: string;
  readonly status: ChangeSetStatus;
  readonly active: boolean;
  readonly origin: string;
  readonly apply_at: string | null;
  readonly revert_at: string | null;
}

const knowsAct = ({ status }: Row, act: SetAct): boolean => setMoves[act].from[status] !== undefined;

/**
 * Refuses other times or another origin for a set that is no draft, and deactivating one that works. What is sent back
 * as it is stored is accepted. New times need a new approval.
 *
 * @throws 409 `changeset_state`.
 */
export async function requireChangeable(tx: Tx, { caller, items, stored }: Change): Promise<void> {
  const known = items.filter(({ id }) => stored.has(id));
  if (known.length === 0) return;
  const ids = known.map(({ id }) => id);
  const rows = await tx.rows(sql<Row>`
    select s.id, s.status, s.active, s.origin, s.apply_at, s.revert_at from changeset s
    where s.tenant_id = ${caller.tenantId} and s.id = any(${ids}::uuid[])`);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const retimed = new Set<string>();
  for (const { id, fields } of known) {
    const row = rowOf.get(id);
    if (!row) continue;
    const differs = (name: 'origin' | 'apply_at' | 'revert_at' | 'active') =>
      fields[name] !== undefined && fields[name] !== row[name];
    const isRetimed = differs('apply_at') || differs('revert_at');
    if ((isRetimed || differs('origin')) && !knowsAct(row, 'edit'))
      throw wrongState(`The change set is ${row.status}: its times belong to a draft`);
    if (differs('active') && !knowsAct(row, 'deactivate'))
      throw wrongState(`The change set is ${row.status}: stop it first`);
    if (isRetimed) retimed.add(id);
  }
  if (retimed.size === 0) return;
  await tx.rows(sql`
    update changeset set approved_content = null, approved_by = null, approved_user = null, approved_key = null,
      changed_ids = ${withChanger(caller)}
    where tenant_id = ${caller.tenantId} and id = any(${[...retimed]}::uuid[])`);
}
