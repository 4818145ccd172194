import { describe, expect, it } from 'vitest';
import { amountsOf, nastyDays, nastyName, soundBooks, testLedger } from '@/testing/books/ledger';
import { readSie } from '@/testing/books/sie-reader';
import { noSource } from '../../voucher/source';
import { sieFile, sieLacks } from './sie';

const days = Object.values(nastyDays).map((source, at) => ({ source, date: `2026-03-0${at + 1}` }));
const first = nastyDays['a day of sales'] ?? noSource;
const written = (...args: Parameters<typeof testLedger>) => readSie(sieFile(testLedger(...args)).bytes);

describe('an SIE 4 file', () => {
  it('begins with what the format asks for, in its order', () => {
    const { lines } = written(days, { company: { business_id: 'SE556036079301' } });
    expect(lines.slice(0, 9).map(({ label, fields }) => [label, ...fields])).toEqual([
      ['#FLAGGA', '0'],
      ['#PROGRAM', 'Tillhouse', '1'],
      ['#FORMAT', 'PC8'],
      ['#GEN', '20260309'],
      ['#SIETYP', '4'],
      ['#ORGNR', '556036-0793'],
      ['#FNAMN', 'Kahvila & "Pulla" Oy'],
      ['#RAR', '0', '20260101', '20261231'],
      ['#VALUTA', 'EUR'],
    ]);
    expect(lines.filter(({ label }) => label === '#DIM')).toHaveLength(1);
    const accounts = lines.filter(({ label }) => label === '#KONTO').map(({ fields }) => String(fields[0]));
    expect(accounts).toEqual([...new Set(accounts)].toSorted((one, other) => (one < other ? -1 : 1)));
  });

  it.each([
    ['5560360793', '556036-0793'],
    ['556036-0793', '556036-0793'],
    ['SE 556036-0793 01', '556036-0793'],
    ['732829320', null],
    ['1234567-8', null],
  ])('has the organisation number of %s in the form of the format: %s', (business_id, form) => {
    const { lines } = written(days, { company: { business_id } });
    const found = lines.find(({ label }) => label === '#ORGNR');
    expect(found?.fields[0] ?? null).toBe(form);
  });

  it('has a balanced voucher for each day with rows, with the amounts of the ledger', () => {
    const ledger = testLedger([...days, { source: noSource, date: '2026-03-10' }]);
    const { vouchers, lines } = readSie(sieFile(ledger).bytes);
    const amounts = vouchers.map(({ bookings }) => bookings.map(({ fields }) => [fields[0], fields[2]]));
    expect(amounts).toEqual(amountsOf(ledger));
    const known = new Set(lines.filter(({ label }) => label === '#KONTO').map(({ fields }) => fields[0]));
    expect(
      vouchers.flatMap(({ bookings }) => bookings).every(({ fields }) => known.has(fields[0] ?? '')),
    ).toBe(true);
  });

  it('has names with quotes, line ends, braces and foreign characters in one line, none of them dropped', () => {
    const { vouchers } = written([
      { source: nastyDays['names that break lines'] ?? noSource, date: '2026-03-01' },
    ]);
    const texts = vouchers.flatMap(({ bookings }) => bookings.map(({ fields }) => fields[4]));
    expect(nastyName).toContain('漢字');
    expect(texts).toContain('Försäljning Bröd; "bullar" kaffe {2} / äta, Lódz ?? EUR - 25 %');
  });

  it('has the cost centre at revenue, not at cash', () => {
    const { vouchers } = written([{ source: first, date: '2026-03-01' }]);
    const objects = vouchers[0]?.bookings.map(({ fields }) => [fields[0], fields[1]]);
    expect(objects).toEqual([
      ['1910', []],
      ['2611', []],
      ['3010', ['1', '7']],
    ]);
  });

  it('has the same bytes for the same days, and a name of ASCII characters', () => {
    const [one, other] = [sieFile(testLedger(days)), sieFile(testLedger(days))];
    expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(true);
    expect(one.name).toBe('sie-Malmo-2026-03-01-2026-03-09.si');
  });

  it('lacks an open day, an account and an account that is no number, each by its name', () => {
    const ledger = testLedger([{ source: first, date: '2026-03-01', status: 'open' }]);
    expect(sieLacks(ledger).map(({ code, name, at }) => [code, name, at])).toEqual([
      ['open_day', 'Malmö, 2026-03-01', 'businessday'],
    ]);
    const lettered = {
      ...soundBooks,
      rules: soundBooks.rules.map((rule) => (rule.use === 'vat' ? { ...rule, code: 'VAT-1' } : rule)),
    };
    const withLetters = testLedger([{ source: first, date: '2026-03-01' }], { books: lettered });
    expect(sieLacks(withLetters).map(({ code, name }) => [code, name])).toEqual([
      ['account_number', 'VAT-1'],
    ]);
    const without = testLedger([{ source: first, date: '2026-03-01' }], {
      books: { ...soundBooks, rules: soundBooks.rules.filter(({ use }) => use !== 'vat') },
    });
    expect(sieLacks(without).map(({ code, lack }) => [code, lack?.use, lack?.rate])).toEqual([
      ['account', 'vat', '25'],
    ]);
    expect(sieLacks(testLedger([])).map(({ code }) => code)).toEqual(['no_days']);
  });

  it('of a fiscal year that begins in another month says so', () => {
    const { lines } = written([{ source: first, date: '2026-03-01' }], { company: { fiscal_month: 7 } });
    expect(lines.find(({ label }) => label === '#RAR')?.fields).toEqual(['0', '20250701', '20260630']);
  });
});

describe('the reader of the tests', () => {
  it('refuses a voucher that is not balanced, a quotation and a block without an end', () => {
    const read = (text: string) => () => readSie(new TextEncoder().encode(text));
    expect(read('#VER "" "" 20260301 "x"\n{\n#TRANS 1910 {} 1.00\n}\n')).toThrow('off by 100');
    expect(read('#FNAMN "x')).toThrow('does not end');
    expect(read('#VER "" "" 20260301 "x"\n{\n#TRANS 1910 {} 0\n')).toThrow('does not end');
  });
});
