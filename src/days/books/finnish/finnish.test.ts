import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fromWindows1252, hundredths, readDelimited } from '@/testing/books/datev-rules';
import { amountsOf, nastyDays, testLedger } from '@/testing/books/ledger';
import { noSource } from '../../voucher/source';
import { netvisorFile, netvisorLacks } from './netvisor';
import { procountorFile, procountorLacks } from './procountor';

const days = Object.values(nastyDays).map((source, at) => ({ source, date: `2026-03-0${at + 1}` }));
const first = { source: nastyDays['a day of sales'] ?? noSource, date: '2026-03-01' };
const signed = (text: string) => BigInt(text.replace('.', ''));

describe('a Netvisor file', () => {
  const read = (ledger = testLedger(days)) => readDelimited(fromWindows1252(netvisorFile(ledger).bytes));

  it('has a line for each row, debit positive and credit negative, and balances by voucher', () => {
    const ledger = testLedger([...days, { source: noSource, date: '2026-03-20' }]);
    const [heads, ...lines] = read(ledger);
    expect(heads).toEqual([
      'Tositelaji',
      'Tositenumero',
      'Päivämäärä (PVM)',
      'Selite 1',
      'Selite 2',
      'Selite 3',
      'Tilinumero',
      'Summa ( + = Debet / - = Kredit)',
    ]);
    expect(lines.map((line) => [line[6], hundredths(line[7] ?? '')])).toEqual(
      amountsOf(ledger)
        .flat()
        .map(([account, amount]) => [account, signed(amount)]),
    );
    for (const number of new Set(lines.map((line) => line[1])))
      expect(
        lines.filter((line) => line[1] === number).reduce((sum, line) => sum + hundredths(line[7] ?? ''), 0n),
      ).toBe(0n);
    expect(lines[0]?.slice(0, 4)).toEqual([
      'Kassa',
      '7-2026-0100',
      '01.03.2026',
      'Päivän myynti Malmö 2026-03-01, 7-2026-0100',
    ]);
  });

  it('has names with semicolons and quotes in one field, no formulas, and explanations of at most 255 characters', () => {
    const lines = read(testLedger(days.map((day) => ({ ...day, place: `=Malmö ${'x'.repeat(300)}` })))).slice(
      1,
    );
    expect(lines.map((line) => line[4])).toContain(
      'Myynti Bröd; "bullar" kaffe {2} \\ äta, Lódz ?? € – 25 %',
    );
    expect(lines.every((line) => `${line[3]}${line[4]}${line[5]}`.length <= 255)).toBe(true);
    expect(lines.flat().filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
  });

  it('keeps the rows of a voucher without a number together, and has the cost centre at revenue alone', () => {
    const lines = read(
      testLedger([
        { ...first, number: null },
        { ...first, date: '2026-03-02', number: null },
        { ...first, date: '2026-03-03' },
      ]),
    ).slice(1);
    expect([...new Set(lines.map((line) => line[1]))]).toEqual([
      'Malmö 2026-03-01',
      'Malmö 2026-03-02',
      '7-2026-0300',
    ]);
    expect(lines.slice(0, 3).map((line) => [line[6], line[5]])).toEqual([
      ['1910', ''],
      ['2611', ''],
      ['3010', '7'],
    ]);
  });

  it('lacks euros and days of one fiscal year', () => {
    const two = [first, { ...first, date: '2025-12-31' }];
    expect(netvisorLacks(testLedger(two, { currency: 'SEK' })).map(({ code }) => code)).toEqual([
      'currency',
      'several_years',
    ]);
    expect(netvisorLacks(testLedger([first]))).toEqual([]);
  });

  it('has the same bytes for the same days', () => {
    const [one, other] = [netvisorFile(testLedger(days)), netvisorFile(testLedger(days))];
    expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(true);
    expect(one.name).toBe('netvisor-2026-03-01-2026-03-09.csv');
  });
});

describe('a Procountor file', () => {
  it.each(Object.entries(nastyDays))('of %s is one voucher without heads, and balances', (_, source) => {
    const ledger = testLedger([{ source, date: '2026-03-01' }]);
    expect(procountorLacks(ledger)).toEqual([]);
    const text = fromWindows1252(procountorFile(ledger).bytes);
    const lines = text
      .slice(0, -2)
      .split('\r\n')
      .map((line) => line.split(';'));
    expect(lines.every((line) => line.length === 7 && line[0] === '01.03.2026')).toBe(true);
    const amounts = lines.map((line) => {
      expect([line[2], line[3]].filter((one) => one !== '')).toHaveLength(1);
      return [line[1], line[2] === '' ? -hundredths(line[3] ?? '') : hundredths(line[2] ?? '')];
    });
    expect(amounts).toEqual(
      amountsOf(ledger)
        .flat()
        .map(([account, amount]) => [account, signed(amount)]),
    );
    expect(lines.every((line) => !/^[=+@-]/.test(line[4] ?? ''))).toBe(true);
    expect(
      lines
        .filter((line) => line[1] === '3010')
        .every((line) => line[5] === 'Toimipaikka' && line[6] === '7'),
    ).toBe(true);
  });

  it('of several vouchers is an archive of their files, each the file of its voucher', () => {
    const ledger = testLedger([...days, { source: noSource, date: '2026-03-20' }]);
    const file = procountorFile(ledger);
    expect([file.name, file.type]).toEqual(['procountor-2026-03-01-2026-03-20.zip', 'application/zip']);
    const files = unzipSync(file.bytes);
    expect(Object.keys(files)).toEqual(
      days.map(({ date }) => `procountor-7-2026-${date.slice(8)}00-${date}-${date}.csv`),
    );
    for (const [at, bytes] of Object.values(files).entries()) {
      const [one] = days.slice(at);
      expect(one && Buffer.from(procountorFile(testLedger([one])).bytes).equals(Buffer.from(bytes))).toBe(
        true,
      );
    }
  });

  it('is refused for another currency', () => {
    expect(procountorLacks(testLedger([first], { currency: 'SEK' })).map(({ code }) => code)).toEqual([
      'currency',
    ]);
    expect(procountorFile(testLedger([first])).name).toBe('procountor-7-2026-0100-2026-03-01-2026-03-01.csv');
  });
});
