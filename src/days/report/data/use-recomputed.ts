import { useEffect, useState } from 'react';
import { recompute, type Recomputed } from '../../checks/recompute';
import type { FromWorker, ToWorker } from '../../checks/recompute-worker';

/** A report with its recomputation (null until it is complete) and the number of receipts processed so far. */
export interface Recomputing<Report> {
  readonly of: Report;
  readonly is: Recomputed | null;
  readonly added: number;
}

interface Given {
  readonly transactions: readonly unknown[];
  readonly businessday?: { readonly version?: unknown };
}

/** Receipts per message to the worker: copying them takes a few milliseconds of the main thread. */
const batchSize = 200;
/** Milliseconds between progress updates: often enough to be visible, without flicker. */
const progressMs = 400;

/**
 * Recomputes a report from its receipts in a worker, so that the page stays responsive for a day of thousands of
 * receipts. If a newer report differs only by added receipts, the previous recomputed report is shown until the newer one
 * is recomputed.
 */
export function useRecomputed<Report extends Given>(report: Report): Recomputing<Report> {
  const [made, setMade] = useState<Recomputing<Report> | null>(null);
  useEffect(
    () =>
      recomputeInWorker(report, (is, added) =>
        setMade((before) => (is === null && before?.is ? before : { of: report, is, added })),
      ),
    [report],
  );
  const isSame =
    made?.of === report || (made?.is && made.of.businessday?.version === report.businessday?.version);
  return made && isSame ? made : { of: report, is: null, added: 0 };
}

/**
 * Recomputes in a worker, reporting progress and finally the result to the callback. Returns the function that stops
 * it.
 */
function recomputeInWorker(report: Given, tell: (is: Recomputed | null, added: number) => void): () => void {
  const { transactions, ...rest } = report;
  const worker = new Worker(new URL('../../checks/recompute-worker.ts', import.meta.url), { type: 'module' });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to be named
  const send = (message: ToWorker) => worker.postMessage(message);
  const sendFrom = (at: number) =>
    at < transactions.length ? send({ add: transactions.slice(at, at + batchSize) }) : send({ finish: rest });
  let told = performance.now();
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if ('is' in data) {
      worker.terminate();
      tell(data.is, transactions.length);
      return;
    }
    sendFrom(data.added);
    if (performance.now() - told < progressMs) return;
    told = performance.now();
    tell(null, data.added);
  });
  // If the worker cannot load, for example because the server lost its file, the main thread recomputes: a pause, but a
  // verdict.
  worker.addEventListener('error', () => tell(recompute(report), transactions.length), {
    once: true,
  });
  sendFrom(0);
  return () => worker.terminate();
}
