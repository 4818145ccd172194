import { createHash } from 'node:crypto';
import { Migrator, sql, type Migration } from 'kysely';
import { sqlState, trusted, type Database } from './db';
import { isNewer, newestRelease, recordRelease, version } from './upgrade/release';
import { coreMigrations } from './schema/core';
import { frozenGuardsSql } from './schema/moving';
import { derivedObjects, tableMigrations } from './schema/resource';
import { backupAccessSql, rolesByHand, rolesSql } from './schema/roles';
import type { Table } from './table';

/**
 * Migrates the database to what this code needs. Safe at every start, also with several processes starting at once.
 * Forward only.
 *
 * 1. the roles; 2. migrations, core then tables then columns, each once (Kysely's, under an advisory
 * lock); 3. what derives from the declarations, when its text has changed.
 *
 * `only` restricts it to the migrations named: those that a backup is restored into, before the rest runs.
 *
 * @throws the first error of a migration, which leaves nothing behind; an Error that says what the database's
 *   administrator has to run, if the roles are missing and the database's user may not create them.
 */
export async function migrate(
  db: Database,
  tables: readonly Table[],
  only?: ReadonlySet<string>,
): Promise<void> {
  await ensureRoles(db);
  const steps = Object.fromEntries(
    Object.entries(migrationsOf(tables)).filter(([name]) => only?.has(name) ?? true),
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(Object.entries(steps).map(asMigration)) },
    // A column added to a declaration sorts before migrations that have already run.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  if (only === undefined) await derive(db, tables);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('tillhouse derived'))`.execute(tx);
    await sql.raw(backupAccessSql).execute(tx);
    // A backup may be restored into migrations of before it.
    const { rows } = await sql<{ made: boolean }>`
      select to_regproc('write_while_frozen') is not null as made`.execute(tx);
    if (rows[0]?.made) await sql.raw(frozenGuardsSql).execute(tx);
  });
}

async function ensureRoles(db: Database): Promise<void> {
  try {
    await sql.raw(rolesSql).execute(db);
  } catch (error) {
    if (sqlState(error) !== '42501') throw error;
    const { rows } = await sql<{ user: string }>`select quote_ident(current_user) as user`.execute(db);
    throw new Error(
      `The database's user may not make the roles that the service needs. Its administrator runs this once, in the database itself:\n\n${rolesByHand(rows[0]?.user ?? '')}\n`,
      { cause: error },
    );
  }
}

/** Returns every migration that this code knows: its name and its SQL. */
export const migrationsOf = (tables: readonly Table[]): Record<string, string> => ({
  ...coreMigrations,
  ...Object.assign({}, ...tables.map(tableMigrations)),
});

function asMigration([name, text]: [string, unknown]): [string, Migration] {
  return [
    name,
    {
      up: async (db) => {
        await sql.raw(String(text)).execute(db);
      },
    },
  ];
}

async function derive(db: Database, tables: readonly Table[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('tillhouse derived'))`.execute(tx);
    await sql`create table if not exists derived (resource text primary key, hash text not null)`.execute(tx);
    const { rows } = await sql<{
      resource: string;
      hash: string;
    }>`select resource, hash from derived`.execute(tx);
    // During an upgrade two versions start in any order: the older one never runs its text over that of the newer one.
    const newest = await newestRelease(tx);
    if (newest !== null && isNewer(newest, version)) return;
    await recordRelease(tx);
    const ran = new Map(rows.map((row) => [row.resource, row.hash]));
    for (const table of tables) {
      const text = derivedObjects(table);
      const hash = createHash('sha256').update(text).digest('hex');
      if (ran.get(table.resource.name) === hash) continue;
      await trusted(text).execute(tx);
      await sql`insert into derived values (${table.resource.name}, ${hash})
        on conflict (resource) do update set hash = excluded.hash`.execute(tx);
    }
  });
}
