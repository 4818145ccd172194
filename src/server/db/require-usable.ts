import { sql } from 'kysely';
import type { Database } from './db';
import { baseline } from './migrate';
import { newestRelease, version } from './upgrade/release';

/** The properties of a database that the service depends on. */
export interface DatabaseFacts {
  /** PostgreSQL's `server_version_num`: 150004 is 15.4. */
  readonly version: number;
  readonly versionText: string;
  readonly database: string;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly encoding: string;
  readonly hasTrigrams: boolean;
  readonly hasIcu: boolean;
  /** The migrations that ran on it, newest first; empty for a new database. */
  readonly migrations: readonly string[];
  /** The newest version of the service that has started on it, if one has said so. */
  readonly release: string | null;
}

const oldest = 150_000;

/**
 * Refuses a database that this version of the service cannot work on, before anything is written, with the reason and
 * the remedy: an old server, a standby, a read-only database, another encoding, missing parts, or one that a newer
 * version of the service has migrated, or one from before 1.0.0.
 *
 * A newer version is recognised by migrations that this code does not have. Only the start is refused: a running
 * process of the older version continues, which a rolling upgrade needs.
 *
 * @param known the names of the migrations that this code has.
 * @param purpose `read`: backups and checks, which a standby serves too if nothing has to be migrated.
 * @returns whether the database is read-only and must not be migrated.
 * @throws an Error that lists every obstacle.
 */
export async function requireUsable(
  db: Database,
  known: readonly string[],
  purpose: 'serve' | 'read' = 'serve',
): Promise<{ readOnly: boolean }> {
  const facts = await readFacts(db);
  const readOnly = facts.isStandby || facts.isReadOnly;
  const refusals = refusalsOf(facts, known, purpose);
  if (refusals.length > 0) throw new Error(refusals.join('\n'));
  return { readOnly };
}

async function readFacts(db: Database): Promise<DatabaseFacts> {
  const { rows } = await sql<Omit<DatabaseFacts, 'migrations' | 'release'> & { migrated: boolean }>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionText",
      current_database()::text as database, pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      current_setting('server_encoding') as encoding,
      exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams",
      exists (select from pg_collation where collname = 'und-x-icu') as "hasIcu",
      to_regclass('kysely_migration') is not null as migrated`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database tells nothing of itself');
  const { migrated, ...facts } = row;
  if (!migrated) return { ...facts, migrations: [], release: null };
  const ran = await sql<{
    name: string;
  }>`select name from kysely_migration order by timestamp desc, name desc`.execute(db);
  const migrations = ran.rows.map(({ name }) => name);
  return { ...facts, migrations, release: migrations.includes(baseline) ? await newestRelease(db) : null };
}

/** Returns the obstacles for the service on such a database, a sentence or two for each. */
export function refusalsOf(
  facts: DatabaseFacts,
  known: readonly string[],
  purpose: 'serve' | 'read',
): string[] {
  const refusals: string[] = [];
  const { database } = facts;
  if (facts.version < oldest) {
    refusals.push(`PostgreSQL ${facts.versionText} is too old: the service needs version 15 or newer.`);
  }
  if (facts.encoding !== 'UTF8') {
    refusals.push(
      `The database ${database} has the encoding ${facts.encoding}, and the service needs UTF8. ` +
        `Make another one: create database … encoding 'UTF8' template template0.`,
    );
  }
  if (!facts.hasTrigrams) {
    refusals.push(
      "The server lacks the extension pg_trgm, which search needs. It is in PostgreSQL's contrib package.",
    );
  }
  if (!facts.hasIcu) {
    refusals.push(
      'The server was built without ICU, by which names are sorted. Use one that has the collation "und-x-icu".',
    );
  }
  refusals.push(...otherVersion(facts, new Set(known)), ...noWrites(facts, known, purpose === 'read'));
  return refusals;
}

function otherVersion(
  { database, migrations, release }: Pick<DatabaseFacts, 'database' | 'migrations' | 'release'>,
  known: ReadonlySet<string>,
): string[] {
  if (migrations.length > 0 && !migrations.includes(baseline))
    return [
      `The database ${database} was made before Tillhouse ${baseline}, and cannot be upgraded. Use an empty database; of a database in a data ` +
        'folder (.data, or TILLHOUSE_DATA_DIR), remove the folder.',
    ];
  const unknown = migrations.filter((name) => !known.has(name));
  const [newest] = unknown;
  if (newest === undefined) return [];
  return [
    `This database was made by a newer Tillhouse${release === null || release === version ? '' : ` (${release})`}, and this is ${version}: ` +
      `it has ${unknown.length === 1 ? 'a migration' : `${unknown.length} migrations`} that this version does not ` +
      `know, the newest is ${newest}. Start that version, or restore a backup of before into an empty database.` +
      // Released versions have numbers of their own.
      (release === version
        ? ` If another branch made it: TILLHOUSE_DATA_DIR=.data-of-this-branch npm start uses a database of its own.`
        : ''),
  ];
}

function noWrites(facts: DatabaseFacts, known: readonly string[], readsAlone: boolean): string[] {
  if (!facts.isStandby && !facts.isReadOnly) return [];
  const ran = new Set(facts.migrations);
  const pending = known.filter((name) => !ran.has(name));
  if (readsAlone && pending.length === 0) return [];
  const what = facts.isStandby
    ? 'The database is a standby, which takes no writes.'
    : `The database ${facts.database} takes no writes: default_transaction_read_only is on.`;
  if (readsAlone) {
    return [`${what} It can be read once the service of this version has started on its primary.`];
  }
  return [
    facts.isStandby
      ? `${what} Name the primary in DATABASE_URL, or all hosts with target_session_attrs=read-write; backups and \`npm run verify\` may use a standby.`
      : `${what} Switch that off for the database and its user, or name another one in DATABASE_URL.`,
  ];
}
