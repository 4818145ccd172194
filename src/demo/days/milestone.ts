import { sql } from 'kysely';
import type { Database } from '@/server/db/db';

/** Returns whether a step of the first start is done. */
export async function reached(db: Database, name: string): Promise<boolean> {
  const { rows } = await sql`select from milestone where name = ${name}`.execute(db);
  return rows.length > 0;
}

/** Notes that a step of the first start is done. */
export const reach = (db: Database, name: string) =>
  sql`insert into milestone (name) values (${name}) on conflict do nothing`.execute(db);
