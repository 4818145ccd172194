import type { FileRow } from '../reading/row';
import type { ProblemCode } from './read-cell';

/** Cells that may be damaged in one way, with the first of them. */
interface Doubted {
  readonly count: number;
  readonly example: string | null;
}

/** A line that is refused, or several that cannot all hold. */
export interface Refusal {
  readonly lines: readonly number[];
  /** Column of the file, from 0; null: the whole line. */
  readonly column: number | null;
  /** What stands there, as it is in the file. */
  readonly text: string;
  readonly problem: ProblemCode;
  /** Names that the reason needs: the fields that are missing, the records that were found. */
  readonly names?: readonly string[];
}

/** A change of one record, as JSON text: items pass between threads. */
export interface ItemText {
  readonly recordId: string | null;
  readonly version: number | null;
  readonly patch: string;
  readonly line: number;
}

/** What became of the lines: the four counts sum to all of them. */
export interface Counts {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
}

/** Receives what the lines say. */
export interface Sink {
  item?: (item: ItemText) => void;
  refused?: (refusal: Refusal, rows: readonly FileRow[]) => void;
  /** The lines so far. */
  progress?: (lines: number) => void | Promise<void>;
}

/** What a file says, besides its items. */
export interface Outcome {
  readonly counts: Counts;
  /** By column: how its first value was read, and how many lines it had refused. */
  readonly columns: readonly { readonly firstRead: string | null; readonly refused: number }[];
  /** By key: how many lines find one record. */
  readonly finds: Readonly<Record<string, number>>;
  /** Barcodes that fit with zeros in front, and those whose check digit is another one. */
  readonly zeros: Doubted;
  readonly checkDigits: Doubted;
  /** Values that name no record, with the lines that have them. */
  readonly unknown: readonly { readonly resource: string; readonly text: string; readonly lines: number }[];
  /** The wall clock from which the file is valid, if it says so. */
  readonly applyAt: string | null;
}
