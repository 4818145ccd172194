import { sql } from 'kysely';
import type { ChangeSetStatus } from '@/core/contract/change-set';
import type { Caller } from '../auth/caller';
import { trusted } from '../db/db';
import { wireTime } from '../db/table';
import { HttpProblem, invalid } from '../http/problems';
import { noWork } from './chunk';
import { wrongState } from './set-rules';
import { moveSet, requireSet, type ChangeSet, type SetColumns, type Work } from './sets';
import { makeUndo } from './undo';

const doer = ({ keyName, userId, keyId }: Caller): SetColumns => ({
  applied_by: keyName,
  applied_user: userId,
  applied_key: keyId,
});

async function requireStatus(
  work: Work,
  id: string,
  allowed: readonly ChangeSetStatus[],
): Promise<ChangeSet> {
  const set = await requireSet(work.tx, work.context.caller, id);
  if (!set.active) throw wrongState('The change set is deactivated');
  if (!allowed.includes(set.status)) throw wrongState(`The change set is ${set.status}`);
  return set;
}

/** @throws 409 for an applied set of which nothing is left to do. */
function requireRest({ status, counts }: ChangeSet): void {
  const left = (counts['conflict'] ?? 0) + (counts['ready'] ?? 0) + (counts['open'] ?? 0);
  if (status === 'applied' && left === 0) throw wrongState('The change set is applied');
}

const begun = (set: ChangeSet): SetColumns => ({ ...noWork, done: 0, total: set.counts['items'] ?? 0 });

/** Begins the preview of a set; the work goes on in the background (runner.ts). */
export async function beginPreview(work: Work, id: string): Promise<void> {
  const set = await requireStatus(work, id, ['draft', 'waiting', 'stopped', 'applied']);
  requireRest(set);
  const columns = { ...begun(set), ...doer(work.context.caller), status: 'previewing', next: set.status };
  await moveSet(work, set, columns, { status: 'previewing' });
}

/**
 * Begins to apply a set, as the caller. A set that was applied goes on with the items that waited for a choice.
 *
 * @throws 409 `changeset_state`, `changeset_empty`, `approval_required`.
 */
export async function beginApply(work: Work, id: string): Promise<void> {
  const set = await requireStatus(work, id, ['draft', 'waiting', 'stopped', 'scheduled', 'applied']);
  requireRest(set);
  await requireReady(work, set);
  const revertDue = await endOf(work, set);
  const columns = {
    ...begun(set),
    ...doer(work.context.caller),
    status: 'running',
    revert_due_at: revertDue,
  };
  await moveSet(work, set, columns, { status: 'running' });
}

async function requireReady(work: Work, set: ChangeSet): Promise<void> {
  if ((set.counts['items'] ?? 0) === 0)
    throw new HttpProblem(409, 'changeset_empty', 'Conflict', 'The change set has no items');
  if (set.approved_content === set.content) return;
  if (await needsApproval(work, set))
    throw new HttpProblem(
      409,
      'approval_required',
      'Conflict',
      'Somebody else approves this change set first',
    );
}

/** Returns whether the company wants a second person for a set: by its size, or for who acts. */
async function needsApproval({ tx, context: { caller } }: Work, set: ChangeSet): Promise<boolean> {
  const [row] = await tx.rows(sql<{ above: number | null; roles: string[] | null }>`
    select case when jsonb_typeof(c.data->'approval'->'above') = 'number' then (c.data->'approval'->>'above')::numeric::float8 end as above,
      case when jsonb_typeof(c.data->'approval'->'roles') = 'array'
        then array(select jsonb_array_elements_text(c.data->'approval'->'roles')) end as roles
    from company c where c.tenant_id = ${caller.tenantId} and c.id = ${caller.companyId}`);
  const isMany = row?.above !== null && row?.above !== undefined && (set.counts['items'] ?? 0) > row.above;
  return isMany || (row?.roles ?? []).includes(caller.role);
}

/** The moment of a time on the company's wall clock; in the hour that comes twice the first one, in the one that is missing what follows it. */
async function momentOf(
  { tx, context: { caller } }: Work,
  wall: string,
): Promise<{ at: string; isPast: boolean }> {
  const [row] = await tx.rows(sql<{ at: string; past: boolean }>`
    select ${trusted(wireTime('m.at'))} as at, m.at <= clock_timestamp() as past from (
      select least(z.wall at time zone z.zone, (z.wall - interval '1 hour') at time zone z.zone + interval '1 hour') as at
      from (
        select ${wall}::timestamp as wall, coalesce((
          select c.data->>'timezone' from company c
          where c.tenant_id = ${caller.tenantId} and c.id = any(${[...caller.lineage]}::uuid[]) and c.data->>'timezone' <> ''
          order by array_position(${[...caller.lineage]}::uuid[], c.id) limit 1), 'UTC') as zone
      ) z
    ) m`);
  if (!row) throw new Error('A time has a moment');
  return { at: row.at, isPast: row.past };
}

