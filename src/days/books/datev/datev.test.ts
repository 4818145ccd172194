import { describe, expect, it } from 'vitest';
import { Decimal } from '@/record/decimal';
import { datevFaults } from '@/testing/books/datev-rules';
import { fromWindows1252, hundredths, readDelimited } from '@/testing/books/datev-rules';
import { amountsOf, nastyDays, soundBooks, testLedger } from '@/testing/books/ledger';
import { noSource } from '../../voucher/source';
import { columns } from './columns';
import { datevFile, datevLacks } from './datev';

const days = Object.values(nastyDays).map((source, at) => ({ source, date: `2026-03-0${at + 1}` }));
const first = nastyDays['a day of sales'] ?? noSource;
const read = (...args: Parameters<typeof testLedger>) =>
  readDelimited(fromWindows1252(datevFile(testLedger(...args)).bytes));

const aMonth = Array.from({ length: 31 }, (_, at) => ({
  source: Object.values(nastyDays)[at % days.length] ?? noSource,
  date: `2026-03-${String(at + 1).padStart(2, '0')}`,
}));

describe('a DATEV file', () => {
  it('begins with a header of 31 fields, and names its 125 columns', () => {
    const [header, names] = read(days);
    expect(header).toHaveLength(31);
    expect(header?.slice(0, 22)).toEqual([
      'EXTF',
      '700',
      '21',
      'Buchungsstapel',
      '13',
      '20260309221500000',
      '',
      'RE',
      '',
      '',
      '29098',
      '55003',
      '20260101',
      '4',
      '20260301',
      '20260309',
      'Kasse 01.03.-09.03.2026',
      '',
      '1',
      '0',
      '0',
      'EUR',
    ]);
    expect(names).toEqual(columns);
    expect([columns.length, columns[36], columns[113], columns[124]]).toEqual([
      125,
      'KOST1 - Kostenstelle',
      'Festschreibung',
      'Abw. Skontokonto',
    ]);
  });

  it.each(Object.entries(nastyDays))('of %s keeps every rule of the public description', (_, source) => {
    expect(datevFaults(datevFile(testLedger([{ source, date: '2026-03-01' }])).bytes)).toEqual([]);
  });

  it('of a month keeps them too, and of a fiscal year that begins in July', () => {
    expect(datevFaults(datevFile(testLedger(aMonth)).bytes)).toEqual([]);
    expect(datevFaults(datevFile(testLedger(aMonth, { company: { fiscal_month: 7 } })).bytes)).toEqual([]);
  });

  it('books every row of the ledger against the clearing account, which each voucher leaves at zero', () => {
    const ledger = testLedger([...days, { source: noSource, date: '2026-03-20' }]);
    const lines = readDelimited(fromWindows1252(datevFile(ledger).bytes)).slice(2);
    expect(lines.every((line) => line.length === 125)).toBe(true);
    const booked = lines.map((line): [string, bigint] => [
      line[6] ?? '',
      hundredths(line[0] ?? '') * (line[1] === 'S' ? 1n : -1n),
    ]);
    expect(booked).toEqual(
      amountsOf(ledger)
        .flat()
        .map(([account, amount]) => [account, BigInt(amount.replace('.', ''))]),
    );
    const documents = new Set(lines.map((line) => line[10]));
    expect(documents.size).toBe(days.length);
    for (const document of documents) {
      const rows = lines.filter((line) => line[10] === document);
      expect(
        rows.reduce((sum, line) => sum + hundredths(line[0] ?? '') * (line[1] === 'S' ? 1n : -1n), 0n),
      ).toBe(0n);
    }
    expect(new Set(lines.map((line) => line[7]))).toEqual(new Set(['1360']));
    expect(lines[0]?.slice(8, 11)).toEqual(['', '0103', '7-2026-0100']);
  });

  it('has names with semicolons, quotes and line ends in one field, and umlauts as one byte', () => {
    const texts = read(days)
      .slice(2)
      .map((line) => line[13]);
    expect(texts).toContain('Erlöse Bröd; "bullar" kaffe {2} \\ äta, Lódz ?? € – 25 %');
    expect([...datevFile(testLedger(days)).bytes].includes(0xf6)).toBe(true);
  });

  it("has the key that stops automatic VAT at revenue, never the code of the till's tax, and the cost centre", () => {
    const books = { ...soundBooks, taxes: new Map([['25', { code: '1', account_code: '' }]]) };
    const lines = read([{ source: first, date: '2026-03-01' }], { books }).slice(2);
    expect(lines.map((line) => [line[6], line[8], line[36]])).toEqual([
      ['1910', '', ''],
      ['2611', '', ''],
      ['3010', '40', '7'],
    ]);
  });

  it('has the same bytes for the same days, and the name that DATEV looks for', () => {
    const [one, other] = [datevFile(testLedger(days)), datevFile(testLedger(days))];
    expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(true);
    expect(one.name).toBe('EXTF_Buchungsstapel_Malmo_20260301_20260309.csv');
  });

  it('lacks the numbers of consultant and client, the clearing account, and days of one fiscal year', () => {
    const two = [
      { source: first, date: '2025-12-31' },
      { source: first, date: '2026-01-01' },
    ];
    const company = { datev_consultant: '', datev_client: '123456', datev_clearing: 'x' };
    expect(datevLacks(testLedger(two, { company })).map(({ code }) => code)).toEqual([
      'several_years',
      'datev_consultant',
      'datev_client',
      'datev_clearing',
    ]);
    expect(datevLacks(testLedger(two, { company: { fiscal_month: 7 } }))).toEqual([]);
    const short = testLedger(two.slice(0, 1), { company: { datev_account_length: 3 } });
    expect(datevLacks(short).map(({ code, name }) => [code, name])).toEqual([
      ['account_length', '1910'],
      ['account_length', '2611'],
      ['account_length', '3010'],
      ['account_length', '1360'],
    ]);
    expect(
      datevLacks(
        testLedger([{ source: first, date: '2026-03-01' }], { company: { datev_clearing: '1910' } }),
      ).map(({ code, name }) => [code, name]),
    ).toEqual([['datev_clearing', '1910']]);
    const huge = {
      ...first,
      tenders: first.tenders.map((tender) => ({ ...tender, amount: Decimal.parse('12345678901.00') })),
    };
    expect(datevLacks(testLedger([{ source: huge, date: '2026-03-01' }])).map(({ code }) => code)).toEqual([
      'amount_length',
    ]);
    expect(
      datevLacks(testLedger(days.slice(0, 1), { currency: 'KWD', scale: 3 })).map(({ code }) => code),
    ).toContain('decimals');
  });
});

