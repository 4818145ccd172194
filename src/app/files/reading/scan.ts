import { emptyProfile, ProfileCounter, type ColumnProfile } from './column-profile';
import { csvRows, separators, type Separator } from './csv-rows';
import { findEncoding, textOf, type Encoding } from './encoding';
import { isBlank, mostColumns, type FileRow, type Finding } from './row';
import { sheetsOf, xlsxRows, type Sheet } from './xlsx-rows';
import { UnreadableFile } from './zip';

/** How a file is to be read, as a person chose it; what is absent is found in the file. */
export interface Chosen {
  readonly encoding?: Encoding | undefined;
  readonly separator?: Separator | undefined;
  readonly sheet?: string | undefined;
  /** Row that holds the names of the columns. */
  readonly headerLine?: number | undefined;
}

/** How the rows of a file are read. */
export type Source =
  | { readonly format: 'csv'; readonly encoding: Encoding; readonly separator: Separator }
  | { readonly format: 'xlsx'; readonly sheet: Sheet };

/** A file as it was found to be. */
export interface Scan {
  readonly format: 'csv' | 'xlsx';
  readonly size: number;
  readonly encoding: Finding<Encoding>;
  readonly separator: Finding<Separator>;
  readonly sheets: readonly string[];
  /** Null until the encoding and the separator are decided. */
  readonly source: Source | null;
  /** The names of the columns. */
  readonly header: readonly string[];
  /** Row of the names; the lines follow it, and titles may stand above. */
  readonly headerLine: number;
  /** The first lines of the file, of which any may hold the names. */
  readonly heads: readonly { readonly line: number; readonly text: string }[];
  /** Lines that are not empty, after the names. */
  readonly lines: number;
  /** Lines with fewer cells than there are names. */
  readonly short: number;
  /** Lines with another number of cells than the names have. */
  readonly misfits: number;
  readonly columns: readonly ColumnProfile[];
}

const isZip = async (file: Blob): Promise<boolean> => (await file.slice(0, 4).text()).startsWith('PK');

/** How many cells a file may have, and how long it may take to read it once: beyond that it is no list of a shop. */
const mostCells = 40_000_000;
const longestScanMs = 120_000;

