import type { Client } from 'pg';
import {
  ArchiveError,
  readArchive,
  summed,
  type ArchiveHeader,
  type ArchiveTable,
  type TableSum,
} from '../backup/archive';
import { copyIn, copyOut } from '../backup/copy';
import { checkBackup, copyInText } from '../backup/restore';
import { plainSettings, quoted, type StoredTable } from '../backup/stored-tables';
import { receiptOf, sumOf } from './export';
import { findMove } from './freeze';
import { mergeLogins, rowsOfLogins, type Logins } from './logins';
import { copyTenantText, standingOf, tenantTables, literal } from './moving-tables';
import { changed, columnOffsets, movedBack, movedBy, type Change, type Offsets } from './shift';
import { guard, unguard } from './unguarded';
import { foreignKeysSql, type ForeignKey } from '../backup/foreign-keys';

/** What an import has done. */
export interface Imported {
  readonly name: string;
  readonly rows: number;
  /** By which the tenant is deleted where it came from. */
  readonly receipt: string;
  /** The tenant came in this file before, and nothing was done. */
  readonly before: boolean;
  /** E-mails that stood here with a password of their own: these memberships wait to be accepted anew. */
  readonly waiting: readonly string[];
}

/**
 * Brings a tenant into a database that has others: all of it or nothing, in one transaction. Before the commit,
 * everything is copied out again and compared with the file. It stands frozen, until it is thawed.
 *
 * @throws ArchiveError for a file that is incomplete or of another version, and for a tenant, companies or keys that are
 *   there.
 */
export async function importTenant(client: Client, file: string): Promise<Imported> {
  const { header, rows } = await checkBackup(file);
  const { tenant } = header;
  if (!tenant) throw new ArchiveError(`${file} is a backup of everything: \`npm run restore\` takes it.`);
  const sum = await sumOf(file);
  const receipt = receiptOf(sum);
  const { id, name } = tenant;
  if (await isThere(client, id)) {
    const move = await findMove(client, id);
    if (move?.imported === sum) return { name, rows, receipt, before: true, waiting: [] };
    throw new ArchiveError(`The tenant ${name} (${id}) is in this database already. Nothing was changed.`);
  }
  await requireSameStanding(client, header);
  await requireOtherCursors(client, id, name);
  const tables = await tenantTables(client);
  const offsets = await reserveNumbers(client, tables, tenant.numbers);
  await client.query('begin');
  try {
    await client.query(plainSettings);
    // One at a time: whoever was first is seen by the next.
    await client.query(`select pg_advisory_xact_lock(hashtext('tillhouse tenant import'))`);
    if (await isThere(client, id))
      throw new ArchiveError(`The tenant ${name} (${id}) is in this database already.`);
    const isUnguarded = await unguard(client, tables);
    const logins = await fill(client, { file, id, tables, offsets });
    await requireNobodyElses(client, id);
    await requireOwnAddresses(client, id);
    await requireReferences(client, id);
    await client.query(
      `insert into tenant_move as m (tenant_id, name, frozen_at, imported) values ($1, $2, clock_timestamp(), $3)
        on conflict (tenant_id) do update set name = excluded.name, frozen_at = excluded.frozen_at, exported = '{}',
          imported = excluded.imported, moved_at = null, cursors = null`,
      [id, name, sum],
    );
    await guard(client, tables, isUnguarded);
    await client.query('commit');
    await client.query('analyze').catch(() => undefined);
    return { name, rows, receipt, before: false, waiting: logins.waiting };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw isTaken(error)
      ? new ArchiveError(`A key or a link of ${name} is in this database already, with another tenant.`)
      : error;
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';

async function requireSameStanding(client: Client, { migrations, tenant }: ArchiveHeader): Promise<void> {
  const here = await standingOf(client);
  if (here.migrations.join() !== [...migrations].join() || here.derived !== tenant?.derived)
    throw new ArchiveError(
      'The database that the tenant comes from has another version of the service. Upgrade both to the same one.',
    );
  if (here.cursors === tenant.cursors)
    throw sameCursors('This database has the same key of cursors as the one that the tenant comes from');
}

/** Refuses cursors of an earlier stay: the tenant's numbers are others now, and they would skip records. */
async function requireOtherCursors(client: Client, id: string, name: string): Promise<void> {
  const before = await findMove(client, id);
  const { cursors } = await standingOf(client);
  if (before?.cursors === cursors)
    throw sameCursors(`${name} was in this database before, and its key of cursors is the same`);
}

const sameCursors = (why: string) =>
  new ArchiveError(
    `${why}: a terminal could go on at a wrong place. Run \`npm run admin -- cursor renew\` and start the services of ` +
      'this database again, then import.',
  );

async function isThere(client: Client, id: string): Promise<boolean> {
  const { rows } = await client.query<{ stands: boolean }>('select company_stands($1) as stands', [id]);
  return rows[0]?.stands ?? false;
}

/** Refuses companies whose ids another tenant has. */
async function requireNobodyElses(client: Client, id: string): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string }>(
    `select o.id, o.name from company c join company o on o.id = c.id and o.tenant_id <> c.tenant_id
      where c.tenant_id = $1 limit 5`,
    [id],
  );
  if (rows.length === 0) return;
  const names = rows.map((row) => `${row.name} (${row.id})`).join(', ');
  throw new ArchiveError(
    `Another tenant has companies of the same ids already: ${names}. Nothing was changed.`,
  );
}

