import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/db';
import { openRounds, type Rounds } from './rounds';

const hour = 3_600_000;

/**
 * Deletes what has expired: stored answers of retries (write/idempotency.ts) of any company, including idle ones,
 * security log entries older than 400 days, mails and deliveries to webhooks older than 30 and people's own sign-ins older than 90. Ends early when it is stopped.
 */
export async function deleteExpired(db: Database, isStopped: () => boolean = () => false): Promise<void> {
  // A thousand at a time, so that nobody waits for their locks.
  for (const clear of [
    sql`retry_clear(1000)`,
    sql`security_clear(1000)`,
    sql`mail_clear(1000)`,
    sql`webhook_clear(1000)`,
    sql`attempt_clear(1000)`,
    sql`login_sign_in_clear(1000)`,
  ]) {
    for (let cleared = 1; cleared > 0 && !isStopped();) {
      const { rows } = await sql<{ cleared: number }>`select ${clear} as cleared`.execute(db);
      cleared = rows[0]?.cleared ?? 0;
    }
  }
}

/** Runs `deleteExpired` now and every hour. */
export function openRetention(db: Database, log: Pick<Logger, 'warn'>): Rounds {
  const failing = 'what is past its time could not be taken away';
  const rounds = openRounds({
    every: hour,
    log,
    failing,
    round: (signal) => deleteExpired(db, () => signal.aborted),
  });
  void rounds.runNow();
  return rounds;
}
