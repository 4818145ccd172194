import {
  Pool,
  type ClientBase,
  type ClientConfig,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
} from 'pg';
import { findHost, hostsOf, isSuitable, NoSuitableHost, type Hosts } from './hosts';
import { PooledClient, timeLimits } from './pool';
import { direct, type Link } from './pooler';
import type { Logger } from 'pino';
import { endsConnection, fromConnection, isOfWholeServer, throttledWarning } from './outage';
import { stateOf } from './readiness';

/** A connection checked out of a pool. */
export type Connection = PoolClient & PooledClient;

/**
 * The connection pool of one database. Connections that are broken, silent or outdated are replaced, never handed
 * out. Of several hosts, all connections go to the first that is what the URL asks for (db/hosts.ts), until it is not.
 */
export class Connections {
  readonly url: string;
  readonly pool: Pool;
  readonly link: Link;
  /** Settings of a transaction with the time limits that a pooler would not take with a new connection. */
  readonly limits: string;
  readonly #hosts: Hosts;
  /** The host that connections are made to; null if it has to be found. */
  #host: string | null;
  /** Is told of each statement that is sent, and of its end (ops/tracing). */
  trace: ((text: string) => (error?: unknown) => void) | null = null;
  readonly #taken = new Set<Connection>();
  #watch: NodeJS.Timeout | undefined;
  readonly #isLimited: boolean;
  /**
   * Incremented when the server turns out to be silent or a standby: connections of an earlier generation are
   * replaced.
   */
  #generation = 0;
  /** When the server last failed to write or read its files (`performance.now()`). */
  #filesFailed = -Infinity;

