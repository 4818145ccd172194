import { Client } from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';

/** Events that one statement wrote and that are committed now (schema/live.ts). */
export interface Notice {
  readonly tenant: string;
  readonly company: string;
  readonly entity: string;
  /** The first and the last of their numbers. */
  readonly first: number;
  readonly last: number;
  /** Whatever stands in the trail below this place was told before. */
  readonly safe: bigint;
}

/** The one connection of a process that listens for events. */
export interface Listener {
  /** Whether it hears what is written now. */
  readonly hears: () => boolean;
  close(): Promise<void>;
}

const channel = 'tillhouse_event';
const shape = z.tuple([z.guid(), z.guid(), z.string(), z.int(), z.int(), z.string().regex(/^\d+$/)]);
const longestPause = 5000;
const firstPause = 200;
/** How often the connection is asked whether it still stands, and how long it may take to say so. */
const pulse = { every: 10_000, within: 5000 };

/**
 * Listens on a connection of its own, and makes a new one whenever it breaks. `heard` gets each notice, in the
 * order of the commits; `began` is called whenever listening begins: what was told before was not heard.
 */
export function listenForEvents(parts: {
  url: string;
  log: Pick<Logger, 'warn'>;
  heard: (notice: Notice) => void;
  began: () => void;
}): Listener {
  const { url, log, heard, began } = parts;
  let current: Client | null = null;
  let hears = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let pause = firstPause;

  const lost = (client: Client, why: string) => {
    if (client !== current) return;
    current = null;
    hears = false;
    clearTimeout(timer);
    void client.end().catch(() => undefined);
    if (closed) return;
    log.warn({ message: why }, 'the connection that listens for changes was lost');
    timer = setTimeout(() => void connect(), pause);
    timer.unref();
    pause = Math.min(2 * pause, longestPause);
  };

  const beat = (client: Client) => {
    timer = setTimeout(() => {
      client.query('select 1').then(
        () => client === current && beat(client),
        (error: unknown) => lost(client, String(error)),
      );
    }, pulse.every);
    timer.unref();
  };

  async function connect(): Promise<void> {
    const client = new Client({ connectionString: url, keepAlive: true, query_timeout: pulse.within });
    current = client;
    client.on('error', (error) => lost(client, error.message));
    client.on('end', () => lost(client, 'it ended'));
    client.on('notification', ({ payload }) => {
      const [tenant, company, entity, first, last, safe] = shape.parse(JSON.parse(payload ?? ''));
      heard({ tenant, company, entity, first, last, safe: BigInt(safe) });
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      lost(client, error instanceof Error ? error.message : String(error));
      return;
    }
    if (client !== current) return;
    hears = true;
    pause = firstPause;
    beat(client);
    began();
  }

  void connect();
  return {
    hears: () => hears,
    async close() {
      closed = true;
      hears = false;
      clearTimeout(timer);
      const client = current;
      current = null;
      await client?.end().catch(() => undefined);
    },
  };
}
