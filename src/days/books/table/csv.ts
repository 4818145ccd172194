import { guardedFormula } from '@/record/formula-guard';
import { oneLine, plainName } from '../charset';
import { lacksOf } from '../lacks';
import type { BookFile, Ledger } from '../ledger';
import { rowsTable } from './rows';
import { tableWords, type TableLanguage } from './table-words';

/** Returns what a table lacks: closed days and accounts. */
export const tableLacks = (ledger: Ledger) => lacksOf(ledger, {});

const cell = (kind: string, value: string): string => {
  const text = kind === 'text' ? guardedFormula(value) : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Returns the name of a file of tables: the locations if there is one, and the dates. */
export function tableName(ledger: Ledger, language: TableLanguage, extension: string): string {
  const places = new Set(ledger.vouchers.map(({ location }) => plainName(location.name)));
  return `${[tableWords[language].vouchers, ...(places.size === 1 ? places : []), ledger.from, ledger.to]
    .filter((part) => part !== '')
    .join('-')}.${extension}`;
}

/** Writes the rows of vouchers as CSV (RFC 4180): UTF-8 with a byte order mark, commas, decimal points (docs/books.md#csv-and-xlsx). */
export function csvFile(ledger: Ledger, language: TableLanguage): BookFile {
  const { columns, rows } = rowsTable(ledger, language);
  const lines = [
    columns.map(({ head }) => head),
    ...rows.map((row) => columns.map(({ kind }, at) => cell(kind, clean(row[at] ?? '')))),
  ];
  return {
    name: tableName(ledger, language, 'csv'),
    type: 'text/csv; charset=utf-8',
    bytes: new TextEncoder().encode(`\uFEFF${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`),
  };
}

/** A cell of several lines is one line here: programs that read line by line would take it for a new row. */
const clean = (value: string): string => (/[\r\n\t]/.test(value) ? oneLine(value) : value);
