import type { EmbeddedLog } from './log';
import type { Place } from './place';
import { findPostmaster, startPostmaster } from './postmaster';

/**
 * Returns a function that restarts the server of a data directory at its port if it no longer runs: killed, stopped,
 * or ended by a full disk. Nothing else supervises an embedded server (hold.ts calls this when its connection ends,
 * and again until it succeeds).
 */
export function restarter(place: Place, port: number, log: EmbeddedLog): () => Promise<void> {
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
