import { Client, DatabaseError } from 'pg';

/** Milliseconds: for a connection, for its answer, and for how long a failure to write a file counts. */
const limits = { connect: 2000, query: 2000, files: 2000 };

/** What a server says of itself to whoever connects: `full` has no connection left, and works. */
type State = 'ready' | 'standby' | 'full' | 'away';

const underWay = new Map<string, Promise<State>>();

/**
 * Asks a server how it is, on a connection of its own, which does not wait for a free one of a pool; known within 4
 * seconds. Whoever asks at the same time shares one look.
 */
export function stateOf(url: string): Promise<State> {
  const shared = underWay.get(url);
  if (shared) return shared;
  const look = ask(url).finally(() => underWay.delete(url));
  underWay.set(url, look);
  return look;
}

/** Whether the database answers and takes writes now. */
export async function isReady(connections: {
  readonly url: string;
  filesFailedWithin(ms: number): boolean;
}): Promise<boolean> {
  if (connections.filesFailedWithin(limits.files)) return false;
  return (await stateOf(connections.url)) === 'ready';
}

async function ask(url: string): Promise<State> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: limits.connect,
    query_timeout: limits.query,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A standby answers, and refuses every write.
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return rows[0]?.standby === false ? 'ready' : 'standby';
  } catch (error) {
    return error instanceof DatabaseError && error.code === '53300' ? 'full' : 'away';
  } finally {
    void client.end().catch(() => undefined);
    client.connection.stream.destroy();
  }
}
