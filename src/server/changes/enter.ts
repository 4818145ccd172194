import { allows } from '@/contract/role';
import { sql } from 'kysely';
import { refusalOf, setMoves, stateAfter, type SetAct, type SetNeed } from '@/contract/change-set-acts';
import type { ChangeSetStatus } from '@/contract/change-set';
import { forbidden, type Caller } from '../auth/caller';
import type { Tx } from '../db/db';
import { approvalAsked } from '../write/approval';
import { HttpProblem } from '../http/problems';
import { mayChange, resourcesOf } from './rights';
import { wrongState } from './set-rules';
import { countItems, requireSet, type ChangeSet, type Work } from './sets';

/** A set that is locked for an act, and the state in which the act leaves it. */
export interface Entered {
  readonly set: ChangeSet;
  readonly to: ChangeSetStatus;
}

/**
 * Locks a set for an act, by the table of all transitions (contract/change-set-acts.ts): every act goes through here.
 *
 * @throws 404; 403 `forbidden` for a role that may not, `changeset_rights` for what the caller may not change,
 *   `own_change_set` for an approval of one's own; 409 `changeset_state`, `changeset_empty`, `approval_required`.
 */
export async function enter(work: Work, id: string, act: SetAct): Promise<Entered> {
  const { tx, context } = work;
  const { caller } = context;
  const { who, needs } = setMoves[act];
  const locked = await requireSet(tx, caller, id);
  if (who === 'service' || !allows(caller, who)) throw forbidden(caller.role);
  // The stored counts are those of the last work that ended; what hangs on one item is asked of the items.
  const isCounted = needs.includes('applied') || needs.includes('nothing_applied');
  const set = isCounted ? { ...locked, counts: await countedNow(tx, caller, locked) } : locked;
  const refusal = refusalOf(set, act);
  if (refusal !== null) throw problemOf(refusal, set);
  if (needs.includes('not_undone')) await requireStanding(work, set, act);
  if (needs.includes('rights')) await requireRights(work, set);
  if (needs.includes('another')) await requireAnother(tx, caller, set);
  if (needs.includes('approval') && set.approved_content !== set.content && (await needsApproval(work, set)))
    throw new HttpProblem(
      409,
      'approval_required',
      'Conflict',
      'Somebody else approves this change set first',
    );
  return { set, to: stateAfter(set.status, act, set.next) };
}

async function countedNow(tx: Tx, caller: Caller, { id, counts }: ChangeSet): Promise<ChangeSet['counts']> {
  const { last } = counts;
  return { ...(await countItems(tx, caller, id)), ...(last !== undefined && { last }) };
}

function problemOf(refusal: SetNeed | 'state' | 'inactive', { status }: ChangeSet): HttpProblem {
  switch (refusal) {
    case 'inactive':
      return wrongState('The change set is deactivated');
    case 'items':
      return new HttpProblem(409, 'changeset_empty', 'Conflict', 'The change set has no items');
    case 'applied':
      return wrongState('Nothing of the change set was applied');
    case 'nothing_applied':
      return wrongState('A part of the change set was applied: it can be undone');
    case 'not_undone':
      return wrongState('The change set was undone already');
    case 'left_alone':
      return wrongState('The change set has somebody who may go on with it');
    default:
      return wrongState(`The change set is ${status}`);
  }
}

/** @throws 409 for an undo of a set that another undo has taken back meanwhile. */
async function requireStanding(
  { tx, context: { caller } }: Work,
  set: ChangeSet,
  act: SetAct,
): Promise<void> {
  if (act !== 'apply' || set.undoes === null) return;
  const [undone] = await tx.rows(sql<{ undone_by: string | null }>`
    select s.undone_by from changeset s where s.tenant_id = ${caller.tenantId} and s.id = ${set.undoes}`);
  if (undone && undone.undone_by !== null && undone.undone_by !== set.id)
    throw wrongState('What it takes back was undone already');
}

/** @throws 403 `changeset_rights` naming the resources in a set that the caller may not read and change. */
async function requireRights({ tx, context }: Work, set: ChangeSet): Promise<void> {
  const { caller, tables } = context;
  const others = (await resourcesOf(tx, caller, set.id)).filter((name) => !mayChange(tables, caller, name));
  if (others.length === 0) return;
  throw new HttpProblem(
    403,
    'changeset_rights',
    'Forbidden',
    `The role ${caller.role} may not change what the set changes: ${others.join(', ')}`,
  );
}

/**
 * @throws 403 `own_change_set` for who made a set, changed its items or times, previewed it last or asked for its approval:
 *   the person counts, whether they come by their session or by any key that they made.
 */
async function requireAnother(tx: Tx, caller: Caller, set: ChangeSet): Promise<void> {
  const own = caller.userId ?? caller.keyId;
  const others = [
    set.made_user ?? set.made_key,
    set.requested_user ?? set.requested_key,
    set.previewed_user ?? set.previewed_key,
    ...set.changed_ids,
  ].filter((one) => one !== null);
  const rows = await tx.rows(sql<{ id: string; person: string }>`
    select p.id, p.person from persons_of(${[own, ...others]}::uuid[]) p`);
  const personOf = new Map(rows.map(({ id, person }) => [id, person]));
  const isOwn = own === null || others.some((one) => personOf.get(one) === personOf.get(own));
  if (isOwn)
    throw new HttpProblem(
      403,
      'own_change_set',
      'Forbidden',
      'Somebody approves a change set who neither made, changed, previewed last nor requested it',
    );
}

/** Returns whether the company wants a second person for a set: by its size, or for who acts. */
async function needsApproval({ tx, context: { caller } }: Work, set: ChangeSet): Promise<boolean> {
  const { above, roles } = await approvalAsked(tx, caller);
  return (set.counts['items'] ?? 0) > above || roles.includes(caller.role);
}
