import { dayMs } from '@/record/calendar';
import { percentOf, storedNumber } from './numbers';
import { mostColumns, type CellKind, type FileRow } from './row';
import { attributeOf, tagsOf, type XmlTag } from './xml-tags';
import { entryText, UnreadableFile, zipEntries } from './zip';

/** Built-in formats of days and times (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);

/** Returns the code of a format without what it writes as it is: texts in quotes, brackets, escapes, fillers. */
const signsOf = (code: string): string =>
  code.replaceAll(/"[^"]*"|\[[^\]]*\]|[\\_*]./gu, '').replaceAll(/general/gi, '');

/** Whether a format shows a day or a time: its code has letters of one that are no text. */
const isDateCode = (code: string): boolean => /[dmyhs]/i.test(signsOf(code));

/**
 * Returns what the styles of a workbook's cells say about their numbers, by the index of the style, and whether its days
 * are counted from 1904.
 */
async function cellKinds(
  tagsIn: (path: string) => AsyncIterable<XmlTag>,
  paths: { readonly styles: string; readonly workbook: string },
): Promise<{ kinds: readonly (CellKind | undefined)[]; is1904: boolean }> {
  const codes = new Map<number, string>();
  const kinds: (CellKind | undefined)[] = [];
  let isOfCells = false;
  for await (const tag of tagsIn(paths.styles)) {
    if (tag.name === 'numFmt')
      codes.set(Number(attributeOf(tag, 'numFmtId')), attributeOf(tag, 'formatCode') ?? '');
    else if (tag.name === 'cellXfs') isOfCells = !tag.isEnd;
    else if (tag.name === 'xf' && isOfCells && !tag.isEnd)
      kinds.push(kindOf(Number(attributeOf(tag, 'numFmtId') ?? 0), codes));
  }
  let is1904 = false;
  for await (const tag of tagsIn(paths.workbook))
    if (tag.name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributeOf(tag, 'date1904') ?? '');
  return { kinds, is1904 };
}

function kindOf(id: number, codes: ReadonlyMap<number, string>): CellKind | undefined {
  const code = codes.get(id);
  if (id === 9 || id === 10 || (code !== undefined && signsOf(code).includes('%'))) return 'percent';
  return isBuiltInDate(id) || (code !== undefined && isDateCode(code)) ? 'date' : undefined;
}

/** A sheet of a workbook: its name, and the path of its file in the archive. */
export interface Sheet {
  readonly name: string;
  readonly path: string;
}

/** How many characters the shared texts of a workbook may have. */
const mostShared = 64 << 20;

type Entries = Awaited<ReturnType<typeof zipEntries>>;

async function* tagsIn(file: Blob, entries: Entries, path: string): AsyncGenerator<XmlTag> {
  const entry = entries.get(path);
  if (!entry) return;
  for await (const tags of tagsOf(entryText(file, entry))) yield* tags;
}

/** Where the parts of a workbook are in its archive. */
interface Parts {
  readonly workbook: string;
  readonly strings: string;
  readonly styles: string;
  /** Paths of its sheets by the ids of their relations. */
  readonly targets: ReadonlyMap<string, string>;
}

