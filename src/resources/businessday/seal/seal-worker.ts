import { verifySeal, type Seal, type SealState } from './verify-seal';

/** What the page sends: the report as it came, and its newest seal. */
export interface ToSealWorker {
  readonly report: string;
  readonly seal: Seal;
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker answers its page, and no window
const answer = (state: SealState) => self.postMessage(state);

self.addEventListener('message', ({ data }: MessageEvent<ToSealWorker>) =>
  answer(verifySeal(data.report, data.seal)),
);
