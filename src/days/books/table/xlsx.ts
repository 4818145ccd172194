import { strToU8, zipSync } from 'fflate';
import { sheetEnd, sheetHead, sheetPath, sheetRow, workbookParts, xlsxType } from '@/record/xlsx-parts';
import type { BookFile, Ledger } from '../ledger';
import { tableName } from './csv';
import { aboutTable, rowsTable, type Table } from './rows';
import type { TableLanguage } from './table-words';

/** A zip file says when its parts were written; always the same, so that the same vouchers are the same bytes. */
const written = new Date(1980, 0, 1);

const sheet = ({ columns, rows }: Table): string =>
  `${sheetHead(columns)}${rows.map((row, at) => sheetRow(columns, row, at + 2)).join('')}${sheetEnd}`;

/** Writes a workbook: the rows of vouchers, and a sheet with what they are of (docs/books.md#csv-and-xlsx). */
export function xlsxFile(ledger: Ledger, language: TableLanguage): BookFile {
  const tables = [rowsTable(ledger, language), aboutTable(ledger, language)];
  const parts = {
    ...workbookParts(tables.map(({ name }) => name)),
    ...Object.fromEntries(tables.map((table, at) => [sheetPath(at + 1), sheet(table)])),
  };
  const files = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
  return {
    name: tableName(ledger, language, 'xlsx'),
    type: xlsxType,
    bytes: zipSync(files, { level: 6, mtime: written, os: 0 }),
  };
}
