import { Kysely, PostgresDialect, sql, type PostgresPoolClient, type RawBuilder, type Sql } from 'kysely';
import { DatabaseError, types, type QueryResult } from 'pg';
import type { Logger } from 'pino';
import type { Caller } from '../auth/caller';
import { Connections, type Connection } from './connections';
import { isReady } from './readiness';
import { unavailable } from '../http/problems';

/** A database handle. SQL here is written, not built: tables come from declarations, so there is no schema type. */
export type Database = Kysely<unknown>;

/** One transaction in a caller's scope. Inside it, nothing else touches the database. */
export interface Tx {
  /** Runs a statement and returns its rows. */
  rows<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
  /**
   * Runs the last statement together with COMMIT, in one round trip, so that its locks are held for no longer. Nothing
   * may follow it.
   */
  lastRows<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
}

// A date is a business day and no midnight in some time zone: it stays text. Our bigints fit a JavaScript number.
types.setTypeParser(types.builtins.DATE, (value) => value);
types.setTypeParser(types.builtins.INT8, Number);

/**
 * Opens a connection pool on `url`. A lost connection is replaced; the request that used it fails with an outage
 * (db/outage.ts). A statement may take `patience` milliseconds, and its answer slightly longer (db/pool.ts); with 0
 * there are no time limits.
 */
export function openDatabase(url: string, log: Pick<Logger, 'warn'>, size = 16, patience = 30_000): Database {
  const connections = new Connections(url, log, size, patience);
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => prepared(connections, await connections.acquire()),
        end: () => connections.end(),
      },
    }),
  });
  pools.set(db, connections);
  return db;
}

const pools = new WeakMap<Database, Connections>();

function connectionsIn(db: Database): Connections {
  const connections = pools.get(db);
  if (!connections) throw new Error('A database is opened by openDatabase');
  return connections;
}

/**
 * Returns the size of a database's pool. Code that holds one connection while it waits for another must leave one for
 * the rest.
 */
export const connectionsOf = (db: Database): number => pools.get(db)?.pool.options.max ?? 1;

/** Returns the number of connections in a database's pool, how many are idle, and how many requests wait for one. */
export function poolCounts(db: Database): { total: number; idle: number; waiting: number } {
  const { totalCount, idleCount, waitingCount } = connectionsIn(db).pool;
  return { total: totalCount, idle: idleCount, waiting: waitingCount };
}

/** Returns whether the database answers and accepts writes, within 4 seconds even if every connection is taken. */
export const isDatabaseReady = (db: Database): Promise<boolean> => isReady(connectionsIn(db));

const statementNames = new Map<string, string>();
const preparedAtMost = 500;

/**
 * Names statements, so that PostgreSQL parses and plans each of them once per connection: with row-level security
 * that is a fifth of the cost of a list. There are few different texts (one per shape of a request); beyond a limit
 * they stay unnamed.
 */
function prepared(connections: Connections, client: Connection): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[]) => {
    const result = await send(connections, client, text, values);
    if (text === 'commit') requireCommitted(result);
    return result;
  };
  return {
    // Kysely's type also covers cursors, which are not used here; the result is pg's own.
    query: (text: unknown, values?: readonly unknown[]) => query(String(text), values ?? []) as never,
    release: () => connections.release(client),
  };
}

/** Throws if PostgreSQL answered a COMMIT with ROLLBACK, as that of a failed transaction: nothing was written. */
function requireCommitted({ command }: QueryResult): void {
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back');
}

const send = (
  connections: Connections,
  client: Connection,
  text: string,
  values: readonly unknown[],
): Promise<QueryResult> =>
  connections.send(client, { ...named(text, values.length > 0), values: [...values] });

function named(text: string, hasValues: boolean): { text: string; name?: string } {
  const known = statementNames.get(text);
  if (known !== undefined) return { text, name: known };
  if (!hasValues || statementNames.size >= preparedAtMost) return { text };
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return { text, name };
}

const retried = new Set(['40P01', '40001']);
const attempts = 4;

/** Returns PostgreSQL's error, or null for any other error. */
export const databaseError = (error: unknown): DatabaseError | null =>
  error instanceof DatabaseError ? error : null;

/** Returns the SQLSTATE of PostgreSQL's error, or null for any other error. */
export const sqlState = (error: unknown): string | null =>
  error instanceof DatabaseError ? (error.code ?? null) : null;

/**
 * The mode of a transaction. `one snapshot`: read only, with the same snapshot for every statement; with `of`, the
 * snapshot that another open transaction exported (`pg_export_snapshot`).
 */
type Mode = 'read only' | 'read write' | 'one snapshot' | { readonly of: string };

