import { unparse } from 'papaparse';
import { guardedFormula } from '@/core/record/formula-guard';
import type { ExportTable } from './table';

/** How a CSV file is written: as programs read it, or as the spreadsheets of a language do. */
export interface CsvForm {
  readonly delimiter: ',' | ';';
  readonly decimals: '.' | ',';
}

/** The form that every program reads. */
export const plainCsv: CsvForm = { delimiter: ',', decimals: '.' };

/** Returns how the spreadsheets of a language write CSV: a file for people parts cells and decimals as theirs does. */
export const peoplesCsv = (language: string): CsvForm =>
  language === 'fi' ? { delimiter: ';', decimals: ',' } : plainCsv;

/** Returns a decimal with the decimal sign of a form; other text stays as it is. */
export const decimalIn = (value: string, { decimals }: CsvForm): string =>
  decimals === ',' && /^[+-]?\d+\.\d+$/.test(value) ? value.replace('.', ',') : value;

/**
 * Serialises a table as CSV (RFC 4180): UTF-8 with a byte order mark for spreadsheets, parted and with decimals as `form`
 * says. Text that a spreadsheet would run as a formula gets an apostrophe in front; numbers get none, or "-5" would become
 * text.
 */
export function csvOf({ columns, rows }: ExportTable, form: CsvForm): string {
  const cells = rows.map((row) =>
    columns.map(({ kind }, index) => {
      const value = row[index] ?? '';
      return kind === 'text' ? guardedFormula(value) : kind === 'number' ? decimalIn(value, form) : value;
    }),
  );
  const text = unparse(
    { fields: columns.map(({ head }) => guardedFormula(head)), data: cells },
    { newline: '\r\n', delimiter: form.delimiter },
  );
  return `\uFEFF${text}\r\n`;
}
