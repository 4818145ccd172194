import type { Chosen, Scan } from '../reading/scan';
import { unreadable, UnreadableFile } from '../reading/zip';
import type { Plan } from '../understanding/plan';
import type { KeptLines } from '../understanding/refused-file';
import type { ItemText } from '../understanding/understood';
import type { Answers, Call, FromWorker, ToWorker } from './import-messages';
import type { RefusedTexts, Understood } from './import-session';

/** The page's side of the worker that reads a file. */
export class ImportClient {
  readonly #worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  readonly #open = new Map<
    number,
    {
      readonly resolve: (answer: Answers[keyof Answers]) => void;
      readonly reject: (error: Error) => void;
      readonly lines?: ((lines: number) => void) | undefined;
      readonly batch?: ((batch: readonly ItemText[]) => void) | undefined;
    }
  >();
  #last = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      const call = this.#open.get(data.n);
      if (!call) return;
      if ('lines' in data) call.lines?.(data.lines);
      else if ('batch' in data) call.batch?.(data.batch);
      else {
        this.#open.delete(data.n);
        if ('answer' in data) call.resolve(data.answer);
        else call.reject(errorOf(data.error));
      }
    });
    this.#worker.addEventListener('error', () => {
      for (const { reject } of this.#open.values()) reject(new Error('The worker ended'));
      this.#open.clear();
    });
  }

  #call<K extends keyof Answers>(
    call: Call & { readonly kind: K },
    more: {
      lines?: ((lines: number) => void) | undefined;
      batch?: ((batch: readonly ItemText[]) => void) | undefined;
    } = {},
  ): Promise<Answers[K]> {
    return new Promise((resolve, reject) => {
      this.#last += 1;
      const n = this.#last;
      // The worker answers a call with what its kind has.
      this.#open.set(n, { resolve: (answer) => resolve(answer as Answers[K]), reject, ...more });
      const message: ToWorker = { n, call };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's `postMessage` has no target origin
      this.#worker.postMessage(message);
    });
  }

  scan(file: Blob, chosen: Chosen): Promise<Scan> {
    return this.#call({ kind: 'scan', file, chosen });
  }

  prepare(file: Blob, plan: Plan): Promise<boolean> {
    return this.#call({ kind: 'prepare', file, plan });
  }

  async addPage(text: string): Promise<void> {
    await this.#call({ kind: 'page', text });
  }

  async forget(): Promise<void> {
    await this.#call({ kind: 'forget' });
  }

  understand(progress: (lines: number) => void): Promise<Understood> {
    return this.#call({ kind: 'understand' }, { lines: progress });
  }

  refusedLines(): Promise<KeptLines> {
    return this.#call({ kind: 'refusedLines' });
  }

  refusedFile(texts: RefusedTexts): Promise<Blob> {
    return this.#call({ kind: 'refused', texts });
  }

  /** Gives the items of the file a batch at a time; the worker makes the next one when a batch was taken. */
  async *items(): AsyncGenerator<readonly ItemText[]> {
    const batches: (readonly ItemText[])[] = [];
    let wake: () => void = () => {};
    let isDone = false;
    let failure: unknown = null;
    this.#call(
      { kind: 'items' },
      {
        batch: (batch) => {
          batches.push(batch);
          wake();
        },
      },
    ).then(
      () => {
        isDone = true;
        wake();
      },
      (error: unknown) => {
        failure = error;
        isDone = true;
        wake();
      },
    );
    for (;;) {
      const batch = batches.shift();
      if (batch) {
        yield batch;
        await this.#call({ kind: 'taken' });
      } else if (isDone) {
        if (failure instanceof Error) throw failure;
        return;
      } else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }

  /** Ends the worker. */
  end(): void {
    this.#worker.terminate();
  }
}

const errorOf = ({ message, reason }: { message: string; reason: string | null }): Error => {
  const known = unreadable.find((one) => one === reason);
  return known === undefined ? new Error(message) : new UnreadableFile(known);
};
