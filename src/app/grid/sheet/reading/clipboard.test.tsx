import { expect, it } from 'vitest';
import { parseTabSeparated, readClipboard, toHtml, toTabSeparated } from './clipboard';
import { readCell, readNumber } from './read-number';

const point = { separator: '.' } as const;
const comma = { separator: ',' } as const;
const numberOf = (text: string, style: typeof point | typeof comma) => {
  const read = readNumber(text, style);
  return read.kind === 'number' ? read.value : read.kind;
};

it('reads tab-separated text as spreadsheets write it: quoted cells, line breaks and quotes in them', () => {
  expect(parseTabSeparated('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(parseTabSeparated('"two\nlines"\t"with ""quotes"""\n3,50')).toEqual([
    ['two\nlines', 'with "quotes"'],
    ['3,50'],
  ]);
  expect(parseTabSeparated('"Best" coffee\t5" nail\n"open')).toEqual([
    ['"Best" coffee', '5" nail'],
    ['"open'],
  ]);
  expect(parseTabSeparated('\n\nx')).toEqual([[''], [''], ['x']]);
  expect(readClipboard({ text: 'a\tb\nc\n', html: '' })).toEqual([
    [{ text: 'a' }, { text: 'b' }],
    [{ text: 'c' }, { text: '' }],
  ]);
});

it('reads the table that LibreOffice writes, with the exact value beside the shown one', () => {
  const html = `<html><body><table cellspacing="0" border="0"><colgroup width="85"></colgroup>
    <tr><td height="17" align="left">Coffee,<br>light</td>
      <td align="right" sdval="1234.5" sdnum="1035;1035;#,##0.00">1&nbsp;234,50</td></tr>
    <tr><td align="left"> Bun
      sweet </td><td align="right" sdval="3.69" sdnum="1035;">3,69</td></tr></table></body></html>`;
  const table = readClipboard({ text: 'ignored', html });
  expect(table).toEqual([
    [{ text: 'Coffee,\nlight' }, { text: '1\u00A0234,50', exact: '1234.5' }],
    [{ text: 'Bun sweet' }, { text: '3,69', exact: '3.69' }],
  ]);
});

it('reads the tables of Excel and of Google Sheets', () => {
  const excel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><!--StartFragment--><table>
    <tr height=20><td class=xl65 align=right x:num="3.6900000000000004">3.69</td><td>"quoted"</td></tr></table></body></html>`;
  expect(readClipboard({ text: '', html: excel })).toEqual([
    [{ text: '3.69', exact: '3.6900000000000004' }, { text: '"quoted"' }],
  ]);
  const sheets = `<google-sheets-html-origin><table><tbody><tr>
    <td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:12345.678901}">12 345,68</td>
    <td data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;0420&quot;}">0420</td><td data-sheets-value="{broken">1</td></tr></tbody></table>`;
  expect(readClipboard({ text: '', html: sheets })).toEqual([
    [{ text: '12 345,68', exact: '12345.678901' }, { text: '0420' }, { text: '1' }],
  ]);
});

it('gives merged cells their places, and takes no table from HTML without one', () => {
  const html = `<table><tr><td rowspan="2">a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr></table>`;
  expect(readClipboard({ text: '', html })?.map((row) => row.map(({ text }) => text))).toEqual([
    ['a', 'b', ''],
    ['', 'c', 'd'],
  ]);
  expect(readClipboard({ text: '4.75', html: '<p>4.75</p>' })).toEqual([[{ text: '4.75' }]]);
  expect(readClipboard({ text: '', html: '<p></p>' })).toBeNull();
});

it('runs nothing that is in the HTML of the clipboard', () => {
  const html =
    '<table><tr><td><img src=x onerror="window.ran = true"><script>window.ran = true</script>4</td></tr></table>';
  readClipboard({ text: '', html });
  expect('ran' in globalThis).toBe(false);
});

