import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { files as pluFiles } from '@/resources/plu/import-fields';
import { general, gifts, grocery, imported, item, page, references, said } from '@/testing/found-files';
import { importFile } from '@/testing/import-file';
import { scanFile } from './reading/scan';
import { UnreadableFile } from './reading/zip';
import type { Decisions } from './understanding/import-plan';

/** Files of the kinds that other programs are reported to read wrongly; each with what is right for it. */

const bytes = (...parts: readonly (string | readonly number[])[]): Blob =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : Uint8Array.from(part))));

const head = 'TUOTEKOODI;NIMI;OVH;OSASTO;ALV';
/** A new product of 1.50, as a line of a file. */
const line = (code: string, name: string, price = '1,50') => `${code};${name};${price};Grocery;25,5`;

describe('columns are taken by their whole name', () => {
  const columns = async (header: string, cells: string, priceTax: boolean | null = null) => {
    const { columns: found } = await planned(`${header}\n${cells}\n`, priceTax);
    return found;
  };
  async function planned(text: string, priceTax: boolean | null = null) {
    const { planImport } = await import('./understanding/import-plan');
    const scan = await scanFile(new Blob([text]));
    const plan = planImport(scan, pluFiles, { references, company: null, priceTax });
    return { columns: plan.columns.map(({ field, asked }) => field ?? (asked ? `?${asked}` : null)), plan };
  }

  it.each([
    'Price net',
    'Price per kg',
    'Price €/kg',
    'Hinta / kg',
    'Price changed',
    'Price ALV',
    'Product ID',
    'Tuote id',
    'Product category',
    'Department changed',
    'Cost incl. VAT',
    'Ostohinta alv 25,5 %',
    'Tax category',
    'Barcode type',
  ])('“%s” is none that it begins with', async (name) => {
    expect(await columns(`KOODI;${name}`, 'x;1')).toEqual(['productid', null]);
  });

  it.each([
    ['Myyntihinta alv 25,5 %', 'base_price'],
    ['Hinta sis. alv', 'base_price'],
    ['Hinta (sis. ALV 25,5 %)', 'base_price'],
    ['Price incl. VAT', 'base_price'],
    ['Verollinen hinta', 'base_price'],
    ['Price (EUR)', 'base_price'],
    ['Hinta €', 'base_price'],
    ['Ostohinta ALV 0 %', 'data.cost_price'],
    ['Ostohinta veroton', 'data.cost_price'],
    ['Cost excl. VAT', 'data.cost_price'],
  ])('“%s” says whether the amount holds tax, and is %s', async (name, field) => {
    expect(await columns(`KOODI;${name}`, 'x;1')).toEqual(['productid', field]);
  });

  it.each(['Hinta alv 0 %', 'Hinta alv 0', 'Hinta veroton', 'Veroton hinta', 'Price excl. VAT'])(
    '“%s” is asked about where prices hold tax, and is the price where they do not',
    async (name) => {
      expect(await columns(`KOODI;${name}`, 'x;1')).toEqual(['productid', '?base_price:without']);
      expect(await columns(`KOODI;${name}`, 'x;1', false)).toEqual(['productid', 'base_price']);
      expect(await columns('KOODI;Hinta sis. alv', 'x;1', false)).toEqual(['productid', '?base_price:with']);
    },
  );

  const excluded = (header: string, amount: string) =>
    `KOODI;NIMI;${header};OSASTO;ALV\nN1;New;${amount};Grocery;25,5\nST1;Stored;${amount};Grocery;25,5\n`;
  const chosen = (price: string): Decisions => ({
    columns: ['productid', 'name', price, 'dpt_id', 'tax_id'].map((field) => ({ field })),
  });

  it('a price without tax gets the tax of its line, and one with tax loses it, where the company’s prices are otherwise', async () => {
    const net = excluded('Price excl. VAT', '1,00');
    expect(await said(net)).toEqual({ undecided: ['columns'], items: {}, refused: [] });
    const { items } = await said(net, chosen('base_price:without'));
    // 1.00 × 1.255 = 1.255, rounded half away from zero.
    expect(items).toMatchObject({ 2: { base_price: '1.26' }, 3: { base_price: '1.26' } });
    const gross = excluded('Price incl. VAT', '1,26');
    const ofNet = await imported(gross, chosen('base_price:with'), undefined, false);
    // 1.26 / 1.255 = 1.0039…
    expect(ofNet.items).toMatchObject({ 2: { base_price: '1.00' }, 3: { base_price: '1.00' } });
    const asTheyAre = await imported(net, undefined, undefined, false);
    expect([asTheyAre.undecided, asTheyAre.items]).toMatchObject([[], { 2: { base_price: '1.00' } }]);
  });

  it('a line whose tax is not known is refused where its price would be converted', async () => {
    const file = 'KOODI;NIMI;Price excl. VAT\nN1;New;1,00\nST1;Stored;2,00\n';
    const decisions = { columns: ['productid', 'name', 'base_price:without'].map((field) => ({ field })) };
    const { refused, items } = await said(file, decisions);
    expect(refused.join(' ')).toContain('no_rate');
    expect(items).toEqual({ 3: { base_price: '2.51' } });
    const given = { ...decisions, forNew: { dpt_id: grocery, tax_id: general } };
    expect((await said(file, given)).items).toMatchObject({ 2: { base_price: '1.26' } });
  });

  it('the prices of a list are converted as the list counts tax, and a price is not taken twice', async () => {
    const wholesale = '0192e5a0-3333-7000-8000-000000000001';
    const around = {
      ...references,
      pricelist: [{ id: wholesale, name: 'Wholesale', codes: [], isActive: true, includesTax: false }],
    };
    const file = 'KOODI;Wholesale incl. VAT;Wholesale excl. VAT\nST1;1,26;1,01\n';
    const read = async (fields: readonly (string | null)[] | null) =>
      importFile(new Blob([file]), {
        declaration: pluFiles,
        pages: [page],
        references: around,
        currency: 'EUR',
        decisions: fields ? { columns: fields.map((field) => ({ field })) } : undefined,
      });
    const key = `data.prices.${wholesale}.amount`;
    const amount = (value: string) => ({
      2: { data: { prices: { [wholesale]: { type: 'price', amount: value } } } },
    });
    expect((await read(null)).items).toEqual(amount('1.01'));
    expect((await read(['productid', `${key}:with`, null])).items).toEqual(amount('1.00'));
    expect((await read(['productid', key, `${key}:with`])).items).toEqual(amount('1.26'));
    // As the matrix of prices writes its columns.
    const scan = await scanFile(new Blob(['KOODI;"Wholesale, without tax"\nST1;1,01\n']));
    const { planImport } = await import('./understanding/import-plan');
    const { columns: found } = planImport(scan, pluFiles, {
      references: around,
      company: null,
      priceTax: null,
    });
    expect(found.map(({ field }) => field)).toEqual(['productid', key]);
  });

  it('the column that names tax excluded is not the base price, the one with tax is', async () => {
    const file =
      'Tuotekoodi;Tuotenimi;Hinta alv 0 %;Myyntihinta alv 25,5 %;Osasto;ALV\nN0;Tuote;1,00;1,25;Grocery;25,5\n';
    expect(await said(file)).toEqual({
      undecided: [],
      items: { 2: item('N0', 'Tuote', '1.25') },
      refused: [],
    });
  });

  it('the better of two candidates is taken, and two that are as good are asked about', async () => {
    expect(await columns('Koodi;Hinta;Hinta sis. alv', 'x;1;2')).toEqual(['productid', null, 'base_price']);
    expect(await columns('Koodi;Hinta;OVH', 'x;1;2')).toEqual(['productid', '?base_price', '?base_price']);
    const { plan } = await planned('Koodi;Hinta;OVH\nx;1;2\n');
    expect(plan.undecided).toEqual(['columns']);
  });

  it('a tax or a department is never found by content', async () => {
    const lines = Array.from({ length: 25 }, (_, n) => `Z${n};Tuote;1,10;Grocery;0`);
    const { items, refused } = await imported(`Koodi;Nimi;Hinta;Osasto;Varasto\n${lines.join('\n')}\n`);
    expect(items).toEqual({});
    expect(refused).toHaveLength(25);
    expect(refused[0]).toBe('2 needs: ');
  });

  it('what was found by content says so, and two columns of it ask', async () => {
    const one = await planned('A;OVH\n6430014310064;9,05\n');
    expect(one.plan.columns).toEqual([{ field: 'barcode', isByContent: true }, { field: 'base_price' }]);
    expect(await columns('A;B;OVH', '6430014310064;6430014310071;1')).toEqual([
      '?barcode',
      '?barcode',
      'base_price',
    ]);
  });
});

