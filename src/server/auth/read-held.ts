import { sql } from 'kysely';
import type { Database } from '../db/db';
import type { Caller } from './caller';
import { heldFrom, type HeldRow, type CallerHeld } from './caller-held';

/** Returns what a membership or a key is held to. */
export async function readHeld(
  db: Database,
  { tenantId, userId, keyId }: Pick<Caller, 'tenantId' | 'userId' | 'keyId'>,
): Promise<CallerHeld> {
  const { rows } = await sql<{ held: HeldRow | null }>`
    select caller_held(${tenantId}::uuid, ${userId}::uuid, ${keyId}::uuid) as held`.execute(db);
  return heldFrom(rows[0]?.held);
}
