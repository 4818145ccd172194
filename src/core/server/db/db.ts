import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  sql,
  type PostgresPoolClient,
  type RawBuilder,
  type Sql,
} from 'kysely';
import { DatabaseError, types, type QueryResult } from 'pg';
import type { Logger } from 'pino';
import type { Caller } from '../auth/caller';
import { Connections, type Connection } from './connections';
import { isReady } from './readiness';
import { unavailable } from '../http/problems';

/** SQL here is written, not built: tables come from declarations, so there is no schema type to give. */
export type Database = Kysely<unknown>;

/** One transaction under a caller's scope. Inside it, nothing but it touches the database. */
export interface Tx {
  /** Runs a statement and gives its rows. */
  rows<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
}

// A date is a business day, not a midnight somewhere: it stays text. A bigint of ours fits a number.
types.setTypeParser(types.builtins.DATE, (value) => value);
types.setTypeParser(types.builtins.INT8, Number);

/**
 * Opens a pool on `url`. A connection that is lost is replaced; the request that used it fails with an outage
 * (db/outage.ts). A statement may take `patience` milliseconds, and its answer little more (db/pool.ts); with 0 there
 * are no time limits.
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

/** How many connections a database's pool may have. Who holds one and waits for another must leave one to the rest. */
export const connectionsOf = (db: Database): number => pools.get(db)?.pool.options.max ?? 1;

/** How many connections a database's pool has, how many of them are free, and how many requests wait for one. */
export function poolCounts(db: Database): { total: number; idle: number; waiting: number } {
  const { totalCount, idleCount, waitingCount } = connectionsIn(db).pool;
  return { total: totalCount, idle: idleCount, waiting: waitingCount };
}

/** Whether the database answers and takes writes; known within 4 seconds, also when every connection is taken. */
export const isDatabaseReady = (db: Database): Promise<boolean> => isReady(connectionsIn(db));

const statementNames = new Map<string, string>();
const preparedAtMost = 500;

/**
 * Parses and plans each statement once for a connection, by giving it a name: with policies that is a
 * fifth of what a list costs. Their texts are few (one for each shape of a request); past a bound they go unnamed.
 */
function prepared(connections: Connections, client: Connection): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[]) => {
    const result = await send(connections, client, text, values);
    // A failed transaction ends with a COMMIT that is answered with ROLLBACK: nothing of it was written.
    if (text === 'commit' && result.command !== 'COMMIT') throw new Error('The transaction was rolled back');
    return result;
  };
  return {
    // Typed for cursors, too, which nothing here uses; what comes back is a result of pg's.
    query: (text: unknown, values?: readonly unknown[]) => query(String(text), values ?? []) as never,
    release: () => connections.release(client),
  };
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

/** The error as PostgreSQL told it, or null for one that is not PostgreSQL's. */
export const databaseError = (error: unknown): DatabaseError | null =>
  error instanceof DatabaseError ? error : null;

/** What PostgreSQL calls the error, or null for one that is not PostgreSQL's. */
export const sqlState = (error: unknown): string | null =>
  error instanceof DatabaseError ? (error.code ?? null) : null;

/**
 * `one snapshot`: reads alone, and every statement of the transaction sees the same moment; with `of`, the moment
 * that another one sees, which exported it (`pg_export_snapshot`) and is still under way.
 */
type Mode = 'read only' | 'read write' | 'one snapshot' | { readonly of: string };

/**
 * Runs `work` in one transaction that sees and writes only what `caller` may: under the role
 * `tillhouse_app`, which row-level security binds, with the caller's companies as settings of the
 * transaction. Deadlocks and serialization failures are tried again three times, then 503.
 */
export const inScope = <T>(
  db: Database,
  caller: Caller,
  mode: Mode,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => persistently(() => once(db, caller, mode, work));

/**
 * Runs one statement that reads, as `inScope` does, in one journey to the database: its transaction's beginning and
 * end go with it. `anyValues`: its plan is right whatever its values are, and is made once for a connection.
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
      const sent = [
        send(connections, client, begin, []),
        send(connections, client, text, parameters),
        send(connections, client, 'commit', []),
      ] as const;
      // Each must have come to its end before the connection is another's; what failed first is the cause.
      await Promise.allSettled(sent);
      const [, { rows }] = await Promise.all(sent);
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

async function once<T>(db: Database, caller: Caller, mode: Mode, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text));
    try {
      const address = mode === 'read write' ? addressSetting(caller) : '';
      await run(`begin ${beginning(mode)}; ${scopeSettings(caller)}${address}`);
      const result = await work({ rows: async (statement) => (await statement.execute(connection)).rows });
      await run('commit');
      return result;
    } catch (error) {
      // A connection that cannot even roll back is thrown away when it is released; the first error is the cause.
      await run('rollback').catch(() => undefined);
      throw error;
    }
  });
}

function beginning(mode: Mode): string {
  if (mode === 'read only' || mode === 'read write') return mode;
  const begin = 'isolation level repeatable read, read only';
  if (mode === 'one snapshot') return begin;
  if (!/^[\dA-F-]+$/i.test(mode.of)) throw new Error('A snapshot has a name of PostgreSQL');
  return `${begin}; set transaction snapshot '${mode.of}'`;
}

const guidShape = /^[0-9a-f-]{36}$/i;

/** One statement instead of five round trips. The values are GUIDs from our own tables, checked to be such. */
function scopeSettings({ tenantId, companyId, lineage }: Caller): string {
  for (const id of [tenantId, companyId, ...lineage]) {
    if (!guidShape.test(id)) throw new Error('A scope is made of GUIDs');
  }
  return `set local role tillhouse_app; set local app.tenant = '${tenantId}';
    set local app.company = '${companyId}'; set local app.lineage = '${lineage.join(',')}'`;
}

/** From where a write comes, for the security log (schema/accounts.ts); what is no plain address is left out. */
const addressSetting = ({ address = '' }: Caller): string =>
  /^[\da-f.:]{2,45}$/i.test(address) ? `; set local app.address = '${address}'` : '';

/** SQL text from a declaration (never from a request) inside a statement. */
export const trusted: Sql['raw'] = (text) => sql.raw(text);
