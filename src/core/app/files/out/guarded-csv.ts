import papaparse from 'papaparse';
import type { ExportColumn } from '../../export/table';

/** Matches text that spreadsheets would run as a formula, or that begins with the mark that keeps them from it. */
const formula = /^'*[=+\-@\t\r]/;

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
  if (formula.test(text)) return `'${text}`;
  if (text.length <= longest && converted.test(text) && !/[\r\n]/.test(text))
    return `="${text.replaceAll('"', '""')}"`;
  return text;
}

/** Whether a number has more digits than the numbers of a spreadsheet, which would lose the last ones. */
const isLong = (digits: string): boolean => digits.replaceAll(/\D/g, '').length > 15;

/** Writes lines of a CSV file (RFC 4180), comma-separated, with decimal points. */
export const csvLines = (
  columns: readonly ExportColumn[],
  rows: readonly (readonly (string | null)[])[],
): string => {
  const cells = rows.map((row) =>
    columns.map(({ kind }, at) => {
      const value = row[at] ?? '';
      return value !== '' && (kind === 'text' || isLong(value)) ? guarded(value) : value;
    }),
  );
  return cells.length === 0 ? '' : `${papaparse.unparse(cells, { newline: '\r\n' })}\r\n`;
};
