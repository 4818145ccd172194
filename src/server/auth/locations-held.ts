import { sql } from 'kysely';
import type { Database } from '../db/db';

/** Returns the locations that a membership holds; null for all (docs/security.md#stores). */
export async function locationsHeld(
  db: Database,
  tenantId: string,
  userId: string,
): Promise<string[] | null> {
  const { rows } = await sql<{ locations: string[] | null }>`
    select locations_held(${tenantId}::uuid, ${userId}::uuid) as locations`.execute(db);
  return rows[0]?.locations ?? null;
}
