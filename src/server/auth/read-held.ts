import { sql } from 'kysely';
import type { Database } from '../db/db';
import { heldFrom, type HeldRow, type MembershipHeld } from './membership-held';

/** Returns what a membership is held to. */
export async function readHeld(db: Database, tenantId: string, userId: string): Promise<MembershipHeld> {
  const { rows } = await sql<{ held: HeldRow | null }>`
    select membership_held(${tenantId}::uuid, ${userId}::uuid) as held`.execute(db);
  return heldFrom(rows[0]?.held);
}
