import { sql } from 'kysely';
import type { Database } from './db';

/** Rows created in each table since this process last had it analyzed. */
const grown = new WeakMap<Database, Map<string, { created: number; known: number }>>();

const smallest = 500;

/**
 * Runs ANALYZE on a table that has grown by half. Until autovacuum does so, about a minute later, the planner assumes
 * an empty table, and the next bulk upsert reads every row of the company for each row that it changes (19 ms a
 * record, measured, instead of 0.7). It runs in the background and a failure is ignored.
 */
export function recordCreated(db: Database, table: string, count: number): void {
  const tables = grown.get(db) ?? new Map<string, { created: number; known: number }>();
  grown.set(db, tables);
  const state = tables.get(table) ?? { created: 0, known: 0 };
  tables.set(table, state);
  state.created += count;
  if (state.created < Math.max(smallest, state.known / 2)) return;
  state.known += state.created;
  state.created = 0;
  void sql`analyze ${sql.table(table)}`.execute(db).catch(() => undefined);
}
