import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientBase } from 'pg';
import { z } from 'zod';
import type { EmbeddedLog } from './log';

/** The lock that one service holds on a data directory while it runs. */
export interface Hold {
  /** Publishes where this service listens, for the message to a second one that is refused. */
  announce: (address: string) => Promise<void>;
  /** Releases the lock after a last action, which may end its connection (stopping the server). */
  release: (last: () => Promise<void>) => Promise<void>;
}

// An advisory lock key that nothing else uses: "till", "hous".
const lock = [0x74696c6c, 0x686f7573];
/** Milliseconds: between attempts to take the lock again, increasing, and for a connection and its answer. */
const pauses = { first: 200, longest: 2000 };
const patience = 5000;
/** Milliseconds between log lines of the same trouble. */
const sayAgain = 60_000;

/** The process that holds the directory: since when, and where it listens if published. */
const holderRow = z.object({ application_name: z.string(), since: z.string() });

const findHolder = `
  select a.application_name, to_char(a.backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as since
  from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.classid = $1::bigint and l.objid = $2::bigint and l.objsubid = 2`;

/**
 * Takes the lock, or throws with a message that names its holder.
 *
 * The lock lives as long as its connection. If that drops (the server crashed and restarts), the log says so,
 * `revive` may start the server again, and the lock is taken anew.
 *
 * @param url of the database in which all services of the directory take the lock.
 */
export async function takeHold(
  url: string,
  directory: string,
  log: EmbeddedLog,
  revive: () => Promise<void>,
): Promise<Hold | string> {
  let address = '';
  const released = new AbortController();
  let client: Client;
  let retaking = Promise.resolve();
  const application = () => `tillhouse ${process.pid} ${address}`.trim();

  const take = async (): Promise<string | undefined> => {
    const next = new Client({
      connectionString: url,
      application_name: application(),
      keepAlive: true,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    });
    next.on('error', () => undefined);
    await next.connect();
    const holder = await tryLock(next).catch((error: unknown) => {
      // Destroyed without a Terminate message, which would wait for a server that does not answer.
      next.connection.stream.destroy();
      throw error;
    });
    if (holder) {
      await next.end();
      return holder;
    }
    client = next;
    next.once('end', () => (retaking = retake()));
    return undefined;
  };

  const retake = async (): Promise<void> => {
    if (released.signal.aborted) return;
    log.warn(
      `The connection that holds ${directory} dropped: another service could take it. Taking it again.`,
    );
    const said = { line: '', at: -sayAgain };
    for (let pause = pauses.first; !released.signal.aborted; pause = Math.min(2 * pause, pauses.longest)) {
      let trouble: string | undefined;
      try {
        await revive();
        if (released.signal.aborted) return;
        trouble = await take();
        if (!trouble) return log.info(`${directory} is held again.`);
        trouble = `${directory} is held by ${trouble}.`;
      } catch (error) {
        trouble = error instanceof Error ? error.message : String(error);
      }
      // PostgreSQL's own log lines below the first one have another time at each attempt.
      const [line = ''] = trouble.split('\n');
      if (line !== said.line || performance.now() - said.at > sayAgain) {
        log.error(trouble);
        Object.assign(said, { line, at: performance.now() });
      }
      await wait(pause, undefined, { ref: false, signal: released.signal }).catch(() => undefined);
    }
  };

  const holder = await take();
  if (holder) return holder;
  return {
    announce: async (text) => {
      address = text;
      await client.query("select set_config('application_name', $1, false)", [application()]);
    },
    release: async (last) => {
      released.abort();
      // A server that is just being restarted would outlive the service.
      await retaking;
      await last().finally(() => client.end());
    },
  };
}

async function tryLock(client: ClientBase): Promise<string | undefined> {
  const taken = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1::int, $2::int) as taken',
    lock,
  );
  if (taken.rows[0]?.taken) return undefined;
  const row = holderRow.safeParse((await client.query(findHolder, lock)).rows[0]);
  if (!row.success) return 'a service that is about to end';
  const { application_name, since } = row.data;
  const [, pid, where] = application_name.split(' ');
  return `process ${pid ?? '?'} since ${since}${where ? `, which listens on ${where}` : ''}`;
}
