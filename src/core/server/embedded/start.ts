import { Client } from 'pg';
import { findBinaries } from './binaries';
import { clusterUrl, ensureCluster } from './cluster';
import { type Hold, takeHold } from './hold';
import type { EmbeddedLog } from './log';
import { type Place, settlePlace } from './place';
import { passwordFile } from './password-file';
import { findPostmaster, startPostmaster, stopPostmaster, type Postmaster } from './postmaster';
import { hasCode, pause } from './run';
import { boundServerLog, serverLog } from './server-log';
import { restarter } from './supervise';

/** A PostgreSQL server of one's own. */
export interface EmbeddedPostgres {
  /** The address of the database `tillhouse`, as its owner and superuser; holds the password. */
  url: string;
  /** PostgreSQL's data directory: under `dataDir`, or where root had to put it. */
  directory: string;
  /** Whether the server ran already, left behind by a service that was killed. */
  adopted: boolean;
  /** Tells a second start, which is refused, where this service listens. */
  announce: (address: string) => Promise<void>;
  /** Stops the server; to be called after the last query. */
  stop: () => Promise<void>;
}

/** The name of the service's database on its embedded server. */
export const databaseName = 'tillhouse';
const answerTime = 60_000;
// The lock of a service that was killed goes when PostgreSQL sees its connection end: at once, but not before.
const handover = 1500;
const interval = 50;

/**
 * Starts PostgreSQL on `dataDir`, making the cluster and the database if need be, or adopts the server that a
 * killed service left running. One service at a time holds a data directory. A start that fails leaves no server
 * behind that it has started itself.
 *
 * @throws an Error that names the service which holds the directory, or what stands in the way: no programs for
 * this platform, another major version, a folder of another user, a server that does not start.
 */
export async function startEmbedded(options: {
  dataDir: string;
  log: EmbeddedLog;
  /** Milliseconds in which a server that runs has to answer. */
  patience?: number;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, patience = answerTime } = options;
  const place = await settlePlace(dataDir, await findBinaries(), log);
  await ensureCluster(place, log);
  const { hold, port, adopted } = await obtain(place, dataDir, log, patience);
  const url = await clusterUrl(place.cluster, port, databaseName);
  const endBounding = boundServerLog(serverLog(place.cluster), place.account);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    endBounding();
    return (stopped ??= hold.release(() => stopPostmaster(place)));
  };
  try {
    await ensureDatabase(await clusterUrl(place.cluster, port, 'postgres'));
  } catch (error) {
    // What failed first is the cause; a server that does not even stop is told of beside it.
    await stop().catch((failed: unknown) => log.error(String(failed)));
    throw error;
  }
  return { url, directory: place.cluster, adopted, announce: hold.announce, stop };
}

interface Obtained {
  hold: Hold;
  port: number;
  adopted: boolean;
}

/** Another service may start, stop or die at any moment of this: every step looks again at what is there. */
async function obtain(place: Place, dataDir: string, log: EmbeddedLog, patience: number): Promise<Obtained> {
  const began = Date.now();
  let adopted = true;
  let refusedSince = 0;
  let toldOfRecovery = false;
  for (;;) {
    const postmaster = await findPostmaster(place.cluster);
    if (!postmaster) {
      adopted = !(await startedHere(place));
      continue;
    }
    try {
      const held = await takeHold(
        await clusterUrl(place.cluster, postmaster.port, 'postgres'),
        dataDir,
        log,
        restarter(place, postmaster.port, log),
      );
      if (typeof held !== 'string') return { hold: held, port: postmaster.port, adopted };
      refusedSince ||= Date.now();
      if (Date.now() - refusedSince > handover) {
        throw new Refused(
          `The data directory ${dataDir} is held by ${held}. One service at a time can use it.`,
        );
      }
    } catch (error) {
      if (error instanceof Refused) throw error;
      // Recovery after a crash takes as long as it takes; ended half-way, the next start would begin it anew.
      if (hasCode(error, '57P03') || (isPassing(error) && Date.now() - began < patience)) {
        if (Date.now() - began > patience && !toldOfRecovery) log.info(recovering(place.cluster));
        toldOfRecovery ||= Date.now() - began > patience;
        await pause(interval);
        continue;
      }
      // A server that nobody can use is not left behind; one that ran before may be another service's.
      if (!adopted) await stopPostmaster(place);
      throw isSilence(error)
        ? silent(place.cluster, postmaster, patience, error)
        : explain(error, place.cluster);
    }
    await pause(interval);
  }
}

class Refused extends Error {}

const recovering = (cluster: string): string =>
  `PostgreSQL is still recovering ${cluster}; ${serverLog(cluster)} says how far it is.`;

/** Says of a server that is there and never answers how it can be found. */
const silent = (cluster: string, { pid, port }: Postmaster, limit: number, cause: unknown): Error =>
  new Error(
    `The database does not answer at 127.0.0.1:${port} within ${Math.ceil(limit / 1000)} s: PostgreSQL on ${cluster} ` +
      `runs as process ${pid} and stands still, or has too much to do. Let it go on, or end it, and start again.`,
    { cause },
  );

/** Says of a connection that the server refused what to look at. */
function explain(error: unknown, cluster: string): unknown {
  if (!hasCode(error, '28P01', '28000')) return error;
  const told = error instanceof Error ? error.message : String(error);
  return new Error(
    `PostgreSQL on ${cluster} refuses the service: ${told}. Its password is in ${passwordFile(cluster)}, and who may ` +
      `connect is in ${cluster}/pg_hba.conf: one of them was changed or damaged. Remove the password file, and the ` +
      'next start sets a new password.',
    { cause: error },
  );
}

/** Whether this process started the server; false when another one was quicker. */
async function startedHere(place: Place): Promise<boolean> {
  try {
    await startPostmaster(place);
    return true;
  } catch (error) {
    for (let waited = 0; waited < handover; waited += interval) {
      if (await findPostmaster(place.cluster)) return false;
      await pause(interval);
    }
    throw error;
  }
}

/** A server that is starting, stopping or just gone: to be looked at again. */
function isPassing(error: unknown): boolean {
  if (hasCode(error, 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03')) return true;
  return isSilence(error) || (error instanceof Error && error.message.startsWith('Connection terminated'));
}

const isSilence = (error: unknown): boolean =>
  error instanceof Error &&
  /^(?:timeout expired|Query read timeout|Connection terminated due to connection timeout)/.test(
    error.message,
  );

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: answerTime,
    query_timeout: answerTime,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
