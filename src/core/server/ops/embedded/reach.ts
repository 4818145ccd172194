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
 * @throws what `startEmbedded` throws.
 */
export async function visitEmbedded(options: { dataDir: string; log: EmbeddedLog }): Promise<Visit> {
  const place = await choosePlace(options.dataDir, await findBinaries(), options.log);
  const running = await findPostmaster(place.cluster);
  if (running) {
    const url = await clusterUrl(place.cluster, running.port, databaseName);
    return { url, leave: async () => undefined };
  }
  const server = await startEmbedded(options);
  return { url: server.url, leave: server.stop };
}
