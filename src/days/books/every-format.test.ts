import { strFromU8, unzipSync } from 'fflate';
import papaparse from 'papaparse';
import { describe, expect, it } from 'vitest';
import { Decimal } from '@/record/decimal';
import { fromWindows1252, hundredths, readDelimited } from '@/testing/books/datev-rules';
import { amountsOf, nastyDays, soundBooks, testLedger, type LedgerDay } from '@/testing/books/ledger';
import { cents, readSie } from '@/testing/books/sie-reader';
import { noSource } from '../voucher/source';
import { voucherFormats } from './server/routes.server';

type Format = keyof typeof voucherFormats;
type Booking = readonly [account: string, hundredths: bigint];

const utf8 = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const side = (debit: string, credit: string): bigint => {
  const amount = (text: string) => (text === '' ? 0n : hundredths(text.replace('.', ',')));
  return amount(debit) - amount(credit);
};

/** What a file books, read without the writer: account and signed amount, in the order of the file. */
const readers: Readonly<Record<Format, (bytes: Uint8Array) => Booking[]>> = {
  csv: (bytes) =>
    papaparse
      .parse<string[]>(utf8(bytes).replace('\uFEFF', ''), { skipEmptyLines: true })
      .data.slice(1)
      .map((line) => [line[6] ?? '', side(line[8] ?? '', line[9] ?? '')]),
  xlsx: (bytes) => {
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    const cell = (row: string, column: string) =>
      new RegExp(`<c r="${column}\\d+"[^>]*>(?:<v>|<is><t[^>]*>)([^<]*)`).exec(row)?.[1] ?? '';
    return [...sheet.matchAll(/<row [\s\S]*?<\/row>/g)]
      .slice(1)
      .map(([row]) => [cell(row, 'G'), side(cell(row, 'I'), cell(row, 'J'))]);
  },
  netvisor: (bytes) =>
    readDelimited(fromWindows1252(bytes))
      .slice(1)
      .map((line) => [line[6] ?? '', hundredths(line[7] ?? '')]),
  procountor: (bytes) =>
    readDelimited(fromWindows1252(bytes)).map((line) => [line[1] ?? '', side(line[2] ?? '', line[3] ?? '')]),
  sie: (bytes) =>
    readSie(bytes).vouchers.flatMap(({ bookings }) =>
      bookings.map(({ fields }): Booking => [String(fields[0]), cents(String(fields[2]))]),
    ),
  datev: (bytes) =>
    readDelimited(fromWindows1252(bytes))
      .slice(2)
      .map((line) => [line[6] ?? '', hundredths(line[0] ?? '') * (line[1] === 'S' ? 1n : -1n)]),
  fec: (bytes) =>
    readDelimited(utf8(bytes), '\t')
      .slice(1)
      .map((line) => [line[4] ?? '', side(line[11] ?? '', line[12] ?? '')]),
};
const formats = Object.keys(readers) as Format[];

const sale = nastyDays['a day of sales'] ?? noSource;
const returns = nastyDays['a day with more returns than sales'] ?? noSource;
const day = (date: string, source = sale): LedgerDay => ({ source, date });
const dateOf = (month: string, at: number) => `${month}-${String(at + 1).padStart(2, '0')}`;

/** Days that a file is made of, by what they are. */
const choices: Readonly<Record<string, readonly LedgerDay[]>> = {
  ...Object.fromEntries(
    Object.entries(nastyDays).map(([name, source]) => [name, [day('2026-03-01', source)]]),
  ),
  'a month of a sale a day': Array.from({ length: 31 }, (_, at) => day(dateOf('2026-03', at))),
  'a month of every nasty day': Array.from({ length: 31 }, (_, at) =>
    day(dateOf('2026-05', at), Object.values(nastyDays)[at % Object.keys(nastyDays).length]),
  ),
  'refunds in the month after the sales': [
    day('2026-03-31'),
    day('2026-04-01', returns),
    day('2026-04-02', returns),
  ],
  'a month with refunds alone': [day('2026-04-01', returns), day('2026-04-02', returns)],
  'a day without rows, and so without a number, between two days': [
    day('2026-03-01'),
    { ...day('2026-03-02', noSource), number: null },
    day('2026-03-03'),
  ],
};

/** The lines and cells of files that spreadsheets or text columns read. */
const cells: Partial<Record<Format, (bytes: Uint8Array) => string[][]>> = {
  csv: (bytes) =>
    papaparse.parse<string[]>(utf8(bytes).replace('\uFEFF', ''), { skipEmptyLines: true }).data.slice(1),
  netvisor: (bytes) => readDelimited(fromWindows1252(bytes)).slice(1),
  procountor: (bytes) => readDelimited(fromWindows1252(bytes)),
};

