import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { imported, item, said } from '@/testing/found-files';

/** Workbooks of the kinds that other programs are reported to read wrongly; each with what is right for it. */

interface Book {
  readonly rows: string;
  readonly formats?: readonly string[];
  readonly workbook?: string;
  readonly strings?: readonly [path: string, xml: string];
}
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const heads = `<row r="1">${['TUOTEKOODI', 'NIMI', 'OVH', 'OSASTO', 'ALV'].map(text).join('')}</row>`;
const row = (at: number, code: string, price: string, rate = text('25,5')) =>
  `<row r="${at}">${text(code)}${text('Karhu')}${price}${text('Grocery')}${rate}</row>`;

function workbook({ rows, formats = [], workbook: name = 'workbook.xml', strings }: Book): Blob {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const files: Record<string, string> = {
    '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="${type}/officeDocument" Target="xl/${name}"/></Relationships>`,
    [`xl/${name}`]: '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    [`xl/_rels/${name}.rels`]: `<Relationships><Relationship Id="rId1" Type="${type}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${type}/styles" Target="/xl/styles.xml"/>${
      strings ? `<Relationship Id="rId3" Type="${type}/sharedStrings" Target="${strings[0]}"/>` : ''
    }</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code}"/>`)
      .join(
        '',
      )}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${170 + at}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  };
  if (strings) files[`xl/${strings[0]}`] = strings[1];
  return new Blob([
    zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)]))).slice(),
  ]);
}

describe('workbooks of other programs', () => {
  it('a formula without its value is refused by its line', async () => {
    const rows = heads + row(2, 'F1', '<c><f>1.2*1.255</f></c>') + row(3, 'F2', number('2.5'));
    expect(await said(workbook({ rows }))).toEqual({
      undecided: [],
      items: { 3: item('F2', 'Karhu', '2.5') },
      refused: ['2 no_value: =1.2*1.255'],
    });
    const empty = heads + row(2, 'F1', '<c t="str"><f>""</f><v></v></c>');
    expect((await imported(workbook({ rows: empty }))).refused).toEqual([]);
  });

  it('letters and signs that a number format writes as they are say nothing', async () => {
    const formats = [
      '#,##0.00&quot; (-10 %)&quot;',
      '0.0&quot; %&quot;',
      '0.0\\%',
      '0.0%',
      '0.00&quot; kpl/myyntiyksikkö&quot;',
    ];
    const rows =
      heads +
      row(2, 'P1', number('2.5', 1), number('25.5', 2)) +
      row(3, 'P2', number('2.5'), number('25.5', 3)) +
      row(4, 'P3', number('2.5', 5), number('0.255', 4));
    expect(await said(workbook({ rows, formats }))).toEqual({
      undecided: [],
      items: { 2: item('P1', 'Karhu', '2.5'), 3: item('P2', 'Karhu', '2.5'), 4: item('P3', 'Karhu', '2.5') },
      refused: [],
    });
  });

  it('parts are found by their relations: another workbook, and shared texts elsewhere', async () => {
    const names = ['TUOTEKOODI', 'NIMI', 'OVH', 'OSASTO', 'ALV'];
    const strings = `<sst>${names.map((name) => `<si><t>${name}</t><rPh><t>x</t></rPh></si>`).join('')}</sst>`;
    const rows =
      `<row r="1">${names.map((_, at) => `<c t="s"><v>${at}</v></c>`).join('')}</row>` +
      row(2, 'W1', number('1.5'));
    const file = workbook({ rows, workbook: 'workbook2.xml', strings: ['strings/shared.xml', strings] });
    expect(await said(file)).toEqual({
      undecided: [],
      items: { 2: item('W1', 'Karhu', '1.5') },
      refused: [],
    });
  });

  it('hints for pronunciation are no part of a text, shared or inline', async () => {
    const rows =
      heads +
      `<row r="2">${text('W1')}<c t="inlineStr"><is><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>${number('1.5')}${text('Grocery')}${text('25,5')}</row>`;
    expect((await said(workbook({ rows }))).items).toEqual({ 2: item('W1', '東京', '1.5') });
  });

  it('binary fractions are what a spreadsheet shows of them', async () => {
    const noisy = {
      '3.6900000000000004': '3.69',
      '57.699999999999996': '57.7',
      '133.80000000000001': '133.8',
      '0.57999999999999996': '0.58',
      '1.1000000000000001': '1.1',
      '4.3499999999999996': '4.35',
      '7.1499999999999995': '7.15',
    };
    const rows =
      heads +
      Object.keys(noisy)
        .map((value, at) => row(at + 2, `F${at}`, number(value)))
        .join('');
    const { items, refused } = await said(workbook({ rows }));
    expect(refused).toEqual([]);
    expect(Object.values(items)).toEqual(
      Object.values(noisy).map((value, at) => item(`F${at}`, 'Karhu', value)),
    );
  });
});
