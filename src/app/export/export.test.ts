import { parse } from 'papaparse';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { csvOf } from '../files/out/guarded-csv';
import { fileName } from './download';
import type { ExportTable } from './table';
import { xlsxOf } from './xlsx';

const table: ExportTable = {
  name: 'Products: sold/returned?',
  columns: [
    { head: 'Code', kind: 'text' },
    { head: 'Product', kind: 'text' },
    { head: 'Date', kind: 'day' },
    { head: 'Gross €', kind: 'number' },
  ],
  rows: [
    ['0042', 'Salmon soup, "large"', '2026-03-20', '5088.75'],
    ['007', '=HYPERLINK("http://example.org")', '2026-03-29', '-5.10'],
    ['+358', 'Käpy\nline two', null, '0.00'],
    ['000', '-2 offers', '2026-10-25', '12345678901234567890.12'],
  ],
};

describe('CSV', () => {
  const text = csvOf(table, 'en');

  it('reads back as the same values: numbers as they were written, codes with their zeros', () => {
    const { data } = parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true });
    expect(data[0]).toEqual(['Code', 'Product', 'Date', 'Gross €']);
    expect(data.slice(1).map((row) => row[0])).toEqual(['="0042"', '="007"', "'+358", '="000"']);
    expect(data.slice(1).map((row) => row[3])).toEqual([
      '5088.75',
      '-5.10',
      '0.00',
      // More digits than a spreadsheet's numbers have.
      '="12345678901234567890.12"',
    ]);
    expect(data[1]?.[1]).toBe('Salmon soup, "large"');
    expect(data[3]?.[1]).toBe('Käpy\nline two');
  });

  it('disarms what a spreadsheet would run, in columns of text alone', () => {
    expect(text).toContain(`"'=HYPERLINK(""http://example.org"")"`);
    expect(text).toContain(`'-2 offers`);
    expect(text).toContain(',-5.10');
    expect(text.startsWith('\uFEFF')).toBe(true);
  });

  it('disarms what begins a formula in a later cell, in blanks and in a name of a column', () => {
    const hostile: ExportTable = {
      name: 'x',
      columns: [{ head: '=1+1', kind: 'text' }],
      rows: [[' =1+1'], ['a;=1+1'], ['a,@x']],
    };
    const file = csvOf(hostile, 'fi').replace(/^\uFEFF/, '');
    const cells = parse<string[]>(file, { skipEmptyLines: true, delimiter: ';' }).data.flat();
    expect(cells).toEqual(["'=1+1", "' =1+1", "a;'=1+1", "a,'@x"]);
  });

  it('parts cells and decimals as the spreadsheets of the language do', () => {
    const [head, first] = csvOf(table, 'fi').split('\r\n');
    expect(head).toBe('\uFEFFCode;Product;Date;Gross €');
    expect(first).toBe('"=""0042""";"Salmon soup, ""large""";2026-03-20;5088,75');
  });
});

describe('XLSX', () => {
  it('reads back with codes as text, numbers as numbers and days as days, each table a sheet', async () => {
    const second = { ...table, name: 'Other', rows: table.rows.slice(0, 1) };
    const blob = xlsxOf([table, second]);
    const sheets = await readXlsxFile(Buffer.from(await blob.arrayBuffer()));
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Products  sold returned ', 'Other']);
    const rows = sheets[0]?.data ?? [];
    expect(rows[0]).toEqual(['Code', 'Product', 'Date', 'Gross €']);
    expect(rows.slice(1).map((row) => row[0])).toEqual(['0042', '007', '+358', '000']);
    expect(rows.slice(1).map((row) => row[3])).toEqual([5088.75, -5.1, 0, '12345678901234567890.12']);
    // A formula is kept as text.
    expect(rows[2]?.[1]).toBe('=HYPERLINK("http://example.org")');
    expect(
      rows.slice(1).map((row) => (row[2] instanceof Date ? row[2].toISOString().slice(0, 10) : row[2])),
    ).toEqual(['2026-03-20', '2026-03-29', null, '2026-10-25']);
    expect(sheets[1]?.data).toHaveLength(2);
  });
});

it('names files by what every file system takes', () => {
  expect(fileName('Business days', 'Kauppa/Äyräs', '2026-03-20')).toBe(
    'Business-days-Kauppa-Äyräs-2026-03-20',
  );
});
