import { scanFile, type Chosen, type Scan } from '../reading/scan';
import type { Plan } from '../understanding/plan';
import { reasonText, type ReasonTexts } from '../understanding/reason-text';
import { keptLines, RefusedFile, type KeptLines } from '../understanding/refused-file';
import type { StoredRecords } from '../understanding/stored-records';
import { Understanding } from '../understanding/understand';
import type { ItemText, Outcome, Refusal } from '../understanding/understood';

/** How many refused lines are shown; all of them are in the file of refused lines. */
const mostShown = 500;

/** How many items go to the page at once. */
const batchSize = 1000;

/** What a file would do, with its first refused lines. */
export interface Understood {
  readonly outcome: Outcome;
  readonly refusals: readonly Refusal[];
}

/** The texts of a file of refused lines: the head of its last column, and those of its reasons. */
export interface RefusedTexts extends ReasonTexts {
  readonly head: string;
}

/** Reads and understands one file after another; in a worker, or where there is none, in the page. */
export class ImportSession {
  #understanding: Understanding | null = null;
  #stored: { readonly signature: string; readonly records: StoredRecords } | null = null;
  #file: Blob | null = null;

  /** Reads a file and finds how it is to be read. */
  scan(file: Blob, chosen: Chosen): Promise<Scan> {
    if (file !== this.#file) this.#stored = null;
    this.#file = file;
    return scanFile(file, chosen);
  }

  /** Begins to understand the file by a plan. Returns whether the records of the service have to be read for it. */
  async prepare(file: Blob, plan: Plan): Promise<boolean> {
    const understanding = new Understanding(file, plan);
    const { signature } = understanding;
    const known = this.#stored?.signature === signature ? this.#stored.records : undefined;
    const records = await understanding.collect(known);
    this.#understanding = understanding;
    this.#stored = { signature, records };
    return known === undefined;
  }

  /** Adds a page of the list of records, as it was answered. */
  addPage(text: string): void {
    this.#stored?.records.addPage(text);
  }

  /** Forgets the records: they were not read to the end. */
  forget(): void {
    this.#stored = null;
  }

  get #prepared(): Understanding {
    if (!this.#understanding) throw new Error('Nothing was prepared');
    return this.#understanding;
  }

  /** Reads all lines and returns what they say. */
  async understand(progress: (lines: number) => void): Promise<Understood> {
    const refusals: Refusal[] = [];
    const outcome = await this.#prepared.run({
      progress,
      refused: (refusal) => {
        if (refusals.length < mostShown) refusals.push(refusal);
      },
    });
    return { outcome, refusals: refusals.toSorted((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0)) };
  }

  /** Reads all lines again and gives their items, a batch at a time; the next one is made when `give` has resolved. */
  async items(give: (batch: readonly ItemText[]) => Promise<void>): Promise<void> {
    let batch: ItemText[] = [];
    await this.#prepared.run({
      item: (item) => batch.push(item),
      progress: async () => {
        if (batch.length < batchSize) return;
        const full = batch;
        batch = [];
        await give(full);
      },
    });
    if (batch.length > 0) await give(batch);
  }

  /** Returns the refused lines as a change set keeps them. */
  refusedLines(): Promise<KeptLines> {
    return keptLines(this.#prepared);
  }

  /** Returns the refused lines as a file of the same columns, with the reason at the end. */
  async refusedFile({ head, ...texts }: RefusedTexts): Promise<Blob> {
    const file = new RefusedFile(this.#prepared.plan, head, ({ problem, lines, names }) =>
      reasonText({ code: problem, lines, names }, texts),
    );
    await this.#prepared.run({ refused: (refusal, rows) => file.add(refusal, rows) });
    return file.blob();
  }
}