/** Throws for a file of a known kind that is no CSV: what it is says how it becomes one. */
async function refuseOtherKinds(file: Blob): Promise<void> {
  const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  if (head[0] === 0xd0 && head[1] === 0xcf && head[2] === 0x11 && head[3] === 0xe0) {
    // Old Excel files and protected new ones are both kept in a container of Microsoft's, with UTF-16 names of its parts.
    for (let at = 0; at < file.size; at += 1 << 20) {
      const bytes = await file.slice(at, at + (1 << 20) + 64).arrayBuffer();
      if (new TextDecoder('latin1').decode(bytes).includes('E\0n\0c\0r\0y\0p\0t\0e\0d\0P'))
        throw new UnreadableFile('protected');
    }
    throw new UnreadableFile('oldExcel');
  }
  const text = new TextDecoder(head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(head);
  if (text.startsWith('%PDF')) throw new UnreadableFile('pdf');
  if (/^\s*<(?:!doctype|html|head|meta|style|table|\?xml|!--)/i.test(text))
    throw new UnreadableFile('webPage');
}

/** Reads a file once and finds how it is to be read, and what its columns hold. */
export async function scanFile(file: Blob, chosen: Chosen = {}): Promise<Scan> {
  if (await isZip(file)) {
    const sheets = await sheetsOf(file);
    const sheet = sheets.find(({ name }) => name === chosen.sheet) ?? sheets[0];
    if (!sheet) throw new Error('A workbook has a sheet');
    const source: Source = { format: 'xlsx', sheet };
    return {
      ...(await profile(file, source, { headerLine: chosen.headerLine })),
      format: 'xlsx',
      size: file.size,
      encoding: { value: 'utf-8', candidates: ['utf-8'] },
      separator: { value: null, candidates: [] },
      sheets: sheets.map(({ name }) => name),
    };
  }
  await refuseOtherKinds(file);
  const encoding: Finding<Encoding> = chosen.encoding
    ? { value: chosen.encoding, candidates: [chosen.encoding] }
    : await findEncoding(file);
  const decoded = encoding.value ?? encoding.candidates[0] ?? 'utf-8';
  const found = await findSeparator(file, decoded);
  const separator = chosen.separator ? { ...found, value: chosen.separator } : found;
  const shown = separator.value ?? separator.candidates[0] ?? 'comma';
  const source: Source = { format: 'csv', encoding: decoded, separator: shown };
  return {
    ...(await profile(file, source, { headerLine: chosen.headerLine })),
    ...(encoding.value !== null && separator.value !== null ? {} : { source: null }),
    format: 'csv',
    size: file.size,
    encoding,
    separator,
    sheets: [],
  };
}

/**
 * Finds the separators that part all lines alike. If two do, or none does and two part most lines, it is for a person to
 * say; if a single one parts most lines, the others are told by line.
 */
async function findSeparator(file: Blob, encoding: Encoding): Promise<Finding<Separator>> {
  const head = await firstLine(file, encoding);
  // Excel's own way to say it.
  const said = sepLine.exec(head)?.[1];
  const named = Object.entries(separators).find(([, sign]) => sign === said)?.[0];
  if (named !== undefined && isSeparator(named)) return { value: named, candidates: [named] };
  const names = Object.keys(separators)
    .filter(isSeparator)
    .filter((name) => head.includes(separators[name]));
  // A file of one column: no sign parts its cells.
  if (names.length === 0) return { value: 'tab', candidates: ['tab'] };
  if (names.length === 1) return { value: names[0] ?? null, candidates: names };
  const shares = await Promise.all(
    names.map(async (name) => {
      const { lines, misfits, header } = await profile(
        file,
        { format: 'csv', encoding, separator: name },
        { isCountOnly: true },
      );
      return { name, share: header.length < 2 || lines === 0 ? 0 : 1 - misfits / lines };
    }),
  );
  const whole = shares.filter(({ share }) => share === 1);
  const most = shares.filter(({ share }) => share >= 0.5);
  const fitting = whole.length > 0 ? whole : most;
  const candidates = fitting.map(({ name }) => name);
  if (candidates.length === 1) return { value: candidates[0] ?? null, candidates };
  return { value: null, candidates: candidates.length > 0 ? candidates : names };
}

const isSeparator = (name: string): name is Separator => Object.hasOwn(separators, name);

/** The line by which Excel is told the separator: `sep=;`. */
const sepLine = /^\uFEFF?"?sep=(.?)"?\s*$/i;

/** Returns the first line with a separator in it, or the first one: a title may stand above the names. */
async function firstLine(file: Blob, encoding: Encoding): Promise<string> {
  let text = '';
  for await (const chunk of textOf(file, encoding)) {
    text += chunk;
    if (/[\r\n]/.test(text) || text.length > mostHead) break;
  }
  const lines = text
    .slice(0, mostHead)
    .split(/[\r\n]+/, 30)
    .filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  if (sepLine.test(first)) return first;
  const bare = lines.map((line) => line.replaceAll(/"[^"]*"/g, ''));
  return bare.find((line) => Object.values(separators).some((sign) => line.includes(sign))) ?? bare[0] ?? '';
}

/** How many characters at the head of a file are looked at for its names. */
const mostHead = 1 << 20;

/** Reads the rows of a file. `header`: the names of its columns, if they are known. */
export const rowsOf = (file: Blob, source: Source, header?: readonly string[]): AsyncGenerator<FileRow[]> =>
  source.format === 'csv'
    ? csvRows(file, source.encoding, source.separator, header && [namedWidth(header), header.length])
    : xlsxRows(file, source.sheet);

/** Returns how many columns there are up to the last one with a name: a line of names may end with separators. */
const namedWidth = (header: readonly string[]): number =>
  header.findLastIndex((name) => name.trim() !== '') + 1;

/**
 * Returns whether a line has as many cells as there are names; further empty cells are no matter, and fewer only if that
 * was said (`isShortTaken`).
 */
export const fits = (
  { cells, kinds, isBroken }: FileRow,
  header: readonly string[],
  isShortTaken = false,
): boolean =>
  !isBroken &&
  // A workbook names the column of each cell: none is ever shifted.
  (kinds || isShortTaken ? true : cells.length >= namedWidth(header)) &&
  cells.slice(header.length).every((cell) => cell.trim() === '');

async function profile(
  file: Blob,
  source: Source,
  options: { readonly isCountOnly?: boolean; readonly headerLine?: number | undefined } = {},
): Promise<
  Pick<Scan, 'source' | 'header' | 'headerLine' | 'heads' | 'lines' | 'short' | 'misfits' | 'columns'>
> {
  const counter = new ProfileCounter();
  const { row, heads } = await headerOf(file, source, options.headerLine);
  const header = row?.cells.map((cell) => cell.trim()) ?? [];
  const headerLine = row?.line ?? 0;
  const counts = { lines: 0, misfits: 0, short: 0, cells: 0 };
  const deadline = Date.now() + longestScanMs;
  if (header.length > mostColumns) throw new UnreadableFile('tooManyColumns');
  // A sign that parts no names is no separator.
  const isOver = header.length < 2 && options.isCountOnly;
  for await (const rows of row && !isOver ? rowsOf(file, source, header) : []) {
    if (Date.now() > deadline) throw new UnreadableFile('tooLong');
    for (const one of rows) {
      if (one.line <= headerLine || isBlank(one)) continue;
      counts.lines += 1;
      counts.cells += one.cells.length;
      if (!fits(one, header)) {
        counts.misfits += 1;
        if (fits(one, header, true)) counts.short += 1;
      } else if (!options.isCountOnly) counter.add(one);
    }
    if (counts.cells > mostCells) throw new UnreadableFile('tooManyCells');
  }
  return {
    source,
    header,
    headerLine,
    heads,
    lines: counts.lines,
    short: counts.short,
    misfits: counts.misfits,
    columns: header.map((_, at) => counter.columns[at] ?? emptyProfile()),
  };
}

/** How many lines at the head of a file may hold the names. */
const mostHeads = 20;

/**
 * Finds the line of the names: the first one that is not empty, unless it is a title, which fills one cell, or a third of
 * them at most, where the widest line nearby fills more.
 */
async function headerOf(
  file: Blob,
  source: Source,
  chosen: number | undefined,
): Promise<{ readonly row: FileRow | undefined; readonly heads: Scan['heads'] }> {
  const first: FileRow[] = [];
  for await (const rows of rowsOf(file, source)) {
    for (const row of rows) {
      if (first.length >= mostHeads) break;
      if (!isBlank(row) && !(row.line === 1 && isSepRow(row))) first.push(row);
    }
    if (first.length >= mostHeads) break;
  }
  const filled = (row: FileRow) => row.cells.reduce((sum, cell) => sum + (cell.trim() === '' ? 0 : 1), 0);
  const most = Math.max(0, ...first.map(filled));
  const isTitle = (row: FileRow) => most > 1 && filled(row) <= Math.max(1, Math.floor(most / 3));
  const row = first.find(({ line }) => line === chosen) ?? first.find((one) => !isTitle(one)) ?? first[0];
  return {
    row,
    heads: first.map(({ line, cells }) => ({
      line,
      text: cells
        .filter((cell) => cell.trim() !== '')
        .slice(0, 6)
        .join(' · ')
        .slice(0, 60),
    })),
  };
}

const isSepRow = ({ cells }: FileRow): boolean => /^"?sep=/i.test(cells[0]?.trim() ?? '');
