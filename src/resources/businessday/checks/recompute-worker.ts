import { recomputation, type Recomputed } from './recompute';

/** What the page sends: some receipts, in order; at the end the report without them. */
export type ToWorker = { readonly add: readonly unknown[] } | { readonly finish: unknown };
/** What comes back: how many receipts were added, and what all of them come to. */
export type FromWorker = { readonly added: number } | { readonly is: Recomputed };

const own = recomputation();
let added = 0;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker answers its page, and no window
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
