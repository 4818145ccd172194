import type { Client } from 'pg';

/** A table as a backup stores it. */
export interface StoredTable {
  readonly name: string;
  /** All columns except generated ones. */
  readonly columns: readonly string[];
  /** The columns that rows are sorted by, so that equal tables give equal files. */
  readonly order: readonly string[];
  /** The identity column, or null. */
  readonly identity: string | null;
}

/**
 * Tables that a backup omits: the key that signs cursors (numbers are assigned again after a restore, so older
 * cursors must become invalid), the migrations' own records, short-lived credentials, and what the archive of
 * sealed days and the figures of closed days hold, which are made again from the receipts. Search tables (schema/resource.ts) are omitted too,
 * because they are derived from the records; the list of backups, whose files a restored database need not have; and
 * notices, mails and deliveries that have not been sent yet: a restored database must not send them again.
 */
const omittedTables = [
  'secret',
  'derived_part',
  'derived_fill',
  'release',
  'kysely_migration',
  'kysely_migration_lock',
  'session',
  'invitation',
  'login_link',
  'login_authenticator_new',
  'login_pending',
  'login_challenge',
  'login_remembered',
  'pairing',
  'attempt',
  'alarm',
  'first_company_link',
  'backup_run',
  'archive_file',
  'archive_queue',
  'businessday_figures',
  'businessday_figures_plus',
  'outbox',
  'mail_outbox',
  'webhook_queue',
  'webhook_delivery',
];

/**
 * Returns the service's tables in an order in which they can be filled: referenced tables first. `derived`: also the
 * tables of searches and of counts.
 */
export async function storedTables(client: Client, derived = false): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable & { needs: string[] }>(
    `select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select array_agg(a.attname::text order by k.place) from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality k(attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), '{}') as order,
      (select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as identity,
      coalesce((select array_agg(distinct r.relname::text) from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '{}') as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
      and ($2 or c.relname not like '%\\_search' and c.relname not like '%\\_filter\\_count')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`,
    [omittedTables, derived],
  );
  const sorted: StoredTable[] = [];
  const left = new Map(rows.map((row) => [row.name, row]));
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ needs }) => !needs.some((name) => left.has(name)));
    if (ready.length === 0) throw new Error(`Tables reference each other: ${[...left.keys()].join(', ')}`);
    for (const { name, columns, order, identity } of ready) {
      left.delete(name);
      sorted.push({ name, columns, order: identity === null ? order : [identity], identity });
    }
  }
  return sorted;
}

/** Returns an SQL identifier in quotes. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Settings that make values read the same on every server: PostgreSQL's own text, in UTC, with every digit. */
export const plainSettings = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0;
  set local jit = off`;

/** Whether entries of a table have a place: a transaction number of one server (schema/events.sql). */
export const isPlaced = (table: string): boolean => table === 'event' || table === 'securityevent';

/**
 * Returns a column's expression in a backup. An event's position (schema/events.sql) is a transaction number of one
 * server; on another one, everything from before the restore must sort before everything after it.
 */
const columnExpression = (table: string, column: string): string =>
  isPlaced(table) && column === 'place'
    ? `place - (select coalesce(max(place), 0) + 1 from ${quoted(table)}) as place`
    : quoted(column);

/** Returns the statement that copies a table out; `columns` and `order` are those of the table, or of a backup. */
export function copyOutText({
  name,
  columns,
  order,
}: Pick<StoredTable, 'name' | 'columns' | 'order'>): string {
  const list = columns.map((column) => columnExpression(name, column)).join(', ');
  const sort = order.length > 0 ? `order by ${order.map(quoted).join(', ')}` : '';
  return `copy (select ${list} from ${quoted(name)} ${sort}) to stdout`;
}
