/**
 * What a spreadsheet says about a cell: a number, a day, a share of one that is shown as per cent, yes or no, the error
 * of a formula, or a formula whose value the file does not have. Cells of text, and all of a CSV file, have no kind.
 */
export type CellKind = 'number' | 'date' | 'percent' | 'flag' | 'error' | 'unstored';

/** A line of a file. */
export interface FileRow {
  /** Row of the spreadsheet, counted from 1 with the line of names. */
  readonly line: number;
  readonly cells: readonly string[];
  /** By cell; absent for a CSV file. */
  readonly kinds?: readonly (CellKind | undefined)[];
  /** The line has a quote that is not closed, so its cells cannot be told apart. */
  readonly isBroken?: true;
}

/** Returns whether a row has no content at all. */
export const isBlank = (row: FileRow): boolean => row.cells.every((cell) => cell.trim() === '');

/** What was found about a file: null if several readings fit all of it, or none does. */
export interface Finding<T> {
  readonly value: T | null;
  readonly candidates: readonly T[];
}

/** Returns the finding of the readings that fit. */
export const findingOf = <T>(candidates: readonly T[]): Finding<T> => ({
  value: candidates.length === 1 ? (candidates[0] ?? null) : null,
  candidates,
});

/** How many columns a file may have: no list has so many, and each of them is looked at for every field. */
export const mostColumns = 1000;
