import * as fc from 'fast-check';
import { inflateRawSync } from 'node:zlib';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { files as accountFiles } from '@/resources/account/import-fields';
import { files as customerFiles } from '@/resources/customer/import-fields';
import { files as dptFiles } from '@/resources/dpt/import-fields';
import { files as pluFiles } from '@/resources/plu/import-fields';
import { files as pricelistFiles } from '@/resources/pricelist/import-fields';
import { files as supplierFiles } from '@/resources/supplier/import-fields';
import { importFile } from '@/testing/import-file';
import type { FileFormat } from '../export/file-kinds';
import { EverythingFile, tableWriter } from './out/write-file';
import type { ImportDeclaration, ImportField } from './understanding/import-field';

/** How many records of each resource go out and in again: 1,000 with `ROUND_TRIP_RECORDS=1000`. */
const records = Number(process.env['ROUND_TRIP_RECORDS'] ?? 60);
const declarations = [pluFiles, customerFiles, dptFiles, supplierFiles, pricelistFiles, accountFiles];
const languages = { en: { delimiter: ',', decimals: '.' }, fi: { delimiter: ';', decimals: ',' } } as const;

const idOf = (n: number) => `0192e5a0-9999-7000-8000-${String(n).padStart(12, '0')}`;
const referenced = Array.from({ length: 3 }, (_, n) => ({
  id: idOf(n),
  name: `Named ${n}`,
  codes: [],
  isActive: true,
}));
const references = Object.fromEntries(
  ['dpt', 'tax', 'grp', 'supplier', 'tender', 'pricelist'].map((name) => [name, referenced]),
);

/** Texts that spreadsheets convert, run or part, and those that people write. */
const words = fc.oneof(
  fc.constantFrom(
    '0042',
    '1/2',
    '=1+1',
    ' =x',
    '-5',
    '＝A1',
    'a;=1+1',
    "a,'@x",
    '1.234,50',
    'TRUE',
    '10 %',
    'äöå €',
    "'x",
    '"q"',
    'a\nb',
    'x; y',
    'x | y',
    '日本',
    'sep=;',
    '<b>&amp;',
    '_x0041_',
  ),
  fc.string({ maxLength: 20, unit: 'grapheme-ascii' }),
);
// What a file does not show is no part of a text: blanks around it, and characters that XML cannot hold.
const text = words.map((one) =>
  one
    // oxlint-disable-next-line no-control-regex -- these are the ones
    .replaceAll(/[\u0000-\u001f\u007f]/g, '')
    .replaceAll(/#(?=[A-Z#])|[ÃÂ]/g, '')
    .trim(),
);
const digits = fc.stringMatching(/^[1-9]\d{0,9}\.\d{2}$/);
const barcode = fc.oneof(
  fc.stringMatching(/^\d{7,14}$/),
  fc.constantFrom('036000291452', 'AB-12', '100%', '1.3.26'),
);

const valueOf = ({ kind, references: of, max = 400 }: ImportField): fc.Arbitrary<unknown> => {
  if (of !== undefined) return fc.constantFrom(...referenced.map(({ id }) => id));
  switch (kind) {
    case 'decimal':
    case 'amount':
      return digits;
    case 'number':
      return digits.map(Number);
    case 'integer':
      return fc.integer({ min: 0, max: 2_000_000_000 });
    case 'flag':
      return fc.boolean();
    case 'id':
      return fc.uuid();
    case 'barcode':
      return barcode;
    case 'day':
      return fc.constantFrom('2026-03-01', '2026-12-31');
    case 'time':
      return fc.constantFrom('08:00', '23:59');
    case 'list':
      return fc.array(
        text.filter((one) => one !== ''),
        { maxLength: 3 },
      );
    default:
      return text.map((one) => one.slice(0, Math.min(max, 40)).trim());
  }
};

function put(record: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) record[first] = value;
  else put((record[first] ??= {}) as Record<string, unknown>, rest, value);
}

const recordsOf = (declaration: ImportDeclaration): fc.Arbitrary<readonly Record<string, unknown>[]> => {
  const plain = declaration.fields.filter(
    ({ place, key }) => (place === undefined || place === 'price') && key !== 'id' && key !== 'data.barcodes',
  );
  const one = fc
    .tuple(
      fc.tuple(...plain.map((field) => fc.option(valueOf(field)))),
      fc.uniqueArray(barcode, { maxLength: 4 }),
    )
    .map(([values, barcodes]) => {
      const record: Record<string, unknown> = { active: true, version: 3, data: {} };
      plain.forEach(({ path }, at) => {
        if (values[at] !== null) put(record, path, values[at]);
      });
      if (typeof record['name'] !== 'string' || record['name'] === '') record['name'] = 'x';
      if (declaration.resource === 'plu') put(record, ['data', 'barcodes'], barcodes);
      return record;
    });
  return fc
    .array(one, { minLength: records, maxLength: records })
    .map((all) =>
      all.map((record, at) => ({ id: `0192e5a0-0000-7000-8000-${String(at).padStart(12, '0')}`, ...record })),
    );
};