/** Returns the path of a relation's target; relative ones begin at the folder of the part that names them. */
function pathOf(target: string, folder: string): string {
  const parts: string[] = [];
  for (const part of (target.startsWith('/') ? target : `${folder}/${target}`).split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return parts.join('/');
}

/** Finds the parts of a workbook by its relations: programs other than Excel name and place them as they like. */
async function partsOf(file: Blob, entries: Entries): Promise<Parts> {
  let workbook = 'xl/workbook.xml';
  for await (const tag of tagsIn(file, entries, '_rels/.rels'))
    if (tag.name === 'Relationship' && attributeOf(tag, 'Type')?.endsWith('/officeDocument'))
      workbook = pathOf(attributeOf(tag, 'Target') ?? '', '');
  const slash = workbook.lastIndexOf('/');
  const folder = slash < 0 ? '' : workbook.slice(0, slash);
  const targets = new Map<string, string>();
  const parts = { strings: `${folder}/sharedStrings.xml`, styles: `${folder}/styles.xml` };
  const relations = `${folder}/_rels/${workbook.slice(slash + 1)}.rels`.replace(/^\//, '');
  for await (const tag of tagsIn(file, entries, relations)) {
    if (tag.name !== 'Relationship' || tag.isEnd) continue;
    const path = pathOf(attributeOf(tag, 'Target') ?? '', folder);
    const type = attributeOf(tag, 'Type') ?? '';
    if (type.endsWith('/sharedStrings')) parts.strings = path;
    else if (type.endsWith('/styles')) parts.styles = path;
    targets.set(attributeOf(tag, 'Id') ?? '', path);
  }
  return { workbook, ...parts, targets };
}

/** Returns the visible sheets of a workbook, in their order. */
export async function sheetsOf(file: Blob): Promise<readonly Sheet[]> {
  const entries = await zipEntries(file);
  if (entries.has('EncryptedPackage')) throw new UnreadableFile('protected');
  if (entries.has('content.xml') && entries.has('mimetype')) throw new UnreadableFile('openDocument');
  if (entries.has('xl/workbook.bin')) throw new UnreadableFile('binaryExcel');
  const { workbook, targets } = await partsOf(file, entries);
  const sheets: Sheet[] = [];
  for await (const tag of tagsIn(file, entries, workbook)) {
    const path = tag.name === 'sheet' ? targets.get(attributeOf(tag, 'id') ?? '') : undefined;
    if (path !== undefined && entries.has(path) && (attributeOf(tag, 'state') ?? 'visible') === 'visible')
      sheets.push({ name: attributeOf(tag, 'name') ?? '', path });
  }
  if (sheets.length === 0) throw new UnreadableFile('noSheet');
  return sheets;
}

/**
 * Reads the rows of a sheet, some hundred at a time. Numbers keep their digits, days and shares come by the style of their
 * cell, formulas by the value that the spreadsheet stored.
 */
export async function* xlsxRows(file: Blob, sheet: Sheet): AsyncGenerator<FileRow[]> {
  const entries = await zipEntries(file);
  const parts = await partsOf(file, entries);
  const strings = await sharedStrings(file, entries, parts.strings);
  const { kinds, is1904 } = await cellKinds((path) => tagsIn(file, entries, path), parts);
  const entry = entries.get(sheet.path);
  if (!entry) throw new UnreadableFile('noSheet');
  let rows: FileRow[] = [];
  let line = 0;
  let cells: string[] = [];
  let found: (CellKind | undefined)[] = [];
  let cell = { at: -1, type: '', style: 0 };
  let value = '';
  let isHint = false;
  let formula: string | null = null;
  for await (const tags of tagsOf(entryText(file, entry))) {
    for (const tag of tags) {
      if (tag.name === 'row' && !tag.isEnd) {
        line = Number(attributeOf(tag, 'r') ?? line + 1);
        cells = [];
        found = [];
        cell = { at: -1, type: '', style: 0 };
        if (tag.isEmpty) rows.push({ line, cells, kinds: found });
      } else if (tag.name === 'row') rows.push({ line, cells, kinds: found });
      else if (tag.name === 'c' && !tag.isEnd) {
        const reference = attributeOf(tag, 'r');
        if (cell.at >= mostColumns) throw new UnreadableFile('tooManyColumns');
        cell = {
          at: reference === undefined ? cell.at + 1 : columnOf(reference),
          type: attributeOf(tag, 't') ?? 'n',
          style: Number(attributeOf(tag, 's') ?? 0),
        };
        value = '';
        formula = null;
        isHint = false;
      } else if (tag.name === 'rPh') isHint = !tag.isEnd && !tag.isEmpty;
      else if (tag.name === 'f') formula = tag.isEnd ? tag.before : (formula ?? '');
      else if (tag.isEnd && (tag.name === 'v' || (tag.name === 't' && cell.type === 'inlineStr' && !isHint)))
        value += tag.before;
      else if (tag.isEnd && tag.name === 'c' && value === '' && formula !== null && cell.type !== 'str') {
        if (cell.at >= mostColumns) throw new UnreadableFile('tooManyColumns');
        // Another program has written the formula and computed nothing.
        while (cells.length < cell.at) cells.push('');
        cells[cell.at] = `=${formula}`;
        found[cell.at] = 'unstored';
      } else if (tag.isEnd && tag.name === 'c' && value !== '') {
        if (cell.at >= mostColumns) throw new UnreadableFile('tooManyColumns');
        const [text, kind] = read(cell.type, value, { strings, style: kinds[cell.style], is1904 });
        while (cells.length < cell.at) cells.push('');
        cells[cell.at] = text;
        if (kind) found[cell.at] = kind;
      }
    }
    if (rows.length >= 500) {
      yield rows;
      rows = [];
    }
  }
  if (rows.length > 0) yield rows;
}

/** Returns the number of a column, from 0, of a cell's name: `AB12` is 27. */
function columnOf(reference: string): number {
  let at = 0;
  for (const letter of reference.replace(/\d+$/, '').slice(0, 8)) at = at * 26 + (letter.charCodeAt(0) - 64);
  return at - 1;
}

function read(
  type: string,
  value: string,
  of: { strings: readonly string[]; style: CellKind | undefined; is1904: boolean },
): [string, CellKind?] {
  if (type === 's') {
    const text = of.strings[Number(value)];
    return text === undefined ? ['#REF!', 'error'] : [decoded(text)];
  }
  if (type === 'str' || type === 'inlineStr') return [decoded(value)];
  if (type === 'b') return [value === '1' ? 'true' : 'false', 'flag'];
  if (type === 'e') return [value, 'error'];
  if (type === 'd') return [value.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?Z?$/, ''), 'date'];
  const number = storedNumber(value);
  if (number === null) return [value, 'error'];
  if (of.style === 'date') return [dayOf(Number(number), of.is1904), 'date'];
  if (of.style === 'percent') return [`${percentOf(number)} %`, 'percent'];
  return [number, 'number'];
}

/** Characters that XML has no way to write are `_x000B_` in a workbook, and so is an underscore in front of such. */
const decoded = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** Returns a spreadsheet's day: days since the end of 1899, or since 1904; a share of a day is the time. */
function dayOf(days: number, is1904: boolean): string {
  // Spreadsheets count a day that never was, 29 February 1900.
  const sinceEpoch = is1904 ? days - 24_107 : days - (days < 60 ? 25_568 : 25_569);
  const at = new Date(Math.round((sinceEpoch * dayMs) / 1000) * 1000);
  if (Number.isNaN(at.getTime())) return String(days);
  const text = at.toISOString();
  if (days < 1) return text.slice(11, 16);
  return text.slice(11, 19) === '00:00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

/** Returns the texts that the cells of a workbook share. Hints for pronunciation are no part of a text. */
async function sharedStrings(file: Blob, entries: Entries, path: string): Promise<readonly string[]> {
  const strings: string[] = [];
  let length = 0;
  let text = '';
  let isHint = false;
  for await (const tag of tagsIn(file, entries, path)) {
    if (tag.name === 'rPh') isHint = !tag.isEnd && !tag.isEmpty;
    else if (tag.name === 't' && tag.isEnd && !isHint) text += tag.before;
    else if (tag.name === 'si' && (tag.isEnd || tag.isEmpty)) {
      strings.push(text);
      // They stay in memory; each has a length of its own even if it is empty.
      length += text.length + 16;
      if (length > mostShared) throw new UnreadableFile('tooLarge');
      text = '';
    }
  }
  return strings;
}
