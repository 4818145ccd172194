import { recomputation, type Recomputed } from './recompute';

/** Message from the page: the report as the service sent it, in UTF-8. */
export interface ToWorker {
  readonly report: ArrayBuffer;
}
/**
 * Messages to the page, in this order: that the worker is there; the report without its receipts, and how many these are; the receipts,
 * some at a time, each time also recomputed; and the result. `failed`: what came is no JSON.
 */
export type FromWorker =
  | { readonly ready: true }
  | { readonly failed: string }
  | { readonly head: unknown; readonly count: number }
  | { readonly receipts: readonly unknown[] }
  | { readonly added: number }
  | { readonly is: Recomputed };

/** Receipts per message: the page takes a few milliseconds for each, so it can answer between two. */
const batchSize = 250;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's `postMessage` has no target origin
const tell = (message: FromWorker) => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(data.report));
  } catch (error) {
    tell({ failed: String(error) });
    return;
  }
  const transactions = receiptsOf(parsed);
  const head = transactions.length > 0 ? { ...Object(parsed), transactions: [] } : parsed;
  tell({ head, count: transactions.length });
  // All of them before any is recomputed: the page shows its figures as soon as it has the receipts.
  for (let at = 0; at < transactions.length; at += batchSize)
    tell({ receipts: transactions.slice(at, at + batchSize) });
  const own = recomputation();
  for (let at = 0; at < transactions.length; at += batchSize) {
    own.add(transactions.slice(at, at + batchSize));
    tell({ added: Math.min(at + batchSize, transactions.length) });
  }
  tell({ is: own.finish(head) });
});

function receiptsOf(report: unknown): readonly unknown[] {
  if (typeof report !== 'object' || report === null || !('transactions' in report)) return [];
  return Array.isArray(report.transactions) ? report.transactions : [];
}

tell({ ready: true });
