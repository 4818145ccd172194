import { strFromU8, unzipSync } from 'fflate';
import papaparse from 'papaparse';
import { describe, expect, it } from 'vitest';
import { amountsOf, nastyDays, testLedger } from '@/testing/books/ledger';
import { noSource } from '../../voucher/source';
import { csvFile } from './csv';
import { xlsxFile } from './xlsx';

const days = Object.values(nastyDays).map((source, at) => ({ source, date: `2026-03-0${at + 1}` }));
const csv = (ledger = testLedger(days)) => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(csvFile(ledger, 'en').bytes);
  expect(text.startsWith('\uFEFF')).toBe(true);
  return papaparse.parse<string[]>(text.slice(1), { skipEmptyLines: true });
};

describe('a table of vouchers', () => {
  it('as CSV says in every row of which company, location, dates, currency and seal it is', () => {
    const ledger = testLedger([...days, { source: noSource, date: '2026-03-20' }]);
    const { data, errors } = csv(ledger);
    const [heads = [], ...lines] = data;
    expect(errors).toEqual([]);
    expect(lines.every((line) => line.length === heads.length)).toBe(true);
    const row = Object.fromEntries(heads.map((head, at) => [head, lines[0]?.[at]]));
    expect(row).toMatchObject({
      Company: 'Kahvila & "Pulla" Oy',
      'Business ID': '732829320',
      Location: 'Malmö',
      From: '2026-03-01',
      To: '2026-03-01',
      'Voucher number': '7-2026-0100',
      Currency: 'EUR',
      Seal: `${'ab'.repeat(31)}00`,
    });
    const amounts = lines.map((line) => [line[6], line[8] === '' ? `-${line[9]}` : line[8]]);
    expect(amounts).toEqual(amountsOf(ledger).flat());
  });

  it('says what is sold beside turnover in words, without the till’s code of it', () => {
    const texts = csv().data.map((line) => line[7] ?? '');
    expect(texts).toContain('Gift cards sold');
    expect(texts.filter((text) => /gift_card|deposit$/.test(text))).toEqual([]);
  });

  it('as CSV has no cell that a spreadsheet would run, and no cell of two lines', () => {
    const cells = csv().data.flat();
    expect(cells.filter((cell) => /^[=+@]/.test(cell) || /[\r\n\t]/.test(cell))).toEqual([]);
    expect(cells).toContain('Sales =HYPERLINK("http://x","y") 25 %');
    const place = csv(testLedger(days.map((day) => ({ ...day, place: '=1+1' })))).data[1]?.[2];
    expect(place).toBe("'=1+1");
  });

  it('as a workbook has amounts as numbers and everything else as text, and no formula', () => {
    const ledger = testLedger(days.map((day) => ({ ...day, place: '=1+1' })));
    const parts = unzipSync(xlsxFile(ledger, 'en').bytes);
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('<is><t xml:space="preserve">=1+1</t></is>');
    const numbers = (column: string) =>
      [...sheet.matchAll(new RegExp(`<c r="${column}\\d+" s="6"><v>([-\\d.]+)</v>`, 'g'))].map(
        (match) => match[1] ?? '',
      );
    const cents = (list: string[]) => list.reduce((sum, text) => sum + BigInt(text.replace('.', '')), 0n);
    const rows = amountsOf(ledger).flat();
    expect(numbers('I').length + numbers('J').length).toBe(rows.length);
    expect(cents(numbers('I'))).toBe(cents(numbers('J')));
    const about = strFromU8(parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array());
    for (const text of [
      'Kahvila &amp; "Pulla" Oy',
      '2026-03-01',
      '2026-03-09',
      'EUR',
      `${'ab'.repeat(31)}08`,
    ])
      expect(about).toContain(text);
  });

  it('has the same bytes for the same days, in any language of the screen its own', () => {
    const twice = [csvFile, xlsxFile].map((write) => {
      const [one, other] = [write(testLedger(days), 'fi'), write(testLedger(days), 'fi')];
      return Buffer.from(one.bytes).equals(Buffer.from(other.bytes));
    });
    expect(twice).toEqual([true, true]);
    expect(xlsxFile(testLedger(days), 'fi').name).toBe('Tositteet-Malmo-2026-03-01-2026-03-09.xlsx');
  });

  it('in a currency without decimals has none', () => {
    const source = nastyDays['a day of sales'] ?? noSource;
    const ledger = testLedger([{ source, date: '2026-03-01' }], { currency: 'JPY', scale: 0 });
    expect(
      csv(ledger)
        .data.slice(1)
        .map((line) => [line[8], line[9], line[10]]),
    ).toEqual([
      ['125', '', 'JPY'],
      ['', '25', 'JPY'],
      ['', '100', 'JPY'],
    ]);
  });
});
