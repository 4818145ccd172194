import { rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Client } from 'pg';
import { ArchiveError, writeArchive, type ArchiveTable } from '../backup/archive';
import { copyOut } from '../backup/copy';
import { isPlaced, plainSettings, quoted, type StoredTable } from '../backup/stored-tables';
import { asMover, findMove, writersEnded, type Tenant } from './freeze';
import {
  copyLoginsText,
  copyTenantText,
  loginColumns,
  placeBelowZero,
  standingOf,
  tenantTables,
} from './moving-tables';

/** Returns the SHA-256 of a file, which names it between the two databases. */
export async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Returns the receipt of a file: what the import prints once it is committed. The export does not say it, so that nobody
 * deletes a tenant whose file has not arrived.
 */
export const receiptOf = (sum: string): string => createHash('sha256').update(`arrived ${sum}`).digest('hex');

/**
 * Writes everything of a frozen tenant into a file, of one snapshot that every write of it has ended before. Sessions
 * and one-time links are left out; API keys are in it as their SHA-256.
 *
 * The database remembers the SHA-256 of the file.
 *
 * @returns the number of rows.
 * @throws ArchiveError for a tenant that is not frozen or is thawed meanwhile, and for a file that is there.
 */
export async function exportTenant(client: Client, tenant: Tenant, file: string): Promise<{ rows: number }> {
  const before = await findMove(client, tenant.id);
  if (!before?.frozen_at)
    throw new ArchiveError(`${tenant.name} is not frozen: first \`tenant freeze\`, and it takes no writes.`);
  await writersEnded(client, tenant.id);
  const rows = await write(client, tenant, file);
  const sum = await sumOf(file);
  const kept = await asMover<{ tenant_id: string }>(
    client,
    `update tenant_move set exported = exported || $2::text
      where tenant_id = $1 and moved_at is null and date_trunc('milliseconds', frozen_at) = $3::timestamptz returning tenant_id`,
    [tenant.id, sum, before.frozen_at],
  );
  if (kept.length === 0) {
    await rm(file, { force: true });
    throw new ArchiveError(`${tenant.name} was thawed while it was written: the file was thrown away.`);
  }
  return { rows };
}

async function write(client: Client, { id, name }: Tenant, file: string): Promise<number> {
  await client.query('begin isolation level repeatable read read only');
  try {
    await client.query(plainSettings);
    const { migrations, derived, cursors } = await standingOf(client);
    const server = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    await client.query('set local role tillhouse_backup');
    const tables = await tenantTables(client);
    const header = {
      made_at: new Date().toISOString(),
      postgres: server.rows[0]?.version ?? '',
      migrations,
      tenant: { id, name, derived, cursors, numbers: await highest(client, id, tables) },
    };
    const sums = await writeArchive(file, header, tablesOf(client, id, tables));
    return [...sums.values()].reduce((sum, { rows }) => sum + rows, 0);
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

async function highest(client: Client, id: string, tables: readonly StoredTable[]) {
  const numbers: Record<string, number> = {};
  for (const { name, identity } of tables) {
    if (identity === null) continue;
    const { rows } = await client.query<{ most: string }>(
      `select coalesce(max(${quoted(identity)}), 0)::text as most from ${quoted(name)} where tenant_id = $1`,
      [id],
    );
    numbers[name] = Number(rows[0]?.most ?? 0);
  }
  return numbers;
}

async function* tablesOf(
  client: Client,
  id: string,
  tables: readonly StoredTable[],
): AsyncGenerator<ArchiveTable> {
  yield { table: 'login', columns: loginColumns, rows: copyOut(client, copyLoginsText(id)) };
  for (const table of tables) {
    const expressions = isPlaced(table.name) ? { place: placeBelowZero(table.name, id) } : {};
    yield {
      table: table.name,
      columns: table.columns,
      rows: copyOut(client, copyTenantText(table, id, expressions)),
    };
  }
}
