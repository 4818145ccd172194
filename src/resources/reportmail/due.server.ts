import { sql } from 'kysely';
import type { Database } from '@/server/db/db';

/** Puts the reports of months that are over into the outbox, each once, whichever process asks first. */
export async function putMonthsDue(db: Database): Promise<void> {
  await sql`select reportmail_months_due()`.execute(db);
}