it('reads numbers in the language of the user', () => {
  expect(
    ['4,75', '4.75', '1 234,50', '1\u00A0234,5', '1\u202F234\u202F567', '1.234,50'].map((one) =>
      numberOf(one, comma),
    ),
  ).toEqual(['4.75', '4.75', '1234.50', '1234.5', '1234567', '1234.50']);
  expect(
    ['1,234.50', "1'234.50", '1,234,567', '04.50', '.5', '−3', '(3.50)', '3.50-', '+2', '-0'].map((one) =>
      numberOf(one, point),
    ),
  ).toEqual(['1234.50', '1234.50', '1234567', '4.50', '0.5', '-3', '-3.50', '-3.50', '2', '0']);
});

it('refuses a number that could mean two things, and what is none', () => {
  expect([numberOf('1,234', point), numberOf('1.234', comma)]).toEqual(['ambiguous', 'ambiguous']);
  // In the other language the same text is plain; a leading zero groups nothing.
  expect([numberOf('1,234', comma), numberOf('1.234', point), numberOf('0,125', point)]).toEqual([
    '1.234',
    '1.234',
    '0.125',
  ]);
  const none = [
    'four',
    '12 34',
    '1 2345',
    '1.2.26',
    '1,23.45',
    '5 %',
    '6.4E+12',
    '--3',
    '(-3)',
    '1-2',
    '3.50 €',
    '٣',
    '#N/A',
    '1,2,3',
  ];
  expect(none.map((one) => numberOf(one, point))).toEqual(none.map(() => 'none'));
  expect([numberOf('', point), numberOf('  ', point)]).toEqual(['empty', 'empty']);
});

it('takes the unit of the company away, and no other', () => {
  const style = { ...comma, units: ['€', 'EUR'] };
  const read = ['1 234,50 €', '€4,20', 'EUR 3', '-2,00 €', '€-2', '$3', '3 USD'].map((one) =>
    readNumber(one, style),
  );
  expect(read.map((one) => (one.kind === 'number' ? one.value : one.kind))).toEqual([
    '1234.50',
    '4.20',
    '3',
    '-2.00',
    '-2',
    'none',
    'none',
  ]);
});

it('takes the digits that were shown, and learns from the exact value what they mean', () => {
  const value = (text: string, exact: string, style: typeof point | typeof comma = comma) => {
    const read = readCell({ text, exact }, style);
    return read.kind === 'number' ? read.value : read.kind;
  };
  expect([
    value('1.234', '1234'),
    value('1.234', '1.234'),
    value('1,234', '1234', point),
    value('1,234', '1.234', point),
  ]).toEqual(['1234', '1.234', '1234', '1.234']);
  // Shown with two decimals, whatever was computed behind it.
  expect([value('3,69', '3.6866'), value('3.70', '3.7', comma), value('3.69', '3.6900000000000004')]).toEqual(
    ['3.69', '3.70', '3.69'],
  );
  expect([
    value('####', '12.5'),
    value('6,4E+12', '6430014310064'),
    value('###', '3.6900000000000004'),
  ]).toEqual(['12.5', '6430014310064', '3.69']);
  // A percentage, and a date, whose exact value is a count of days.
  expect([value('5 %', '0.05'), value('1.3.2026', '46082'), value('', '0')]).toEqual([
    'none',
    'none',
    'empty',
  ]);
});

it('writes what it reads: text and HTML give back the same cells', () => {
  const table = [
    [{ text: 'Bun "sweet"\nwith <lines> & more' }, { text: '−4,75', exact: '-4.75' }],
    [{ text: '"quoted"\t' }, { text: '' }],
  ];
  expect(readClipboard({ text: '', html: toHtml(table) })).toEqual([
    table[0],
    [{ text: '"quoted"' }, { text: '' }],
  ]);
  expect(parseTabSeparated(toTabSeparated(table))).toEqual(table.map((row) => row.map(({ text }) => text)));
});
