import { Client } from 'pg';
import type { Connections } from './pool';

/** Milliseconds: for a connection, for its answer, how long an answer counts, and a failure to write a file. */
const limits = { connect: 2000, query: 2000, fresh: 500, files: 2000 };

interface Check {
  readonly result: Promise<boolean>;
  /** When it came to its end; null while it is under way. */
  ended: number | null;
}

const checks = new WeakMap<Connections, Check>();

/**
 * Whether the database answers and takes writes now; known within 4 seconds. It is asked on a connection of its own,
 * which does not wait for a free one of the pool. Whoever asks at the same time shares one check.
 */
export function isReady(connections: Connections): Promise<boolean> {
  if (connections.filesFailedWithin(limits.files)) return Promise.resolve(false);
  const last = checks.get(connections);
  if (last && (last.ended === null || performance.now() - last.ended < limits.fresh)) return last.result;
  const check: Check = { result: ask(connections.pool.options.connectionString), ended: null };
  checks.set(connections, check);
  void check.result.then(() => (check.ended = performance.now()));
  return check.result;
}

async function ask(url: string | undefined): Promise<boolean> {
  const client = new Client({
    ...(url !== undefined && { connectionString: url }),
    connectionTimeoutMillis: limits.connect,
    query_timeout: limits.query,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A standby answers, and refuses every write.
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined);
    client.connection.stream.destroy();
  }
}
