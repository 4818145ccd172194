import {
  Kysely,
  PostgresAdapter,
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
import { endsConnection, isOfWholeServer } from './outage';
import type { Link } from './pooler';
import { isReady } from './readiness';
import { unavailable } from '../http/problems';

/**
 * The mode of a transaction. `one snapshot`: read only, with the same snapshot for every statement; with `of`, the
 * snapshot that another open transaction exported (`pg_export_snapshot`).
 */
type Mode = 'read only' | 'read write' | 'one snapshot' | { readonly of: string };

/** Returns what follows `begin` for a mode. */
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
function scopeSettings({ tenantId, companyId, lineage, locations }: Caller): string {
  for (const id of [tenantId, companyId, ...lineage, ...(locations ?? [])]) {
    if (!guidShape.test(id)) throw new Error('A scope is made of GUIDs');
  }
  const held = locations ? ` set local app.locations = '${locations.join(',')}';` : '';
  return `set local role ${roleOf(locations)};${held} set local jit = off; set local app.tenant = '${tenantId}';
    set local app.company = '${companyId}'; set local app.lineage = '${lineage.join(',')}'`;
}

/** Returns the role of the database that a caller's requests run as. */
const roleOf = (locations: Caller['locations']): 'tillhouse_app' | 'tillhouse_store' =>
  locations ? 'tillhouse_store' : 'tillhouse_app';

/**
 * Returns the setting with the client's address for the security log (schema/security-log.sql); anything but a plain
 * address is left out.
 */
const addressSetting = ({ address = '' }: Caller): string =>
  /^[\da-f.:]{2,45}$/i.test(address) ? `; set local app.address = '${address}'` : '';

/** A database handle. SQL here is written, not built: tables come from declarations, so there is no schema type. */
export type Database = Kysely<unknown>;

/** One transaction in a caller's scope. Inside it, nothing else touches the database. */
export interface Tx {
  /**
   * Runs a statement and returns its rows. It is sent at once, also while an earlier one has not been answered: those
   * that need nothing of each other's answers take one round trip, in the order in which they were sent.
   */
  rows<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
  /**
   * Does the same with a statement that only reads (and may lock), also before BEGIN has been answered: the first one
   * takes no round trip of its own. One that writes waits for BEGIN: if that failed, it would run outside of the scope.
   */
  read<Row>(statement: RawBuilder<Row>): Promise<Row[]>;
  /**
   * Runs the last statements and commits, all in one round trip. Nothing can be sent after it. The first failure is
   * the cause; then nothing was committed.
   */
  commitWith<Row>(statements: readonly RawBuilder<Row>[]): Promise<Row[][]>;
}

// A date is a business day and no midnight in some time zone: it stays text. Our bigints fit a JavaScript number.
types.setTypeParser(types.builtins.DATE, (value) => value);
types.setTypeParser(types.builtins.INT8, Number);

/**
 * Opens a connection pool on `url`. A lost connection is replaced; the request that used it fails with an outage
 * (db/outage.ts). A statement may take `patience` milliseconds, and its answer slightly longer (db/pool.ts); with 0
 * there are no time limits. `link`: what is between this process and the server (db/pooler.ts).
 */
export function openDatabase(
  url: string,
  log: Pick<Logger, 'warn'>,
  size = 16,
  patience = 30_000,
  link?: Link,
): Database {
  const connections = new Connections(url, log, size, patience, link);
  const db = new Kysely<unknown>({
    dialect: new Dialect({
      pool: {
        connect: async () => prepared(connections, await connections.acquire()),
        end: () => connections.end(),
      },
    }),
  });
  pools.set(db, connections);
  return db;
}

/**
 * Migrations run without Kysely's own lock, which belongs to a session: behind a pooler it would stay with somebody else's
 * connection. Ours belongs to a transaction (`inTurn` of upgrade/patience.ts).
 */
class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new (class extends PostgresAdapter {
      override acquireMigrationLock = () => Promise.resolve();
      override releaseMigrationLock = () => Promise.resolve();
    })();
  }
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

/** Tells of each statement that is sent from now on; `begin` returns what is told of its end. */
export function traceStatements(db: Database, begin: (text: string) => (error?: unknown) => void): void {
  connectionsIn(db).trace = begin;
}

