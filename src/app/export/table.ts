/**
 * Type of a column. `text` is a name or a code: exported as text, so that leading zeros are kept in any
 * program. `number` is exact decimal text with a decimal point; `day` is `YYYY-MM-DD`.
 */
export type ExportKind = 'text' | 'number' | 'day';

/** A column of an exported table. */
export interface ExportColumn {
  readonly head: string;
  readonly kind: ExportKind;
}

/** An exported table; a cell without a value is null. */
export interface ExportTable {
  /** Name of the sheet and the menu entry: "Tenders". */
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}
