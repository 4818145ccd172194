import { emptyProfile, ProfileCounter, type ColumnProfile } from './column-profile';
import { csvRows, separators, type Separator } from './csv-rows';
import { findEncoding, textOf, type Encoding } from './encoding';
import { isBlank, type FileRow, type Finding } from './row';
import { sheetsOf, xlsxRows, type Sheet } from './xlsx-rows';

/** How a file is to be read, as a person chose it; what is absent is found in the file. */
export interface Chosen {
  readonly encoding?: Encoding | undefined;
  readonly separator?: Separator | undefined;
  readonly sheet?: string | undefined;
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
  /** The names of the columns: the first line. */
  readonly header: readonly string[];
  /** Row of the names; the lines follow it. */
  readonly headerLine: number;
  /** Lines that are not empty, without the names. */
  readonly lines: number;
  /** Lines with another number of cells than the names have. */
  readonly misfits: number;
  readonly columns: readonly ColumnProfile[];
}

const isZip = async (file: Blob): Promise<boolean> => (await file.slice(0, 4).text()).startsWith('PK');

/** Reads a file once and finds how it is to be read, and what its columns hold. */
export async function scanFile(file: Blob, chosen: Chosen = {}): Promise<Scan> {
  if (await isZip(file)) {
    const sheets = await sheetsOf(file);
    const sheet = sheets.find(({ name }) => name === chosen.sheet) ?? sheets[0];
    if (!sheet) throw new Error('A workbook has a sheet');
    const source: Source = { format: 'xlsx', sheet };
    return {
      ...(await profile(file, source)),
      format: 'xlsx',
      size: file.size,
      encoding: { value: 'utf-8', candidates: ['utf-8'] },
      separator: { value: null, candidates: [] },
      sheets: sheets.map(({ name }) => name),
    };
  }
  const encoding: Finding<Encoding> = chosen.encoding
    ? { value: chosen.encoding, candidates: [chosen.encoding] }
    : await findEncoding(file);
  const decoded = encoding.value ?? encoding.candidates[0] ?? 'utf-8';
  const found = await findSeparator(file, decoded);
  const separator = chosen.separator ? { ...found, value: chosen.separator } : found;
  const shown = separator.value ?? separator.candidates[0] ?? 'comma';
  const source: Source = { format: 'csv', encoding: decoded, separator: shown };
  return {
    ...(await profile(file, source)),
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
  const names = Object.keys(separators).filter((name): name is Separator =>
    head.includes(separators[name as Separator]),
  );
  // A file of one column: no sign parts its cells.
  if (names.length === 0) return { value: 'tab', candidates: ['tab'] };
  if (names.length === 1) return { value: names[0] ?? null, candidates: names };
  const shares = await Promise.all(
    names.map(async (name) => {
      const { lines, misfits, header } = await profile(
        file,
        { format: 'csv', encoding, separator: name },
        true,
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

async function firstLine(file: Blob, encoding: Encoding): Promise<string> {
  let text = '';
  for await (const chunk of textOf(file, encoding)) {
    text += chunk;
    const line = text.split(/[\r\n]+/).find((one) => one.trim() !== '');
    if (line !== undefined && /[\r\n]/.test(text)) return line.replaceAll(/"[^"]*"/g, '');
  }
  return text.replaceAll(/"[^"]*"/g, '');
}

/** Reads the rows of a file. `columns` is how many cells a line of CSV has, if it is known. */
export const rowsOf = (file: Blob, source: Source, columns?: number): AsyncGenerator<FileRow[]> =>
  source.format === 'csv'
    ? csvRows(file, source.encoding, source.separator, columns)
    : xlsxRows(file, source.sheet);

/** Returns whether a line has as many cells as there are names; further empty cells are no matter. */
export const fits = ({ cells, kinds, isBroken }: FileRow, columns: number): boolean =>
  !isBroken &&
  // A workbook names the column of each cell: none is ever shifted.
  (kinds ? true : cells.length >= columns) &&
  cells.slice(columns).every((cell) => cell.trim() === '');

async function profile(
  file: Blob,
  source: Source,
  isCountOnly = false,
): Promise<Pick<Scan, 'source' | 'header' | 'headerLine' | 'lines' | 'misfits' | 'columns'>> {
  const counter = new ProfileCounter();
  let header: readonly string[] | null = null;
  let headerLine = 0;
  let lines = 0;
  let misfits = 0;
  const width = await headerOf(file, source);
  for await (const rows of rowsOf(file, source, width)) {
    for (const row of rows) {
      if (isBlank(row)) continue;
      if (header === null) {
        header = row.cells.map((cell) => cell.trim());
        headerLine = row.line;
      } else {
        lines += 1;
        if (!fits(row, header.length)) misfits += 1;
        else if (!isCountOnly) counter.add(row);
      }
    }
  }
  return {
    source,
    header: header ?? [],
    headerLine,
    lines,
    misfits,
    columns: (header ?? []).map((_, at) => counter.columns[at] ?? emptyProfile()),
  };
}

/** Returns how many cells the line of names has. */
async function headerOf(file: Blob, source: Source): Promise<number | undefined> {
  for await (const rows of rowsOf(file, source)) {
    const first = rows.find((row) => !isBlank(row));
    if (first) return first.cells.length;
  }
  return undefined;
}
