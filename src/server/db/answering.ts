import type { Client } from 'pg';
import { connectToHost, cut, hostsOf, placeOf } from './hosts';
import { timeLimits } from './pool';

/** Thrown if the database server accepts a connection, or does not refuse it, and never answers. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
}

/**
 * Runs one query on a new connection to check that the database answers.
 *
 * @throws DatabaseSilent, naming host, port and seconds, if it does not answer in time; the server's own error if it
 *   refuses (no such database, a wrong password, nothing listens).
 */
export async function requireAnswer(url: string, limit = timeLimits.start): Promise<void> {
  let client: Client | undefined;
  try {
    client = await connectToHost(url, { connectionTimeoutMillis: limit, query_timeout: limit });
    await client.query('select 1');
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const where = hostsOf(url).urls.map(placeOf).join(', ');
    throw new DatabaseSilent(
      `The database does not answer at ${where} within ${Math.ceil(limit / 1000)} s. The server stands still or has ` +
        'too much to do, or something on the way drops what is sent to it. Start again when it answers.',
      { cause: error },
    );
  } finally {
    if (client) cut(client);
  }
}

/**
 * Runs `work`, which may take any time while the database answers; if the database falls silent, the wait ends.
 *
 * @throws DatabaseSilent as `requireAnswer` does, also before the work begins; what `work` throws.
 */
export async function whileAnswering<T>(
  url: string,
  work: () => Promise<T>,
  limit = timeLimits.start,
): Promise<T> {
  await requireAnswer(url, limit);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const silence = new Promise<never>((_, reject) => {
    const check = () =>
      requireAnswer(url, limit).then(again, (error: unknown) => {
        // Any other error is left for the work itself to report.
        if (error instanceof DatabaseSilent) reject(error);
        else again();
      });
    const again = () => {
      if (!isOver) timer = setTimeout(() => void check(), timeLimits.quiet);
    };
    again();
  });
  try {
    return await Promise.race([work(), silence]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(?:timeout expired|Query read timeout|Connection terminated due to connection timeout)/.test(
    error.message,
  ) ||
    ('code' in error && error.code === 'ETIMEDOUT'));
