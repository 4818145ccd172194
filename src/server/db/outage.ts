import { DatabaseError } from 'pg';
import type { Logger } from 'pino';

/**
 * SQLSTATEs that say nothing about the request: the server is shutting down, starting, full, out of memory, cannot
 * read or write its files, or is a standby since a failover. By class (two characters) or whole.
 */
const outageStates = new Set([
  '08', // connection exception
  '25006', // read_only_sql_transaction: a write on a server that became a standby
  '25P03', // idle_in_transaction_session_timeout: this process stood still for too long
  '25P04', // transaction_timeout
  '28', // invalid authorization: only a connection that is being made can fail so
  '3D000', // invalid_catalog_name: the database is not there (yet)
  '53', // insufficient resources: disk, memory, connections
  '55P03', // lock_not_available
  '57014', // query_canceled: statement_timeout
  '57P', // operator intervention: shutdown, crash, cannot connect now, database dropped, idle timeout
  '58', // system error outside PostgreSQL: input and output
]);

/** Node's error codes for a server that cannot be reached. */
const networkCodes = new Set([
  'EACCES',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENFILE',
  'ENOENT', // of a Unix socket
  'ENOTFOUND',
  'EPIPE',
  'EPROTO',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
]);

/** Messages of pg, pg-pool and Kysely that come without a code. */
const messages = new RegExp(
  [
    '^Connection terminated',
    '^timeout expired$',
    '^timeout exceeded when trying to connect',
    '^Query read timeout$',
    'is not queryable$',
    '^Cannot use a pool after calling end',
    '^driver has already been destroyed$',
    '^Received unexpected \\w+ message from backend',
    '^There was an error establishing an SSL connection',
    '^No host of the database is ',
  ].join('|'),
);

/** Errors that came from a database connection: Node's codes alone do not say whose connection it was. */
const ofConnections = new WeakSet<object>();

/** Marks an error as coming from a database connection, and returns it. */
export function fromConnection(error: unknown): unknown {
  if (error instanceof Error) ofConnections.add(error);
  return error;
}

const hasState = ({ code = '' }: DatabaseError): boolean =>
  [2, 3, 5].some((length) => outageStates.has(code.slice(0, length)));

const networkCode = (error: Error): string | undefined => {
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined && networkCodes.has(code) ? code : undefined;
};

/** Returns whether an error means that the database is unavailable now, and nothing is wrong with the request. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return hasState(error);
  if (messages.test(error.message)) return true;
  return ofConnections.has(error) && networkCode(error) !== undefined;
}

/** Returns whether the connection that an error came from is lost: nothing sent on it will be answered. */
export function endsConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC';
  return messages.test(error.message) || networkCode(error) !== undefined;
}

/** Returns whether other connections to the same server are probably useless too: it is silent, or a standby. */
export const isOfWholeServer = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof DatabaseError ? error.code === '25006' : silence.test(error.message));

/** Messages of a silent server. Waiting for a free connection of the pool is not among them: that is load. */
const silence = /^(?:Query read timeout|timeout expired|Connection terminated due to connection timeout)$/;

/** Returns what may be logged of an outage: PostgreSQL's messages may quote a row. */
export const causeOf = (error: unknown): string => {
  if (error instanceof DatabaseError) return `SQLSTATE ${error.code ?? '?'}`;
  if (!(error instanceof Error)) return typeof error;
  // An AggregateError, for a host name with several addresses, has no message of its own.
  return error.message || (networkCode(error) ?? error.name);
};

const quietMs = 5000;

/** Logs the same kind of error at most once in five seconds, with the number of occurrences since. */
export function throttledWarning(log: Pick<Logger, 'warn'>, message: string): (error: unknown) => void {
  let last = -quietMs;
  let times = 0;
  return (error) => {
    times += 1;
    const now = performance.now();
    if (now - last < quietMs) return;
    log.warn({ cause: causeOf(error), times }, message);
    last = now;
    times = 0;
  };
}
