import { randomBytes } from 'node:crypto';
import { DatabaseError, type Client } from 'pg';
import { connectToHost, cut } from './hosts';

/** What is between this process and the server. */
export interface Link {
  /** Whether a pooler such as PgBouncer passes the connections on: it takes no time limits with a connection. */
  readonly isPooled: boolean;
  /** Whether statements may be named: a pooler in transaction mode loses or mixes up the names. */
  readonly statements: 'named' | 'unnamed';
}

/** A connection to the server itself. */
export const direct: Link = { isPooled: false, statements: 'named' };

const limits = { connectionTimeoutMillis: 5000, query_timeout: 5000 };
/** Milliseconds: how long a transaction may wait for its turn at a pooler, and a notification may take. */
const patience = { turn: 1000, notice: 3000 };
/** How often a transaction is tried for another server connection; the pooler may give the same one by chance. */
const tries = 4;

/**
 * Finds out whether a pooler is between this process and the server, and whether named statements survive on it. Of a
 * URL that is no pooler's it costs one short connection.
 *
 * @throws an Error that names the setting, if `statements` are to be named and the pooler breaks them, or if it does
 *   not keep a transaction on one connection.
 */
export async function examineLink(url: string, statements?: Link['statements']): Promise<Link> {
  const client = await connectToHost(url, limits);
  try {
    if (await isServerItself(client)) return { isPooled: false, statements: statements ?? 'named' };
    await requireTransactions(client);
    if (statements === 'unnamed') return { isPooled: true, statements };
    const survive = await doNamesSurvive(url, client);
    if (survive) return { isPooled: true, statements: 'named' };
    if (statements === undefined) return { isPooled: true, statements: 'unnamed' };
    throw new Error(
      'DATABASE_STATEMENTS is named, and the pooler of DATABASE_URL gives each transaction another connection, where ' +
        'named statements are lost. Set DATABASE_STATEMENTS=unnamed, or leave it out.',
    );
  } finally {
    cut(client);
  }
}

/** A pooler has keys of its own for the cancelling of requests: the process in them is not the server's. */
async function isServerItself(client: Client): Promise<boolean> {
  return (client as Client & { processID?: number | null }).processID === (await backendOf(client));
}

async function backendOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

async function requireTransactions(client: Client): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local tillhouse.probe = 'set'`);
    const { rows } = await client.query<{ probe: string | null }>(
      `select current_setting('tillhouse.probe', true) as probe`,
    );
    await client.query('rollback');
    if (rows[0]?.probe === 'set') return;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
  }
  throw new Error(
    'The pooler of DATABASE_URL does not keep a transaction on one connection (pool_mode = statement). ' +
      'Set its pool_mode to transaction or session, or name the server itself in DATABASE_URL.',
  );
}

/**
 * Prepares a named statement, has another client take the server connection away, and executes it on the next one.
 * PgBouncer keeps names from 1.21 on, with `max_prepared_statements`.
 */
async function doNamesSurvive(url: string, client: Client): Promise<boolean> {
  const probe = {
    name: `tillhouse_probe_${randomBytes(6).toString('hex')}`,
    text: 'select $1::int as n',
    values: [1],
  };
  const other = await connectToHost(url, limits);
  try {
    await client.query(probe);
    for (let n = 0; n < tries; n += 1) {
      const before = await backendOf(client);
      const isTaken = await other.query('begin').then(
        () => true,
        () => false,
      );
      if (!isTaken) return false;
      const isElsewhere = (await backendOf(other)) === before;
      // Where the pool has one connection, the first client waits for it: then it was given away.
      const executed = client.query(probe).then(
        () => 'kept' as const,
        (error: unknown) => (error instanceof DatabaseError ? 'lost' : 'waits'),
      );
      const turn = await Promise.race([executed, later(patience.turn, 'waits' as const)]);
      await other.query('rollback');
      if (turn !== 'kept') {
        await executed;
        return false;
      }
      if (isElsewhere) return true;
    }
    // The connection stayed with its client: a pooler in session mode.
    return true;
  } finally {
    cut(other);
  }
}

/**
 * Checks that a notification sent at `url` is heard on a connection to `listenUrl`. A pooler in transaction mode accepts
 * LISTEN and passes on nothing, silently.
 *
 * @throws an Error that names DATABASE_LISTEN_URL.
 */
export async function requireNotifications(url: string, listenUrl: string | undefined): Promise<void> {
  const channel = `tillhouse_probe_${randomBytes(6).toString('hex')}`;
  const listener = await connectToHost(listenUrl ?? url, limits);
  const sender = await connectToHost(url, limits);
  try {
    const heard = new Promise<'heard'>((resolve) => {
      listener.on('notification', (notice) => notice.channel === channel && resolve('heard'));
    });
    await listener.query(`listen ${channel}`);
    await sender.query(`notify ${channel}`);
    if ((await Promise.race([heard, later(patience.notice, 'silent' as const)])) === 'heard') return;
    throw new Error(
      listenUrl === undefined
        ? 'The pooler of DATABASE_URL does not pass notifications on, so live changes would tell nothing. Set ' +
            'DATABASE_LISTEN_URL to the server itself, or to a pooler in session mode.'
        : 'DATABASE_LISTEN_URL does not hear what is notified at DATABASE_URL. It has to be the same database of the ' +
            'same server, without a pooler or with one in session mode.',
    );
  } finally {
    // Not only cut: a pooler in transaction mode would keep the LISTEN of the server connection for the next client.
    await listener.query(`unlisten ${channel}`).catch(() => undefined);
    cut(listener);
    cut(sender);
  }
}

/** Resolves to a value after a time, which keeps no process alive. */
const later = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(resolve, ms, value).unref());
