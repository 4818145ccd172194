import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/**
 * Starts the built service on a database, as a process of its own.
 *
 * @param {{ databaseUrl: string, readUrls?: string[], listenUrl?: string,
 *   statements?: string, apiKey: string, servicePort?: number }} config
 * @returns {Promise<{ address: string, counts: () => Promise<Record<string, number>>, stop: () => Promise<void> }>}
 * @throws an Error with what the start says if it refuses.
 */
export async function startCounted(config) {
  const child = fork(path.join(import.meta.dirname, 'counted-service.mjs'), { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  child.send(config);
  const [{ address, failure }] = await once(child, 'message');
  if (failure !== undefined) {
    await stop();
    throw new Error(failure);
  }
  return {
    address,
    counts: async () => {
      child.send('counts');
      const [{ counts }] = await once(child, 'message');
      return counts;
    },
    stop,
  };
}
