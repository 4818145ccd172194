import type { Client } from 'pg';
import { writeArchive, type ArchiveTable } from './archive';
import { connect } from './connect';
import { copyOut } from './copy';
import { copyOutText, plainSettings, storedTables, type StoredTable } from './stored-tables';

/** The row counts of a backup, by table. */
export type Backup = ReadonlyMap<string, { readonly rows: number }>;

/**
 * Writes a snapshot of everything that the service stores into a file, while others read and write
 * (docs/design.md#5-what-this-service-decides). The database must be migrated by this code.
 *
 * `signal` ends it in the middle; then nothing is left of the file.
 *
 * @throws ArchiveError if a file of that name exists.
 */
export async function backUp(url: string, file: string, signal?: AbortSignal): Promise<Backup> {
  const client = await connect(url);
  // While a statement is under way, this ends the connection at once.
  const abort = () => void client.end();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    signal?.throwIfAborted();
    await client.query('begin isolation level repeatable read read only');
    await client.query(plainSettings);
    const [server] = (
      await client.query<{ version: string }>(`select current_setting('server_version') as version`)
    ).rows;
    const migrations = (
      await client.query<{ name: string }>('select name from kysely_migration order by name')
    ).rows;
    await client.query('set local role tillhouse_backup');
    const header = {
      made_at: new Date().toISOString(),
      postgres: server?.version ?? '',
      migrations: migrations.map(({ name }) => name),
    };
    return await writeArchive(file, header, tablesOf(client, await storedTables(client)));
  } finally {
    signal?.removeEventListener('abort', abort);
    await client.end();
  }
}

async function* tablesOf(client: Client, tables: readonly StoredTable[]): AsyncGenerator<ArchiveTable> {
  for (const table of tables) {
    yield { table: table.name, columns: table.columns, rows: copyOut(client, copyOutText(table)) };
  }
}
