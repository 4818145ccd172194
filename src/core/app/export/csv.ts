import { unparse } from 'papaparse';
import type { ExportTable } from './table';

/** What a spreadsheet would take for a formula, when it opens a file of text. */
const formula = /^[=+\-@\t\r]/;

/**
 * A table as CSV (RFC 4180): UTF-8 with a mark for spreadsheets, commas, full stops in numbers, whatever the
 * language. Text that a spreadsheet would run as a formula has an apostrophe before it; numbers have none, or
 * "-5" would become text.
 */
export function csvOf({ columns, rows }: ExportTable): string {
  const cells = rows.map((row) =>
    columns.map(({ kind }, index) => {
      const value = row[index] ?? '';
      return kind === 'text' && formula.test(value) ? `'${value}` : value;
    }),
  );
  const text = unparse({ fields: columns.map((column) => column.head), data: cells }, { newline: '\r\n' });
  return `\uFEFF${text}\r\n`;
}
