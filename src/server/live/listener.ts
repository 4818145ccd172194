import type { Client } from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { connectToHost, cut } from '../db/hosts';
import { throttledWarning } from '../db/outage';

/** Milliseconds: between two rounds of the notifier, and between two tries of the others to take its place. */
const pauses = { round: 50, turn: 500 };
/** How many notices are sent in one transaction. */
const noticesAtOnce = 10_000;

/**
 * Settings of the connection that listens and notifies. A process that is frozen, or cut off, would hold the lock for good,
 * and nobody would hear anything: the server ends its session. What is notified need not survive a crash, so
 * its commit waits for no disk and no standby.
 */
export const notifierSettings = `set idle_session_timeout = '10s'; set synchronous_commit = off`;

/** A process's part in sending what writers have left in the outbox (db/schema/notices.sql); one for each connection. */
export interface Notifier {
  /** Whether this process sends it. */
  readonly isActive: () => boolean;
  /**
   * Sends what is there, or tries to become the process that does. Returns the milliseconds until the next call.
   *
   * @throws what the connection does; the caller drops it, and another process takes over.
   */
  turn(): Promise<number>;
}

/**
 * Creates the notifier of one connection, which has to be the same session of the server throughout. All processes of
 * a database try for one lock of a session, which the server gives on when the session ends. `sent` is told how many notices went out.
 */
export function createNotifier(client: Client, sent: (count: number) => void): Notifier {
  let isActive = false;
  /** The snapshot of the last round: what it saw has been sent. */
  let seen: string | null = null;

  return {
    isActive: () => isActive,
    async turn() {
      if (!isActive) {
        const { rows } = await client.query<{ locked: boolean }>(
          `select pg_try_advisory_lock(hashtext('tillhouse notifier')) as locked`,
        );
        isActive = rows[0]?.locked === true;
        if (!isActive) return pauses.turn;
      }
      const { rows } = await client.query<{ sent: number; seen: string | null; more: boolean }>({
        name: 'outbox_send',
        text: 'select sent, seen, more from outbox_send($1, $2)',
        values: [seen, noticesAtOnce],
      });
      const [round] = rows;
      if (!round) return pauses.round;
      seen = round.seen;
      sent(round.sent);
      return round.more && round.sent > 0 ? 0 : pauses.round;
    },
  };
}

/** Events that one statement wrote, now committed (schema/notices.sql). */
export interface Notice {
  readonly tenant: string;
  readonly company: string;
  readonly entity: string;
  /** The first and last of their numbers. */
  readonly first: number;
  readonly last: number;
  /** Everything below this position of the trail has been notified before. */
  readonly safe: bigint;
}

/** How far the work on a record of one company is (changes/sets.ts); not stored, and never sent again. */
export interface Progress {
  readonly tenant: string;
  readonly company: string;
  readonly resource: string;
  readonly id: string;
  readonly status: string;
  readonly done: number | null;
  readonly total: number | null;
}

/** The one connection of a process that listens for events. */
export interface Listener {
  /** Whether it currently receives notices. */
  readonly hears: () => boolean;
  /** Whether this process sends the notices of all (`createNotifier`), and how many it has sent. */
  readonly notifies: () => { readonly active: boolean; readonly sent: number };
  close(): Promise<void>;
}

const channels = { events: 'tillhouse_event', progress: 'tillhouse_progress' };
const shape = z.tuple([z.guid(), z.guid(), z.string(), z.int(), z.int(), z.string().regex(/^\d+$/)]);
const progressShape = z.tuple([
  z.guid(),
  z.guid(),
  z.string(),
  z.guid(),
  z.object({ status: z.string(), done: z.int().nullable(), total: z.int().nullable() }),
]);
const longestPause = 2000;
const firstPause = 200;
/** Milliseconds: how long a statement, or a new connection, may take. */
const patience = 5000;

function readJson(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? '');
  } catch {
    return null;
  }
}

