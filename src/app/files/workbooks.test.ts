import * as fc from 'fast-check';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { XlsxTextTooLong } from '@/record/xlsx-parts';
import { aboutTable, rowsTable } from '@/days/books/table/rows';
import { xlsxFile } from '@/days/books/table/xlsx';
import { files as pluFiles } from '@/resources/plu/import-fields';
import { nastyDays, testLedger } from '@/testing/books/ledger';
import type { ExportTable } from '../export/table';
import { xlsxOf } from '../export/xlsx';
import { templateOf } from './out/template';
import { EverythingFile, tableWriter } from './out/write-file';

/** Sheets by name: rows of cells as text. Days are `YYYY-MM-DD`, numbers as JavaScript writes them. */
type Sheets = readonly (readonly [name: string, rows: readonly (readonly string[])[]])[];

const textOf = (value: unknown): string =>
  value instanceof Date
    ? value.toISOString().slice(0, 10)
    : value === null || value === undefined
      ? ''
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);

/** Reads a workbook with SheetJS. Every cell is what it was written as, and none is a formula. */
function bySheetJs(bytes: Uint8Array): Sheets {
  const book = read(bytes, { type: 'array', cellDates: true, cellFormula: true });
  return book.SheetNames.map((name) => {
    const sheet = book.Sheets[name] ?? {};
    for (const [at, one] of Object.entries(sheet))
      if (!at.startsWith('!')) expect([at, Object(one).f]).toEqual([at, undefined]);
    const rows = utils.sheet_to_json<unknown[]>(sheet, {
      header: 1,
      raw: true,
      defval: null,
      blankrows: true,
    });
    return [name, rows.map((row) => row.map(textOf))] as const;
  });
}

/** Reads a workbook with read-excel-file, which takes blanks around a text away. */
async function byReadExcel(bytes: Uint8Array): Promise<Sheets> {
  const sheets = await readXlsx(Buffer.from(bytes));
  return sheets.map(({ sheet, data }) => [sheet, data.map((row) => row.map(textOf))] as const);
}

/** Returns what a reader finds of a table: numbers of at most 15 digits as numbers, everything else as it is. */
const rowsOf = ({ columns, rows }: Pick<ExportTable, 'columns' | 'rows'>): string[][] => [
  columns.map(({ head }) => head),
  ...rows.map((row) =>
    columns.map(({ kind }, at) => {
      const value = row[at] ?? '';
      const isNumber = kind === 'number' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value);
      return isNumber && value.replaceAll(/\D/g, '').length <= 15 ? String(Number(value)) : value;
    }),
  ),
];
const trimmed = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map((one) => one.trim()));
const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

async function expectRead(bytes: Uint8Array, sheets: readonly (readonly [string, string[][]])[]) {
  const bySheet = bySheetJs(bytes);
  expect(bySheet.map(([name]) => name)).toEqual(sheets.map(([name]) => name));
  for (const [at, [name, rows]] of sheets.entries()) expect([name, bySheet[at]?.[1]]).toEqual([name, rows]);
  const other = await byReadExcel(bytes);
  for (const [at, [name, rows]] of sheets.entries())
    expect([name, trimmed(other[at]?.[1] ?? [])]).toEqual([name, trimmed(rows)]);
}

const table: ExportTable = {
  name: 'Products',
  columns: [
    { head: 'Code <&"> _x0041_', kind: 'text' },
    { head: 'Number', kind: 'number' },
    { head: 'Day', kind: 'day' },
  ],
  rows: [
    ['0042', '1.50', '2026-03-01'],
    ['=1+1', '-0.000001', '1900-03-01'],
    // Spreadsheets disagree about these days, and the others are none.
    [' =x', '123456789012345', '1900-02-28'],
    ["'x", '1234567890123456', '1899-12-31'],
    ['a\r\nb', '12345678901234567890.12', '2026-02-30'],
    ['_x0041_ _x000D_', '007', '2026-13-01'],
    ['a\u0001b\uFFFE', '0.1', ''],
    ['<b>&amp;]]> "q"', '', '2026-03-01T06:00'],
    ['😀 日本', '1e5', null],
    [' x ', '0', '2024-02-29'],
  ],
};

