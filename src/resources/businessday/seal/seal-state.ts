import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@/core/app/data/client';
import type { ToSealWorker } from './seal-worker';
import type { Seal, SealState } from './verify-seal';

/**
 * Query options: whether the service's report matches the seal. The report is requested again as text, since parsed numbers
 * lose digits; the browser has it in its cache, so the service answers 304.
 */
export const sealState = (client: Client, id: string, seal: Seal) =>
  queryOptions({
    queryKey: ['businessday', 'seal', id, seal.hash],
    queryFn: async ({ signal }): Promise<SealState> => {
      const path = `/api/secure/report/businessdaytx/${encodeURIComponent(id)}`;
      return inWorker({ report: await client.text(path, signal), seal }, signal);
    },
    retry: false,
  });

/** Hashes in a worker, since a day of thousands of receipts takes a second or two. */
async function inWorker(given: ToSealWorker, signal: AbortSignal): Promise<SealState> {
  if (typeof Worker === 'undefined') {
    const { verifySeal } = await import('./verify-seal');
    return verifySeal(given.report, given.seal);
  }
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./seal-worker.ts', import.meta.url), { type: 'module' });
    const end = (finish: () => void) => {
      worker.terminate();
      finish();
    };
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<SealState>) => end(() => resolve(data)));
    worker.addEventListener('error', () => end(() => reject(new Error('The worker did not come'))));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's `postMessage` has no target origin
    worker.postMessage(given);
  });
}
