import { verifySeal, type Seal, type SealState } from './verify-seal';

/** Message from the page: the JSON text of the report, and its newest seal. */
export interface ToSealWorker {
  readonly report: string;
  readonly seal: Seal;
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's `postMessage` has no target origin
const answer = (state: SealState) => self.postMessage(state);

self.addEventListener('message', ({ data }: MessageEvent<ToSealWorker>) =>
  answer(verifySeal(data.report, data.seal)),
);
