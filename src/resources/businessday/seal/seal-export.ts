import type { ExportTable } from '@/core/app/export/table';

/**
 * A table to take along, with the hash of the day's seal as the last column of each row: it stands on every file, and
 * programs read the other columns as before. Without a seal the table is as it was.
 */
export const withSeal = (table: ExportTable, head: string, hash: string | undefined): ExportTable =>
  hash === undefined
    ? table
    : {
        ...table,
        columns: [...table.columns, { head, kind: 'text' }],
        rows: table.rows.map((row) => [...row, hash]),
      };