/**
 * Runs `work` in one transaction that reads and writes only what `caller` may: under the role `tillhouse_app`, which
 * row-level security binds, with the caller's companies as settings of the transaction. Deadlocks and serialization
 * failures are retried three times; then 503.
 *
 * @param opening statements that read (and may lock); they are sent along with BEGIN, in one round trip, and `work` gets
 *   their rows. Never one that writes: if BEGIN fails, it would run outside of the caller's scope.
 */
export const inScope = <T>(
  db: Database,
  caller: Caller,
  mode: Mode,
  work: (tx: Tx, opened: readonly unknown[][]) => Promise<T>,
  opening: readonly RawBuilder<unknown>[] = [],
): Promise<T> => persistently(() => once(db, caller, mode, work, opening));

/**
 * Runs one reading statement, as `inScope` does, in one round trip to the database: BEGIN and COMMIT are sent along
 * with it. `anyValues`: its plan is right for any values and is made once per connection.
 */
export const readInScope = <Row>(
  db: Database,
  caller: Caller,
  statement: RawBuilder<Row>,
  plan?: 'anyValues',
): Promise<Row[]> =>
  persistently(async () => {
    const connections = connectionsIn(db);
    const { sql: text, parameters } = statement.compile(db);
    const begin = `begin read only; ${scopeSettings(caller)}${plan ? onePlan : ''}`;
    const client = await connections.acquire();
    try {
      const [, { rows }] = await allOf([
        send(connections, client, begin, []),
        send(connections, client, text, parameters),
        send(connections, client, 'commit', []),
      ]);
      return rows;
    } finally {
      connections.release(client);
    }
  });

const onePlan = '; set local plan_cache_mode = force_generic_plan';

async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!retried.has(sqlState(error) ?? '')) throw error;
      if (attempt === attempts) throw unavailable('The database was too busy; try again');
    }
  }
}

async function once<T>(
  db: Database,
  caller: Caller,
  mode: Mode,
  work: (tx: Tx, opened: readonly unknown[][]) => Promise<T>,
  opening: readonly RawBuilder<unknown>[],
): Promise<T> {
  const connections = connectionsIn(db);
  const begin = `begin ${beginning(mode)}; ${scopeSettings(caller)}${mode === 'read write' ? addressSetting(caller) : ''}`;
  const client = await connections.acquire();
  const run = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> => {
    const { sql: text, parameters } = statement.compile(db);
    return (await send(connections, client, text, parameters)).rows;
  };
  const commit = async () => requireCommitted(await send(connections, client, 'commit', []));
  let isCommitted = false;
  const tx: Tx = {
    rows: run,
    async lastRows(statement) {
      isCommitted = true;
      const [rows] = await allOf([run(statement), commit()]);
      return rows;
    },
  };
  try {
    const [, ...opened] = await allOf([send(connections, client, begin, []), ...opening.map(run)]);
    const result = await work(tx, opened);
    if (!isCommitted) await commit();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is discarded on release; the first error is the cause.
    if (!isCommitted) await send(connections, client, 'rollback', []).catch(() => undefined);
    throw error;
  } finally {
    connections.release(client);
  }
}

/**
 * Waits for all answers of one round trip, because the connection is used again; the first error in their order is the
 * cause of the others.
 */
async function allOf<T extends readonly Promise<unknown>[]>(
  sent: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(sent);
  for (const one of sent) await one;
  return Promise.all(sent);
}

function beginning(mode: Mode): string {
  if (mode === 'read only' || mode === 'read write') return mode;
  const begin = 'isolation level repeatable read, read only';
  if (mode === 'one snapshot') return begin;
  if (!/^[\dA-F-]+$/i.test(mode.of)) throw new Error('A snapshot has a name of PostgreSQL');
  return `${begin}; set transaction snapshot '${mode.of}'`;
}

const guidShape = /^[0-9a-f-]{36}$/i;

/**
 * Returns one statement with all settings instead of six round trips. The values are GUIDs from our own tables, checked
 * to be GUIDs. JIT compilation, PostgreSQL's default, is off: a report has more than a thousand expressions, and
 * compiling them takes 13 s where running them takes 0.2 s.
 */
function scopeSettings({ tenantId, companyId, lineage }: Caller): string {
  for (const id of [tenantId, companyId, ...lineage]) {
    if (!guidShape.test(id)) throw new Error('A scope is made of GUIDs');
  }
  return `set local role tillhouse_app; set local jit = off; set local app.tenant = '${tenantId}';
    set local app.company = '${companyId}'; set local app.lineage = '${lineage.join(',')}'`;
}

/**
 * Returns the setting with the client's address for the security log (schema/security-log.ts); anything but a plain
 * address is left out.
 */
const addressSetting = ({ address = '' }: Caller): string =>
  /^[\da-f.:]{2,45}$/i.test(address) ? `; set local app.address = '${address}'` : '';

/** Embeds SQL text from a declaration, never from a request, in a statement. */
export const trusted: Sql['raw'] = (text) => sql.raw(text);