/** Every character that can be printed, in texts of 24; and each that could become a sign of structure at the beginning of one. */
const hostileTexts: readonly (readonly string[])[] = (() => {
  const printable: string[] = [];
  const structural: string[] = [];
  for (let code = 0x20; code <= 0x10_ff_ff; code += 1) {
    const char = String.fromCodePoint(code);
    if (/\p{C}/u.test(char)) continue;
    printable.push(char);
    if (/[;"'=+\-@\t\\{}#,<>&|]/.test(char.normalize('NFKD') + char.normalize('NFC'))) structural.push(char);
  }
  for (const char of '“”„‟‘’‚‛′″–—−…×') structural.push(char);
  const texts = structural.flatMap((char) => [`${char}1+1${char}`, `a${char}${char}b ${char}`]);
  for (let at = 0; at < printable.length; at += 24) texts.push(printable.slice(at, at + 24).join(''));
  return Array.from({ length: Math.ceil(texts.length / 1000) }, (_, at) =>
    texts.slice(at * 1000, at * 1000 + 1000),
  );
})();

/** A day whose every text is hostile: a row for each, in turn a department, a tender and a reason of cash that was moved. */
function hostileLedger(texts: readonly string[]) {
  const one = Decimal.parse('1.00');
  const every = (rest: number) => texts.filter((_, at) => at % 3 === rest);
  const count = (rest: number) => Decimal.parse(`${every(rest).length}.00`);
  const source = {
    ...noSource,
    gross: count(0),
    net: count(0),
    revenue: every(0).map((name) => ({ dpt_id: null, name, rate: '0', net: one })),
    tenders: [
      { tender_id: null, name: 'Cash', type: 'cash', amount: count(0).minus(count(1)) },
      ...every(1).map((name, at) => ({ tender_id: `t${at}`, name, type: 'card', amount: one })),
    ],
    moves: every(2).map((reason) => ({ type: 'paid_in' as const, reason, amount: one })),
  };
  const [place = 'Place', account = 'Account'] = texts.slice(3);
  const books = { ...soundBooks, rules: soundBooks.rules.map((rule) => ({ ...rule, name: account })) };
  return testLedger([{ source, date: '2026-03-01', place }], { books, company: { name: place } });
}

describe.each(formats)('a file for bookkeeping as %s', (format) => {
  const { lacks, write } = voucherFormats[format];
  const codes = (...args: Parameters<typeof testLedger>) =>
    lacks(testLedger(...args)).map(({ code }) => code);

  it.each(Object.entries(choices))(
    'of %s has the amounts of the vouchers, and they add up to zero',
    (_, days) => {
      const parts = format === 'procountor' ? days.map((one) => [one]) : [days];
      for (const part of parts) {
        const ledger = testLedger(part);
        expect(lacks(ledger)).toEqual([]);
        if (format === 'procountor' && ledger.vouchers.every(({ rows }) => rows.length === 0)) continue;
        const booked = readers[format](write(ledger, 'en').bytes);
        expect(booked).toEqual(
          amountsOf(ledger)
            .flat()
            .map(([account, amount]) => [account, BigInt(amount.replace('.', ''))]),
        );
        expect(booked.length).toBeGreaterThan(0);
        expect(booked.reduce((sum, [, amount]) => sum + amount, 0n)).toBe(0n);
      }
    },
  );

  it('is not written without an account, and names what has none', () => {
    const books = { ...soundBooks, rules: soundBooks.rules.filter(({ use }) => use !== 'short') };
    const found = lacks(testLedger([day('2026-03-01', { ...sale, short: sale.tax })], { books }));
    expect(found.map(({ code, at, lack }) => [code, at, lack?.use])).toEqual([
      ['account', 'account', 'short'],
    ]);
  });

  it('is not written of an open day, nor of no day', () => {
    expect(codes([{ ...day('2026-03-01'), status: 'open' }])).toEqual(['open_day']);
    expect(codes([])).toContain('no_days');
  });

  it('asks for a business ID where its program reads one', () => {
    const company = { business_id: '' };
    expect(codes([day('2026-03-01')], { company })).toEqual(format === 'fec' ? ['business_id'] : []);
  });

  it('of another currency or of three decimals is refused where its program reads neither', () => {
    const isTable = ['csv', 'xlsx'].includes(format);
    const isInEuros = ['netvisor', 'procountor', 'fec'].includes(format);
    expect(codes([day('2026-03-01')], { currency: 'SEK' })).toEqual(isInEuros ? ['currency'] : []);
    expect(codes([day('2026-03-01')], { currency: 'KWD', scale: 3 })).toEqual(
      isTable ? [] : isInEuros ? ['currency', 'decimals'] : ['decimals'],
    );
  });

  it('of two fiscal years is refused where its dates or its import know one', () => {
    const isTable = ['csv', 'xlsx'].includes(format);
    expect(codes([day('2026-12-31'), day('2027-01-01', returns)])).toEqual(isTable ? [] : ['several_years']);
  });

  it('keeps its rows and columns whatever character is in a text of the day, and runs no formula', () => {
    for (const texts of hostileTexts) {
      const ledger = hostileLedger(texts);
      expect(lacks(ledger)).toEqual([]);
      const { bytes } = write(ledger, 'en');
      expect(readers[format](bytes)).toEqual(
        amountsOf(ledger)
          .flat()
          .map(([account, amount]) => [account, BigInt(amount.replace('.', ''))]),
      );
      const tables = cells[format]?.(bytes) ?? [];
      expect(new Set(tables.map((line) => line.length)).size).toBeLessThan(2);
      const run = tables.flat().filter((cell) => /^\s*[=+\-@＝＋－＠](?!\d+(?:[.,]\d+)?$)/.test(cell));
      expect(run).toEqual([]);
    }
  });

  it('has the same bytes whenever it is written', () => {
    const days = choices['a month of every nasty day'] ?? [];
    const [one, other] = [write(testLedger(days), 'fi'), write(testLedger(days), 'fi')];
    expect([one.name, Buffer.from(one.bytes).equals(Buffer.from(other.bytes))]).toEqual([other.name, true]);
  });
});