/** Refuses memberships under another address than their login's: the file was changed. */
async function requireOwnAddresses(client: Client, id: string): Promise<void> {
  const { rows } = await client.query<{ email: string }>(
    `select u.email from "user" u left join login l on l.id = u.login_id
      where u.tenant_id = $1 and l.email is distinct from u.email limit 5`,
    [id],
  );
  if (rows.length === 0) return;
  const emails = rows.map(({ email }) => email).join(', ');
  throw new ArchiveError(
    `The file has people under another e-mail than they sign in with: ${emails}. Nothing was changed.`,
  );
}

async function fill(
  client: Client,
  given: { file: string; id: string; tables: readonly StoredTable[]; offsets: Offsets },
): Promise<Logins> {
  const { file, id, tables, offsets } = given;
  const byName = new Map(tables.map((table) => [table.name, table]));
  const read: { table: StoredTable; sum: TableSum }[] = [];
  let logins: Logins = { ids: new Map(), waiting: [], waits: new Set() };
  await readArchive(file, {
    async table(part, sum) {
      if (part.table === 'login') {
        logins = await mergeLogins(client, await rowsOfLogins(part));
        return;
      }
      const table = byName.get(part.table);
      if (!table || table.columns.join() !== part.columns.join())
        throw new ArchiveError(`The file holds ${part.table} with columns that are not known here.`);
      const rows = changed(part.rows, part.columns, changesOf(part, table, offsets, logins));
      if (table.name !== 'user') {
        await copyIn(client, copyInText(part), rows);
        read.push({ table, sum: sum() });
        return;
      }
      const written = summed(rows);
      await copyIn(client, copyInText(part), written.rows);
      read.push({ table, sum: written.sum() });
    },
  });
  for (const { table, sum } of read) {
    // Memberships were changed on the way in; they are compared with what was written.
    const moved = table.name === 'user' ? {} : movedBack(columnOffsets(table, offsets));
    const again = summed(copyOut(client, copyTenantText(table, id, moved)));
    for await (const _ of again.rows);
    if (again.sum().sha256 !== sum.sha256) throw new Error(`${table.name} is not what was written into it`);
  }
  return logins;
}

function changesOf(
  { columns }: ArchiveTable,
  table: StoredTable,
  offsets: Offsets,
  logins: Logins,
): ReadonlyMap<string, Change> {
  const changes = new Map<string, Change>(
    [...columnOffsets(table, offsets)].map(([column, offset]) => [column, movedBy(offset)]),
  );
  if (table.name === 'user') {
    const at = columns.indexOf('login_id');
    changes.set('login_id', (value) => logins.ids.get(value) ?? value);
    changes.set('accepted_at', (value, row) => (logins.waits.has(row[at] ?? '') ? '\\N' : value));
  }
  return changes;
}

/**
 * Reserves as many numbers of each identity column as the tenant has had, above all that were given out, so that they
 * collide with nobody's and keep their order. Each table is locked for a moment, in a transaction of its own: nobody
 * takes a number in between. What is reserved for an import that fails is left out.
 */
async function reserveNumbers(
  client: Client,
  tables: readonly StoredTable[],
  highest: Readonly<Record<string, number>>,
): Promise<Offsets> {
  const offsets = new Map<string, bigint>();
  for (const { name, identity } of tables) {
    if (identity === null) continue;
    await client.query('begin');
    try {
      await client.query(`lock table ${quoted(name)} in share row exclusive mode`);
      const { rows } = await client.query<{ last: string }>(
        `select coalesce(pg_sequence_last_value(s), 0)::text as last,
          setval(s, coalesce(pg_sequence_last_value(s), 0) + $3::bigint + 1) as next
        from pg_get_serial_sequence($1, $2) q cross join lateral (select q::regclass as s) r`,
        [quoted(name), identity, highest[name] ?? 0],
      );
      await client.query('commit');
      offsets.set(name, BigInt(rows[0]?.last ?? 0));
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  }
  return offsets;
}

/** Checks a tenant's foreign keys: PostgreSQL's own checks may have been off while its rows came in. */
async function requireReferences(client: Client, tenant: string): Promise<void> {
  const { rows } = await client.query<ForeignKey>(foreignKeysSql);
  for (const { child, parent, mine, theirs } of rows) {
    if (!mine.includes('tenant_id')) continue;
    const pairs = mine.map((name, n) => `p.${quoted(theirs[n] ?? name)} = c.${quoted(name)}`);
    const { rowCount } = await client.query(
      `select from ${quoted(child)} c where c.tenant_id = ${literal(tenant)}
        and ${mine.map((name) => `c.${quoted(name)} is not null`).join(' and ')}
        and not exists (select from ${quoted(parent)} p where ${pairs.join(' and ')}) limit 1`,
    );
    if (rowCount) throw new Error(`${child} names a ${parent} that is not in the file`);
  }
}
