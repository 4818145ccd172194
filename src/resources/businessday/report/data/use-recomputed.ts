import { useEffect, useState } from 'react';
import { recompute, type Recomputed } from '../../checks/recompute';
import type { FromWorker, ToWorker } from '../../checks/recompute-worker';

/** A report with what came of its recomputation; null until then, and how many receipts were added up so far. */
export interface Recomputing<Report> {
  readonly of: Report;
  readonly is: Recomputed | null;
  readonly added: number;
}

interface Given {
  readonly transactions: readonly unknown[];
  readonly businessday?: { readonly version?: unknown };
}

/** So many receipts are copied to the worker at once: a few milliseconds of the page's time. */
const receiptsAtOnce = 200;
/** How often progress is told: often enough to see it move, too seldom to flicker. */
const tellEveryMs = 400;

/**
 * Recomputes a report from its receipts, beside the page: figures and receipts of a day of thousands can be read and
 * walked while it is at it. Where only receipts have come to the day since, the report that was recomputed stands until
 * the newer one is.
 */
export function useRecomputed<Report extends Given>(report: Report): Recomputing<Report> {
  const [made, setMade] = useState<Recomputing<Report> | null>(null);
  useEffect(
    () =>
      addUp(report, (is, added) =>
        setMade((before) => (is === null && before?.is ? before : { of: report, is, added })),
      ),
    [report],
  );
  const isSame =
    made?.of === report || (made?.is && made.of.businessday?.version === report.businessday?.version);
  return made && isSame ? made : { of: report, is: null, added: 0 };
}

/** Adds up in a worker and tells how far it is, and at the end what came of it. Gives what stops it. */
function addUp(report: Given, tell: (is: Recomputed | null, added: number) => void): () => void {
  const { transactions, ...rest } = report;
  const worker = new Worker(new URL('../../checks/recompute-worker.ts', import.meta.url), { type: 'module' });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to be named
  const send = (message: ToWorker) => worker.postMessage(message);
  const sendFrom = (at: number) =>
    at < transactions.length
      ? send({ add: transactions.slice(at, at + receiptsAtOnce) })
      : send({ finish: rest });
  let told = performance.now();
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if ('is' in data) {
      worker.terminate();
      tell(data.is, transactions.length);
      return;
    }
    sendFrom(data.added);
    if (performance.now() - told < tellEveryMs) return;
    told = performance.now();
    tell(null, data.added);
  });
  // A worker that does not come, as behind a server that lost its file, costs a pause and no verdict.
  worker.addEventListener('error', () => tell(recompute(report), transactions.length), {
    once: true,
  });
  sendFrom(0);
  return () => worker.terminate();
}
