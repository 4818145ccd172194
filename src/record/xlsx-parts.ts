import { dayMs } from './calendar';

/** A column of a workbook: text, an exact decimal number, or a day. `width` in characters, found by its head if absent. */
export interface XlsxColumn {
  readonly head: string;
  readonly kind: 'text' | 'number' | 'day';
  readonly width?: number | undefined;
}

/** Digits that a spreadsheet's number can hold; longer ones are written as text, or their last digits would change. */
const maxDigits = 15;
/** The longest text of a cell (ECMA-376). */
const longestText = 32_767;
const longestSheetName = 31;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The formats of numbers, by their decimals: 0 to 9. */
const decimals = Array.from({ length: 10 }, (_, places) =>
  places === 0 ? '0' : `#,##0.${'0'.repeat(places)}`,
);
/** A cell's format by its index in `styles`. */
const style = { plain: 0, text: 1, title: 2, day: 3, scale: 4, numberTitle: 4 + decimals.length } as const;

/** A text that is too long for a cell of a workbook: where it stands, and how many characters it has. CSV holds it. */
export interface LongText {
  readonly column: string;
  readonly line: number;
  readonly length: number;
}

/** An error that names such a text. */
export class XlsxTextTooLong extends Error {
  readonly text: LongText;

  constructor(text: LongText) {
    const { column, line, length } = text;
    super(
      `Line ${line}, ${column}: ${length} characters. A cell of XLSX holds ${longestText}; CSV holds them all.`,
    );
    this.text = text;
  }
}

/** Characters that XML has no way to write, halves of characters among them. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Cs}]/gu;

/** Returns text as the content of an element. Workbooks write what XML has no way to write as `_x0001_`. */
const escaped = (text: string): string =>
  text
    // `_x0041_` would be read as "A".
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(forbidden, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');

/** Returns the letters of a column, counted from 0: 27 is `AB`. */
const letters = (at: number): string =>
  (at >= 26 ? letters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

/** Text is text in every case: no spreadsheet runs or converts it. @throws XlsxTextTooLong */
function textCell(at: number, line: number, text: string, format: number, column: string): string {
  if (text.length > longestText) throw new XlsxTextTooLong({ column, line, length: text.length });
  return `<c r="${letters(at)}${line}" t="inlineStr" s="${format}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** The first date of spreadsheets, as they count it from March 1900 on; they disagree about the days before. */
const dayZero = Date.UTC(1899, 11, 30);
function serialOf(day: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || day < '1900-03-01') return null;
  const at = Date.parse(day);
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
  return isDay ? (at - dayZero) / dayMs : null;
}

/** Returns a cell; what is no number or day in a column of such is text, as it is. */
function cell({ kind, head }: XlsxColumn, value: string, at: number, line: number): string {
  if (value === '') return '';
  const name = `${letters(at)}${line}`;
  if (
    kind === 'number' &&
    /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value) &&
    value.replaceAll(/\D/g, '').length <= maxDigits
  ) {
    const places = value.split('.')[1]?.length ?? 0;
    return `<c r="${name}" s="${places < decimals.length ? style.scale + places : style.plain}"><v>${value}</v></c>`;
  }
  const serial = kind === 'day' ? serialOf(value) : null;
  return serial === null
    ? textCell(at, line, value, style.text, head)
    : `<c r="${name}" s="${style.day}"><v>${serial}</v></c>`;
}

/** Returns the beginning of a sheet: the widths and names of its columns, which stay in view. */
export function sheetHead(columns: readonly XlsxColumn[]): string {
  const widths = columns.map(({ head, kind, width }, at) => {
    const found = width ?? Math.min(48, Math.max(kind === 'text' ? 14 : 12, head.length + 2));
    return `<col min="${at + 1}" max="${at + 1}" width="${found}" customWidth="1"/>`;
  });
  const heads = columns.map(({ head, kind }, at) =>
    textCell(at, 1, head, kind === 'number' ? style.numberTitle : style.title, head),
  );
  return `${declared}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${
    widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''
  }<sheetData><row r="1">${heads.join('')}</row>`;
}

/** Returns a row; `line` is its number in the sheet, whose first row after the names is 2. */
export function sheetRow(
  columns: readonly XlsxColumn[],
  row: readonly (string | null)[],
  line: number,
): string {
  const cells = columns.map((column, at) => cell(column, row[at] ?? '', at, line));
  return `<row r="${line}">${cells.join('')}</row>`;
}

export const sheetEnd = '</sheetData></worksheet>';

/** Returns the path of a sheet in a workbook, counted from 1. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** Returns names that a workbook takes: of at most 31 characters, without some signs, each once in either case. */
function sheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const allowed = name.replaceAll(/[\\/?*[\]:]/g, ' ').replaceAll(/^'+|'+$/g, '');
    const plain = allowed.trim() === '' ? 'Sheet' : allowed;
    const cut = (length: number) => {
      let text = '';
      for (const char of plain) if (text.length + char.length <= length) text += char;
      // None ends with an apostrophe.
      return text.replace(/'+$/, '');
    };
    let made = cut(longestSheetName);
    for (let n = 2; taken.has(made.toLowerCase()); n += 1)
      made = `${cut(longestSheetName - ` ${n}`.length)} ${n}`;
    taken.add(made.toLowerCase());
    return made;
  });
}

const styles = `${declared}<styleSheet xmlns="${main}"><numFmts count="${decimals.length + 1}"><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/>${decimals
  .map((code, places) => `<numFmt numFmtId="${180 + places}" formatCode="${code}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${style.numberTitle + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="170" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>${decimals
  .map(
    (_, places) =>
      `<xf numFmtId="${180 + places}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  .join(
    '',
  )}<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment horizontal="right"/></xf></cellXfs></styleSheet>`;

/** Returns the parts of a workbook besides its sheets, by their paths. */
export function workbookParts(names: readonly string[]): Readonly<Record<string, string>> {
  const sheets = sheetNames(names);
  const each = (write: (name: string, number: number) => string) =>
    sheets.map((name, at) => write(name, at + 1)).join('');
  return {
    '[Content_Types].xml': `${declared}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${each((_, number) => `<Override PartName="/${sheetPath(number)}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${declared}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${declared}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((name, number) => `<sheet name="${escaped(name).replaceAll('"', '&quot;')}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declared}<Relationships xmlns="${packages}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rIdStyles" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
  };
}

/** The content type of a workbook. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
