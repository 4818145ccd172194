import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { files as pluFiles } from '@/resources/plu/import-fields';
import { scanFile } from './reading/scan';
import { planImport } from './understanding/import-plan';

const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** A workbook of one sheet, with this XML in it. */
const workbook = (sheet: string | Uint8Array, more: Record<string, Uint8Array> = {}): Blob =>
  new Blob([
    zipSync(
      {
        'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>'),
        'xl/_rels/workbook.xml.rels': strToU8(
          `<Relationships><Relationship Id="r1" Type="${type}/worksheet" Target="sheet1.xml"/></Relationships>`,
        ),
        'xl/sheet1.xml': typeof sheet === 'string' ? strToU8(sheet) : sheet,
        ...more,
      },
      { level: 1 },
    ).slice(),
  ]);
const rows = (xml: string) => `<worksheet><sheetData>${xml}</sheetData></worksheet>`;
const spaces = (length: number) => new Uint8Array(length).fill(32);

/** Small files that make a reader work for minutes, or take all of its memory; each with the reason it is refused for. */
const files: Readonly<Record<string, readonly [reason: string | null, file: () => Blob]>> = {
  'a CSV of 20,000 columns': [
    'tooManyColumns',
    () => new Blob([`${Array.from({ length: 20_000 }, (_, at) => `c${at}`).join(';')}\n1;2\n`]),
  ],
  'a sheet of 20,000 columns': [
    'tooManyColumns',
    () => workbook(rows(`<row r="1">${'<c t="inlineStr"><is><t>x</t></is></c>'.repeat(20_000)}</row>`)),
  ],
  'a cell ZZZZZZ': ['tooManyColumns', () => workbook(rows('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'))],
  'a cell with a name of a megabyte': [
    'damaged',
    () => workbook(rows(`<row r="1"><c r="${'Z'.repeat(1 << 20)}1"><v>1</v></c></row>`)),
  ],
  '400,000 ">" in an attribute': [
    'damaged',
    () => workbook(rows(`<row r="1"><c r="A1" x="${'>'.repeat(400_000)}"><v>1</v></c></row>`)),
  ],
  '90,000 ">" in an attribute': [
    null,
    () => workbook(rows(`<row r="1"><c r="A1" x="${'>'.repeat(90_000)}"><v>1</v></c></row>`)),
  ],
  'a sheet of 24 MB of blanks': ['tooLarge', () => workbook(spaces(24 << 20))],
  'shared texts of 100 MB': [
    'tooLarge',
    () =>
      workbook(rows('<row r="1"><c t="s"><v>0</v></c></row>'), {
        'xl/sharedStrings.xml': strToU8(
          `<sst>${`<si><t>${'x'.repeat(30_000)}</t></si>`.repeat(3_500)}</sst>`,
        ),
      }),
  ],
  'a quote that is not closed in each of 20,000 lines': [
    'quotes',
    () => new Blob(['EAN;NIMI\n', '1;"a" b\n'.repeat(20_000)]),
  ],
  'one quote that is not closed before 2 MB': [
    null,
    () => new Blob(['EAN;NIMI\n1;"a', 'x;y\n'.repeat(1 << 19)]),
  ],
  'a line of 3 MB': [null, () => new Blob([`EAN;NIMI\n1;${'x'.repeat(3 << 20)}\n`])],
  'a cell of 2 MB of digits': [
    null,
    () => new Blob([`EAN;OVH\n${'1'.repeat(1 << 20)};${'1.'.repeat(1 << 20)}\n`]),
  ],
  'a name of a column of 2 MB': [null, () => new Blob([`EAN;${'hinta '.repeat(1 << 18)}\n1;2\n`])],
};

describe('small files that could freeze the page', () => {
  it.each(Object.entries(files))('%s', { timeout: 60_000 }, async (_, [reason, make]) => {
    const file = make();
    const before = process.memoryUsage().rss;
    const start = performance.now();
    const result = await scanFile(file).then(
      (scan) => {
        planImport(scan, pluFiles, { references: {}, company: null });
        return null;
      },
      (error: unknown) => Object(error).reason ?? error,
    );
    expect(result).toBe(reason);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(600 << 20);
  });
});