describe('the rules of the tests', () => {
  const whole = Buffer.from(datevFile(testLedger(days)).bytes).toString('latin1');
  it.each([
    ['an empty field before the consultant', '"";29098;', '"";;29098;', 'The header has 32 fields'],
    ['a consultant in quotation marks', ';29098;', ';"29098";', 'Berater: "29098"'],
    [
      'a period before the fiscal year',
      ';20260301;',
      ';20251231;',
      '20251231 to 20260309 is not in the year of 20260101',
    ],
    ['an amount with thousands', '125,00;', '1.125,00;', 'Line 3: Umsatz (ohne Soll/Haben-Kz): 1.125,00'],
    ['an amount in quotation marks', '125,00;', '"125,00";', 'Line 3: Umsatz (ohne Soll/Haben-Kz): "125,00"'],
    ['a side without quotation marks', '"S";', 'S;', 'Line 3: Soll/Haben-Kennzeichen: S'],
    ['a date with its year', ';0103;', ';01032026;', 'Line 3: Belegdatum: 01032026'],
    [
      'an account that is too long',
      ';1910;',
      ';191000;',
      'Line 3: 191000 is longer than the accounts of the client',
    ],
  ])('name %s', (_, one, other, fault) => {
    expect(whole).toContain(one);
    expect(datevFaults(Buffer.from(whole.replace(one, other), 'latin1'))).toEqual([fault]);
  });
});