/** Parses a notification of events; null if it is not one of ours. */
function readNotice(payload: string | undefined): Notice | null {
  const read = shape.safeParse(readJson(payload));
  if (!read.success) return null;
  const [tenant, company, entity, first, last, safe] = read.data;
  return { tenant, company, entity, first, last, safe: BigInt(safe) };
}

/** Parses a notification of work; null if it is not one of ours. */
function readProgress(payload: string | undefined): Progress | null {
  const read = progressShape.safeParse(readJson(payload));
  if (!read.success) return null;
  const [tenant, company, resource, id, state] = read.data;
  return { tenant, company, resource, id, ...state };
}

/**
 * Listens on a connection of its own, and opens a new one whenever it breaks; on the same connection it takes its turns as
 * the notifier of the database. `heard` receives each notice, in commit
 * order, and `progressed` what is told of work under way; `began` is called whenever listening begins, because notices sent before that are lost.
 */
export function listenForEvents(parts: {
  url: string;
  log: Pick<Logger, 'warn'>;
  heard: (notice: Notice) => void;
  progressed: (progress: Progress) => void;
  began: () => void;
}): Listener {
  const { url, log, heard, progressed, began } = parts;
  let current: Client | null = null;
  let hears = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let pause = firstPause;
  let notifier: Notifier | null = null;
  let sent = 0;

  const noteUnreadable = throttledWarning(log, 'a notification could not be read');
  const noteLost = throttledWarning(log, 'the connection that listens for changes was lost');
  const lost = (client: Client, why: unknown) => {
    if (client !== current) return;
    current = null;
    notifier = null;
    hears = false;
    clearTimeout(timer);
    cut(client);
    connectAgain(why);
  };

  const connectAgain = (why: unknown) => {
    if (closed) return;
    noteLost(why);
    timer = setTimeout(() => void connect(), pause);
    timer.unref();
    pause = Math.min(2 * pause, longestPause);
  };

  /** The turns of the notifier also show whether the connection still answers. */
  const takeTurns = (client: Client, turns: Notifier, after: number) => {
    timer = setTimeout(() => {
      turns.turn().then(
        (next) => client === current && takeTurns(client, turns, next),
        (error: unknown) => lost(client, error),
      );
    }, after);
    timer.unref();
  };

  async function connect(): Promise<void> {
    let client: Client;
    try {
      client = await connectToHost(url, {
        keepAlive: true,
        application_name: 'tillhouse notices',
        connectionTimeoutMillis: patience,
        query_timeout: patience,
      });
    } catch (error) {
      connectAgain(error);
      return;
    }
    if (closed) {
      cut(client);
      return;
    }
    current = client;
    client.on('error', (error) => lost(client, error));
    client.on('end', () => lost(client, new Error('it ended')));
    client.on('notification', ({ channel, payload }) => {
      const progress = channel === channels.progress ? readProgress(payload) : null;
      const notice = channel === channels.events ? readNotice(payload) : null;
      if (progress) progressed(progress);
      else if (notice) heard(notice);
      // Any user of the database can send on the channel: an unreadable payload is ignored.
      else noteUnreadable(new Error('it is not of the form that the service sends'));
    });
    try {
      await client.query(`listen ${channels.events}; listen ${channels.progress}; ${notifierSettings}`);
    } catch (error) {
      lost(client, error);
      return;
    }
    if (client !== current) return;
    hears = true;
    pause = firstPause;
    notifier = createNotifier(client, (count) => (sent += count));
    takeTurns(client, notifier, 0);
    began();
  }

  void connect();
  return {
    hears: () => hears,
    notifies: () => ({ active: notifier?.isActive() === true, sent }),
    async close() {
      closed = true;
      hears = false;
      clearTimeout(timer);
      const client = current;
      current = null;
      const isActive = notifier?.isActive() === true;
      try {
        // Nobody else may be there who would send what this process's last requests have left.
        if (isActive) await notifier?.turn();
        notifier = null;
        await client?.end();
      } catch {
        if (client) cut(client);
      }
    },
  };
}
