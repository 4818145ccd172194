import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  nat,
  option,
  property,
  record,
  type Arbitrary,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountUses, type AccountUse } from '@/resources/account/contract';
import { charts } from '@/resources/account/charts/charts';
import { Decimal, totalOf, zero } from '@/record/decimal';
import { accountOf, type AccountRule, type Books } from './books';
import { mergeSources, noSource, type VoucherSource } from './source';
import { offBy, voucherOf } from './voucher';

const rule = (use: AccountUse, code: string, more: Partial<AccountRule> = {}): AccountRule => ({
  use,
  code,
  name: `Account ${code}`,
  vat_code: null,
  dpt_id: null,
  tax_rate: null,
  tender_id: null,
  tender_type: '',
  kind: '',
  ...more,
});

const booksOf = (rules: readonly AccountRule[], more: Partial<Books> = {}): Books => ({
  rules,
  dpts: new Map(),
  tenders: new Map(),
  taxes: new Map(),
  cash: { tender_id: 'cash', name: 'Cash' },
  ...more,
});

const finnish = booksOf(
  charts.FI.rows.map(({ use, code, assumes, ...more }) => rule(use, code, { ...more, name: assumes })),
  {
    tenders: new Map([
      ['card', { account_code: '', fee_percent: '0.85' }],
      ['cash', { account_code: '1911', fee_percent: null }],
    ]),
  },
);

const smallest = (units: number, scale: number) => Decimal.scaled(units, scale);

const figures = record({
  lines: array(
    record({
      dpt: constantFrom('bakery', 'drinks', null),
      rate: constantFrom('25.5', '13.5', '0'),
      net: integer({ min: -99_999, max: 999_999 }),
      tax: integer({ min: -20_000, max: 99_999 }),
    }),
    { maxLength: 12 },
  ),
  card: integer({ min: -50_000, max: 900_000 }),
  rounding: integer({ min: -4, max: 4 }),
  asides: array(
    record({
      kind: constantFrom('gift_card', 'deposit', 'tip', 'bottle'),
      amount: integer({ min: -5000, max: 5000 }),
    }),
    { maxLength: 5 },
  ),
  moves: array(
    record({
      type: constantFrom('paid_in' as const, 'paid_out' as const),
      reason: constantFrom('Tilitys pankkiin', 'tilitys  KASSAKAAPPIIN', 'Flowers', ''),
      amount: nat(90_000),
    }),
    { maxLength: 4 },
  ),
  over: option(nat(500), { nil: 0 }),
  short: option(nat(500), { nil: 0 }),
});
type Figures = typeof figures extends Arbitrary<infer T> ? T : never;

/** Returns a day of these figures in units of the currency; what the card does not pay is paid in cash. */
function dayOf(of: Figures, scale: number): VoucherSource {
  const money = (units: number) => smallest(units, scale);
  const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
  const net = sum(of.lines.map((line) => line.net));
  const tax = sum(of.lines.map((line) => (line.rate === '0' ? 0 : line.tax)));
  const asides = sum(of.asides.map(({ amount }) => amount));
  const tenders = { card: of.card, cash: net + tax + asides + of.rounding - of.card };
  return mergeSources([
    noSource,
    ...of.lines.map((line) => ({
      ...noSource,
      revenue: [{ dpt_id: line.dpt, name: line.dpt, rate: line.rate, net: money(line.net) }],
      vat: [{ rate: line.rate, net: money(line.net), tax: money(line.rate === '0' ? 0 : line.tax) }],
    })),
    ...of.asides.map(({ kind, amount }) => ({
      ...noSource,
      non_turnover: [
        { kind, returned: kind === 'deposit' && amount < 0, rate: null, amount: money(amount), tax: zero },
      ],
    })),
    ...of.moves.map((move) => ({ ...noSource, moves: [{ ...move, amount: money(move.amount) }] })),
    {
      ...noSource,
      gross: money(net + tax),
      net: money(net),
      tax: money(tax),
      rounding: money(of.rounding),
      tenders: (['card', 'cash'] as const).map((type) => ({
        tender_id: type,
        name: type,
        type,
        amount: money(tenders[type]),
      })),
      over: money(of.over),
      short: money(of.short),
    },
  ]);
}

const sumOf = (rows: readonly { amount: Decimal }[]) => totalOf(rows.map(({ amount }) => amount));

