import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  eans,
  fresh,
  frozen,
  grocery,
  importProducts,
  summer,
  tax25,
  wholesaler,
} from '@/testing/imported-products';
import type { Decisions } from './understanding/import-plan';

type Encoding =
  | 'utf-8'
  | 'utf-8 with BOM'
  | 'utf-16le'
  | 'utf-16be'
  | 'utf-16le without BOM'
  | 'windows-1252';

function encoded(text: string, encoding: Encoding): Blob {
  if (encoding === 'utf-8' || encoding === 'utf-8 with BOM')
    return new Blob([encoding === 'utf-8' ? '' : '\uFEFF', text]);
  if (encoding === 'windows-1252') return new Blob([Buffer.from(text.replaceAll('€', '\u0080'), 'latin1')]);
  const bytes = Buffer.from(`${encoding.endsWith('without BOM') ? '' : '\uFEFF'}${text}`, 'utf16le');
  return new Blob([encoding === 'utf-16be' ? bytes.swap16() : bytes]);
}

/** A file of one column beside the barcode, in the manner of a Finnish supplier. */
const priced = (...values: readonly string[]) =>
  ['EAN;OVH', ...values.map((value, at) => `${Object.values(eans)[at % 3]};${value}`)].join('\r\n');

const xlsx = (sheet: string, more: Record<string, string> = {}): Blob =>
  new Blob([
    zipSync({
      'xl/workbook.xml': strToU8(
        more['workbook'] ??
          '<workbook xmlns:r="r"><workbookPr/><sheets><sheet name="Taul1" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/styles.xml': strToU8(
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d\\.m\\.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="10"/></cellXfs></styleSheet>',
      ),
      'xl/sharedStrings.xml': strToU8(
        `<sst><si><t>EAN</t></si><si><t>OVH</t></si><si><r><t>Kahvi &amp; </t></r><r><t>kakku</t></r><rPh><t>x</t></rPh></si></sst>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    }).slice(),
  ]);
const row = (line: number, ...cells: readonly string[]) => `<row r="${line}">${cells.join('')}</row>`;
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (at: string, value: string, style = 0) => `<c r="${at}" s="${style}"><v>${value}</v></c>`;

/** Each damaged file: what it says, or by which line it is refused and why. Nothing is ever guessed. */
interface Case {
  readonly file: Blob | string;
  readonly decisions?: Decisions;
  readonly chosen?: object;
  /** By line, what its item has. */
  readonly items?: Readonly<Record<number, unknown>>;
  readonly refused?: readonly string[];
  readonly undecided?: readonly string[];
}

const finnish = `EAN;NIMI;OVH\r\n${eans.coffee};Kahvi höyry;9,05\r\n${eans.milk};Kaurajuoma € à 1 L;3,15\r\n`;
const finnishItems = { 2: { name: 'Kahvi höyry', base_price: '9.05' }, 3: { name: 'Kaurajuoma € à 1 L' } };
const encodingCases = Object.fromEntries(
  (
    ['utf-8', 'utf-8 with BOM', 'utf-16le', 'utf-16be', 'utf-16le without BOM', 'windows-1252'] as const
  ).flatMap((encoding) =>
    (
      [
        [';', ','],
        ['\t', ','],
        [',', '.'],
      ] as const
    ).map(([separator, sign]) => [
      `${encoding}, parted by ${JSON.stringify(separator)}, decimals by ${JSON.stringify(sign)}`,
      {
        file: encoded(finnish.replaceAll(/(\d),(\d)/g, `$1${sign}$2`).replaceAll(';', separator), encoding),
        items: finnishItems,
      } satisfies Case,
    ]),
  ),
);

const cases: Readonly<Record<string, Case>> = {
  ...encodingCases,

  'bytes that are neither UTF-8 nor Windows-1252 ask for the encoding': {
    file: new Blob([Buffer.from(`EAN;NIMI\n${eans.coffee};K\u0081y\n`, 'latin1')]),
    undecided: ['encoding'],
  },
  'a letter that was lost before is refused by its line': {
    file: `EAN;NIMI\n${eans.coffee};K\uFFFDpy\n${eans.berries};Mustikka\n`,
    items: { 3: { name: 'Mustikka' } },
    refused: ['2 letters_gone: K\uFFFDpy'],
  },
  'UTF-8 that was read as Windows-1252 and saved again is refused by its line': {
    file: `EAN;NIMI\n${eans.coffee};KÃ¤py\n${eans.berries};Käpy\n`,
    items: { 3: { name: 'Käpy' } },
    refused: ['2 wrong_encoding: KÃ¤py'],
  },

  'a comma in every line beside the semicolons asks which one parts the cells': {
    file: `EAN;OVH,x\n${eans.coffee};9,05\n`,
    undecided: ['separator'],
  },
  'the same, once it is said': {
    file: `EAN;OVH\n${eans.coffee};9,05\n`,
    chosen: { separator: 'semicolon' },
    items: { 2: { base_price: '9.05' } },
  },
  'a separator inside of quotes parts nothing': {
    file: `EAN,NIMI,OVH\n${eans.coffee},"Kahvi, vaalea",9.05\n${eans.milk},Maito,3.15\n`,
    items: { 2: { name: 'Kahvi, vaalea', base_price: '9.05' }, 3: { name: 'Maito' } },
  },
  'a line break and doubled quotes inside of quotes belong to the cell': {
    file: `EAN;MUISTIO;OVH\r\n${eans.coffee};"Rivi 1\r\nrivi ""2""";9,05\r\n${eans.milk};x;3,15\r\n`,
    decisions: { columns: [{ field: 'barcode' }, { field: 'memo' }, { field: 'base_price' }] },
    items: { 2: { memo: 'Rivi 1\r\nrivi "2"', base_price: '9.05' }, 3: { memo: 'x' } },
  },
  'a quote that is not closed is refused by its line, and the next lines are read': {
    file: `EAN;NIMI;OVH\n${eans.coffee};"Kahvi;9,05\n${eans.berries};Mustikka;7,30\n${eans.milk};Maito;3,20\n`,
    items: { 3: { name: 'Mustikka', base_price: '7.30' }, 4: { name: 'Maito', base_price: '3.20' } },
    refused: [`2 quote_open: ${eans.coffee} "Kahvi 9,05`],
  },
  'an inch sign in a quoted name is refused by its line': {
    file: `EAN;NIMI\n${eans.coffee};"Pizza 12" iso"\n${eans.milk};Maito\n`,
    items: { 3: { name: 'Maito' } },
    refused: [`2 quote_open: ${eans.coffee} "Pizza 12" iso"`],
  },
  'a quote in the middle of a name is a character': {
    file: `EAN;NIMI\n${eans.coffee};Pizza 12" iso\n`,
    items: { 2: { name: 'Pizza 12" iso' } },
  },
  'lines that end in CR alone': {
    file: `EAN;OVH\r${eans.coffee};9,05\r${eans.milk};3,20\r`,
    items: { 2: { base_price: '9.05' }, 3: { base_price: '3.20' } },
  },
  'lines that end now in CR and LF, now in LF': {
    file: `EAN;OVH\n${eans.coffee};9,05\r\n${eans.milk};3,20\n`,
    items: { 2: { base_price: '9.05' }, 3: { base_price: '3.20' } },
  },
  'blank lines are no lines, and keep their numbers': {
    file: `\nEAN;OVH\n\n${eans.coffee};9,05\n;\n${eans.milk};3,20`,
    items: { 4: { base_price: '9.05' }, 6: { base_price: '3.20' } },
  },

  'a cell that is missing shifts the others: refused by its line': {
    file: `EAN;NIMI;OVH\n${eans.coffee};9,05\n${eans.milk};Maito;3,20\n`,
    items: { 3: { name: 'Maito', base_price: '3.20' } },
    refused: [`2 cells_missing: ${eans.coffee} 9,05`],
  },
  'a separator in a name that was not quoted is refused by its line': {
    file: `EAN;NIMI;OVH\n${eans.coffee};Kahvi; vaalea;9,05\n${eans.milk};Maito;3,20\n`,
    items: { 3: { name: 'Maito', base_price: '3.20' } },
    refused: [`2 cells_more: ${eans.coffee} Kahvi  vaalea 9,05`],
  },
  'empty cells behind the last column are no matter': {
    file: `EAN;OVH\n${eans.coffee};9,05;;\n`,
    items: { 2: { base_price: '9.05' } },
  },
  'columns that are shifted by one: the name is no barcode': {
    file: `EAN;NIMI;OVH\nKahvi;${eans.coffee};9,05\n${eans.milk};Maito;3,20\n`,
    items: { 3: { name: 'Maito', base_price: '3.20' } },
    refused: ['2 not_barcode: Kahvi'],
  },
  'no column by which records are found': {
    file: 'NIMI;OVH\nKahvi;9,05\n',
    undecided: ['key'],
  },
  'two columns of one name ask which of them is the price': {
    file: `EAN;OVH;OVH\n${eans.coffee};9,05;1,00\n`,
    undecided: ['columns'],
  },
  'two columns of one name, once it is said': {
    file: `EAN;OVH;OVH\n${eans.coffee};9,05;1,00\n`,
    decisions: { columns: [{ field: 'barcode' }, { field: null }, { field: 'base_price' }] },
    items: { 2: { base_price: '1.00' } },
  },
  'a column that is taken twice by hand is taken once': {
    file: `EAN;OVH;Hinta\n${eans.coffee};9,05;1,00\n`,
    decisions: { columns: [{ field: 'barcode' }, { field: 'base_price' }, { field: 'base_price' }] },
    items: { 2: { base_price: '9.05' } },
  },
  'a column that nobody knows is not taken': {
    file: `EAN;OVH;Hyllymetri\n${eans.coffee};9,05;1/2\n`,
    items: { 2: { base_price: '9.05' } },
  },
  'a column is known by its content where its name says nothing': {
    file: `A;OVH\n${eans.coffee};9,05\n${eans.milk};3,20\n`,
    items: { 2: { base_price: '9.05' }, 3: { base_price: '3.20' } },
  },

  'numbers that all fit both signs ask': { file: priced('1,234', '2,345'), undecided: ['sign'] },
  'the same as thousands, once it is said': {
    file: priced('1,234'),
    decisions: { sign: 'point' },
    items: { 2: { base_price: '1234' } },
  },
  'thousands by points, decimals by commas': {
    file: priced('1.234,50', '2.345'),
    items: { 2: { base_price: '1234.50' }, 3: { base_price: '2345' } },
  },
  'thousands by commas, decimals by points': {
    file: priced('1,234.50', '2,345'),
    items: { 2: { base_price: '1234.50' }, 3: { base_price: '2345' } },
  },
  'thousands by blanks that do not break, with the sign of the currency': {
    file: priced('1\u00a0234,50\u00a0€', '€ 2\u202f345,00'),
    items: { 2: { base_price: '1234.50' }, 3: { base_price: '2345.00' } },
  },
  'one number with the other sign among many is refused by its line': {
    file: [
      'TUOTEKOODI;NIMI;OVH;ALV;OSASTO',
      ...Array.from({ length: 12 }, (_, n) => `K${n};Kahvi;9,0${n % 10};13,5;3`),
      'K13;Kahvi;9.05;13,5;3',
    ].join('\n'),
    items: { 2: { base_price: '9.00' }, 13: { base_price: '9.01' } },
    refused: ['14 other_sign: 9.05'],
  },
  'beside it, a number that fits both is refused too': {
    file: [
      'TUOTEKOODI;NIMI;OVH;ALV;OSASTO',
      ...Array.from({ length: 12 }, (_, n) => `K${n};Kahvi;9,0${n % 10};13,5;3`),
      'K13;Kahvi;9.05;13,5;3',
      'K14;Kahvi;1.234;13,5;3',
    ].join('\n'),
    items: { 2: { base_price: '9.00' } },
    refused: ['14 other_sign: 9.05', '15 ambiguous_number: 1.234'],
  },
  'as many numbers of one sign as of the other ask': { file: priced('9,05', '3.20'), undecided: ['sign'] },
  'a minus of typesetters, and a plus': {
    file: priced('−0,50', '+3,20'),
    items: { 2: { base_price: '-0.50' }, 3: { base_price: '3.20' } },
  },
  'what is no number': {
    file: priced('n/a', '-', '(5,00', '5,0,0', 'kpl 3', '9,0O').replaceAll(
      /\n(\d+)/g,
      (_, ean: string) => `\n${ean}`,
    ),
    decisions: { key: 'barcode' },
    refused: [
      '2 not_number: n/a',
      '3 not_number: -',
      '4 not_number: (5,00',
      '5 not_number: 5,0,0',
      '6 not_number: kpl 3',
      '7 not_number: 9,0O',
    ],
  },
  'a price that a spreadsheet made a date': {
    file: priced('1.3.2026', '3,20'),
    items: { 3: { base_price: '3.20' } },
    refused: ['2 made_date: 1.3.2026'],
  },
  'a price whose digits are gone': {
    file: priced('1,2E+05', '3,20'),
    items: { 3: { base_price: '3.20' } },
    refused: ['2 digits_gone: 1,2E+05'],
  },
  'an error of a formula': {
    file: priced('#N/A', '#####', '3,20'),
    items: { 4: { base_price: '3.20' } },
    refused: ['2 spreadsheet_error: #N/A', '3 spreadsheet_error: #####'],
  },
  'long decimals keep their digits': {
    file: `EAN;OSTOHINTA\n${eans.coffee};6,123456789012345678\n`,
    items: { 2: { data: { cost_price: Number('6.123456789012345678') } } },
  },
  'a box is of a whole number of pieces, whatever the notation': {
    file: `EAN;KPL/LTK;OVH\n${eans.coffee};24,0;8,95\n${eans.milk};12;3,15\n`,
    decisions: { from: wholesaler },
    items: {
      2: {
        data: { supply: [{ supplier: wholesaler, sku: '100231', active: true, batch_size: 24, ean: '1' }] },
      },
      3: { data: { supply: [{ supplier: wholesaler, active: true, batch_size: 12 }] } },
    },
  },
  'the supplier is to be said before its lines are written': {
    file: `EAN;KPL/LTK\n${eans.coffee};24\n`,
    undecided: ['from'],
  },

  'barcodes that a spreadsheet has damaged': {
    file: `EAN;OVH\n6.4E+12;9,05\n6,43E+12;9,05\n1.3.26;9,05\n01-Mar;9,05\n6430014300000;9,05\n6430014310064,00;9,05\n${eans.milk};3,20\n`,
    items: { 8: { base_price: '3.20' } },
    refused: [
      '2 digits_gone: 6.4E+12',
      '3 digits_gone: 6,43E+12',
      '4 made_date: 1.3.26',
      '5 made_date: 01-Mar',
      '6 digits_gone: 6430014300000',
      '7 has_decimals: 6430014310064,00',
    ],
  },
  'a number as UPC-A finds the product that has it as EAN-13, and adds nothing': {
    file: `EAN;OVH\n${eans.milk.slice(1)};3,20\n`,
    items: { 2: { base_price: '3.20' } },
  },
  'a barcode of a new product without its leading zeros is offered, and not taken': {
    file: `EAN;NIMI;OVH;OSASTO;ALV\n36000291452;Uusi;3,20;Pakasteet;25,5\n`,
    refused: ['2 zero_offered: 36000291452'],
  },
  'the same, once it is taken with the zeros': {
    file: `EAN;NIMI;OVH;OSASTO;ALV\n36000291452;Uusi;3,20;Pakasteet;25,5\n`,
    decisions: { zero: 'take' },
    items: { 2: { data: { barcodes: ['0036000291452'] } } },
  },
  'barcodes guarded against spreadsheets': {
    file: `EAN;OVH\n"=""${eans.milk}""";3,20\n'${eans.coffee};9,05\n`,
    items: { 2: { base_price: '3.20' }, 3: { base_price: '9.05' } },
  },
  'a barcode with blanks between its digits': {
    file: `EAN;OVH\n6 430014 310064;9,05\n`,
    items: { 2: { base_price: '9.05' } },
  },
  'a line without its barcode': {
    file: `EAN;OVH\n;9,05\n${eans.milk};3,20\n`,
    items: { 3: { base_price: '3.20' } },
    refused: ['2 no_key: '],
  },
  'two lines for one record, with two prices, name each other': {
    file: `EAN;OVH\n${eans.coffee};9,05\n${eans.milk};3,20\n${eans.coffee};9,15\n`,
    items: { 3: { base_price: '3.20' } },
    refused: [`2,4 twice: ${eans.coffee}`],
  },
  'two lines that say the same are one': {
    file: `EAN;OVH\n${eans.coffee};9,05\n${eans.coffee};9,05\n`,
    items: { 2: { base_price: '9.05' } },
  },
  'two lines for one new record name each other': {
    file: `EAN;NIMI;OVH;OSASTO;ALV\n${fresh};Uusi;9,05;Pakasteet;25,5\n${fresh};Uusi 2;9,05;Pakasteet;25,5\n`,
    refused: [`2,3 twice: ${fresh}`],
  },
  'a new record without what it needs': {
    file: `EAN;NIMI;OVH;OSASTO;ALV\n${fresh};Uusi;9,05;Pakasteet;25,5\n6430014310088;Uusi 2;9,05;;25,5\n`,
    items: {
      2: { name: 'Uusi', base_price: '9.05', dpt_id: frozen, tax_id: tax25, data: { barcodes: [fresh] } },
    },
    refused: ['3 needs: '],
  },
  'a record of the group': {
    file: `EAN;OVH\n${eans.parents};4,10\n`,
    refused: [`2 of_parent: ${eans.parents}`],
  },
  'codes keep their zeros': {
    file: 'TUOTEKOODI;OVH\n0042;9,05\n',
    items: { 2: { base_price: '9.05' } },
  },
  'a code without its zeros finds nothing': {
    file: 'TUOTEKOODI;OVH\n42;9,05\n',
    refused: ['2 needs: '],
  },
  'references by name, number and rate, unknown, twice and deactivated': {
    file: `EAN;OSASTO;ALV\n${eans.coffee};pakasteet;25,5 %\n${eans.berries};3;Food\n${eans.milk};Lahjat;A\n${fresh};Vanha;A\n6430014310088;Hevi;A\n`,
    items: { 2: { dpt_id: frozen, tax_id: tax25 }, 3: { dpt_id: grocery } },
    refused: ['4 two_references: Lahjat', '5 inactive_reference: Vanha', '6 no_reference: Hevi'],
  },

  'dates that all fit both orders ask': {
    file: `EAN;OVH;VOIMASSA\n${eans.coffee};9,05;04/01/2026\n`,
    undecided: ['dates'],
  },
  'dates with full stops are days first': {
    file: `EAN;OVH;VOIMASSA\n${eans.coffee};9,05;1.4.2026\n`,
    items: { 2: { base_price: '9.05' } },
  },
  'a day that there is not, a year of two digits, and another day than the first': {
    file: `EAN;OVH;VOIMASSA\n${eans.coffee};9,05;1.4.2026\n${eans.berries};7,30;31.4.2026\n${eans.milk};3,20;1.4.26\n${fresh};1,00;2.4.2026\n`,
    items: { 2: { base_price: '9.05' } },
    refused: ['3 not_date: 31.4.2026', '4 two_digit_year: 1.4.26', '5 needs: '],
  },

  'a workbook: shared and inline texts, numbers as binary fractions, days by style, a share by per cent': {
    file: xlsx(
      row(
        1,
        '<c r="A1" t="s"><v>0</v></c>',
        '<c r="B1" t="s"><v>1</v></c>',
        text('C1', 'NIMI'),
        text('D1', 'VOIMASSA'),
        text('E1', 'ALV'),
      ) +
        row(
          2,
          number('A2', eans.coffee),
          number('B2', '9.0500000000000007'),
          '<c r="C2" t="s"><v>2</v></c>',
          number('D2', '46113', 2),
          number('E2', '0.255', 3),
        ),
    ),
    items: { 2: { name: 'Kahvi & kakku', base_price: '9.05', tax_id: tax25 } },
  },
  'a workbook with damage: a day for a barcode, an error, text for a number, a lost zero, and a cell left out':
    {
      file: xlsx(
        row(1, text('A1', 'EAN'), text('B1', 'OVH')) +
          row(2, number('A2', '46082', 1), number('B2', '9.05')) +
          row(3, number('A3', eans.coffee), '<c r="B3" t="e"><v>#N/A</v></c>') +
          row(4, number('A4', eans.berries), text('B4', 'n/a')) +
          row(5, number('A5', eans.milk.slice(1)), number('B5', '3.2')) +
          row(7, number('B7', '1')) +
          row(8, number('A8', '6.430014310064E12'), number('B8', '1E-1')),
      ),
      items: { 5: { base_price: '3.2' }, 8: { base_price: '0.1' } },
      refused: ['2 made_date: 2026-03-01', '3 spreadsheet_error: #N/A', '4 not_number: n/a', '7 no_key: '],
    },
  'a price of a list, found by its name, and one that the record has not yet': {
    file: `EAN;Kesä\n${eans.coffee};7,50\n${eans.milk};2,90\n`,
    items: {
      2: { data: { prices: { [summer]: { amount: '7.50' } } } },
      3: { data: { prices: { [summer]: { type: 'price', amount: '2.90' } } } },
    },
  },
};

describe('damaged files', () => {
  it('are sixty and more', () => {
    expect(Object.keys(cases).length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(cases))('%s', async (_, one) => {
    const result = await importProducts(one.file, one.decisions, one.chosen);
    expect(result.undecided).toEqual(one.undecided ?? []);
    if (one.undecided) {
      expect(result.outcome).toBeNull();
      return;
    }
    expect(result.refused).toEqual(one.refused ?? []);
    expect(result.items).toMatchObject(one.items ?? {});
    const { created = 0, changed = 0, unchanged = 0, refused = 0 } = result.outcome?.counts ?? {};
    expect(created + changed + unchanged + refused).toBe(result.lines);
    expect(created + changed).toBe(Object.keys(result.items).length);
  });
});
