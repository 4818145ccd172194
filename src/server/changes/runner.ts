import { sql } from 'kysely';
import type { Logger } from 'pino';
import { leftAlone, refusalOf, stateAfter } from '@/contract/change-set-acts';
import { callerFrom, type Caller, type CallerRow } from '../auth/caller';
import { inScope, sqlState, type Database } from '../db/db';
import { isOutage } from '../db/outage';
import { readHeld } from '../auth/read-held';
import { serviceCaller } from '../ops/companies';
import { frozenState } from '../http/problems';
import { errorFacts } from '../ops/error-log';
import { openRounds } from '../ops/rounds';
import { openTurns } from '../ops/turns';
import type { Tables } from '../read/visibility';
import { applyChunk } from './apply';
import { previewChunk } from './preview';
import { chunkSize, nextSize, noWork } from './chunk';
import { mayChange, resourcesOf } from './rights';
import { lockSet, moveSet, type ChangeSet, type Work } from './sets';
import { endedWork } from './transitions';
import { makeUndo, prepareChunk } from './undo';

/** Where a set is: enough to find it. */
export interface SetPlace {
  readonly tenantId: string;
  readonly companyId: string;
  readonly lineage: readonly string[];
  readonly id: string;
}

/** The work on change sets in one process. */
export interface ChangeRunner {
  /** Works on a set until nothing is left to do, or another process does. */
  readonly work: (place: SetPlace) => Promise<void>;
  /** Takes over what stands still or has come due, in every company. */
  readonly runNow: () => Promise<void>;
  /** Returns how many sets this process works on now. */
  readonly count: () => number;
  readonly close: () => Promise<void>;
}

/** Milliseconds: how often a process looks for work, and for how long work stands still before it is taken over. */
const times = { look: 5000, idle: 10_000 };
/** How many sets a process works on at once; each for one chunk of its items, then the next tenant has its turn. */
const atOnce = 2;

/** Opens the work on change sets. Any number of processes on one database may: a set is held by its row, chunk by chunk. */
export function openChangeRunner(parts: {
  readonly db: Database;
  readonly tables: Tables;
  readonly log: Pick<Logger, 'warn'>;
  readonly every?: number;
  readonly idle?: number;
}): ChangeRunner {
  const { db, tables, log, every = times.look, idle = times.idle } = parts;
  const turns = openTurns(atOnce, async (piece: Piece) => {
    const { place, size } = piece;
    const began = performance.now();
    try {
      const isMore = await step({ db, tables }, place, size);
      piece.size = nextSize(size, performance.now() - began);
      return isMore;
    } catch (error) {
      // Nothing of the chunk was stored: it is tried again when the set has stood still, and when its tenant is thawed.
      if (!isOutage(error) && sqlState(error) !== frozenState)
        log.warn({ fault: errorFacts(error), changeset: place.id }, 'the work on a change set failed');
      return false;
    }
  });
  // Ids are unique within a tenant alone.
  const work = (place: SetPlace): Promise<void> =>
    turns.take(place.tenantId, `${place.tenantId} ${place.id}`, { place, size: chunkSize });

  const findDue = async (): Promise<void> => {
    const { rows } = await sql<{ tenant_id: string; company_id: string; lineage: string[]; id: string }>`
      select * from changesets_due(${`${idle} milliseconds`}::interval)`.execute(db);
    for (const { tenant_id: tenantId, company_id: companyId, lineage, id } of rows)
      void work({ tenantId, companyId, lineage, id });
  };

  const rounds = openRounds({ every, log, failing: 'due change sets could not be found', round: findDue });
  void rounds.runNow();

  return {
    work,
    runNow: rounds.runNow,
    count: turns.count,
    async close() {
      const closed = turns.close();
      await rounds.close();
      await closed;
    },
  };
}

interface Parts {
  readonly db: Database;
  readonly tables: Tables;
}

const requestId = 'changeset';

/** A set under way, and how many items its next chunk has. */
interface Piece {
  readonly place: SetPlace;
  size: number;
}

