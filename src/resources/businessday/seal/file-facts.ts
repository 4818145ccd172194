import type { ExportTable } from '@/core/app/export/table';

/**
 * A table to take along, with one more column that says the same in each row: it stands in every file, and programs read
 * the other columns as before. Without a value the table is as it was.
 */
const withColumn = (table: ExportTable, head: string, value: string | undefined): ExportTable =>
  value === undefined
    ? table
    : {
        ...table,
        columns: [...table.columns, { head, kind: 'text' }],
        rows: table.rows.map((row) => [...row, value]),
      };

/** What a file says of the day it comes from, beside its figures. */
export interface FileFacts {
  /** The currency that its amounts are in. */
  readonly currency?: string | undefined;
  /** The hash of the day's seal. */
  readonly seal?: string | undefined;
}

/** A table to take along, with the currency of its amounts and the seal of its day as the last columns. */
export const withFacts = (
  table: ExportTable,
  { currency, seal }: FileFacts,
  heads: { readonly currency: string; readonly seal: string },
): ExportTable => withColumn(withColumn(table, heads.currency, currency), heads.seal, seal);
