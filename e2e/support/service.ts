import { once } from 'node:events';
import { createServer } from 'node:net';
import { copyTemplate } from './demo-template';
import { makeDatabase, makeFolder } from './place';
import { saidWhenEmpty, start, type RunningService } from './start';

export type { RunningService };

/**
 * Starts `dist/` on a database of its own with the demo company. It takes passkeys at `http://localhost:…`: browsers make none for an
 * IP address.
 */
export async function startService(): Promise<RunningService> {
  const database = await copyTemplate();
  const port = await freePort();
  const service = await start({
    ...database.env,
    PORT: String(port),
    TILLHOUSE_PUBLIC_URL: `http://localhost:${port}`,
    TILLHOUSE_DEMO: 'true',
    // Receivers of webhooks are on this machine.
    TILLHOUSE_WEBHOOK_NETWORKS: '127.0.0.1',
    LOG_LEVEL: 'warn',
  });
  return {
    ...service,
    stop: async (signal) => {
      await service.stop(signal);
      await database.remove();
    },
  };
}

/** Runs with `dist/` on a database of its own without a company, as somebody finds it who has just installed it. */
export async function onEmpty(work: (service: RunningService) => Promise<void>): Promise<void> {
  const server = process.env['DATABASE_URL'];
  const place = server ? await makeDatabase(server) : await makeFolder();
  try {
    const service = await start({ ...place.env, TILLHOUSE_DEMO: 'false', LOG_LEVEL: 'warn' }, saidWhenEmpty);
    await work(service).finally(() => service.stop());
  } finally {
    await place.remove();
  }
}

/** Starts `dist/` in front of another server: without a database, `/api` is proxied. */
export const startInFront = (upstream: string): Promise<RunningService> =>
  start({ TILLHOUSE_UPSTREAM: upstream, LOG_LEVEL: 'error' });

/** Returns a port that nothing listens on; a service is told its address before it starts. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.');
  return address.port;
}
