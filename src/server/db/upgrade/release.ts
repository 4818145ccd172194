import { sql } from 'kysely';
import type { Database } from '../db';

/** The version of this service: that of `package.json` (release.test.ts). */
export const version = '1.0.0';

/** Returns whether version `a` comes after `b`. */
export function isNewer(a: string, b: string): boolean {
  const [mine, theirs] = [a, b].map((text) => text.split('.').map(Number));
  for (let n = 0; n < 3; n += 1) {
    const difference = (mine?.[n] ?? 0) - (theirs?.[n] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** Returns the newest version that has started on a database; null if none has said so. */
export async function newestRelease(db: Database): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`select version from release`.execute(db);
  const [newest] = rows.map((row) => row.version).toSorted((a, b) => (isNewer(a, b) ? -1 : 1));
  return newest ?? null;
}

/** Records that this version has migrated a database. */
export async function recordRelease(db: Database): Promise<void> {
  await sql`insert into release (version) values (${version}) on conflict do nothing`.execute(db);
}