describe('a voucher', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
  ])('of any day in %s balances to the smallest unit and has what the report has', (_currency, scale) => {
    assert(
      property(figures, boolean(), (of, hasBooks) => {
        const source = dayOf(of, scale);
        const voucher = voucherOf(source, hasBooks ? finnish : booksOf([]), scale);
        expect(sumOf(voucher.rows).toFixed()).toBe('0');
        expect(voucher.debit.toFixed(scale)).toBe(voucher.credit.toFixed(scale));
        expect([voucher.differences, voucher.rows.filter(({ use }) => use === 'difference')]).toEqual([
          [],
          [],
        ]);
        expect(voucher.rows.every(({ amount }) => amount.decimals() <= scale)).toBe(true);
        const booked = (...uses: AccountUse[]) =>
          sumOf(voucher.rows.filter(({ use, against }) => uses.includes(use) && against === null)).toFixed(
            scale,
          );
        expect(booked('tender')).toBe(totalOf(source.tenders.map(({ amount }) => amount)).toFixed(scale));
        expect(booked('revenue')).toBe(source.net.neg().toFixed(scale));
        expect(booked('vat')).toBe(source.tax.neg().toFixed(scale));
        expect(booked('rounding')).toBe(source.rounding.neg().toFixed(scale));
        expect(booked('over', 'short')).toBe(source.short.minus(source.over).toFixed(scale));
        // What is in the drawers: cash taken, moved, and what the count found.
        const moved = source.moves.reduce(
          (sum, { type, amount }) => (type === 'paid_in' ? sum.plus(amount) : sum.minus(amount)),
          zero,
        );
        const cash = sumOf(voucher.rows.filter(({ tender_id }) => tender_id === 'cash'));
        const taken = source.tenders.find(({ type }) => type === 'cash')?.amount ?? zero;
        const held = taken.plus(moved).plus(source.over).minus(source.short);
        expect(cash.toFixed(scale)).toBe(held.toFixed(scale));
      }),
      { numRuns: 120 },
    );
  });

  it('of any figures, even of those that contradict each other, balances, and says exactly by what they do', () => {
    const amount = integer({ min: -9999, max: 9999 });
    assert(
      property(figures, amount, amount, amount, amount, (of, gross, net, tax, paid) => {
        const day = dayOf(of, 2);
        const cents = (units: number) => smallest(units, 2);
        const source = {
          ...day,
          gross: day.gross.plus(cents(gross)),
          net: day.net.plus(cents(net)),
          tax: day.tax.plus(cents(tax)),
          tenders: [...day.tenders, { tender_id: null, name: 'x', type: 'x', amount: cents(paid) }],
        };
        const voucher = voucherOf(source, finnish, 2);
        expect(sumOf(voucher.rows).toFixed()).toBe('0');
        const cleared = sumOf(voucher.rows.filter(({ use }) => use === 'difference'));
        expect(cleared.toFixed()).toBe(offBy(voucher).toFixed());
        // Only what was paid is off: the rest cancels out.
        expect(cleared.toFixed(2)).toBe(cents(-paid).toFixed(2));
      }),
      { numRuns: 80 },
    );
  });

  it('of days together is the sum of their vouchers, account by account', () => {
    const withoutFees = booksOf(finnish.rules.filter(({ use }) => use !== 'card_fee'));
    assert(
      property(array(figures, { minLength: 1, maxLength: 4 }), (days) => {
        const sources = days.map((day) => dayOf(day, 2));
        const byAccount = (some: readonly VoucherSource[]) => {
          const rows = some.flatMap((source) => voucherOf(source, withoutFees, 2).rows);
          const accounts = [...new Set(rows.map(({ account }) => account))].toSorted();
          return accounts.map((code) => [
            code,
            sumOf(rows.filter(({ account }) => account === code)).toFixed(2),
          ]);
        };
        const nonzero = (list: (string | undefined)[][]) => list.filter(([, sum]) => sum !== '0.00');
        expect(nonzero(byAccount([mergeSources(sources)]))).toEqual(nonzero(byAccount(sources)));
      }),
      { numRuns: 60 },
    );
  });

  it('has a short drawer, a drop to the bank, gift cards, deposits and tips each on its account, in their order', () => {
    const money = (text: string) => Decimal.parse(text);
    const source: VoucherSource = {
      ...noSource,
      gross: money('12.55'),
      net: money('10.00'),
      tax: money('2.55'),
      rounding: money('0.02'),
      revenue: [{ dpt_id: null, name: null, rate: '25.5', net: money('10.00') }],
      vat: [{ rate: '25.5', net: money('10.00'), tax: money('2.55') }],
      tenders: [
        { tender_id: 'cash', name: 'Cash', type: 'cash', amount: money('70.57') },
        { tender_id: 'gift', name: 'Gift card', type: 'gift_card', amount: money('20.00') },
        { tender_id: 'card', name: 'Card', type: 'card', amount: money('10.00') },
      ],
      non_turnover: [
        { kind: 'gift_card', returned: false, rate: null, amount: money('80.00'), tax: zero },
        { kind: 'deposit', returned: false, rate: null, amount: money('5.00'), tax: zero },
        { kind: 'deposit', returned: true, rate: null, amount: money('-2.00'), tax: zero },
        { kind: 'tip', returned: false, rate: null, amount: money('5.00'), tax: zero },
      ],
      moves: [{ type: 'paid_out', reason: 'Tilitys pankkiin', amount: money('50.00') }],
      short: money('0.20'),
    };
    const { rows, differences } = voucherOf(source, finnish, 2);
    expect(differences).toEqual([]);
    expect(
      rows.map(({ account, use, against, amount }) => [account, use, against, amount.toFixed(2)]),
    ).toEqual([
      ['1780', 'tender', null, '10.00'],
      ['1780', 'tender', 'card_fee', '-0.09'],
      ['1911', 'tender', null, '70.57'],
      ['1911', 'tender', 'bank_drop', '-50.00'],
      ['1911', 'tender', 'short', '-0.20'],
      ['1940', 'bank_drop', null, '50.00'],
      ['2860', 'gift_card_redeemed', null, '20.00'],
      ['2860', 'gift_card_sold', null, '-80.00'],
      ['2870', 'deposit_taken', null, '-5.00'],
      ['2870', 'deposit_returned', null, '2.00'],
      ['2890', 'tip', null, '-5.00'],
      ['29391', 'vat', null, '-2.55'],
      ['3000', 'revenue', null, '-10.00'],
      ['3590', 'rounding', null, '-0.02'],
      ['8560', 'card_fee', null, '0.09'],
      ['8680', 'short', null, '0.20'],
    ]);
  });

  it('gives what lines without a tax sold to no department, at the rates of the tax rows', () => {
    const money = (text: string) => Decimal.parse(text);
    const source = {
      ...noSource,
      gross: money('12.55'),
      net: money('10.00'),
      tax: money('2.55'),
      untaxed: 1,
      revenue: [
        { dpt_id: 'bakery', name: 'Bakery', rate: '25.5', net: money('4.00') },
        { dpt_id: 'drinks', name: 'Drinks', rate: null, net: zero },
      ],
      vat: [{ rate: '25.5', net: money('10.00'), tax: money('2.55') }],
      tenders: [{ tender_id: 'card', name: 'Card', type: 'card', amount: money('12.55') }],
    };
    const { rows, differences } = voucherOf(source, booksOf([]), 2);
    expect(differences).toEqual([]);
    expect(
      rows.flatMap(({ use, name, rate, amount }) =>
        use === 'revenue' ? [[name, rate, amount.toFixed(2)]] : [],
      ),
    ).toEqual([
      ['Bakery', '25.5', '-4.00'],
      [null, '25.5', '-6.00'],
    ]);
  });
});

