import { existsSync } from 'node:fs';
import path from 'node:path';
import { findBinaries } from './binaries';
import { clusterUrl } from './cluster';
import type { EmbeddedLog } from './log';
import { choosePlace } from './place';
import { findPostmaster } from './postmaster';
import { databaseName, startEmbedded } from './start';

/** Temporary access to the embedded database; call `leave` after the last query. */
export interface Visit {
  readonly url: string;
  leave(): Promise<void>;
}

/**
 * Opens the embedded database of `dataDir` beside a service that may hold it: a running server is found through its
 * data directory and left running. If none runs, one is started, held, and stopped by `leave`.
 *
 * @param options.makes whether a database is made where there is none.
 * @throws an Error that names the folder, if there is no database in it; what `startEmbedded` throws.
 */
export async function visitEmbedded(options: {
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  readonly makes: boolean;
}): Promise<Visit> {
  const place = await choosePlace(options.dataDir, await findBinaries(), options.log);
  const running = await findPostmaster(place.cluster);
  if (running) {
    const url = await clusterUrl(place.cluster, running.port, databaseName);
    return { url, leave: async () => undefined };
  }
  if (!options.makes && !existsSync(path.join(place.cluster, 'PG_VERSION')))
    throw new Error(
      `There is no database in ${options.dataDir}. Start the service there once, or name another database with DATABASE_URL or TILLHOUSE_DATA_DIR.`,
    );
  const server = await startEmbedded(options);
  return { url: server.url, leave: server.stop };
}