/** Does the next piece of work on a set, in one transaction. Returns whether to go on. */
async function step(parts: Parts, { lineage, id, tenantId }: SetPlace, size: number): Promise<boolean> {
  const { db, tables } = parts;
  const [company = tenantId] = lineage;
  const service = serviceCaller([company, ...lineage.slice(1)]);
  const actor = await actorOf(parts, service, id);
  const caller = actor ?? service;
  return inScope(db, caller, 'read write', async (tx) => {
    const set = await lockSet(tx, caller, id, 'skip');
    if (!set) return false;
    const work = { tx, context: { db, tables, caller, requestId } };
    const due = dueWork(set);
    if (!actor) {
      // Only those who may change the records do, at the moment of the change.
      if (due || isPlanned(set)) await handOver(work, set);
      return false;
    }
    switch (due) {
      case null:
        return false;
      case 'start': {
        const missed = set.due_at !== null && Date.now() - Date.parse(set.due_at) > 60_000;
        const status = stateAfter(set.status, 'start', null);
        const columns = { ...noWork, done: 0, total: set.counts['items'] ?? 0, status, missed };
        await moveSet(work, set, columns, { status, missed });
        return true;
      }
      case 'revert': {
        const undo = await makeUndo(work, set, `Undo: ${set.name}`.slice(0, 400), 'apply');
        await moveSet(work, set, { undone_by: undo, revert_due_at: null }, { undone_by: undo });
        return false;
      }
      case 'preparing':
        return prepareChunk(work, set, size);
      case 'previewing':
        return previewChunk(work, set, size);
      default:
        return applyChunk(work, set, size);
    }
  });
}

/** Whether something is to be done with a set later: its schedule, or its end. */
const isPlanned = (set: ChangeSet): boolean =>
  set.problem !== leftAlone &&
  ((set.status === 'scheduled' && set.active) ||
    (refusalOf(set, 'revert') === null && set.revert_due_at !== null));

/** Returns what is to be done with a set now; null for nothing. */
function dueWork(set: ChangeSet): 'start' | 'revert' | 'preparing' | 'previewing' | 'running' | null {
  const isDue = (at: string | null) => at !== null && Date.parse(at) <= Date.now();
  if (set.status === 'previewing' || set.status === 'running') return set.status;
  // An administrator takes it over first.
  if (set.problem === leftAlone) return null;
  if (set.status === 'preparing') return set.status;
  if (set.status === 'scheduled' && set.active && isDue(set.due_at)) return 'start';
  return refusalOf(set, 'revert') === null && isDue(set.revert_due_at) ? 'revert' : null;
}

/**
 * Leaves a set to the administrators, whose person may act no more: its moments stay, and the security log says so. A
 * preview only ends: who applied the set may be there still.
 */
async function handOver(work: Work, set: ChangeSet): Promise<void> {
  const status = stateAfter(set.status, 'hand_over', set.next);
  if (set.status === 'previewing') {
    await moveSet(work, set, { ...(await endedWork(work, set)), status }, { status });
    return;
  }
  const ended = set.status === 'running' ? await endedWork(work, set) : {};
  await moveSet(work, set, { ...ended, status, problem: leftAlone }, { status, problem: leftAlone });
  const { tenantId, companyId } = work.context.caller;
  await work.tx.rows(sql`
    insert into securityevent (tenant_id, company_id, kind, user_id, key_id, who, subject_id, subject)
    values (${tenantId}, ${companyId}, 'changeset_left_alone', ${set.applied_user}::uuid, ${set.applied_key}::uuid,
      ${set.applied_by}, ${set.id}::uuid, ${set.name})`);
}

/**
 * Returns who works on a set, as they stand now; null if they may not any more, or may not change what the set changes:
 * nothing is refused in the name of somebody who has no right to it.
 */
async function actorOf({ db, tables }: Parts, service: Caller, id: string): Promise<Caller | null> {
  const { worker, names } = await workerOf(db, service, id);
  if (!worker) return null;
  const actor = { ...worker, ...(await readHeld(db, worker)) };
  return ['changeset', ...names].every((name) => mayChange(tables, actor, name)) ? actor : null;
}

const workerOf = (
  db: Database,
  service: Caller,
  id: string,
): Promise<{ worker: Caller | null; names: readonly string[] }> =>
  inScope(db, service, 'read only', async (tx) => {
    const [row] = await tx.rows(sql<CallerRow>`
      select a.* from changeset s
      cross join lateral (
        -- Whoever makes an undo or previews a set need not be who applied it.
        select s.status in ('preparing', 'previewing') and coalesce(s.previewed_user, s.previewed_key) is not null as previews
      ) w
      cross join lateral changeset_actor(s.tenant_id, s.company_id,
        case when w.previews then s.previewed_user else s.applied_user end,
        case when w.previews then s.previewed_key else s.applied_key end) a
      where s.tenant_id = ${service.tenantId} and s.company_id = ${service.companyId} and s.id = ${id}`);
    return { worker: row ? callerFrom(row) : null, names: await resourcesOf(tx, service, id) };
  });
