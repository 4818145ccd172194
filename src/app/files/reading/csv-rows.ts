import papaparse from 'papaparse';
import { textOf, type Encoding } from './encoding';
import type { FileRow } from './row';
import { UnreadableFile } from './zip';

/** The separators of cells, by name. */
export const separators = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
/** What stands between the cells of a line. */
export type Separator = keyof typeof separators;

interface Parsed {
  readonly data: readonly (readonly string[])[];
  readonly errors: readonly { readonly type: string; readonly row?: number }[];
  readonly meta: { readonly cursor: number };
}

type Newline = '\n' | '\r\n' | '\r';

/**
 * Reads the rows of a CSV file (RFC 4180), a chunk at a time. A quote that is not closed would take the following lines
 * into its cell: its line is told as broken, and the next line is read as one of its own. `columns` is how many cells a
 * line has at least and at most, if it is known: a cell of several lines in a row that has another number is such a quote,
 * too.
 */
export async function* csvRows(
  file: Blob,
  encoding: Encoding,
  separator: Separator,
  columns?: readonly [least: number, most: number],
): AsyncGenerator<FileRow[]> {
  let line = 0;
  let rest = '';
  let newline: Newline | null = null;
  const rowOf = (cells: readonly string[], isBroken = false): FileRow => {
    line += 1;
    return isBroken ? { line, cells, isBroken } : { line, cells };
  };
  let broken = 0;
  const brokenRow = (text: string) => {
    broken += 1;
    // Each of them makes what follows be read again.
    if (broken > mostBroken) throw new UnreadableFile('quotes');
    return rowOf(text.slice(0, longestRow).split(separators[separator], 2000), true);
  };
  for await (const text of smallTexts(textOf(file, encoding))) {
    rest += text;
    // A pair of CR and LF may be cut between two chunks.
    newline ??= /\r.|\n/s.test(rest) ? newlineOf(rest) : null;
    for (let again = newline !== null; again;) {
      if (newline === null) break;
      const part = take(rest, { separator, newline, columns, isLast: false });
      again = part.broken !== null;
      // What follows may mend the last row.
      if (again && part.rest === '') break;
      ({ rest } = part);
      const rows = part.cells.map((cells) => rowOf(cells));
      if (part.broken !== null) rows.push(brokenRow(part.broken));
      // No row is this long: a quote in it is not closed.
      else if (rest.length > longestRow) {
        const [first = ''] = rest.split(newline, 1);
        rows.push(brokenRow(first));
        rest = rest.slice(first.length + newline.length);
        again = true;
      }
      if (rows.length > 0) yield rows;
    }
  }
  newline ??= newlineOf(rest);
  while (rest !== '') {
    const part = take(rest, { separator, newline, columns, isLast: true });
    ({ rest } = part);
    const rows = part.cells.map((cells) => rowOf(cells));
    if (part.broken !== null) rows.push(brokenRow(part.broken));
    yield rows;
  }
}

interface Part {
  readonly cells: readonly (readonly string[])[];
  /** The line with a quote that is not closed, after those rows. */
  readonly broken: string | null;
  readonly rest: string;
}

/** Returns the complete rows of a text up to the first broken one, and what remains. */
function take(
  text: string,
  options: {
    separator: Separator;
    newline: Newline;
    columns: readonly [least: number, most: number] | undefined;
    isLast: boolean;
  },
): Part {
  const { separator, newline, columns, isLast } = options;
  const parse = (preview: number): Parsed =>
    // The library declares no type for its result.
    new papaparse.Parser({ delimiter: separators[separator], newline, preview }).parse(
      text,
      0,
      !isLast,
    ) as Parsed;
  const { data, errors, meta } = parse(0);
  const badQuote = errors.find(({ type }) => type === 'Quotes')?.row ?? Infinity;
  const swallowing =
    columns === undefined
      ? -1
      : data.findIndex(
          (cells) =>
            (cells.length < columns[0] || cells.length > columns[1]) &&
            cells.some((cell) => cell.includes('\n')),
        );
  const broken = Math.min(badQuote, swallowing < 0 ? Infinity : swallowing);
  const cells = data.slice(0, broken).map((row) => withoutReturn(row, newline));
  if (broken === Infinity) {
    // After the last newline there is no further row.
    if (isLast && cells.at(-1)?.join('') === '' && /[\r\n]$/.test(text)) cells.pop();
    return { cells, broken: null, rest: isLast ? '' : text.slice(meta.cursor) };
  }
  const start = broken === 0 ? 0 : parse(broken).meta.cursor;
  const end = text.indexOf(newline, start);
  return end < 0
    ? { cells, broken: text.slice(start), rest: '' }
    : { cells, broken: text.slice(start, end), rest: text.slice(end + newline.length) };
}

const longestRow = 1 << 20;
/** How many lines may have a quote that is not closed. */
const mostBroken = 1000;

const pieceSize = 1 << 15;

/** Cuts texts into pieces, so that what has to be read again is short. */
async function* smallTexts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts)
    for (let at = 0; at < text.length; at += pieceSize) yield text.slice(at, at + pieceSize);
}

/** Returns how lines end: as the first one outside of quotes does. */
function newlineOf(text: string): Newline {
  const end = /[\r\n]/.exec(text.slice(0, 1 << 20).replaceAll(/"[^"]*"/g, ''))?.[0];
  if (end !== '\r') return '\n';
  return /\r\n/.test(text) ? '\r\n' : '\r';
}

/** Removes the CR of a line that ends in CR and LF, where the first one ends in LF. */
const withoutReturn = (cells: readonly string[], newline: Newline): readonly string[] =>
  newline === '\n' && cells.at(-1)?.endsWith('\r')
    ? [...cells.slice(0, -1), (cells.at(-1) ?? '').slice(0, -1)]
    : cells;
