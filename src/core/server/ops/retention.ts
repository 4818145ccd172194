import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/db';

const hour = 3_600_000;

/**
 * Deletes what has expired: stored answers of retries (write/idempotency.ts) of any company, including idle ones,
 * security log entries older than 400 days, and mails older than 30 days.
 */
export async function deleteExpired(db: Database): Promise<void> {
  // A thousand at a time, so that nobody waits for their locks.
  for (const clear of [sql`retry_clear(1000)`, sql`security_clear(1000)`, sql`mail_clear(1000)`]) {
    for (let cleared = 1; cleared > 0;) {
      const { rows } = await sql<{ cleared: number }>`select ${clear} as cleared`.execute(db);
      cleared = rows[0]?.cleared ?? 0;
    }
  }
}

/** Runs `deleteExpired` now and every hour. Returns a function that ends it. */
export function startRetention(db: Database, log: Pick<Logger, 'warn'>): () => void {
  const clear = () =>
    void deleteExpired(db).catch((error: unknown) =>
      log.warn({ message: String(error) }, 'what is past its time could not be taken away'),
    );
  clear();
  const timer = setInterval(clear, hour);
  timer.unref();
  return () => clearInterval(timer);
}
