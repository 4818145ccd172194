import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '@/server/db/db';
import { demoDayCount, demoProgress, loadDemoDays, type DemoProgress } from '../load';
import { reach, reached } from './milestone';

/** The load of the demo's business days, which goes on while the service already answers. */
export interface DemoFill {
  /** Returns how many days are stored; null once all are. */
  progress: () => DemoProgress | null;
  /** Resolves at the end of the load, or when it was stopped; rejects with the error that ended it. */
  readonly finished: Promise<void>;
  /** Ends the load after the transaction that is under way; the next start goes on. */
  stop: () => Promise<void>;
}

/** How long a service waits before it looks again whether another one has finished the load, in milliseconds. */
const lookAgain = 1000;

/**
 * Loads the demo's business days in the order of their dates: the newest first would be seen earlier, but each seal has the
 * hash of the one before it, and cursors follow the order of writing. One service on a database does so, and the others wait
 * for it: if it ends before, one of them goes on.
 */
export function startFill(db: Database, began: Date, days?: number): DemoFill {
  const aborter = new AbortController();
  const { signal } = aborter;
  let progress: DemoProgress | null = { done: 0, total: demoDayCount(days) };
  const onProgress = (next: DemoProgress) => (progress = next);
  const finished = fill().then(() => {
    if (!signal.aborted) progress = null;
  });
  // Whoever waits for it sees the error too; nobody has to.
  finished.catch(() => undefined);
  return {
    progress: () => progress,
    finished,
    stop: async () => {
      aborter.abort();
      await finished.catch(() => undefined);
    },
  };

  async function fill(): Promise<void> {
    while (!signal.aborted && !(await reached(db, 'demo'))) {
      // Held by a transaction, as in bootstrap.ts.
      const isDone = await db.transaction().execute(async (lock) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock);
        const { rows } = await sql<{ mine: boolean }>`
          select pg_try_advisory_xact_lock(hashtext('tillhouse demo days')) as mine`.execute(lock);
        if (!rows[0]?.mine) return false;
        await loadDemoDays(db, began, days, { onProgress, signal });
        if (!signal.aborted) await reach(db, 'demo');
        return true;
      });
      if (isDone) return;
      onProgress(await demoProgress(db, days));
      await pause(lookAgain, undefined, { signal }).catch(() => undefined);
    }
  }
}
