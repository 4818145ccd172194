import { sql } from 'kysely';
import { trusted, type Database } from '../db';
import type { Table } from '../table';
import type { Part } from './parts';

/** Reads the hashes of the parts of each declaration that a database has. */
export async function readRecords(db: Database): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const { rows } = await sql<{ resource: string; parts: Record<string, string> }>`
    select resource, jsonb_object_agg(part, hash) as parts from derived_part group by resource`.execute(db);
  return new Map(rows.map(({ resource, parts }) => [resource, new Map(Object.entries(parts))]));
}

/** Writes down that parts are made. */
export async function recordParts(db: Database, table: Table, parts: readonly Part[]): Promise<void> {
  for (const { name, hash } of parts)
    await sql`insert into derived_part (resource, part, hash) values (${table.resource.name}, ${name}, ${hash})
      on conflict (resource, part) do update set hash = excluded.hash`.execute(db);
}

/** Writes down that all parts of a declaration are made, and which there are no longer. */
export async function recordAll(db: Database, table: Table, parts: readonly Part[]): Promise<void> {
  await recordParts(db, table, parts);
  await sql`delete from derived_part
    where resource = ${table.resource.name} and part <> all (${parts.map(({ name }) => name)}::text[])`.execute(
    db,
  );
}

/** Returns the names of the indexes that are there, valid and as their parts define them. */
export async function sameIndexes(db: Database, parts: readonly Part[]): Promise<string[]> {
  const there = await definitionsOf(
    db,
    parts.map(({ name }) => name),
  );
  const wanted = parts.filter(({ name, index }) => index && there.has(name));
  const same: string[] = [];
  await db.connection().execute(async (connection) => {
    await trusted('begin').execute(connection);
    try {
      for (const on of new Set(wanted.map(({ index }) => index?.on ?? ''))) {
        await trusted(`create table derived_probe (like "${on}")`).execute(connection);
        for (const { name, index } of wanted) {
          if (index?.on !== on) continue;
          await trusted(`create index derived_probe_index on derived_probe ${index.definition}`).execute(
            connection,
          );
          const made = (await definitionsOf(connection, ['derived_probe_index'])).get('derived_probe_index');
          if (made === there.get(name)) same.push(name);
          await trusted('drop index derived_probe_index').execute(connection);
        }
        await trusted('drop table derived_probe').execute(connection);
      }
    } finally {
      await trusted('rollback').execute(connection);
    }
  });
  return same;
}

/** Returns what follows the table in the definition of each valid index that is there. */
async function definitionsOf(db: Database, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select c.relname as name, regexp_replace(pg_get_indexdef(c.oid), '^.*? USING ', '') as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and c.relname = any (${names}::text[]) and i.indisvalid`.execute(
    db,
  );
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}
