import type { ExportTable } from '@/app/export/table';

/**
 * Adds a last column with the same value in each row to an export table, so that programs read the other columns as before.
 * Without a value, the table is unchanged.
 */
const withColumn = (table: ExportTable, head: string, value: string | undefined): ExportTable =>
  value === undefined
    ? table
    : {
        ...table,
        columns: [...table.columns, { head, kind: 'text' }],
        rows: table.rows.map((row) => [...row, value]),
      };

/** The facts about its day that an exported file contains. */
export interface FileFacts {
  /** The currency of its amounts. */
  readonly currency?: string | undefined;
  /** The hash of the day's seal. */
  readonly seal?: string | undefined;
}

/** Adds the currency of the amounts and the seal of the day to an export table, as the last columns. */
export const withFacts = (
  table: ExportTable,
  { currency, seal }: FileFacts,
  heads: { readonly currency: string; readonly seal: string },
): ExportTable => withColumn(withColumn(table, heads.currency, currency), heads.seal, seal);