describe('texts in other encodings', () => {
  const cases: readonly (readonly [string, Blob, string])[] = [
    [
      'CP850',
      bytes(`${head}\n`, 'C1;Hyv', [0x84], ' k', [0x94], 'yh', [0x84], ' ritari;1,50;Grocery;25,5\n'),
      'Hyvä köyhä ritari',
    ],
    [
      'CP850 with its own letters',
      bytes(`${head}\n`, 'C1;R', [0x9b], 'dgr', [0x9b], 'd fl', [0x91], 'sk;1,50;Grocery;25,5\n'),
      'Rødgrød flæsk',
    ],
    [
      'Mac Roman',
      bytes(`${head}\n`, 'C1;Hyv', [0x8a], ' k', [0x9a], 'yh', [0x8a], ';1,50;Grocery;25,5\n'),
      'Hyvä köyhä',
    ],
    [
      'Windows-1250',
      bytes(`${head}\n`, 'C1;G', [0xea], [0x9c], ' ', [0xbf, 0xf3, 0xb3], 'ta;1,50;Grocery;25,5\n'),
      'Gęś żółta',
    ],
    [
      'Windows-1251',
      bytes(`${head}\n`, 'C1;', [0xcc, 0xee, 0xeb, 0xee, 0xea, 0xee], ';1,50;Grocery;25,5\n'),
      'Молоко',
    ],
    [
      'ISO 8859-15',
      bytes(`${head}\n`, 'C1;Lahjakortti 20 ', [0xa4], ';1,50;Grocery;25,5\n'),
      'Lahjakortti 20 €',
    ],
    [
      'Windows-1252',
      bytes(`${head}\n`, 'C1;Cr', [0xe8], 'me br', [0xfb], 'l', [0xe9], 'e ', [0xe4], ';1,50;Grocery;25,5\n'),
      'Crème brûlée ä',
    ],
  ];
  it.each(cases)('%s is found', async (_, file, name) => {
    expect(await said(file)).toEqual({ undecided: [], items: { 2: item('C1', name) }, refused: [] });
  });

  it('what fits two encodings with two meanings is asked about, and can be chosen', async () => {
    const file = bytes(`${head}\n`, 'C1;Jalape', [0xf1], 'o;1,50;Grocery;25,5\n');
    expect((await said(file)).undecided).toEqual(['encoding']);
    expect((await said(file, {}, { encoding: 'windows-1252' })).items).toEqual({ 2: item('C1', 'Jalapeño') });
    expect((await said(file, {}, { encoding: 'windows-1250' })).items).toEqual({ 2: item('C1', 'Jalapeńo') });
    expect((await said(file, {}, { encoding: 'cp437' })).items).toEqual({ 2: item('C1', 'Jalape±o') });
  });
});

