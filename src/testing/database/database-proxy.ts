import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Simulates network and server failures of a service's connections. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Passes nothing on and closes nothing; new connections are accepted and stay silent. */
  freeze(): void;
  /** Passes on what was held back. */
  thaw(): void;
  /** Resets every connection; new ones are accepted. */
  reset(): void;
  /** Resets every connection and accepts no more. */
  refuse(): Promise<void>;
  /** Accepts connections again. */
  open(): Promise<void>;
  /** Passes the next COMMIT on, and resets its connection before the response; resolves when it has. */
  loseNextCommit(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a TCP proxy in front of a PostgreSQL server. */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isFrozen = false;
  let losesCommit = false;
  let tellLost = () => {};

  const pass = (client: Socket) => {
    const server = connect(Number(port), hostname);
    const pair = [client, server] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    /** What the server has said since the COMMIT whose answer is lost; null before. */
    let lost: string | null = null;
    client.on('data', (chunk: Buffer) => {
      if (losesCommit && /commit\0/.test(chunk.toString('latin1'))) {
        losesCommit = false;
        lost = '';
      }
      server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      if (lost === null) return client.write(chunk);
      // Statements that were sent ahead of it are answered first; it is done when the server says so.
      lost += chunk.toString('latin1');
      if (!lost.includes('COMMIT\0')) return undefined;
      tellLost();
      return client.resetAndDestroy();
    });
    if (isFrozen) for (const socket of pair) socket.pause();
  };

  let listener: Server;
  const listen = async (at: number) => {
    listener = createServer(pass).listen(at, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  const own = await listen(0);
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(own);

  const reset = () => {
    for (const [client, server] of pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
  };
  const stop = async () => {
    if (!listener.listening) return;
    const closed = once(listener, 'close');
    listener.close();
    reset();
    await closed;
  };
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    reset,
    refuse: stop,
    async open() {
      await listen(own);
    },
    loseNextCommit() {
      losesCommit = true;
      return new Promise((resolve) => (tellLost = resolve));
    },
    close: stop,
  };
}
