import { Client } from 'pg';
import { findBinaries } from './binaries';
import { clusterUrl, ensureCluster } from './cluster';
import { type Hold, takeHold } from './hold';
import type { EmbeddedLog } from './log';
import { type Place, settlePlace } from './place';
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster';
import { hasCode, pause } from './run';
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
const patience = 60_000;
// The lock of a service that was killed goes when PostgreSQL sees its connection end: at once, but not before.
const handover = 1500;
const interval = 50;

/**
 * Starts PostgreSQL on `dataDir`, making the cluster and the database if need be, or adopts the server that a
 * killed service left running. One service at a time holds a data directory.
 *
 * @throws an Error that names the service which holds the directory, or what stands in the way: no programs for
 * this platform, another major version, a folder of another user, a server that does not start.
 */
export async function startEmbedded(options: {
  dataDir: string;
  log: EmbeddedLog;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const place = await settlePlace(dataDir, await findBinaries(), log);
  await ensureCluster(place, log);
  const { hold, port, adopted } = await obtain(place, dataDir, log);
  const url = await clusterUrl(place.cluster, port, databaseName);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= hold.release(() => stopPostmaster(place)));
  try {
    await ensureDatabase(await clusterUrl(place.cluster, port, 'postgres'));
  } catch (error) {
    await stop();
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
async function obtain(place: Place, dataDir: string, log: EmbeddedLog): Promise<Obtained> {
  const began = Date.now();
  let adopted = true;
  let refusedSince = 0;
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
      if (error instanceof Refused || !isPassing(error) || Date.now() - began > patience) throw error;
    }
    await pause(interval);
  }
}

class Refused extends Error {}

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
  return error instanceof Error && error.message.startsWith('Connection terminated');
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