describe('where the cells of a text file begin', () => {
  const two = { 2: item('L1', 'Karhu'), 3: item('L2', 'Susi') };
  it('a line `sep=;` says the separator and is no line', async () => {
    const file = `sep=;\n${head}\n${line('L1', 'Karhu')}\n${line('L2', 'Susi')}\n`;
    expect(await said(file)).toMatchObject({
      undecided: [],
      items: { 3: item('L1', 'Karhu'), 4: item('L2', 'Susi') },
    });
    expect((await scanFile(new Blob([file]))).headerLine).toBe(2);
    const bar = file.replaceAll(';', '|');
    expect(await said(bar)).toMatchObject({ undecided: [], items: { 3: item('L1', 'Karhu') } });
  });
  it('bars part cells', async () => {
    const file = `${head}\n${line('L1', 'Karhu')}\n${line('L2', 'Susi')}\n`.replaceAll(';', '|');
    expect(await said(file)).toEqual({ undecided: [], items: two, refused: [] });
  });
  it('titles above the names are passed over, and the line of the names can be chosen', async () => {
    const file = `Tukkuliike Oy;;;;\nHinnasto 1.4.2026;;;;\n;;;;\n${head}\n${line('L1', 'Karhu')}\n`;
    expect(await said(file)).toEqual({ undecided: [], items: { 5: item('L1', 'Karhu') }, refused: [] });
    const scan = await scanFile(new Blob([file]));
    expect([scan.headerLine, scan.heads.map((one) => one.line)]).toEqual([4, [1, 2, 4, 5]]);
    expect((await scanFile(new Blob([file]), { headerLine: 2 })).header).toEqual([
      'Hinnasto 1.4.2026',
      '',
      '',
      '',
      '',
    ]);
    const bare = `Tukkuliike Oy\n${head}\n${line('L1', 'Karhu')}\n`;
    expect((await said(bare)).items).toEqual({ 3: item('L1', 'Karhu') });
  });
  it('a line of names that ends with a separator has no column more', async () => {
    const file = `${head};\n${line('L1', 'Karhu')}\n${line('L2', 'Susi')};\n`;
    expect(await said(file)).toEqual({ undecided: [], items: two, refused: [] });
  });
  it('a line with fewer cells is refused, until it is said that the last ones are empty', async () => {
    const file = `${head};MUISTIO\n${line('L1', 'Karhu')}\n${line('L2', 'Susi')};x\n`;
    expect((await said(file)).refused).toEqual(['2 cells_missing: L1 Karhu 1,50 Grocery 25,5']);
    expect(await said(file, { short: 'take' })).toEqual({
      undecided: [],
      items: { 2: item('L1', 'Karhu'), 3: { ...item('L2', 'Susi'), memo: 'x' } },
      refused: [],
    });
  });
});

