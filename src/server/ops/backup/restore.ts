import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import type { Database } from '../../db/db';
import { baseline, migrate, migrationNames } from '../../db/migrate';
import { erasure } from '../../db/schema/erasing';
import type { Table } from '../../db/table';
import {
  ArchiveError,
  readArchive,
  summed,
  type ArchiveHeader,
  type ArchiveTable,
  type TableSum,
} from './archive';
import { connect } from './connect';
import { copyIn, copyOut } from './copy';
import { eraseAgain, type Erasure } from './erasures';
import { copyOutText, plainSettings, quoted, storedTables, type StoredTable } from './stored-tables';

/** Checks a backup from beginning to end, without a database. @throws ArchiveError for one that is incomplete. */
export async function checkBackup(
  file: string,
  signal?: AbortSignal,
): Promise<{ header: ArchiveHeader; rows: number }> {
  let rows = 0;
  const header = await readArchive(file, {
    async table(table, sum) {
      for await (const _ of table.rows) signal?.throwIfAborted();
      rows += sum().rows;
    },
  });
  return { header, rows };
}

/**
 * Fills an empty database with a backup: all of it or nothing. Before the commit, everything is copied out again and
 * compared with the backup's checksums.
 *
 * @returns the number of records erased again, of those that `erasures` name.
 * @throws ArchiveError for an incomplete file, one of a newer version of the service or from before 1.0.0, or a database that
 *   is not empty.
 */
export async function restore(parts: {
  url: string;
  db: Database;
  tables: readonly Table[];
  file: string;
  erasures?: readonly Erasure[];
}): Promise<{ rows: number; erased: number }> {
  const { url, db, tables, file, erasures = [] } = parts;
  const { header, rows } = await checkBackup(file);
  if (header.tenant)
    throw new ArchiveError(
      `${file} holds the tenant ${header.tenant.name} alone: \`npm run admin -- tenant import\` takes it.`,
    );
  if (!header.migrations.includes(baseline))
    throw new ArchiveError(
      `${file} was made before Tillhouse ${baseline}, and cannot be restored by this version. Restore it with the version that made it.`,
    );
  const unknown = header.migrations.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) {
    throw new ArchiveError(
      `${file} was made by another version of the service: ${unknown.join(', ')} is not known here.`,
    );
  }
  const client = await connect(url);
  let erased = 0;
  try {
    await requireEmpty(client);
    await migrate(db, tables, { only: new Set(header.migrations) });
    await client.query('begin');
    // A service that starts now waits for this lock, and then finds the database filled (bootstrap.ts).
    await client.query(plainSettings);
    await requireEmpty(client);
    // What follows from the declarations is made when the rows are there; but what was erased never is, again.
    for (const table of tables) await client.query(erasure(table));
    await fill(client, file);
    erased = await eraseAgain(client, erasures);
    await close(client, await storedTables(client));
    await client.query('commit');
    await migrate(db, tables);
    await client.query('analyze');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
  return { rows, erased };
}

/** Requires an empty database. @throws ArchiveError naming the database and its content. */
async function requireEmpty(client: Client): Promise<void> {
  const [found] = (
    await client.query<{ database: string; ours: boolean; others: string[] | null }>(`
      select current_database() as database, to_regclass('public.kysely_migration') is not null as ours,
        (select array_agg(c.relname::text order by c.relname) from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
            and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as others`)
  ).rows;
  if (!found) throw new Error('The database tells nothing of itself');
  const refuse = (what: string): never => {
    throw new ArchiveError(
      `The database ${found.database} is not empty: it holds ${what}. Nothing was changed.`,
    );
  };
  if (found.others && !found.ours) refuse(`the table ${found.others[0]}`);
  if (!found.others) return;
  const [company] = (
    await client.query<{ stands: boolean }>(
      `select to_regprocedure('company_stands(uuid)') is not null and company_stands(null) as stands`,
    )
  ).rows;
  if (company?.stands) refuse('a company');
}

async function fill(client: Client, file: string): Promise<void> {
  const tables = await storedTables(client);
  const byName = new Map(tables.map((table) => [table.name, table]));
  const restored: { table: StoredTable; sum: TableSum }[] = [];
  await open(client, tables);
  await readArchive(file, {
    async table(given, sum) {
      const table = byName.get(given.table);
      const strange = given.columns.find((column) => !table?.columns.includes(column));
      if (!table || strange)
        throw new ArchiveError(
          `The backup holds ${given.table}${strange ? `.${strange}` : ''}, which is not known here.`,
        );
      await copyIn(client, copyInText(given), given.rows);
      restored.push({ table: { ...table, columns: given.columns }, sum: sum() });
    },
  });
  for (const { table, sum } of restored) {
    const again = summed(copyOut(client, copyOutText(table)));
    for await (const _ of again.rows);
    if (again.sum().sha256 !== sum.sha256) throw new Error(`${table.name} is not what was written into it`);
    if (table.identity !== null) await goOn(client, table.name, table.identity);
  }
  // Numbers are assigned again after a restore, and a cursor from before it would skip records: the new key makes old
  // cursors invalid.
  await client.query(`update secret set value = $1 where name = 'cursor'`, [randomBytes(32)]);
}

/** Returns the statement that copies rows in. */
export const copyInText = ({ table, columns }: Pick<ArchiveTable, 'table' | 'columns'>): string =>
  `copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`;

/** Returns SQL that continues a table's identity column after its last number. */
const goOn = (client: Client, table: string, column: string) =>
  client.query(
    `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(column)}), 0) + 1, false) from ${quoted(table)}`,
    [quoted(table), column],
  );

/**
 * Disables triggers and row-level security, so that rows are stored exactly as they were, by whoever owns the tables.
 * Only within the transaction: nobody else sees the tables in that state.
 */
export async function open(client: Client, tables: readonly StoredTable[]): Promise<void> {
  for (const { name } of tables) {
    await client.query(`alter table ${quoted(name)} disable trigger user, no force row level security`);
  }
}

/** Undoes `open`. */
export async function close(client: Client, tables: readonly StoredTable[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity`,
  );
  const secured = new Set(rows.map(({ name }) => name));
  for (const { name } of tables) {
    const force = secured.has(name) ? ', force row level security' : '';
    // Deferred constraint checks would not let a table be altered.
    await client.query('set constraints all immediate');
    await client.query(`alter table ${quoted(name)} enable trigger user${force}`);
  }
}
