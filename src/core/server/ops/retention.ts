import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/db';

const hour = 3_600_000;

/**
 * Takes away what has passed its time and nobody asks for any more: stored answers of retries (retry.ts), of any
 * company, also of those that are idle, and what the security log has had for 400 days.
 */
export async function deleteExpired(db: Database): Promise<void> {
  // A thousand at a time: nobody waits for what one of them holds.
  for (const clear of [sql`retry_clear(1000)`, sql`security_clear(1000)`]) {
    for (let cleared = 1; cleared > 0;) {
      const { rows } = await sql<{ cleared: number }>`select ${clear} as cleared`.execute(db);
      cleared = rows[0]?.cleared ?? 0;
    }
  }
}

/** Does so now and every hour. Gives what ends it. */
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
