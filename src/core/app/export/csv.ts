import { unparse } from 'papaparse';
import { guardedFormula } from '@/core/record/formula-guard';
import type { ExportTable } from './table';

/**
 * Serialises a table as CSV (RFC 4180): UTF-8 with a byte order mark for spreadsheets, comma-separated, decimal
 * points in every language. Text that a spreadsheet would run as a formula gets an apostrophe in front; numbers
 * get none, or "-5" would become text.
 */
export function csvOf({ columns, rows }: ExportTable): string {
  const cells = rows.map((row) =>
    columns.map(({ kind }, index) => {
      const value = row[index] ?? '';
      return kind === 'text' ? guardedFormula(value) : value;
    }),
  );
  const text = unparse({ fields: columns.map((column) => column.head), data: cells }, { newline: '\r\n' });
  return `\uFEFF${text}\r\n`;
}
