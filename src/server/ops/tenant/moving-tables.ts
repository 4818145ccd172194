import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { ArchiveError } from '../backup/archive';
import { quoted, storedTables, type StoredTable } from '../backup/stored-tables';

/** Tables of a tenant that no file holds, those that refer to others first. */
export const notMoved = [
  'session',
  'invitation',
  'pairing',
  'archive_queue',
  'archive_file',
  'businessday_figures_plus',
  'businessday_figures',
  'mail_outbox',
  'webhook_queue',
  'webhook_delivery',
];

/** The tables that hold what belongs to a tenant, referenced ones first, search tables and counts with them. */
export async function tenantTables(client: Client): Promise<StoredTable[]> {
  const tables = await storedTables(client, true);
  return tables.filter(({ name, columns }) => columns.includes('tenant_id') && name !== 'tenant_move');
}

/**
 * Logins belong to people, not to tenants: those of the tenant's memberships go with it. They are the first table of a
 * file, because memberships name them.
 */
export const loginColumns: readonly string[] = ['id', 'email', 'password_hash', 'created_at', 'language'];

/**
 * What else belongs to a login. None of it is moved: a second factor is kept under the keys of one service, and what lets somebody in there
 * proves nothing elsewhere. A company that asks for one asks for it again.
 */
export const loginTables = [
  'login_link',
  'login_authenticator',
  'login_authenticator_new',
  'login_recovery_code',
  'login_passkey',
  'login_remembered',
  'login_pending',
  'login_sign_in',
];

/** Returns the statement that copies the logins of a tenant's memberships out. */
export const copyLoginsText = (tenant: string): string => `copy (
  select ${loginColumns.map(quoted).join(', ')} from login
  where id in (select login_id from "user" where tenant_id = ${literal(tenant)}) order by id) to stdout`;

/**
 * Returns the statement that copies a tenant's rows of a table out; `expressions` replace columns. `order` is that of
 * the table, so that equal tables give equal text.
 */
export function copyTenantText(
  { name, columns, order }: Pick<StoredTable, 'name' | 'columns' | 'order'>,
  tenant: string,
  expressions: Readonly<Record<string, string>> = {},
): string {
  const list = columns.map((column) => expressions[column] ?? quoted(column)).join(', ');
  const sort = order.length > 0 ? `order by ${order.map((column) => `t.${quoted(column)}`).join(', ')}` : '';
  return `copy (select ${list} from ${quoted(name)} t where t.tenant_id = ${literal(tenant)} ${sort}) to stdout`;
}

/**
 * Places of events, and of the security log, are transaction numbers of one server (schema/events.sql). They are moved below zero, in their order:
 * on any server, what is written after the move stands behind them.
 */
export const placeBelowZero = (table: string, tenant: string): string =>
  `place - (select coalesce(max(place), 0) + 1 from ${quoted(table)} where tenant_id = ${literal(tenant)}) as place`;

const guidShape = /^[0-9a-f-]{36}$/i;

/** Returns a GUID as SQL: COPY takes no parameters. */
export function literal(guid: string): string {
  if (!guidShape.test(guid)) throw new Error('A tenant has a GUID');
  return `'${guid}'::uuid`;
}

/** What two databases must have in common, so that rows of the one are valid in the other. */
export interface Standing {
  readonly migrations: string[];
  readonly derived: string;
  /** A hash of the key of cursors, which they must not have in common. */
  readonly cursors: string;
}

/**
 * Reads the standing of a database, as its owner.
 *
 * @throws ArchiveError while a newer version makes searches anew: a moved tenant would be missing in them.
 */
export async function standingOf(client: Client): Promise<Standing> {
  const filling = await client.query<{ resource: string }>('select resource from derived_fill');
  if (filling.rows[0])
    throw new ArchiveError(
      `An upgrade is making the search of ${filling.rows[0].resource} anew. Wait until it is done, and give the command of its version.`,
    );
  const migrations = await client.query<{ name: string }>('select name from kysely_migration order by name');
  const derived = await client.query('select resource, part, hash from derived_part order by resource, part');
  const secret = await client.query<{ value: Buffer }>(`select value from secret where name = 'cursor'`);
  return {
    migrations: migrations.rows.map(({ name }) => name),
    derived: sha256(JSON.stringify(derived.rows)),
    cursors: sha256(
      Buffer.concat([Buffer.from('tillhouse cursors '), ...secret.rows.map(({ value }) => value)]),
    ),
  };
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
