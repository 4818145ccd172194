import { Migrator, sql, type Migration } from 'kysely';
import { sqlState, type Database } from './db';
import { derive } from './upgrade/derive';
import { inTurn, lockLimit, persistently, usual, type Upgrade } from './upgrade/patience';
import { coreMigrations } from './schema/core';
import { frozenGuardsSql } from './schema/moving';
import { tableMigrations } from './schema/resource';
import { backupAccessSql, rolesByHand, rolesSql } from './schema/roles';
import type { Table } from './table';

/**
 * Migrates the database to what this code needs. Safe at every start, also with several processes starting at once.
 * Forward only.
 *
 * 1. the roles; 2. migrations, core then tables then columns, each once (Kysely's, under an advisory
 * lock of ours); 3. what derives from the declarations, where its text has changed. Services of other versions go on meanwhile
 * (docs/decisions/165-upgrades-while-selling.md); `db` needs two connections, and a third to say how far it is.
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
  upgrade: Partial<Upgrade> = {},
): Promise<void> {
  const how = { ...usual, ...upgrade };
  await ensureRoles(db);
  const steps = Object.fromEntries(
    Object.entries(migrationsOf(tables)).filter(([name]) => only?.has(name) ?? true),
  );
  await persistently({ resource: 'all', doing: 'migrations run' }, how.report, (attempt) =>
    inTurn(db, async () => {
      const migrator = new Migrator({
        db,
        provider: {
          getMigrations: async () =>
            Object.fromEntries(Object.entries(steps).map((step) => asMigration(step, attempt))),
        },
        // A column added to a declaration sorts before migrations that have already run.
        allowUnorderedMigrations: true,
      });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
    }),
  );
  if (only === undefined) await derive(db, tables, how);
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
    await persistently(
      { resource: 'all', doing: 'roles are made' },
      () => undefined,
      () => sql.raw(rolesSql).execute(db),
    );
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

function asMigration([name, text]: [string, unknown], attempt: number): [string, Migration] {
  return [
    name,
    {
      up: async (db) => {
        // All of them are one transaction: what it did is undone, and it is run again.
        await lockLimit(db, attempt);
        await sql.raw(String(text)).execute(db);
      },
    },
  ];
}