describe('workbooks are read by SheetJS and read-excel-file as they were written', () => {
  it('lists: texts as texts, numbers as numbers, days as days, and no formula', async () => {
    const writer = tableWriter('xlsx', table.name, table.columns);
    writer.rows(table.rows);
    await expectRead(await bytesOf(writer.finish()), [['Products', rowsOf(table)]]);
  });

  it('lists of any text', () => {
    const columns = [{ head: 'A', kind: 'text' }] as const;
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
    return fc.assert(
      fc.asyncProperty(
        fc.array(
          text.filter((one) => one !== ''),
          { minLength: 1 },
        ),
        async (texts) => {
          const writer = tableWriter('xlsx', 'List', columns);
          writer.rows(texts.map((one) => [one]));
          const [sheet] = bySheetJs(await bytesOf(writer.finish()));
          expect(sheet?.[1]).toEqual([['A'], ...texts.map((one) => [one])]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('reports of several tables, whose names become those that a workbook takes, each once', async () => {
    const names = [
      "'Sold/returned'?",
      "'SOLD:RETURNED'*",
      `A name of more than thirty 😀😀${'x'.repeat(9)}`,
      `A name of more than thirty 😀😀${'x'.repeat(10)}`,
      '',
      '[]',
      "A name of thirty characters an'd more",
    ];
    const sheets = bySheetJs(await bytesOf(xlsxOf(names.map((name) => ({ ...table, name })))));
    expect(sheets.map(([name]) => name)).toEqual([
      "Sold returned' ",
      "SOLD RETURNED'  2",
      'A name of more than thirty 😀😀',
      'A name of more than thirty 😀 2',
      'Sheet',
      'Sheet 2',
      'A name of thirty characters an',
    ]);
    for (const [name, rows] of sheets) expect([name, rows]).toEqual([name, rowsOf(table)]);
    const empty = { ...table, name: 'Empty', rows: [] };
    await expectRead(await bytesOf(xlsxOf([table, empty])), [
      ['Products', rowsOf(table)],
      ['Empty', rowsOf(empty)],
    ]);
  });

  it('vouchers, in both languages', async () => {
    const days = Object.values(nastyDays).map((source, at) => ({ source, date: `2026-03-0${at + 1}` }));
    const ledger = testLedger(days);
    for (const language of ['en', 'fi'] as const) {
      const tables = [rowsTable(ledger, language), aboutTable(ledger, language)];
      await expectRead(
        xlsxFile(ledger, language).bytes,
        tables.map((one) => [one.name, rowsOf(one)] as const),
      );
    }
  });

  it('templates: every column, and a note for each', async () => {
    const sheets = bySheetJs(await bytesOf(templateOf(pluFiles, 'fi')));
    const [columns, notes] = sheets.map(([, rows]) => rows);
    expect(sheets.map(([name]) => name)).toEqual(['Tietueet', 'Sarakkeet']);
    expect(columns).toHaveLength(1);
    expect(notes?.slice(1).map(([name]) => name)).toEqual(columns?.[0]);
  });
});

describe('a text that is longer than a cell of a workbook', () => {
  const longest = 'x'.repeat(32_767);
  const columns = [{ head: 'Memo', kind: 'text' }] as const;
  it('is refused with its line and column instead of being cut; one of 32,767 characters fits', async () => {
    const writer = tableWriter('xlsx', 'List', columns);
    writer.rows([[longest]]);
    expect(() => writer.rows([['x'], [`${longest}y`]])).toThrow(XlsxTextTooLong);
    expect(() => writer.rows([[`${longest}y`]])).toThrow(
      'Line 5, Memo: 32768 characters. A cell of XLSX holds 32767; CSV holds them all.',
    );
    const whole = tableWriter('xlsx', 'List', columns);
    whole.rows([[longest]]);
    expect(bySheetJs(await bytesOf(whole.finish()))[0]?.[1]).toEqual([['Memo'], [longest]]);
  });

  it('is in a CSV file as it is', async () => {
    const record = { id: '0192e5a0-0000-7000-8000-000000000001', name: 'x', data: { memo: `${longest}y` } };
    const out = new EverythingFile({ decimals: [], computed: [] });
    out.add(JSON.stringify([record]));
    await expect(out.write('xlsx', 'All')).rejects.toMatchObject({
      text: { column: 'data.memo', line: 2, length: 32_768 },
    });
    expect(await (await out.write('csv', 'All')).text()).toContain(`${longest}y`);
  });
});
