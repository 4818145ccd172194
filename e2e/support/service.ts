import { copyTemplate } from './demo-template';
import { start, type RunningService } from './start';

export type { RunningService };

/** Starts `dist/` on a database of its own with the demo company. */
export async function startService(): Promise<RunningService> {
  const database = await copyTemplate();
  const service = await start({ ...database.env, TILLHOUSE_DEMO: 'true', LOG_LEVEL: 'warn' });
  return {
    address: service.address,
    stop: async (signal) => {
      await service.stop(signal);
      await database.remove();
    },
  };
}

/** Starts `dist/` in front of another server: without a database, `/api` is proxied. */
export const startInFront = (upstream: string): Promise<RunningService> =>
  start({ TILLHOUSE_UPSTREAM: upstream, LOG_LEVEL: 'error' });
