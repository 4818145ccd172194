import { describe, expect, it } from 'vitest';
import { Decimal } from '@/record/decimal';
import { hundredths } from '@/testing/books/datev-rules';
import { amountsOf, nastyDays, soundBooks, testLedger } from '@/testing/books/ledger';
import { noSource, type VoucherSource } from '../../voucher/source';
import { fecColumns, fecFile, fecLacks } from './fec';

const days = Object.values(nastyDays).map((source, at) => ({ source, date: `2026-03-0${at + 1}` }));
const first = { source: nastyDays['a day of sales'] ?? noSource, date: '2026-03-01' };
const read = (ledger = testLedger(days)) =>
  new TextDecoder('utf-8', { fatal: true })
    .decode(fecFile(ledger).bytes)
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));

describe('a FEC', () => {
  it('has the eighteen columns of the law, and every line has as many', () => {
    const [heads, ...lines] = read();
    expect(heads).toEqual(
      'JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef PieceDate EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise'.split(
        ' ',
      ),
    );
    expect(lines.every((line) => line.length === fecColumns.length)).toBe(true);
    for (const at of [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 15])
      expect(lines.map((line) => line[at]).filter((cell) => cell === '')).toEqual([]);
    expect(lines.every((line) => /^\d{8}$/.test(line[3] ?? '') && (line[15] ?? '') >= (line[3] ?? ''))).toBe(
      true,
    );
  });

  it('is in the order of dates and numbers, with the amounts of the ledger, balanced by number', () => {
    const ledger = testLedger([...days, { source: noSource, date: '2026-03-20', number: null }]);
    const lines = read(ledger).slice(1);
    const keys = lines.map((line) => `${line[3]} ${line[2]}`);
    expect(keys).toEqual(keys.toSorted());
    const amounts = lines.map((line) => [line[4], hundredths(line[11] ?? '') - hundredths(line[12] ?? '')]);
    expect(amounts).toEqual(
      amountsOf(ledger)
        .flat()
        .map(([account, amount]) => [account, BigInt(amount.replace('.', ''))]),
    );
    for (const number of new Set(lines.map((line) => line[2])))
      expect(
        lines
          .filter((line) => line[2] === number)
          .reduce((sum, line) => sum + hundredths(line[11] ?? '') - hundredths(line[12] ?? ''), 0n),
      ).toBe(0n);
  });

  it('has one label for one account, also where departments, rates and fees share it and it has no name', () => {
    const [card, dpt] = ['0192e5a0-0000-7000-8000-000000000001', '0192e5a0-0000-7000-8000-000000000002'];
    const shared: VoucherSource = {
      ...noSource,
      gross: Decimal.parse('24.00'),
      net: Decimal.parse('20.13'),
      tax: Decimal.parse('3.87'),
      revenue: [
        { dpt_id: dpt, name: 'Grocery', rate: '13.5', net: Decimal.parse('10.57') },
        { dpt_id: dpt, name: 'Grocery', rate: '25.5', net: Decimal.parse('9.56') },
      ],
      vat: [
        { rate: '13.5', net: Decimal.parse('10.57'), tax: Decimal.parse('1.43') },
        { rate: '25.5', net: Decimal.parse('9.56'), tax: Decimal.parse('2.44') },
      ],
      tenders: [{ tender_id: card, name: 'card', type: 'card', amount: Decimal.parse('24.00') }],
    };
    const fee = soundBooks.rules.flatMap((rule) =>
      rule.use === 'tender' ? [{ ...rule, use: 'card_fee' as const, code: '6270', name: 'Frais' }] : [],
    );
    const books = {
      ...soundBooks,
      rules: [...soundBooks.rules, ...fee],
      dpts: new Map([[dpt, { account_code: '7070' }]]),
      tenders: new Map([[card, { account_code: '5112', fee_percent: '0.85' }]]),
    };
    const several = ['2026-03-01', '2026-03-02'].map((date) => ({ source: shared, date }));
    const lines = read(testLedger([...days.slice(2), ...several], { books })).slice(1);
    const labels = new Map<string, Set<string>>();
    for (const [, , , , account = '', label = ''] of lines)
      labels.set(account, (labels.get(account) ?? new Set()).add(label));
    expect([...labels].filter(([, all]) => all.size !== 1)).toEqual([]);
    expect(lines.filter(([, , , , account]) => account === '5112')).toHaveLength(4);
    expect([labels.get('7070'), labels.get('6270')]).toEqual([new Set(['Ventes']), new Set(['Frais'])]);
  });

  it('keeps tabs and line ends out of its cells, and every character in them', () => {
    const texts = read().map((line) => line[10] ?? '');
    expect(
      texts.some((text) => text.startsWith('Ventes Bröd; "bullar" kaffe {2} \\ äta, Łódź 漢字 € – 25 %')),
    ).toBe(true);
  });

  it('is named by SIREN and the end of the fiscal year, also where the business id is a SIRET', () => {
    expect(fecFile(testLedger(days)).name).toBe('732829320FEC20261231.txt');
    const company = { business_id: '732 829 320 00074', fiscal_month: 4 };
    expect(fecFile(testLedger(days, { company })).name).toBe('732829320FEC20260331.txt');
  });

  it('lacks a SIREN, the number of a voucher, and an account of the French chart', () => {
    const ledger = testLedger([{ ...first, number: null }], { company: { business_id: '1234567-8' } });
    expect(fecLacks(ledger).map(({ code, name }) => [code, name])).toEqual([
      ['voucher_number', 'Malmö, 2026-03-01'],
      ['business_id', '1234567-8'],
    ]);
    expect(fecLacks(testLedger([first]))).toEqual([]);
    expect(fecLacks(testLedger([first], { currency: 'SEK' })).map(({ code }) => code)).toEqual(['currency']);
  });
});
