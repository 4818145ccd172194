import type { CellKind } from './row';
import { attributeOf, type XmlTag } from './xml-tags';

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
export async function cellKinds(
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
