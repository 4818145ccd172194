import { strToU8, zipSync } from 'fflate';
import type { BookFile, Ledger } from '../ledger';
import { tableName } from './csv';
import { aboutTable, rowsTable, type Table, type TableColumn } from './rows';
import type { TableLanguage } from './table-words';

/** Digits that a spreadsheet's number can hold; longer ones are text, or their last digits would change. */
const maxDigits = 15;
/** The longest text of a cell (ECMA-376). */
const longestText = 32_767;
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
/** A cell's format by its index in `styles`. */
const style = { plain: 0, text: 1, title: 2, day: 3, scale: 4 } as const;
/** The first date of spreadsheets, as they count it. */
const dayZero = Date.UTC(1899, 11, 30);
/** A zip file says when its parts were written; always the same, so that the same vouchers are the same bytes. */
const written = new Date(1980, 0, 1);

const escaped = (text: string): string =>
  text
    .slice(0, longestText)
    // `_x0041_` is a way to write "A" there.
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    // oxlint-disable-next-line no-control-regex -- XML has no way to write these
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');

/** Returns the letters of a column, counted from 0: 27 is `AB`. */
const letters = (at: number): string =>
  (at >= 26 ? letters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

const textCell = (name: string, text: string, format: number): string =>
  `<c r="${name}" t="inlineStr" s="${format}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** Text is text in every case: no spreadsheet runs or converts it. */
function cell({ kind }: TableColumn, value: string | null, name: string): string {
  if (value === null || value === '') return '';
  if (kind === 'number' && /^-?\d+(?:\.\d+)?$/.test(value) && value.replaceAll(/\D/g, '').length <= maxDigits)
    return `<c r="${name}" s="${style.scale + Math.min(9, value.split('.')[1]?.length ?? 0)}"><v>${value}</v></c>`;
  if (kind === 'day' && /^\d{4}-\d\d-\d\d$/.test(value))
    return `<c r="${name}" s="${style.day}"><v>${(Date.parse(value) - dayZero) / 86_400_000}</v></c>`;
  return textCell(name, value, style.text);
}

function sheet({ columns, rows }: Table): string {
  const line = (at: number, cells: readonly string[]) => `<row r="${at}">${cells.join('')}</row>`;
  const widths = columns.map(({ head: name, kind }, at) => {
    const width = Math.min(48, Math.max(kind === 'text' ? 14 : 12, name.length + 2));
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  const heads = columns.map(({ head: name }, at) => textCell(`${letters(at)}1`, name, style.title));
  const lines = rows.map((row, at) =>
    line(
      at + 2,
      columns.map((column, index) => cell(column, row[index] ?? null, `${letters(index)}${at + 2}`)),
    ),
  );
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${line(1, heads)}${lines.join('')}</sheetData></worksheet>`;
}

/** The formats of numbers, by their decimals: 0 to 9. */
const decimals = Array.from({ length: 10 }, (_, places) =>
  places === 0 ? '0' : `#,##0.${'0'.repeat(places)}`,
);

const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="${decimals.length + 1}"><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/>${decimals
  .map((code, places) => `<numFmt numFmtId="${180 + places}" formatCode="${code}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${4 + decimals.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="170" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>${decimals
  .map(
    (_, places) =>
      `<xf numFmtId="${180 + places}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  .join('')}</cellXfs></styleSheet>`;

/** Writes a workbook: the rows of vouchers, and a sheet with what they are of (docs/books.md#csv-and-xlsx). */
export function xlsxFile(ledger: Ledger, language: TableLanguage): BookFile {
  const tables = [rowsTable(ledger, language), aboutTable(ledger, language)];
  const each = (write: (table: Table, number: number) => string) =>
    tables.map((table, at) => write(table, at + 1)).join('');
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(({ name }, number) => `<sheet name="${escaped(name).replaceAll('"', '&quot;')}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rIdStyles" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
  };
  for (const [at, table] of tables.entries()) parts[`xl/worksheets/sheet${at + 1}.xml`] = sheet(table);
  const files = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
  return {
    name: tableName(ledger, language, 'xlsx'),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: zipSync(files, { level: 6, mtime: written, os: 0 }),
  };
}