const back = (declaration: ImportDeclaration, file: Blob, page: string) =>
  importFile(file, {
    declaration,
    pages: [page],
    references,
    currency: 'EUR',
    zone: 'Europe/Helsinki',
    decisions: { sign: undefined },
  });

const samples = (declaration: ImportDeclaration) =>
  fc.sample(recordsOf(declaration), { numRuns: 1 })[0] ?? [];

describe.each(declarations.map((declaration) => [declaration.resource, declaration] as const))(
  '%s',
  (_, declaration) => {
    const made = samples(declaration);
    const page = JSON.stringify(made);
    it.each(['csv', 'xlsx'] as const)(
      'everything as %s, read again, changes nothing',
      async (format: FileFormat) => {
        const out = new EverythingFile({ decimals: ['base_price', 'tax_rate'], computed: [] });
        out.add(page);
        const { undecided, items, refused } = await back(declaration, await out.write(format, 'All'), page);
        expect({ undecided, refused, items }).toEqual({ undecided: [], refused: [], items: {} });
      },
    );

    it.each([
      ['csv', 'en'],
      ['csv', 'fi'],
      ['xlsx', 'en'],
      ['xlsx', 'fi'],
    ] as const)(
      'a list of every column as %s in %s, read again, changes nothing',
      async (format, language) => {
        const fields = declaration.fields.filter(
          ({ place, key }) => place === undefined || (place === 'add' && key === 'barcode'),
        );
        const columns = fields.map(({ label, kind, unit }) => ({
          head: label[language],
          kind:
            kind === 'decimal' || kind === 'integer' || kind === 'number' || unit
              ? ('number' as const)
              : ('text' as const),
        }));
        const writer = tableWriter(format, 'List', columns, languages[language]);
        const shown = (field: ImportField, value: unknown): string | null => {
          if (value === undefined || value === null) return null;
          if (field.references !== undefined) return referenced.find(({ id }) => id === value)?.name ?? null;
          if (field.kind === 'flag') return value === true ? 'yes' : 'no';
          if (Array.isArray(value))
            return value.length === 0
              ? null
              : value.some((one) => /[;"[{]/.test(String(one)))
                ? JSON.stringify(value)
                : value.join('; ');
          return typeof value === 'string' ? value : JSON.stringify(value);
        };
        const at = (record: unknown, path: readonly string[]) =>
          path.reduce((value, key) => (value === undefined ? undefined : Object(value)[key]), record);
        writer.rows(made.map((record) => fields.map((field) => shown(field, at(record, field.path)))));
        const { undecided, items, refused } = await back(declaration, writer.finish(), page);
        expect({ undecided: undecided.filter((one) => one !== 'sign'), refused, items }).toEqual({
          undecided: [],
          refused: [],
          items: {},
        });
      },
    );
  },
);

describe('a workbook of ours', () => {
  const columns = [
    { head: 'A', kind: 'text' },
    { head: 'B', kind: 'number' },
  ] as const;
  const written = () => {
    const writer = tableWriter('xlsx', 'List', columns);
    writer.rows([
      ['0042', '1.50'],
      ['=1+1', null],
    ]);
    return writer.finish();
  };
  it('is read by another reader', async () => {
    const [sheet] = await readXlsx(Buffer.from(await written().arrayBuffer()));
    expect(sheet?.data).toEqual([
      ['A', 'B'],
      ['0042', 1.5],
      ['=1+1', null],
    ]);
  });
  it('is an archive that strict readers take: every file packed, every header with the sizes of its file', async () => {
    const bytes = Buffer.from(await written().arrayBuffer());
    const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    let entry = bytes.readUInt32LE(end + 16);
    const texts: Record<string, string> = {};
    for (let n = 0; n < bytes.readUInt16LE(end + 10); n += 1) {
      const [method, packed, size] = [
        bytes.readUInt16LE(entry + 10),
        bytes.readUInt32LE(entry + 20),
        bytes.readUInt32LE(entry + 24),
      ];
      const [name, extra, comment] = [28, 30, 32].map((at) => bytes.readUInt16LE(entry + at));
      const local = bytes.readUInt32LE(entry + 42);
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const path = bytes.toString('utf8', entry + 46, entry + 46 + (name ?? 0));
      expect([path, method, bytes.readUInt32LE(local)]).toEqual([path, 8, 0x04034b50]);
      const text2 = inflateRawSync(bytes.subarray(start, start + packed)).toString('utf8');
      expect(Buffer.byteLength(text2)).toBe(size);
      texts[path] = text2;
      entry += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
    }
    expect(texts['xl/worksheets/sheet1.xml']).toContain('<c r="A1"');
    expect(texts['xl/worksheets/sheet1.xml']).not.toMatch(/<c (?!r=)/);
  });
});