  /** `patience` is the time limit of a statement in milliseconds; with 0 there is none, not for connecting either. */
  constructor(url: string, log: Pick<Logger, 'warn'>, size: number, patience: number, link: Link = direct) {
    this.url = url;
    this.link = link;
    this.#hosts = hostsOf(url);
    this.#host = this.#hasChoice() ? null : this.#hosts.urls[0];
    this.#isLimited = patience > 0;
    const limits = {
      statement_timeout: patience,
      ...(this.#isLimited && { idle_in_transaction_session_timeout: timeLimits.idleInTransaction }),
    };
    this.limits = link.isPooled
      ? Object.entries(limits)
          .map(([name, value]) => `set local ${name} = ${value}; `)
          .join('')
      : '';
    const host = () => this.#host ?? this.#hosts.urls[0];
    this.pool = new Pool({
      max: size,
      pipeline: true,
      Client: class extends PooledClient {
        constructor(config?: ClientConfig) {
          super({ ...config, connectionString: host() });
        }
      },
      ...(!link.isPooled && limits),
      keepAlive: true,
      keepAliveInitialDelayMillis: timeLimits.keepAlive,
      ...(this.#isLimited && {
        query_timeout: patience + timeLimits.slack,
        connectionTimeoutMillis: timeLimits.connect,
      }),
      onConnect: (client) => this.#requireSuitable(client),
    });
    this.pool.on('error', throttledWarning(log, 'a database connection was lost'));
    this.pool.on('connect', (client) => {
      if (client instanceof PooledClient) client.generation = this.#generation;
    });
    if (this.#isLimited) this.#watchForSilence();
  }

  async end(): Promise<void> {
    clearTimeout(this.#watch);
    await this.pool.end();
  }

  /**
   * Returns a working connection. One that was idle for a second is pinged first, so that a request does not wait the
   * full statement timeout for a server that is frozen or gone.
   */
  async acquire(): Promise<Connection> {
    if (!this.#isLimited) return this.#acquireWorking(() => false);
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isLate = true;
        reject(new Error('timeout exceeded when trying to connect'));
      }, timeLimits.connect);
    });
    // A connection that arrives after the timeout is released again.
    const working = this.#acquireWorking(() => isLate);
    return Promise.race([working, limit]).finally(() => clearTimeout(timer));
  }

  async #acquireWorking(isLate: () => boolean): Promise<Connection> {
    for (;;) {
      const client = await this.#checkOut();
      const failure = await this.#failureOf(client);
      if (!failure && !isLate()) return client;
      this.release(client);
      if (isLate()) throw failure ?? new Error('timeout exceeded when trying to connect');
    }
  }

  /** Sends a statement. A failure is recorded with its connection. */
  async send(client: Connection, statement: QueryConfig & { query_timeout?: number }): Promise<QueryResult> {
    if (client.failure) throw client.failure;
    this.#gather(client);
    if (client.owed === 0) client.since = performance.now();
    client.owed += 1;
    const ended = this.trace?.(statement.text);
    try {
      const result = await client.query(statement);
      client.heard = performance.now();
      ended?.();
      return result;
    } catch (error) {
      ended?.(error);
      this.#note(error);
      if (error instanceof Error && endsConnection(error)) client.failure ??= error;
      throw error;
    } finally {
      client.owed -= 1;
      client.since = performance.now();
    }
  }

  /** Lets the statements that are sent in one turn leave together: one system call instead of one for each. */
  #gather(client: Connection): void {
    const { stream } = client.connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  /** Returns a connection to the pool, or discards it if it failed, is outdated or still in a transaction. */
  release(client: Connection): void {
    this.#taken.delete(client);
    const isUsable =
      !client.failure && client.generation === this.#generation && client.getTransactionStatus() === 'I';
    client.release(!isUsable);
    // A graceful end would wait for a server that may never answer.
    if (!isUsable) client.connection.stream.destroy();
  }

  /**
   * Returns whether PostgreSQL failed to use its files (disk full, input and output) in the last `within`
   * milliseconds.
   */
  filesFailedWithin(within: number): boolean {
    return performance.now() - this.#filesFailed < within;
  }

  #hasChoice(): boolean {
    return this.#hosts.urls.length > 1 || this.#hosts.target !== 'any';
  }

  /** Forgets which host was found: the next connection looks again. */
  #forgetHost(): void {
    if (this.#hasChoice()) this.#host = null;
  }

  async #requireSuitable(client: ClientBase): Promise<void> {
    const { target } = this.#hosts;
    if (target === 'prefer-standby' || (await isSuitable(client, target))) return;
    throw new NoSuitableHost(`No host of the database is ${target} (target_session_attrs)`);
  }

  /** Returns a connection. If the host was lost or has changed its part, it is looked for once more. */
  async #checkOut(): Promise<Connection> {
    const isKnown = this.#host !== null;
    try {
      return await this.#connect();
    } catch (error) {
      const isOfHost = endsConnection(error) || error instanceof NoSuitableHost;
      if (!isKnown || !this.#hasChoice() || !isOfHost) throw error;
      this.#forgetHost();
      return this.#connect();
    }
  }

  async #connect(): Promise<Connection> {
    try {
      this.#host ??= await findHost(this.url, {
        connectionTimeoutMillis: timeLimits.host,
        query_timeout: timeLimits.host,
      });
      const client = await this.pool.connect();
      if (!(client instanceof PooledClient)) throw new Error('The pool makes connections of one kind');
      this.#taken.add(client);
      return client;
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  /** Returns what is wrong with a connection, or null if it answers. */
  async #failureOf(client: Connection): Promise<Error | null> {
    if (client.failure) return client.failure;
    if (client.generation !== this.#generation) return new Error('Connection terminated: outdated');
    if (performance.now() - client.heard < timeLimits.quiet) return null;
    try {
      await this.send(client, { text: 'select 1', query_timeout: timeLimits.ping });
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /**
   * Watches for a silent server. A statement may take its time, but on a server that answers nobody every waiting
   * request would wait for the full statement timeout.
   */
  #watchForSilence(): void {
    const check = async () => {
      if (this.#silent().length > 0 && (await this.#isAway()) && (await this.#isAway())) {
        this.#generation += 1;
        this.#forgetHost();
        for (const client of this.#silent()) client.connection.stream.destroy();
      }
      this.#watchForSilence();
    };
    if (this.pool.ending) return;
    this.#watch = setTimeout(() => void check(), timeLimits.quiet).unref();
  }

  #silent(): Connection[] {
    const before = performance.now() - timeLimits.silent;
    return [...this.#taken].filter(({ owed, since }) => owed > 0 && since < before);
  }

  async #isAway(): Promise<boolean> {
    return (await stateOf(this.#host ?? this.url)) === 'away';
  }

  #note(error: unknown): void {
    fromConnection(error);
    if (isOfWholeServer(error)) {
      this.#generation += 1;
      this.#forgetHost();
    }
    const { code } = error as { code?: unknown };
    if (code === '53100' || code === '58030') this.#filesFailed = performance.now();
  }
}
