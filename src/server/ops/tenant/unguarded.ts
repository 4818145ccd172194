import type { Client } from 'pg';
import { close, open } from '../backup/restore';
import type { StoredTable } from '../backup/stored-tables';
import { loginTables, notMoved } from './moving-tables';

/**
 * Lets rows be stored and deleted exactly as they are in this transaction, without triggers and row-level security. A
 * superuser does so for itself alone; any other owner has to alter the tables, which locks them for everybody until the
 * commit.
 *
 * @returns whether the tables were altered.
 */
export async function unguard(client: Client, tables: readonly StoredTable[]): Promise<boolean> {
  const { rows } = await client.query<{ super: boolean }>(
    'select rolsuper as super from pg_roles where rolname = current_user',
  );
  if (rows[0]?.super) {
    await client.query('set local session_replication_role = replica');
    return false;
  }
  await open(client, [...tables, ...unlisted]);
  return true;
}

/** Undoes `unguard` for tables that were altered. */
export async function guard(
  client: Client,
  tables: readonly StoredTable[],
  isAltered: boolean,
): Promise<void> {
  if (isAltered) await close(client, [...tables, ...unlisted]);
}

/** Tables that an import writes besides those of the tenant. */
const unlisted: readonly StoredTable[] = ['login', ...loginTables, 'tenant_move', ...notMoved].map(
  (name) => ({
    name,
    columns: [],
    order: [],
    identity: null,
  }),
);
