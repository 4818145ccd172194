import { sql } from 'kysely';
import type { Database } from '@/server/db/db';

/**
 * Lets the database believe that the events of a record, in their order, happened at these moments, and that the record was
 * created at the first of them.
 */
export async function backdate(
  db: Database,
  resource: 'plu' | 'pricelist' | 'location',
  id: string,
  moments: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The trail is append-only by a trigger, which does not run on a replica.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update event e set at = m.at::timestamptz from (
        select id, row_number() over (order by seq) as n from event where entity_id = ${id}::uuid
      ) o join unnest(${moments}::text[]) with ordinality m(at, n) on m.n = o.n
      where e.id = o.id`.execute(tx);
    await sql`update ${sql.table(resource)} set created_at = ${moments[0]}::timestamptz where id = ${id}::uuid`.execute(
      tx,
    );
  });
}

/**
 * Lets the database believe that the events of any record happened at these moments, in their order, and that the record was
 * created at the first of them.
 */
export async function backdateEvents(
  db: Database,
  resource: string,
  id: string,
  moments: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const created = sql`jsonb_build_object('created_at', to_char(${moments[0]}::timestamptz at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
    await sql`update event e set at = m.at::timestamptz, after = e.after || ${created}, before = e.before || ${created} from (
        select id, row_number() over (order by seq) as n from event where entity_id = ${id}::uuid
      ) o join unnest(${moments}::text[]) with ordinality m(at, n) on m.n = o.n
      where e.id = o.id`.execute(tx);
    await sql`update ${sql.table(resource)} set created_at = ${moments[0]}::timestamptz where id = ${id}::uuid`.execute(
      tx,
    );
  });
}
