import { sql } from 'kysely';
import type { Caller } from '../auth/caller';
import type { Database, Tx } from '../db/db';
import type { Table } from '../db/table';
import { isVisible, visibleCompanies } from './visibility';

/** The distance of milestones, in records. */
const distance = 1000;
const listsAtMost = 200;

const known = new WeakMap<Database, Map<string, number[]>>();

/** A known place in a list: `seq` of the record that has `position` records before and including it. */
export interface Milestone {
  readonly position: number;
  readonly seq: number;
}

/**
 * Returns the last known place at or before an offset of the list of all records in order of creation, so that a page
 * far down skips a thousand records at most. A place never changes: records are never deleted, and a new one has a
 * higher `seq` than all others of its tenant (docs/design.md#order-of-writing). So each process reads a list once,
 * up to the farthest page that was asked.
 */
export async function milestoneBefore(
  db: Database,
  tx: Tx,
  caller: Caller,
  table: Table,
  offset: number,
): Promise<Milestone> {
  const wanted = Math.floor(offset / distance);
  const places = placesOf(
    db,
    [caller.tenantId, table.resource.name, ...visibleCompanies(caller, table)].join(' '),
  );
  const read = places.length;
  if (read < wanted) {
    const rows = await tx.rows(sql<{ seq: number }>`
      select n.seq from (
        select t.seq, row_number() over (order by t.seq) as number from ${sql.table(table.resource.name)} t
        where ${isVisible(caller, table)} and t.seq > ${places.at(-1) ?? 0}
        order by t.seq limit ${(wanted - read) * distance}
      ) n where n.number % ${distance} = 0 order by n.seq`);
    // Another request may have read the same places meanwhile.
    rows.forEach(({ seq }, n) => {
      places[read + n] = seq;
    });
  }
  const at = Math.min(wanted, places.length);
  return { position: at * distance, seq: places[at - 1] ?? 0 };
}

/** Returns the places of a list that this process knows; the list asked longest ago is forgotten first. */
function placesOf(db: Database, key: string): number[] {
  const lists = known.get(db) ?? new Map<string, number[]>();
  known.set(db, lists);
  const places = lists.get(key) ?? [];
  lists.delete(key);
  lists.set(key, places);
  const [oldest] = lists.keys();
  if (lists.size > listsAtMost && oldest !== undefined) lists.delete(oldest);
  return places;
}
