import type { Chosen, Scan } from '../reading/scan';
import type { Plan } from '../understanding/plan';
import type { KeptLines } from '../understanding/refused-file';
import type { ItemText } from '../understanding/understood';
import type { RefusedTexts, Understood } from './import-session';

/** What the page asks the worker. Each call has a number, under which it is answered. */
export type Call =
  | { readonly kind: 'scan'; readonly file: Blob; readonly chosen: Chosen }
  | { readonly kind: 'prepare'; readonly file: Blob; readonly plan: Plan }
  | { readonly kind: 'page'; readonly text: string }
  | { readonly kind: 'forget' }
  | { readonly kind: 'understand' }
  | { readonly kind: 'items' }
  /** The page has taken a batch of items. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'refusedLines' }
  | { readonly kind: 'refused'; readonly texts: RefusedTexts };

/** The answers, by kind of call. */
export interface Answers {
  scan: Scan;
  prepare: boolean;
  page: null;
  forget: null;
  understand: Understood;
  items: null;
  taken: null;
  refusedLines: KeptLines;
  refused: Blob;
}

/** What the worker sends: an answer, how far it is, or a batch of items. */
export type FromWorker =
  | { readonly n: number; readonly answer: Answers[keyof Answers] }
  | { readonly n: number; readonly error: { readonly message: string; readonly reason: string | null } }
  | { readonly n: number; readonly lines: number }
  | { readonly n: number; readonly batch: readonly ItemText[] };

/** A call with its number. */
export interface ToWorker {
  readonly n: number;
  readonly call: Call;
}
