import { recomputation, type Recomputed } from './recompute';

/** Message from the page: a batch of receipts, in order, and finally the report without its receipts. */
export type ToWorker = { readonly add: readonly unknown[] } | { readonly finish: unknown };
/** Message to the page: the number of processed receipts, and finally the result. */
export type FromWorker = { readonly added: number } | { readonly is: Recomputed };

const own = recomputation();
let added = 0;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's `postMessage` has no target origin
const answer = (message: FromWorker) => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('add' in data) {
    own.add(data.add);
    added += data.add.length;
    answer({ added });
  } else {
    answer({ is: own.finish(data.finish) });
  }
});
