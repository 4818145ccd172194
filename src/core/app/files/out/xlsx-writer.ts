import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { ExportColumn } from '../../export/table';

/** Digits that a spreadsheet's number can hold; longer ones are written as text, or their last digits would change. */
const maxDigits = 15;
/** The longest text of a cell (ECMA-376). */
const longestText = 32_767;

/** Characters that XML has no way to write. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escaped = (text: string): string =>
  text
    .slice(0, longestText)
    // `_x0041_` is a way to write "A" there.
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
    .replaceAll('"', '&quot;');

const fixed: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>SHEETS</Types>',
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  // Styles by index: 0 as it is, 1 text, 2 the names of the columns.
  'xl/styles.xml':
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>',
};
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/**
 * Writes a workbook a few rows at a time, so that its size does not matter: numbers with their digits, everything else as
 * text in cells of the format "text", which no spreadsheet converts. The names of the columns stay in view.
 */
export class XlsxWriter {
  readonly #parts: Uint8Array<ArrayBuffer>[] = [];
  readonly #zip: Zip;
  readonly #sheets: string[] = [];
  #entry: ZipDeflate | null = null;
  #line = 0;
  #columns: readonly ExportColumn[] = [];

  constructor() {
    this.#zip = new Zip((error, chunk) => {
      if (error) throw error;
      this.#parts.push(chunk.slice());
    });
  }

  /** Begins a sheet with its columns, and ends the one before. */
  sheet(name: string, columns: readonly ExportColumn[]): void {
    this.#endSheet();
    this.#sheets.push(name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31));
    this.#columns = columns;
    this.#line = 1;
    this.#entry = new ZipDeflate(`xl/worksheets/sheet${this.#sheets.length}.xml`, { level: 4 });
    this.#zip.add(this.#entry);
    const widths = columns.map(
      ({ head, kind }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${Math.min(44, Math.max(kind === 'number' ? 10 : 14, head.length + 2))}" customWidth="1"/>`,
    );
    const heads = columns.map(
      ({ head }, at) => `<c r="${letters(at)}1" t="inlineStr" s="2"><is><t>${escaped(head)}</t></is></c>`,
    );
    this.#push(
      `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${heads.join('')}</row>`,
    );
  }

  /** Adds rows to the sheet. */
  rows(rows: readonly (readonly (string | null)[])[]): void {
    const lines = rows.map((row) => {
      this.#line += 1;
      const cells = this.#columns.map(({ kind }, at) => cellXml(kind, row[at] ?? '', at, this.#line));
      return `<row r="${this.#line}">${cells.join('')}</row>`;
    });
    this.#push(lines.join(''));
  }

  #push(xml: string): void {
    this.#entry?.push(strToU8(xml));
  }

  #endSheet(): void {
    this.#entry?.push(strToU8('</sheetData></worksheet>'), true);
    this.#entry = null;
  }

  /** Ends the workbook and returns it. */
  finish(): Blob {
    this.#endSheet();
    const add = (name: string, xml: string) => {
      // Packed, as the sheets: strict readers refuse stored files whose size follows them.
      const entry = new ZipDeflate(name);
      this.#zip.add(entry);
      entry.push(strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`), true);
    };
    const overrides = this.#sheets.map(
      (_, at) =>
        `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
    );
    for (const [name, xml] of Object.entries(fixed)) add(name, xml.replace('SHEETS', overrides.join('')));
    const sheets = this.#sheets.map(
      (name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
    );
    add(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`,
    );
    const targets = this.#sheets.map(
      (_, at) =>
        `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
    );
    add(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.join('')}<Relationship Id="rIdStyles" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    );
    this.#zip.end();
    return new Blob(this.#parts, {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    });
  }
}

function cellXml(kind: ExportColumn['kind'], value: string, at: number, line: number): string {
  if (value === '') return '';
  const name = `${letters(at)}${line}`;
  if (kind === 'number' && /^-?\d+(?:\.\d+)?$/.test(value) && value.replaceAll(/\D/g, '').length <= maxDigits)
    return `<c r="${name}"><v>${value}</v></c>`;
  return `<c r="${name}" t="inlineStr" s="1"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

/** Returns the letters of a column, counted from 0: 27 is `AB`. */
const letters = (at: number): string =>
  (at >= 26 ? letters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));
