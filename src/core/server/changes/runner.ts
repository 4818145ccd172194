import { sql } from 'kysely';
import type { Logger } from 'pino';
import { callerFrom, type Caller, type CallerRow } from '../auth/caller';
import { inScope, sqlState, type Database } from '../db/db';
import { isOutage } from '../db/outage';
import { serviceCaller } from '../ops/companies';
import { frozenState } from '../http/problems';
import { errorFacts } from '../ops/error-log';
import { openRounds } from '../ops/rounds';
import type { Tables } from '../read/visibility';
import { applyChunk } from './apply';
import { previewChunk } from './preview';
import { noWork } from './chunk';
import { lockSet, moveSet, type ChangeSet } from './sets';
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
  readonly look: () => Promise<void>;
  /** Returns how many sets this process works on now. */
  readonly count: () => number;
  readonly close: () => Promise<void>;
}

/** Milliseconds: how often a process looks for work, and for how long work stands still before it is taken over. */
const times = { look: 5000, idle: 10_000 };
/** How many sets a process works on at once. */
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
  const underWay = new Map<string, Promise<void>>();
  const waiting: SetPlace[] = [];
  const state = { closed: false };

  const run = async (place: SetPlace): Promise<void> => {
    try {
      while (!state.closed && (await step({ db, tables }, place)));
    } catch (error) {
      // Nothing of the chunk was stored: it is tried again when the set has stood still, and when its tenant is thawed.
      if (!isOutage(error) && sqlState(error) !== frozenState)
        log.warn({ fault: errorFacts(error), changeset: place.id }, 'the work on a change set failed');
    }
  };

  const work = (place: SetPlace): Promise<void> => {
    const known = underWay.get(place.id);
    if (known) return known;
    if (state.closed) return Promise.resolve();
    if (underWay.size >= atOnce) {
      if (!waiting.some(({ id }) => id === place.id)) waiting.push(place);
      return Promise.resolve();
    }
    const promise = run(place).finally(() => {
      underWay.delete(place.id);
      const next = waiting.shift();
      if (next) void work(next);
    });
    underWay.set(place.id, promise);
    return promise;
  };

  const findDue = async (): Promise<void> => {
    const { rows } = await sql<{ tenant_id: string; company_id: string; lineage: string[]; id: string }>`
      select * from changesets_due(${`${idle} milliseconds`}::interval)`.execute(db);
    for (const { tenant_id: tenantId, company_id: companyId, lineage, id } of rows)
      void work({ tenantId, companyId, lineage, id });
  };

  const rounds = openRounds({ every, log, failing: 'due change sets could not be found', round: findDue });
  void rounds.look();

  return {
    work,
    look: rounds.look,
    count: () => underWay.size,
    async close() {
      state.closed = true;
      waiting.length = 0;
      await rounds.close();
      await Promise.all(underWay.values());
    },
  };
}

interface Parts {
  readonly db: Database;
  readonly tables: Tables;
}

const requestId = 'changeset';

/** Does the next piece of work on a set, in one transaction. Returns whether to go on. */
async function step(parts: Parts, { lineage, id, tenantId }: SetPlace): Promise<boolean> {
  const { db, tables } = parts;
  const [company = tenantId] = lineage;
  const service = serviceCaller([company, ...lineage.slice(1)]);
  const actor = await actorOf(db, service, id);
  const caller = actor ?? service;
  return inScope(db, caller, 'read write', async (tx) => {
    const set = await lockSet(tx, caller, id, 'skip');
    if (!set) return false;
    const work = { tx, context: { db, tables, caller, requestId } };
    const due = dueWork(set);
    if (!due) return false;
    if (!actor) {
      // Only those who may change the records do, at the moment of the change.
      const status = set.status === 'running' || set.status === 'scheduled' ? 'stopped' : 'draft';
      const columns = { ...noWork, status, due_at: null, revert_due_at: null, problem: 'nobody_may' };
      await moveSet(work, set, due === 'revert' ? { revert_due_at: null, problem: 'nobody_may' } : columns, {
        problem: 'nobody_may',
      });
      return false;
    }
    switch (due) {
      case 'start': {
        const missed = set.due_at !== null && Date.now() - Date.parse(set.due_at) > 60_000;
        const columns = { ...noWork, done: 0, total: set.counts['items'] ?? 0, status: 'running', missed };
        await moveSet(work, set, columns, { status: 'running', missed });
        return true;
      }
      case 'revert': {
        const undo = await makeUndo(work, set, `Undo: ${set.name}`.slice(0, 400), 'apply');
        await moveSet(work, set, { undone_by: undo, revert_due_at: null }, { undone_by: undo });
        return false;
      }
      case 'preparing':
        return prepareChunk(work, set);
      case 'previewing':
        return previewChunk(work, set);
      default:
        return applyChunk(work, set);
    }
  });
}

/** Returns what is to be done with a set now; null for nothing. */
function dueWork(set: ChangeSet): 'start' | 'revert' | 'preparing' | 'previewing' | 'running' | null {
  const isDue = (at: string | null) => at !== null && Date.parse(at) <= Date.now();
  if (set.status === 'preparing' || set.status === 'previewing' || set.status === 'running')
    return set.status;
  if (set.status === 'scheduled' && set.active && isDue(set.due_at)) return 'start';
  return set.status === 'applied' && set.undone_by === null && isDue(set.revert_due_at) ? 'revert' : null;
}

/** Returns who works on a set, as they stand now; null if they may not any more. */
async function actorOf(db: Database, service: Caller, id: string): Promise<Caller | null> {
  return inScope(db, service, 'read only', async (tx) => {
    const [row] = await tx.rows(sql<CallerRow>`
      select a.* from changeset s
      cross join lateral changeset_actor(s.tenant_id, s.company_id, s.applied_user, s.applied_key) a
      where s.tenant_id = ${service.tenantId} and s.company_id = ${service.companyId} and s.id = ${id}`);
    return row ? callerFrom(row) : null;
  });
}
