import { isNumber, isObject, parseJson, type Json } from '@/record/json';
import type { ClipboardCell } from './read-number';

/** A table of cells, row by row. Every row has the same number of cells. */
export type ClipboardTable = readonly (readonly ClipboardCell[])[];

/**
 * Reads the table that a spreadsheet put on the clipboard; null if there is none. HTML goes first: LibreOffice, Excel
 * and Google Sheets write the exact values of numbers there. Text is tab-separated, with quotes around cells that hold
 * line breaks.
 */
export function readClipboard(content: {
  readonly text: string;
  readonly html: string;
}): ClipboardTable | null {
  const table = content.html === '' ? null : parseHtmlTable(content.html);
  if (table) return table;
  return content.text === ''
    ? null
    : rectangle(parseTabSeparated(content.text).map((row) => row.map(asCell)));
}

const asCell = (text: string): ClipboardCell => ({ text });

/**
 * Parses tab-separated text. A cell that begins with a quote ends with one, and holds tabs and line breaks; a quote in
 * it is doubled. A quote that is never closed is text. The line break at the end is no row.
 */
export function parseTabSeparated(source: string): string[][] {
  const text = source.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  const rows: string[][] = [[]];
  let at = 0;
  for (;;) {
    const [cell, end] = cellFrom(text, at);
    rows.at(-1)?.push(cell);
    if (end >= text.length) return rows;
    if (text[end] === '\n') rows.push([]);
    at = end + 1;
  }
}

/** Returns the cell at a position, and the position of the sign that ends it. */
function cellFrom(text: string, start: number): [string, number] {
  const quoted = quotedFrom(text, start);
  if (quoted) return quoted;
  const end = text.slice(start).search(/[\t\n]/);
  return end < 0 ? [text.slice(start), text.length] : [text.slice(start, start + end), start + end];
}

function quotedFrom(text: string, start: number): [string, number] | null {
  if (text[start] !== '"') return null;
  let content = '';
  for (let at = start + 1; ;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return null;
    content += text.slice(at, quote);
    const next = text[quote + 1];
    if (next === '"') {
      content += '"';
      at = quote + 2;
    } else {
      // Excel and LibreOffice quote a cell only because of what is in it: `"Best" coffee` is text.
      const isEnd = next === undefined || next === '\t' || next === '\n';
      return isEnd ? [content, quote + 1] : null;
    }
  }
}

/**
 * Parses the first table of HTML; null if there is none. Merged cells take their place with empty ones, so that the
 * columns after them stay where they are.
 */
export function parseHtmlTable(html: string): ClipboardTable | null {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  if (!table) return null;
  const rows: ClipboardCell[][] = [];
  // Rows that a merged cell still covers, by column.
  const covered = new Map<number, number>();
  for (const line of table.rows) {
    const row: ClipboardCell[] = [];
    const skip = () => {
      for (let left = covered.get(row.length); left; left = covered.get(row.length)) {
        covered.set(row.length, left - 1);
        row.push({ text: '' });
      }
    };
    for (const cell of line.cells) {
      skip();
      const width = Math.max(cell.colSpan, 1);
      for (let column = 0; column < width; column += 1) {
        if (cell.rowSpan > 1) covered.set(row.length, cell.rowSpan - 1);
        row.push(column === 0 ? htmlCell(cell) : { text: '' });
      }
    }
    skip();
    rows.push(row);
  }
  return rows.length === 0 ? null : rectangle(rows);
}

function htmlCell(cell: HTMLTableCellElement): ClipboardCell {
  const text = textOf(cell);
  const exact = exactOf(cell);
  return exact === null ? { text } : { text, exact };
}

/** Returns the text of a cell as it is shown: its own line breaks are spaces, `<br>` is a line break. */
function textOf(cell: HTMLTableCellElement): string {
  for (const line of cell.querySelectorAll('br')) line.replaceWith('\u2028');
  return cell.textContent
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .replaceAll(/ ?\u2028 ?/g, '\n')
    .trim();
}

/** Returns the exact number of a cell: `sdval` of LibreOffice, `x:num` of Excel, `data-sheets-value` of Google. */
function exactOf(cell: HTMLTableCellElement): string | null {
  const plain = cell.getAttribute('sdval') ?? cell.getAttribute('x:num') ?? cell.getAttribute('data-value');
  if (plain !== null) return decimalText(plain);
  const sheets = cell.getAttribute('data-sheets-value');
  if (sheets === null) return null;
  const value = parsed(sheets);
  // {"1": 3, "3": 4.5} is the number 4.5; {"1": 2, "2": "text"} a text.
  const number = isObject(value) ? value['3'] : undefined;
  return isNumber(number) ? decimalText(number.value) : null;
}

function parsed(text: string): Json | null {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

const decimalText = (text: string): string | null =>
  /^[-+]?\d+(\.\d+)?([Ee][-+]?\d{1,3})?$/.test(text.trim()) ? text.trim().replace(/^\+/, '') : null;

/** Fills short rows with empty cells. */
function rectangle(rows: readonly (readonly ClipboardCell[])[]): ClipboardTable {
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => ({ text: '' }))]);
}

/** Formats cells as tab-separated text: a cell with tabs, line breaks or a quote at its beginning is quoted. */
export const toTabSeparated = (rows: ClipboardTable): string =>
  rows.map((row) => row.map(({ text }) => quoted(text)).join('\t')).join('\n');

const quoted = (text: string): string =>
  /[\t\r\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * Formats cells as an HTML table. Numbers carry their exact value in the attributes that LibreOffice and Excel read,
 * so that they are numbers there whatever the language of the spreadsheet is.
 */
export const toHtml = (rows: ClipboardTable): string => {
  const lines = rows.map((row) => `<tr>${row.map(htmlOf).join('')}</tr>`);
  return `<table xmlns:x="urn:schemas-microsoft-com:office:excel"><tbody>${lines.join('')}</tbody></table>`;
};

function htmlOf({ text, exact }: ClipboardCell): string {
  const number = exact === undefined ? '' : ` sdval="${exact}" x:num="${exact}" data-value="${exact}"`;
  return `<td${number}>${escaped(text).replaceAll('\n', '<br>')}</td>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
