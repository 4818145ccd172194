import { strToU8, Zip, ZipDeflate } from 'fflate';
import {
  sheetEnd,
  sheetHead,
  sheetPath,
  sheetRow,
  workbookParts,
  xlsxType,
  type XlsxColumn,
} from '@/record/xlsx-parts';

/**
 * Writes a workbook a few rows at a time, so that its size does not matter: numbers with their digits, days, and everything
 * else as text in cells of the format "text", which no spreadsheet converts. The names of the columns stay in view.
 */
export class XlsxWriter {
  readonly #parts: Uint8Array<ArrayBuffer>[] = [];
  readonly #zip: Zip;
  readonly #sheets: string[] = [];
  #entry: ZipDeflate | null = null;
  #line = 0;
  #columns: readonly XlsxColumn[] = [];

  constructor() {
    this.#zip = new Zip((error, chunk) => {
      if (error) throw error;
      this.#parts.push(chunk.slice());
    });
  }

  /** Begins a sheet with its columns, and ends the one before. */
  sheet(name: string, columns: readonly XlsxColumn[]): void {
    this.#endSheet();
    this.#sheets.push(name);
    this.#columns = columns;
    this.#line = 1;
    this.#entry = new ZipDeflate(sheetPath(this.#sheets.length), { level: 4 });
    this.#zip.add(this.#entry);
    this.#entry.push(strToU8(sheetHead(columns)));
  }

  /** Adds rows to the sheet. @throws XlsxTextTooLong naming a cell that no workbook holds */
  rows(rows: readonly (readonly (string | null)[])[]): void {
    const lines = rows.map((row) => sheetRow(this.#columns, row, (this.#line += 1)));
    this.#entry?.push(strToU8(lines.join('')));
  }

  #endSheet(): void {
    this.#entry?.push(strToU8(sheetEnd), true);
    this.#entry = null;
  }

  /** Ends the workbook and returns it. */
  finish(): Blob {
    this.#endSheet();
    for (const [name, xml] of Object.entries(workbookParts(this.#sheets))) {
      // Packed, as the sheets: strict readers refuse stored files whose size follows them.
      const entry = new ZipDeflate(name);
      this.#zip.add(entry);
      entry.push(strToU8(xml), true);
    }
    this.#zip.end();
    return new Blob(this.#parts, { type: xlsxType });
  }
}
