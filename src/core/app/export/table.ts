/**
 * What a column holds. `text` is a name or a code: it stays as it is, with its leading zeros, in any program.
 * `number` is decimal text, exact, with a full stop; `day` is `YYYY-MM-DD`.
 */
export type ExportKind = 'text' | 'number' | 'day';

/** A column of a table that leaves the application. */
export interface ExportColumn {
  readonly head: string;
  readonly kind: ExportKind;
}

/** A table that leaves the application; a cell without a value is null. */
export interface ExportTable {
  /** Its name as a sheet and in a menu: "Tenders". */
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}
