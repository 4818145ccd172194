import { Migrator, sql, type Migration } from 'kysely';
import { sqlState, trusted, type Database } from './db';
import { derive } from './upgrade/derive';
import { inTurn, lockLimit, persistently, usual, type Upgrade } from './upgrade/patience';
import { asAnyOwner, createMissing } from './schema/missing';
import frozenGuards from './schema/frozen-guards.sql?raw';
import { backupAccessSql, rolesByHand, rolesSql } from './schema/roles';
import type { Table } from './table';

/** The name of the migration that makes the schema of version 1.0.0, the oldest that is upgraded. */
export const baseline = '1.0.0';

const schema = import.meta.glob<string>('./schema/*.sql', { query: '?raw', import: 'default', eager: true });

/** The schema that belongs to no single resource, as of version 1.0.0, in an order in which it can be made. */
export const baselineSql = [
  'scope',
  'search',
  'companies',
  'revisions',
  'events',
  'api-keys',
  'retries',
  'erasure',
  'logins',
  'sessions',
  'callers',
  'security-log',
  'attempts',
  'mail',
  'notices',
  'moving',
  'backups',
  'views',
  'retention',
  'upgrades',
]
  .map((name) => {
    const text = schema[`./schema/${name}.sql`];
    if (text === undefined) throw new Error(`There is no schema/${name}.sql`);
    return text;
  })
  .join('\n');

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** What changed since 1.0.0 and does not follow from a declaration: SQL by name, in the order of the names. */
export const laterMigrations: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([file, text]) => [file.replace(/^.*\/|\.sql$/g, ''), text]),
);

/** The names of all migrations that this code knows. */
export const migrationNames: readonly string[] = [baseline, ...Object.keys(laterMigrations)];

/** How a database is migrated. */
export interface Migrating extends Upgrade {
  /** The migrations to run: those of a backup that is restored, before its rows come in. All without it. */
  readonly only: ReadonlySet<string>;
  /** Later migrations, in place of those of this code. */
  readonly later: Readonly<Record<string, string>>;
}

/**
 * Migrates the database to what this code needs. Safe at every start, also with several processes starting at once.
 * Forward only.
 *
 * 1. the roles; 2. migrations, each once (Kysely's, under an advisory lock of ours), and tables and columns that are declared and
 * missing; 3. what derives from the declarations, where its text has changed. Services of other versions go on meanwhile
 * (docs/decisions/165-upgrades-while-selling.md); `db` needs two connections, and a third to say how far it is.
 *
 * @throws the first error of a migration, which leaves nothing behind; an Error that says what the database's
 *   administrator has to run, if the roles are missing and the database's user may not create them.
 */
export async function migrate(
  db: Database,
  tables: readonly Table[],
  options: Partial<Migrating> = {},
): Promise<void> {
  const { only, later = laterMigrations, ...how } = { ...usual, ...options };
  await ensureRoles(db);
  await persistently({ resource: 'all', doing: 'migrations run' }, how.report, (attempt) =>
    inTurn(db, async () => {
      const asMigration = (text: string): Migration => ({
        up: async (tx) => {
          // All of them are one transaction: what it did is undone, and it is run again.
          await lockLimit(tx, attempt);
          // What a step changes may be a column that came with it.
          if (text !== baselineSql) await createMissing(tx, tables);
          await trusted(asAnyOwner(text)).execute(tx);
        },
      });
      const migrator = new Migrator({
        db,
        provider: {
          getMigrations: async () =>
            Object.fromEntries(
              Object.entries({ [baseline]: baselineSql, ...later })
                .filter(([name]) => only?.has(name) ?? true)
                .map(([name, text]) => [name, asMigration(text)]),
            ),
        },
        // Two branches may each add one.
        allowUnorderedMigrations: true,
      });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
      await db.transaction().execute(async (tx) => {
        await lockLimit(tx, attempt);
        await createMissing(tx, tables);
      });
    }),
  );
  if (only === undefined) await derive(db, tables, how);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('tillhouse grants'))`.execute(tx);
    await trusted(backupAccessSql).execute(tx);
    await trusted(frozenGuards).execute(tx);
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
