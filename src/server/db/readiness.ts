import { Client, DatabaseError } from 'pg';
import { cut, hostsOf } from './hosts';

/** Milliseconds: to connect, for the answer, and for how long a failure to write a file counts. */
const limits = { connect: 2000, query: 2000, files: 2000 };

/** The state of a server: `full` means that no connection is left and the server works. */
type State = 'ready' | 'standby' | 'full' | 'away';

const underWay = new Map<string, Promise<State>>();

/** The better state comes first: of several hosts, the best one counts. */
const states: readonly State[] = ['ready', 'full', 'standby', 'away'];

/**
 * Returns a server's state within 4 seconds, on a new connection, which does not wait for a free one of the pool. Of
 * several hosts it is the state of the best one. Concurrent callers share one check.
 */
export function stateOf(url: string): Promise<State> {
  const shared = underWay.get(url);
  if (shared) return shared;
  const check = ask(url).finally(() => underWay.delete(url));
  underWay.set(url, check);
  return check;
}

/** Returns whether the database answers and accepts writes now. */
export async function isReady(connections: {
  readonly url: string;
  filesFailedWithin(ms: number): boolean;
}): Promise<boolean> {
  if (connections.filesFailedWithin(limits.files)) return false;
  return (await stateOf(connections.url)) === 'ready';
}

async function ask(url: string): Promise<State> {
  const found = await Promise.all(hostsOf(url).urls.map(askHost));
  return states.find((state) => found.includes(state)) ?? 'away';
}

async function askHost(url: string): Promise<State> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: limits.connect,
    query_timeout: limits.query,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A standby answers and refuses every write.
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return rows[0]?.standby === false ? 'ready' : 'standby';
  } catch (error) {
    return error instanceof DatabaseError && error.code === '53300' ? 'full' : 'away';
  } finally {
    cut(client);
  }
}