/** Passes on the text of each notice that PostgreSQL sends on connections that are opened from now on. */
export function onNotice(db: Database, heard: (text: string) => void): void {
  connectionsIn(db).pool.on('connect', (client) =>
    client.on('notice', ({ message }) => heard(message ?? '')),
  );
}

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
    if (text === 'commit') requireCommit(result);
    return result;
  };
  return {
    // Kysely's type also covers cursors, which are not used here; the result is pg's own.
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
  connections.send(client, {
    ...(connections.link.statements === 'named' ? named(text, values.length > 0) : { text }),
    values: [...values],
  });

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
 * Runs `work` in one transaction that reads and writes only what `caller` may: under the role `tillhouse_app`, which
 * row-level security binds, with the caller's companies as settings of the transaction. Deadlocks and serialization
 * failures are retried three times; then 503. `anyValues`: the plan of each statement is right for any values, and is
 * made once per connection.
 */
export const inScope = <T>(
  db: Database,
  caller: Caller,
  mode: Mode,
  work: (tx: Tx) => Promise<T>,
  plan?: 'anyValues',
): Promise<T> => persistently(() => once(db, caller, mode, work, plan));

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
    const begin = `begin read only; ${connections.limits}${scopeSettings(caller)}${plan ? onePlan : ''}`;
    const client = await connections.acquire();
    try {
      const sent = [
        send(connections, client, begin, []),
        send(connections, client, text, parameters),
        send(connections, client, 'commit', []),
      ] as const;
      // All of them must finish before the connection is reused; the first failure is the cause.
      const [begun] = await Promise.allSettled(sent);
      if (begun.status === 'rejected') throw unanswered(begun.reason);
      const [, { rows }] = await Promise.all(sent);
      return rows;
    } finally {
      connections.release(client);
    }
  });

/**
 * Has every further statement of a transaction planned for its values: one plan for any days reads all days, where one for a month of them
 * reads these. After years that takes three times as long as planning.
 */
export const planForValues = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`);

const onePlan = '; set local plan_cache_mode = force_generic_plan';

async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await overLostConnections(work);
    } catch (error) {
      if (!retried.has(sqlState(error) ?? '')) throw error;
      if (attempt === attempts) throw unavailable('The database was too busy; try again');
    }
  }
}

/** A connection turned out to be lost before PostgreSQL had done anything that stays. */
class NothingDone extends Error {}

/**
 * Runs `work` again if its connection turned out to be lost: PostgreSQL may have ended one that was idle a moment ago,
 * which the request need not notice. What was under way when it was lost is not repeated.
 */
async function overLostConnections<T>(work: () => Promise<T>): Promise<T> {
  for (let lost = 1; ; lost += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NothingDone)) throw error;
      if (lost === attempts) throw error.cause;
    }
  }
}

/** Returns what to throw if the first statement failed. A silent server is not asked again: it would be waited for twice. */
const unanswered = (error: unknown): unknown =>
  endsConnection(error) && !isOfWholeServer(error) ? new NothingDone('', { cause: error }) : error;

/** Runs one short reading statement outside of any scope; on another connection if its own turned out to be lost. */
export const readAtLarge = <T>(work: () => Promise<T>): Promise<T> =>
  overLostConnections(async () => {
    try {
      return await work();
    } catch (error) {
      throw unanswered(error);
    }
  });

async function once<T>(
  db: Database,
  caller: Caller,
  mode: Mode,
  work: (tx: Tx) => Promise<T>,
  plan?: 'anyValues',
): Promise<T> {
  const connections = connectionsIn(db);
  const address = mode === 'read write' ? addressSetting(caller) : '';
  const settings = `${connections.limits}${scopeSettings(caller)}${plan ? onePlan : ''}${address}`;
  const begin = `begin ${beginning(mode)}; ${settings}`;
  const client = await connections.acquire();
  const run = (text: string, values: readonly unknown[] = []) => send(connections, client, text, values);
  const begun = run(begin);
  begun.catch(() => undefined);
  const ended: { commit?: Promise<void> } = {};
  const commit = () => (ended.commit = run('commit').then(requireCommit));
  const read = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> => {
    if (ended.commit) throw new Error('The transaction has ended');
    const { sql: text, parameters } = statement.compile(db);
    return (await run(text, parameters)).rows;
  };
  const rows = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> => {
    if (mode === 'read write') await begun;
    return read(statement);
  };
  try {
    const result = await work({
      read,
      rows,
      commitWith: async (statements) => {
        await begun;
        const answers = statements.map((statement) => read(statement));
        await Promise.allSettled([...answers, commit()]);
        return Promise.all(answers);
      },
    });
    await begun;
    await (ended.commit ?? commit());
    return result;
  } catch (error) {
    // A connection that cannot even roll back is discarded on release; the first error is the cause.
    const [first] = await Promise.allSettled([begun, ended.commit ?? run('rollback')]);
    // Nothing that writes was sent before BEGIN was answered.
    throw first.status === 'rejected' ? unanswered(first.reason) : error;
  } finally {
    connections.release(client);
  }
}

/** PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK: nothing was written. */
function requireCommit({ command }: QueryResult): void {
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back');
}

/** Embeds SQL text from a declaration, never from a request, in a statement. */
export const trusted: Sql['raw'] = (text) => sql.raw(text);
