import { Client, type ClientConfig } from 'pg';

/**
 * Time limits in milliseconds. `connect`: for a working connection, free or new. `host`: for one
 * host of several to show what it is. `ping`: for the answer of a
 * connection that was idle for `quiet`. `silent`: for any answer, before the server is checked on another connection.
 * `slack`: how much longer than the server's own statement limit an answer is waited for. `idleInTransaction`: after
 * which the server ends a transaction whose process stands still, to free its locks. `keepAlive`: after which the
 * system probes the peer. `start`: for an answer to a service or command that starts, which otherwise waits without
 * limit.
 */
export const timeLimits = {
  connect: 5000,
  host: 2000,
  ping: 3000,
  quiet: 1000,
  silent: 2000,
  slack: 2500,
  idleInTransaction: 60_000,
  keepAlive: 10_000,
  start: 30_000,
};

/** A connection that knows whether it is still usable. */
export class PooledClient extends Client {
  /** The error that ended the connection. */
  failure: Error | null = null;
  /** When the server last answered on it (`performance.now()`). */
  heard = performance.now();
  generation = 0;
  /** The number of outstanding answers, and since when none has arrived. */
  owed = 0;
  since = 0;

  constructor(config?: ClientConfig) {
    super(config);
    // pg-pool listens on idle clients alone. A connection lost between two statements of a request would emit an
    // unhandled 'error' event, which ends the process.
    this.on('error', (error) => (this.failure ??= error));
  }
}
