import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { sqlState, trusted, type Database } from '../db';

/** What an upgrade is doing: for the log, and for tests, which write meanwhile. */
export interface Step {
  readonly resource: string;
  /** In words, as "the search is made anew". */
  readonly doing: string;
  /** How far it is, from 0 to 1; missing where PostgreSQL does it in one go. */
  readonly part?: number;
}

/** How an upgrade goes about its work. */
export interface Upgrade {
  /** Is told of each step that takes a while, and awaited. */
  readonly report: (step: Step) => void | Promise<void>;
  /** Bytes of a table up to which its parts are made in one transaction: some thousand records. */
  readonly small: number;
  /** Milliseconds that one transaction should take that fills a part of a table. */
  readonly piece: number;
}

export const usual: Upgrade = { report: () => undefined, small: 1_000_000, piece: 250 };

/**
 * Milliseconds. `lock`: for a lock; all who come later wait behind whoever waits for it. `turn`: after which another
 * process is asked for again; `most`: the longest pause between two attempts.
 */
const times = { lock: 500, turn: 500, most: 5000 };

/**
 * Returns whether a transaction failed because others were at work, and did nothing: a lock was not to be had in time, two
 * waited for each other, or granted rights of the same schema.
 */
const isBusy = (error: unknown): boolean =>
  ['55P03', '40P01'].includes(sqlState(error) ?? '') ||
  (sqlState(error) === 'XX000' && /tuple concurrently updated/.test(String(error)));

/**
 * Runs a transaction that locks tables. It waits half a second for a lock, then gives way to those who came behind it, and
 * tries again after a pause, as often as it takes. `what` says in words what it is.
 */
export const patiently = <T>(
  db: Database,
  what: Step,
  report: Upgrade['report'],
  work: (tx: Database) => Promise<T>,
): Promise<T> =>
  persistently(what, report, (attempt) =>
    db.transaction().execute(async (tx) => {
      await lockLimit(tx, attempt);
      return work(tx);
    }),
  );

/**
 * Limits how long the transaction waits for a lock, and for nothing else. Every fourth attempt waits a little longer than
 * `deadlock_timeout`: then PostgreSQL ends an automatic vacuum that is in the way, which may otherwise take hours.
 */
export async function lockLimit(tx: Database, attempt: number): Promise<void> {
  await trusted(`set local lock_timeout = ${times.lock}; set local statement_timeout = 0`).execute(tx);
  if (attempt % 4 === 0)
    await trusted(`select set_config('lock_timeout',
      (1000 * extract(epoch from current_setting('deadlock_timeout')::interval) + ${times.lock})::int::text, true)`).execute(
      tx,
    );
}

/** Runs `work`, which is undone if it fails, until it had all its locks in time; it is told which attempt it is. */
export async function persistently<T>(
  what: Step,
  report: Upgrade['report'],
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!isBusy(error)) throw error;
      await report({ ...what, doing: `${what.doing}: waits for those who use the table` });
      await wait(Math.min(attempt * 200, times.most));
    }
  }
}

/**
 * Runs `work` while no other process does so on this database. The lock belongs to a transaction, which works behind a
 * pooler too. It is asked for and not waited for: whoever waits for a lock has a snapshot, and `create index concurrently`
 * of the one who holds it would wait for that in turn, forever. For the same reason the transaction does nothing else.
 */
export async function inTurn<T>(db: Database, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await db.transaction().execute(async (lock) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock);
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('tillhouse derived parts')) as mine`.execute(lock);
      return rows[0]?.mine ? { result: await work() } : null;
    });
    if (done) return done.result;
    await wait(times.turn);
  }
}
