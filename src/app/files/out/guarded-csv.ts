import papaparse from 'papaparse';
import { beginsFormula, guardedFormula, guardedLater } from '@/record/formula-guard';
import type { ExportColumn, ExportTable } from '../../export/table';

const month =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|tammi|helmi|maalis|huhti|touko|kes|hein|elo|syys|loka|marras|joulu)';
/** Matches text that spreadsheets would take for a number, a date, a time or a truth value. */
const converted = new RegExp(
  String.raw`^[\s'"(.,:;/%$€£+-]*\d|^(?:true|false|tosi|epätosi)$|^${month}[a-zä]*[\s./-]*\d`,
  'iu',
);

/** The longest text that is guarded: no number, date or time is longer, and formulas hold no long texts. */
const longest = 60;

/**
 * Returns a text as a cell of a CSV file that spreadsheets leave as it is: `="0042"` for what they would take for a
 * number, an apostrophe in front of what they would run. `unguarded` takes both away.
 */
export function guarded(text: string): string {
  if (beginsFormula(text)) return guardedFormula(text);
  if (text.length <= longest && converted.test(text) && !/[\r\n]/.test(text))
    return `="${guardedLater(text).replaceAll('"', '""')}"`;
  return guardedLater(text);
}

/** Whether a number has more digits than the numbers of a spreadsheet, which would lose the last ones. */
const isLong = (digits: string): boolean => digits.replaceAll(/\D/g, '').length > 15;

/** How a CSV file is written: as programs read it, or as the spreadsheets of a language do. */
export interface CsvForm {
  readonly delimiter: ',' | ';';
  readonly decimals: '.' | ',';
}

/** The form that every program reads. */
export const plainCsv: CsvForm = { delimiter: ',', decimals: '.' };

/** Returns how the spreadsheets of a language write CSV. */
export const peoplesCsv = (language: string): CsvForm =>
  language === 'fi' ? { delimiter: ';', decimals: ',' } : plainCsv;

/** Writes lines of a CSV file (RFC 4180). */
export const csvLines = (
  columns: readonly ExportColumn[],
  rows: readonly (readonly (string | null)[])[],
  { delimiter, decimals }: CsvForm = plainCsv,
): string => {
  const cells = rows.map((row) =>
    columns.map(({ kind }, at) => {
      const value = row[at] ?? '';
      if (value !== '' && (kind === 'text' || isLong(value)))
        return isPlain(value, kind) ? value : guarded(value);
      return decimals === ',' && kind === 'number' && /^-?\d+\.\d+$/.test(value)
        ? value.replace('.', ',')
        : value;
    }),
  );
  return cells.length === 0 ? '' : `${papaparse.unparse(cells, { newline: '\r\n', delimiter })}\r\n`;
};

/** Whether a value is an ID or a moment of a column of such, which no spreadsheet changes. */
const isPlain = (value: string, kind: ExportColumn['kind']): boolean =>
  kind !== 'text' && /^[\da-f]{8}-[\da-f]{4}-|^\d{4}-\d\d-\d\dT/i.test(value);

/** Writes the first line of a CSV file, after the byte order mark by which spreadsheets know UTF-8. */
export const csvHead = (columns: readonly ExportColumn[], form: CsvForm = plainCsv): string =>
  `\uFEFF${csvLines(
    columns.map(({ head }) => ({ head, kind: 'text' })),
    [columns.map(({ head }) => head)],
    form,
  )}`;

/** Returns a table as a CSV file for people, whose spreadsheet parts cells and decimals as their language does. */
export function csvOf({ columns, rows }: ExportTable, language: string): string {
  const form = peoplesCsv(language);
  return csvHead(columns, form) + csvLines(columns, rows, form);
}