describe('the account of a row', () => {
  const sale = { use: 'revenue' as const, dpt_id: 'bakery', rate: '13.5' };
  const general = rule('revenue', '3000');
  const ofRate = rule('revenue', '3010', { tax_rate: '13.5' });
  const ofDpt = rule('revenue', '3100', { dpt_id: 'bakery' });
  const ofBoth = rule('revenue', '3110', { dpt_id: 'bakery', tax_rate: '13.5' });
  const own = { dpts: new Map([['bakery', { account_code: '3555' }]]) };

  it.each([
    [[general], {}, '3000'],
    [[general, ofRate], {}, '3010'],
    [[general, ofRate, ofDpt], {}, '3100'],
    [[general, ofRate, ofDpt], own, '3555'],
    [[general, ofRate, ofDpt, ofBoth], own, '3110'],
    [[rule('revenue', '3020', { tax_rate: '10' }), rule('vat', '2939')], {}, ''],
  ])('is that of what names most, the department’s own before the table: %#', (rules, more, code) =>
    expect(accountOf(booksOf(rules, more), sale).code).toBe(code),
  );

  it('is none where two rows of the table fit equally well and differ, and says so', () => {
    const found = accountOf(booksOf([ofRate, rule('revenue', '3011', { tax_rate: '13.5' })]), sale);
    expect([found.code, found.missing]).toEqual(['', 'several']);
    const same = accountOf(booksOf([ofRate, rule('revenue', '3010', { tax_rate: '13.5' })]), sale);
    expect([same.code, same.missing]).toEqual(['3010', null]);
  });

  it('of a gift card that pays is never that of a receivable, but of the debt that it pays from', () => {
    const paid = { use: 'gift_card_redeemed' as const, tender_id: 'gift', tender_type: 'gift_card' };
    const receivable = rule('tender', '1700');
    expect(accountOf(booksOf([receivable]), paid).missing).toBe('none');
    expect(accountOf(booksOf([receivable, rule('gift_card_sold', '2860')]), paid).code).toBe('2860');
  });

  it.each(Object.entries(charts))('is there for every use in the chart of %s', (_country, { rows }) => {
    const uses = new Set(rows.map(({ use }) => use));
    expect(accountUses.filter((use) => !uses.has(use))).toEqual(['non_turnover']);
    for (const { code } of rows) expect(code).toMatch(/^\d{4,5}$/);
  });
});
