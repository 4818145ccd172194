import { Client } from 'pg';
import { findBinaries } from './binaries';
import { clusterUrl, ensureCluster } from './cluster';
import { type Hold, takeHold } from './hold';
import type { EmbeddedLog } from './log';
import { type Place, choosePlace } from './place';
import { passwordFile } from './password-file';
import { findPostmaster, startPostmaster, stopPostmaster, type Postmaster } from './postmaster';
import { hasCode, pause } from './run';
import { boundServerLog, serverLog } from './server-log';

/** A running embedded PostgreSQL server. */
export interface EmbeddedPostgres {
  /** The address of the database `tillhouse`, as its owner and superuser; contains the password. */
  url: string;
  /** PostgreSQL's data directory: under `dataDir`, or where root had to put it. */
  directory: string;
  /** Whether the server was already running, left by a service that was killed. */
  adopted: boolean;
  /** Publishes where this service listens, for the message to a second start, which is refused. */
  announce: (address: string) => Promise<void>;
  /** Stops the server; call it after the last query. */
  stop: () => Promise<void>;
}

/** The name of the service's database on its embedded server. */
export const databaseName = 'tillhouse';
const answerTime = 60_000;
// PostgreSQL frees the lock of a killed service once it sees the connection end, which takes a moment.
const handover = 1500;
const interval = 50;

/**
 * Starts PostgreSQL on `dataDir`, creating the cluster and the database if necessary, or adopts the server that a
 * killed service left running. One service at a time holds a data directory. A failed start leaves no server behind
 * that it started itself.
 *
 * @throws an Error that names the service that holds the directory, or the obstacle: no programs for
 * this platform, another major version, a folder of another user, a server that does not start.
 */
export async function startEmbedded(options: {
  dataDir: string;
  log: EmbeddedLog;
  /** Milliseconds in which a running server has to answer. */
  patience?: number;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, patience = answerTime } = options;
  const place = await choosePlace(dataDir, await findBinaries(), log);
  await ensureCluster(place, log);
  const { hold, port, adopted } = await obtain(place, dataDir, log, patience);
  const url = await clusterUrl(place.cluster, port, databaseName);
  const endBounding = boundServerLog(serverLog(place.cluster), place.account);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= endBounding().then(() => hold.release(() => stopPostmaster(place))));
  try {
    await ensureDatabase(await clusterUrl(place.cluster, port, 'postgres'));
  } catch (error) {
    // The first failure is the cause; a server that does not stop either is logged too.
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

/** Finds or starts the server. Another service may start, stop or die at any moment, so every step looks again. */
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
      // Recovery after a crash has no time limit: interrupted, the next start would begin it again.
      if (hasCode(error, '57P03') || (isPassing(error) && Date.now() - began < patience)) {
        if (Date.now() - began > patience && !toldOfRecovery) log.info(recovering(place.cluster));
        toldOfRecovery ||= Date.now() - began > patience;
        await pause(interval);
        continue;
      }
      // A server started here and unusable is stopped; an adopted one may belong to another service.
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

/** Returns the error for a running server that never answers, with how to find it. */
const silent = (cluster: string, { pid, port }: Postmaster, limit: number, cause: unknown): Error =>
  new Error(
    `The database does not answer at 127.0.0.1:${port} within ${Math.ceil(limit / 1000)} s: PostgreSQL on ${cluster} ` +
      `runs as process ${pid} and stands still, or has too much to do. Let it go on, or end it, and start again.`,
    { cause },
  );

/** Returns the error for a refused connection, with what to look at. */
function explain(error: unknown, cluster: string): unknown {
  if (!hasCode(error, '28P01', '28000')) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Error(
    `PostgreSQL on ${cluster} refuses the service: ${message}. Its password is in ${passwordFile(cluster)}, and who may ` +
      `connect is in ${cluster}/pg_hba.conf: one of them was changed or damaged. Remove the password file, and the ` +
      'next start sets a new password.',
    { cause: error },
  );
}

/** Starts the server; returns false if another process started it first. */
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

/** Returns whether an error means that the server is starting, stopping or just gone, so that a retry makes sense. */
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

/**
 * Returns a function that restarts the server of a data directory at its port if it no longer runs: killed, stopped,
 * or ended by a full disk. Nothing else supervises an embedded server (hold.ts calls this when its connection ends,
 * and again until it succeeds).
 */
function restarter(place: Place, port: number, log: EmbeddedLog): () => Promise<void> {
  let isDown = false;
  return async () => {
    if (await findPostmaster(place.cluster)) return;
    if (!isDown) log.warn(`PostgreSQL on ${place.cluster} has ended. Starting it again.`);
    isDown = true;
    await startPostmaster(place, port);
    isDown = false;
    log.info(`PostgreSQL on ${place.cluster} runs again.`);
  };
}
