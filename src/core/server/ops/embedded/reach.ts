import { findBinaries } from './binaries';
import { clusterUrl } from './cluster';
import type { EmbeddedLog } from './log';
import { settlePlace } from './place';
import { findPostmaster } from './postmaster';
import { databaseName, startEmbedded } from './start';

/** A way to the embedded database for a while; `leave` goes after the last query. */
export interface Visit {
  readonly url: string;
  leave(): Promise<void>;
}

/**
 * Reaches the embedded database of `dataDir` beside the service that holds it: a running server is found through
 * its data directory and left as it is. Where none runs, one is started, held, and stopped by `leave`.
 *
 * @throws what `startEmbedded` throws.
 */
export async function visitEmbedded(options: { dataDir: string; log: EmbeddedLog }): Promise<Visit> {
  const place = await settlePlace(options.dataDir, await findBinaries(), options.log);
  const running = await findPostmaster(place.cluster);
  if (running) {
    const url = await clusterUrl(place.cluster, running.port, databaseName);
    return { url, leave: async () => undefined };
  }
  const server = await startEmbedded(options);
  return { url: server.url, leave: server.stop };
}
