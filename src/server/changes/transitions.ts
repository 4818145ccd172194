import { sql } from 'kysely';
import type { Caller } from '../auth/caller';
import { trusted, type Tx } from '../db/db';
import { wireTime } from '../db/table';
import { invalid } from '../http/problems';
import { noWork } from './chunk';
import { enter } from './enter';
import { countItems, moveSet, type ChangeSet, type SetColumns, type Work } from './sets';
import { makeUndo } from './undo';

/** Columns that say who applies and ends a set from now on, with the rights of each moment. */
const appliedBy = ({ keyName, userId, keyId }: Caller): SetColumns => ({
  applied_by: keyName,
  applied_user: userId,
  applied_key: keyId,
  problem: null,
});

/** Columns that say who previewed a set last; who applied and who ends it stay. */
export const previewedBy = ({ keyName, userId, keyId }: Caller): SetColumns => ({
  previewed_by: keyName,
  previewed_user: userId,
  previewed_key: keyId,
});

const begun = (set: ChangeSet): SetColumns => ({ ...noWork, done: 0, total: set.counts['items'] ?? 0 });

/** Columns of a set that has no moments any more. */
const noMoments = { due_at: null, revert_due_at: null };

/** Begins the preview of a set; the work goes on in the background (runner.ts). */
export async function beginPreview(work: Work, id: string): Promise<void> {
  const { set, to } = await enter(work, id, 'preview');
  const columns = { ...begun(set), ...previewedBy(work.context.caller), status: to, next: set.status };
  await moveSet(work, set, columns, { status: to });
}

/**
 * Begins to apply a set, as the caller. A set that was applied goes on with the items that waited for a choice.
 *
 * @throws 409 `changeset_state`, `changeset_empty`, `approval_required`; 403 `changeset_rights`.
 */
export async function beginApply(work: Work, id: string): Promise<void> {
  const { set, to } = await enter(work, id, 'apply');
  // The end of what was applied before stays as it was told.
  const isRest = set.status === 'applied' || set.status === 'stopped';
  const columns = {
    ...begun(set),
    ...appliedBy(work.context.caller),
    status: to,
    revert_due_at: (isRest ? set.revert_due_at : null) ?? (await endOf(work, set)),
  };
  await moveSet(work, set, columns, { status: to });
}

/** Returns the moment of a time on the company's wall clock; in the hour that comes twice the first one, in the one that is missing what follows it. */
export async function momentOf(
  tx: Tx,
  caller: Caller,
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
  const { at, isPast } = await momentOf(work.tx, work.context.caller, set.revert_at);
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

/** Schedules a draft for its `apply_at`. @throws as `beginApply`; 422 without a time, or one that is past. */
export async function schedule(work: Work, id: string): Promise<void> {
  const { set, to } = await enter(work, id, 'schedule');
  if (set.apply_at === null)
    throw invalid([{ pointer: '/apply_at', code: 'required', detail: 'A schedule needs a time' }]);
  const { at, isPast } = await momentOf(work.tx, work.context.caller, set.apply_at);
  if (isPast)
    throw invalid([{ pointer: '/apply_at', code: 'in_the_past', detail: 'Must be later than now' }]);
  const revertDue = await endOf(work, set, at);
  const columns = {
    ...appliedBy(work.context.caller),
    status: to,
    due_at: at,
    revert_due_at: revertDue,
  };
  await moveSet(work, set, columns, { status: to, due_at: at });
}

/** Stops the work on a set, after the items that are being written, or takes it off its schedule. */
export async function stop(work: Work, id: string): Promise<void> {
  const { set, to } = await enter(work, id, 'stop');
  await moveSet(work, set, { ...(await endedWork(work, set)), status: to }, { status: to });
}

/** Returns the columns of a set whose work ends before all of it is done: what was done is counted. */
export async function endedWork({ tx, context }: Work, set: ChangeSet): Promise<SetColumns> {
  if (set.status === 'scheduled') return { ...noWork, ...noMoments, problem: null };
  const counts = await countItems(tx, context.caller, set.id);
  return { ...noWork, counts: { ...counts, last: set.counts['last'] ?? counts['items'] } };
}

/** Makes an administrator the one who applies and ends a set whose person may act no more. What is past follows at once. */
export async function takeOver(work: Work, id: string): Promise<void> {
  const { set, to } = await enter(work, id, 'take_over');
  const { caller } = work.context;
  const columns = {
    ...appliedBy(caller),
    ...(set.status === 'preparing' && previewedBy(caller)),
    status: to,
  };
  await moveSet(work, set, columns, { taken_over: caller.keyName });
}

/** Asks for the approval of somebody else. */
export async function request(work: Work, id: string): Promise<void> {
  const { set, to } = await enter(work, id, 'request');
  const { keyName, userId, keyId } = work.context.caller;
  const columns = { status: to, requested_by: keyName, requested_user: userId, requested_key: keyId };
  await moveSet(work, set, columns, { status: to });
}

/** Approves a set as it is now. @throws 403 `own_change_set` for who made, changed, previewed last or requested it. */
export async function approve(work: Work, id: string): Promise<void> {
  const { set, to } = await enter(work, id, 'approve');
  const { keyName, userId, keyId } = work.context.caller;
  const columns = {
    status: to,
    approved_by: keyName,
    approved_user: userId,
    approved_key: keyId,
    approved_content: set.content,
  };
  await moveSet(work, set, columns, { status: to, approved: true });
}

/** Makes a set a draft again: one that waits or is scheduled. */
export async function reopen(work: Work, id: string): Promise<void> {
  const { set, to } = await enter(work, id, 'reopen');
  await moveSet(work, set, { ...noMoments, status: to, problem: null }, { status: to });
}

/** Discards a set of which nothing was applied. It is deactivated, and can be read. */
export async function discard(work: Work, id: string): Promise<void> {
  const { set, to } = await enter(work, id, 'discard');
  await moveSet(work, set, { ...noMoments, status: to, active: false }, { status: to, active: false });
}

/** Deletes all items and refused lines of a draft or a discarded set: nothing of what they said is left. */
export async function empty(work: Work, id: string): Promise<void> {
  const { set, to } = await enter(work, id, 'empty');
  const { tx, context } = work;
  await tx.rows(sql`
    delete from changeset_item i where i.tenant_id = ${context.caller.tenantId} and i.changeset_id = ${set.id}`);
  await tx.rows(sql`
    delete from changeset_refused r where r.tenant_id = ${context.caller.tenantId} and r.changeset_id = ${set.id}`);
  const columns = {
    status: to,
    counts: { last: set.counts['last'] ?? set.counts['items'] ?? 0, items: 0, cells: 0 },
    content: set.content + 1,
    approved_by: null,
    approved_user: null,
    approved_key: null,
    approved_content: null,
  };
  await moveSet(work, set, columns, { emptied: true });
}

/** Begins to make the set that takes back what a set has done, and returns its id. @throws 409 if nothing was applied. */
export async function beginUndo(work: Work, id: string, name: string | null): Promise<string> {
  const { set } = await enter(work, id, 'undo');
  return makeUndo(work, set, name ?? `Undo: ${set.name}`.slice(0, 400), 'preview');
}
