import type { FileFormat } from '../../export/file-kinds';
import type { ExportColumn } from '../../export/table';
import { csvHead, csvLines, plainCsv, type CsvForm } from './guarded-csv';
import { EverythingColumns, everythingRow, recordsOf } from './everything';
import { XlsxWriter } from './xlsx-writer';

/** Writes a table a few rows at a time. */
export interface TableWriter {
  rows: (rows: readonly (readonly (string | null)[])[]) => void;
  finish: () => Blob;
}

/** Begins a file with one table. `form`: how a CSV file is written. */
export function tableWriter(
  format: FileFormat,
  name: string,
  columns: readonly ExportColumn[],
  form: CsvForm = plainCsv,
): TableWriter {
  if (format === 'xlsx') {
    const workbook = new XlsxWriter();
    workbook.sheet(name, columns);
    return { rows: (rows) => workbook.rows(rows), finish: () => workbook.finish() };
  }
  // What is written goes to the browser's own store at once, and does not stay in the memory of the page.
  let file = new Blob([csvHead(columns, form)]);
  return {
    rows(rows) {
      file = new Blob([file, csvLines(columns, rows, form)]);
    },
    finish: () => new Blob([file], { type: 'text/csv;charset=utf-8' }),
  };
}

/**
 * Writes everything of a list, whose pages come one after another as they were answered: every field of every record with
 * all its digits. Pages are kept aside until all columns are known.
 */
export class EverythingFile {
  readonly #columns: EverythingColumns;
  readonly #pages: Blob[] = [];

  constructor(of: { readonly decimals: readonly string[]; readonly computed: readonly string[] }) {
    this.#columns = new EverythingColumns(of.decimals, of.computed);
  }

  add(page: string): void {
    for (const record of recordsOf(page)) this.#columns.add(record);
    this.#pages.push(new Blob([page]));
  }

  async write(format: FileFormat, name: string): Promise<Blob> {
    const columns = this.#columns.columns();
    const writer = tableWriter(format, name, columns);
    for (const page of this.#pages)
      writer.rows(recordsOf(await page.text()).map((record) => everythingRow(record, columns)));
    return writer.finish();
  }
}