/** Returns when a set ends. @throws 422 if that is past, or not after its beginning. */
async function endOf(work: Work, set: ChangeSet, from?: string): Promise<string | null> {
  if (set.revert_at === null) return null;
  const { at, isPast } = await momentOf(work, set.revert_at);
  if (isPast || (from !== undefined && at <= from))
    throw invalid([
      {
        pointer: '/revert_at',
        code: 'in_the_past',
        detail: 'Must be later than the beginning, and than now',
      },
    ]);
  return at;
}

/** Schedules a draft for its `apply_at`. @throws 409 as `beginApply`; 422 without a time, or one that is past. */
export async function schedule(work: Work, id: string): Promise<void> {
  const set = await requireStatus(work, id, ['draft', 'waiting']);
  await requireReady(work, set);
  if (set.apply_at === null)
    throw invalid([{ pointer: '/apply_at', code: 'required', detail: 'A schedule needs a time' }]);
  const { at, isPast } = await momentOf(work, set.apply_at);
  if (isPast)
    throw invalid([{ pointer: '/apply_at', code: 'in_the_past', detail: 'Must be later than now' }]);
  const revertDue = await endOf(work, set, at);
  await moveSet(
    work,
    set,
    { ...doer(work.context.caller), status: 'scheduled', due_at: at, revert_due_at: revertDue },
    { status: 'scheduled', due_at: at },
  );
}

/** Stops the work on a set, after the items that are being written. */
export async function stop(work: Work, id: string): Promise<void> {
  const set = await requireStatus(work, id, ['previewing', 'running', 'scheduled']);
  const status = set.status === 'running' ? 'stopped' : 'draft';
  await moveSet(work, set, { ...noWork, status, due_at: null }, { status });
}

/** Asks for the approval of somebody else. */
export async function request(work: Work, id: string): Promise<void> {
  const set = await requireStatus(work, id, ['draft']);
  if ((set.counts['items'] ?? 0) === 0)
    throw new HttpProblem(409, 'changeset_empty', 'Conflict', 'The change set has no items');
  const { keyName, userId, keyId } = work.context.caller;
  const columns = { status: 'waiting', requested_by: keyName, requested_user: userId, requested_key: keyId };
  await moveSet(work, set, columns, { status: 'waiting' });
}

/** Approves a set as it is now. @throws 403 `own_change_set` for who made it or asked for it. */
export async function approve(work: Work, id: string): Promise<void> {
  const { keyName, userId, keyId } = work.context.caller;
  const set = await requireStatus(work, id, ['waiting']);
  const isMine = (user: string | null, key: string | null) =>
    (user !== null && user === userId) || (key !== null && key === keyId);
  if (isMine(set.made_user, set.made_key) || isMine(set.requested_user, set.requested_key))
    throw new HttpProblem(
      403,
      'own_change_set',
      'Forbidden',
      'Somebody else than its maker approves a change set',
    );
  const columns = {
    status: 'draft',
    approved_by: keyName,
    approved_user: userId,
    approved_key: keyId,
    approved_content: set.content,
  };
  await moveSet(work, set, columns, { status: 'draft', approved: true });
}

/** Makes a set a draft again: one that waits or is scheduled. */
export async function reopen(work: Work, id: string): Promise<void> {
  const set = await requireStatus(work, id, ['waiting', 'scheduled']);
  await moveSet(work, set, { status: 'draft', due_at: null }, { status: 'draft' });
}

/** Discards a set of which nothing was applied. It is deactivated, and can be read. */
export async function discard(work: Work, id: string): Promise<void> {
  const set = await requireStatus(work, id, ['draft', 'waiting', 'scheduled']);
  await moveSet(
    work,
    set,
    { status: 'discarded', active: false, due_at: null },
    { status: 'discarded', active: false },
  );
}

/** Begins to make the set that takes back what a set has done, and returns its id. @throws 409 if nothing was applied. */
export async function beginUndo(work: Work, id: string, name: string | null): Promise<string> {
  const set = await requireStatus(work, id, ['applied', 'stopped']);
  if ((set.counts['applied'] ?? 0) === 0) throw wrongState('Nothing of the change set was applied');
  if (set.undone_by !== null) throw wrongState('The change set was undone already');
  return makeUndo(work, set, name ?? `Undo: ${set.name}`.slice(0, 400), 'preview');
}

/** Locks a set whose items are chosen between. */
export const requireChoosable = (work: Work, id: string): Promise<ChangeSet> =>
  requireStatus(work, id, ['draft', 'waiting', 'stopped', 'applied']);