describe('files that are no lists are named as what they are', () => {
  const old = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
  it.each([
    ['oldExcel', bytes(old, 'x'.repeat(600), 'W\0o\0r\0k\0b\0o\0o\0k\0')],
    ['protected', bytes(old, 'x'.repeat(600), 'E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0')],
    ['webPage', bytes('\n<html><table><tr><td>EAN</td></tr></table></html>')],
    [
      'webPage',
      bytes('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
    ],
    ['pdf', bytes('%PDF-1.7 x')],
    ['openDocument', new Blob([zipSync({ mimetype: strToU8('x'), 'content.xml': strToU8('<x/>') }).slice()])],
    ['binaryExcel', new Blob([zipSync({ 'xl/workbook.bin': strToU8('x') }).slice()])],
  ])('%s', async (reason, file) => {
    await expect(scanFile(file)).rejects.toMatchObject({ reason });
    await expect(scanFile(file)).rejects.toBeInstanceOf(UnreadableFile);
  });
});

describe('amounts as people write them', () => {
  it('are read as pasted ones are, and those of another currency are refused', async () => {
    const prices = [
      '12,-',
      '12,–',
      '12,50 €/kg',
      '(5,00)',
      '5,00-',
      'CHF 12.50',
      '12,50 zł',
      '12,50 Kč',
      '12,50 kr.',
      '$ 12',
    ];
    const file = `${head}\n${prices.map((price, at) => line(`P${at}`, 'x', price)).join('\n')}\n`;
    // Amounts of another currency do not decide the sign, and nothing is asked because of them.
    const { undecided, items, refused } = await said(file);
    expect(undecided).toEqual([]);
    expect(Object.values(items).map((one) => Object(one).base_price)).toEqual([
      '12.00',
      '12.00',
      '12.50',
      '-5.00',
      '-5.00',
    ]);
    expect(refused).toEqual([
      '7 other_currency: CHF 12.50',
      '8 other_currency: 12,50 zł',
      '9 other_currency: 12,50 Kč',
      '10 other_currency: 12,50 kr.',
      '11 other_currency: $ 12',
    ]);
  });

  it('where the file is of the company’s currency alone, other signs in it are asked about', async () => {
    const file = (price: string) => `${head}\n${line('P1', 'x', '12,50 €')}\n${line('P2', 'x', price)}\n`;
    expect((await said(file('EUR 12.50'))).undecided).toEqual(['sign']);
    expect((await said(file('USD 12.50'))).undecided).toEqual([]);
    const alone = await said(`${head}\n${line('P1', 'x', 'USD 1,250')}\n`);
    expect([alone.undecided, alone.refused]).toEqual([[], ['2 other_currency: USD 1,250']]);
  });

  it('moments with an offset are told in the time of the company', async () => {
    const file = `TUOTEKOODI;OVH;VOIMASSA\nST1;2,50;2026-04-01T06:00:00+02:00\n`;
    expect((await imported(file, { sign: 'comma' })).outcome?.applyAt).toBe('2026-04-01T07:00');
    const utc = `TUOTEKOODI;OVH;VOIMASSA\nST1;2,50;2026-04-01T06:00:00.000Z\n`;
    expect((await imported(utc, { sign: 'comma' })).outcome?.applyAt).toBe('2026-04-01T09:00');
  });
});

describe('barcodes', () => {
  const barcodes = async (cell: string, decisions?: Decisions) => {
    const { items, refused } = await said(`EAN;${head}\n${cell};${line('B1', 'x')}\n`, {
      key: 'code',
      ...decisions,
    });
    return refused[0]?.split(' ')[1]?.replace(':', '') ?? Object(Object(items)[2]).data?.barcodes;
  };
  it.each([
    ['6430014310071|6430014310088', ['6430014310071', '6430014310088']],
    ['6430014310071 6430014310088', ['6430014310071', '6430014310088']],
    ['6430014310071, 6430014310088', ['6430014310071', '6430014310088']],
    ['6 430014 310071', ['6430014310071']],
    ['978-951-31-1234-2', ['9789513112342']],
    ['12345670', ['12345670']],
    ['6430014310065', 'check_digit'],
    ['4277062407', 'check_digit'],
    ['36000291452', 'zero_offered'],
    ['1234565', 'zero_offered'],
    ['2312345000019', ['2312345000019']],
    ['643001431 0071643001431', 'not_barcode'],
  ] as const)('%s is %s', async (cell, right) => {
    expect(await barcodes(`"${cell}"`)).toEqual(right);
  });
  it('are taken with their zeros, or with the check digit that they have, once that is said', async () => {
    expect(await barcodes('36000291469', { zero: 'take' })).toEqual(['0036000291469']);
    expect(await barcodes('1234565', { zero: 'take' })).toEqual(['01234565']);
    expect(await barcodes('6430014310065', { checkDigit: 'take' })).toEqual(['6430014310065']);
  });
  it('that a product has are no damage, in whatever form they are', async () => {
    const file = (cell: string) => `EAN;OVH\n${cell};2,50\n`;
    for (const cell of [
      '12345678',
      '036000291452',
      '0036000291452',
      '00036000291452',
      '6430014310064|12345678',
    ])
      expect(await said(file(cell))).toEqual({
        undecided: [],
        items: { 2: { base_price: '2.50' } },
        refused: [],
      });
  });
});

describe('what new records need', () => {
  const file = 'Handle,SKU,Name,Category,Cost,Barcode,Price\ntea-0,20000,Tea 0,Grocery,1.00,,2.50\n';
  it('is refused where the file does not say it; the SKU is the code of the shop', async () => {
    expect(await said(file)).toEqual({ undecided: [], items: {}, refused: ['2 needs: '] });
  });
  it('is given to all of them once it is chosen, and a line that says it itself keeps it', async () => {
    const { items } = await said(file, { forNew: { tax_id: general } });
    expect(items).toEqual({ 2: { ...item('20000', 'Tea 0', '2.50'), data: { cost_price: 1 } } });
    const own = `${head}\nN1;x;1,50;Grocery;0\nN2;y;1,50;;\nST1;z;2,00;;\n`;
    expect(await said(own, { forNew: { tax_id: general, dpt_id: grocery } })).toEqual({
      undecided: [],
      items: { 2: { ...item('N1', 'x'), tax_id: gifts }, 3: item('N2', 'y'), 4: { name: 'z' } },
      refused: [],
    });
  });
});
