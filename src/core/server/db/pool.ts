import { Client, type ClientConfig } from 'pg';

/**
 * Time limits in milliseconds. `connect`: for a connection that works, free or new. `ping`: for the answer of a
 * connection that was quiet for `quiet`. `silent`: for any answer, before the server is asked on another connection
 * whether it is there at all. `slack`: how much longer than the server's own limit for a statement an
 * answer is waited for. `idleInTransaction`: after which the server ends a transaction of a process that stands
 * still, so that its locks go. `keepAlive`: after which the system asks whether the other side is there. `start`: for an answer
 * to a service or command that starts, which waits without a limit for everything else.
 */
export const timeLimits = {
  connect: 5000,
  ping: 3000,
  quiet: 1000,
  silent: 2000,
  slack: 2500,
  idleInTransaction: 60_000,
  keepAlive: 10_000,
  start: 30_000,
};

/** A connection that knows whether it can still be used. */
export class PooledClient extends Client {
  /** What ended it. */
  failure: Error | null = null;
  /** When the server last answered on it. */
  heard = performance.now();
  generation = 0;
  /** How many answers are outstanding, and since when none came. */
  owed = 0;
  since = 0;

  constructor(config?: ClientConfig) {
    super(config);
    // pg-pool listens on idle clients alone. Between two statements of a request, a lost connection would
    // be an 'error' event that nobody handles, which ends the process.
    this.on('error', (error) => (this.failure ??= error));
  }
}
