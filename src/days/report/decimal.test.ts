import { Big } from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recompute } from '../checks/recompute';
import { Decimal } from '@/record/decimal';

/** Decimal text with up to `whole` digits and up to `decimals` decimals. */
const decimalText = (whole: number, decimals: number) =>
  fc
    .tuple(
      fc.boolean(),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: whole }),
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: decimals }),
    )
    .map(([minus, before, after]) => {
      const digits = before.join('').replace(/^0+(?=\d)/, '');
      return `${minus ? '-' : ''}${digits}${after.length > 0 ? `.${after.join('')}` : ''}`;
    });

const texts = fc.oneof(decimalText(6, 3), decimalText(14, 8), decimalText(40, 20));

describe('a decimal', () => {
  it('adds, subtracts, multiplies and compares to the same digits as big.js', () => {
    fc.assert(
      fc.property(texts, texts, texts, (a, b, c) => {
        const [x, y, z] = [Decimal.parse(a), Decimal.parse(b), Decimal.parse(c)];
        const [p, q, r] = [new Big(a), new Big(b), new Big(c)];
        expect(x.plus(y).toFixed()).toBe(p.plus(q).toFixed());
        expect(x.times(y).minus(z).toFixed()).toBe(p.times(q).minus(r).toFixed());
        expect(x.minus(y).abs().times(2).neg().toFixed()).toBe(p.minus(q).abs().times(2).neg().toFixed());
        expect(Math.sign(x.times(y).cmp(z))).toBe(p.times(q).cmp(r));
        expect([x.eq(y), x.gt(y), x.lt(y), x.lte(y)]).toEqual([p.eq(q), p.gt(q), p.lt(q), p.lte(q)]);
        expect(x.decimals()).toBe((p.toFixed().split('.')[1] ?? '').length);
      }),
      { numRuns: 2000 },
    );
  });

  it('is divided to the same decimals as by big.js, halves away from zero', () => {
    const Fine = Big();
    Fine.DP = 60;
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 4 }),
        (a, n, places) => {
          const expected = new Fine(a).div(n).round(places, Big.roundHalfUp);
          expect(Decimal.parse(a).dividedBy(n, places).toFixed(places)).toBe(
            expected.toFixed(places).replace(/^-(?=[0.]*$)/, ''),
          );
        },
      ),
      { numRuns: 2000 },
    );
    expect(Decimal.parse('-0.05').dividedBy(2, 2).toFixed()).toBe('-0.03');
    expect(Decimal.parse('0.05').dividedBy(2, 2).toFixed()).toBe('0.03');
  });

  it('reads and writes text without trailing zeros, and with as many decimals as are asked for', () => {
    const written = (text: string, least?: number) => Decimal.parse(text).toFixed(least);
    expect(written('-0.00')).toBe('0');
    expect(written('-0012.500')).toBe('-12.5');
    expect(written('12.5', 2)).toBe('12.50');
    expect(written('7', 2)).toBe('7.00');
    expect(written('0.3333', 2)).toBe('0.3333');
    expect(written('-9007199254740993.01')).toBe('-9007199254740993.01');
    expect(Number(Decimal.parse('4.25'))).toBe(4.25);
  });
});

const money = (scale: number) =>
  fc.integer({ min: -500_000, max: 500_000 }).map((n) => new Big(n).div(10 ** scale).toFixed(scale));
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 20 }).map(String),
  fc.integer({ min: 1, max: 20_000 }).map((grams) => new Big(grams).div(1000).toFixed(3)),
  fc.constantFrom('0.3333', '1.66666667', '0.000001', '3.14159265358979'),
);

/** Receipts of a day in a currency with this many decimals; their figures need not add up. */
const receiptsOf = (scale: number) =>
  fc.array(
    fc.record({
      type: fc.constantFrom('sale', 'sale', 'return', 'void'),
      total: money(scale),
      total_net: money(scale),
      total_tax: money(scale),
      lines: fc.array(
        fc.record({
          kind: fc.constant('sale'),
          plu_id: fc.constantFrom('a', 'b', 'c'),
          qty: quantity,
          unit_price: money(scale + 1),
          discount: money(scale),
          total: money(scale),
          net: money(scale),
          tax: money(scale),
          tax_rate: fc.constantFrom('25.5', '14', '0'),
        }),
        { maxLength: 5 },
      ),
      taxes: fc.array(
        fc.record({
          rate: fc.constantFrom('25.5', '14'),
          gross: money(scale),
          net: money(scale),
          tax: money(scale),
        }),
        { maxLength: 2 },
      ),
      tenders: fc.array(fc.record({ type: fc.constantFrom('cash', 'card'), amount: money(scale) }), {
        maxLength: 2,
      }),
    }),
    { maxLength: 12 },
  );

const sum = (values: readonly (Big | string)[]) =>
  values.reduce((all: Big, value) => all.plus(value), new Big(0));

describe('a recomputed report', () => {
  for (const [currency, scale] of [
    ['JPY', 0],
    ['EUR', 2],
    ['KWD', 3],
  ] as const) {
    it(`has the totals and the worth of lines that big.js computes, in ${currency} with ${scale} decimals`, () => {
      fc.assert(
        fc.property(receiptsOf(scale), (receipts) => {
          const transactions = receipts.map(({ lines, taxes, tenders, ...rest }, at) => ({
            id: String(at),
            active: true,
            currency,
            ...rest,
            data: { lines, taxes, tenders },
          }));
          const { totals, checks } = recompute({ currency, timezone: 'UTC', transactions });
          const counted = receipts.filter(({ type }) => type !== 'void');
          const lines = counted.flatMap((receipt) => receipt.lines);
          expect([totals.gross, totals.net, totals.tax, totals.discount]).toEqual(
            [
              sum(counted.map(({ total }) => total)),
              sum(counted.map(({ total_net }) => total_net)),
              sum(counted.map(({ total_tax }) => total_tax)),
              sum(lines.map(({ discount }) => discount)),
            ].map((value) => value.toFixed(scale)),
          );
          for (const id of ['a', 'b', 'c']) {
            const own = lines.filter(({ plu_id }) => plu_id === id);
            const row = totals.by_plu.find(({ plu_id }) => plu_id === id);
            if (own.length === 0) expect(row).toBeUndefined();
            else
              expect([row?.qty, row?.gross]).toEqual([
                sum(own.map(({ qty }) => qty)).toFixed(),
                sum(own.map(({ total }) => total)).toFixed(scale),
              ]);
          }
          // Prices of a receipt hold tax, or all of them do not: what fits more of its lines.
          const worths = counted.flatMap((receipt) => {
            const missing = (said: 'total' | 'net') =>
              receipt.lines.flatMap(({ qty, unit_price, discount, ...line }) => {
                const worth = new Big(qty).times(unit_price).minus(discount);
                const differs = worth
                  .minus(line[said])
                  .abs()
                  .times(2)
                  .gt(new Big(1).div(10 ** scale));
                return differs ? [worth] : [];
              });
            const [gross, net] = [missing('total'), missing('net')];
            return net.length < gross.length ? net : gross;
          });
          const faults = checks.find(({ code }) => code === 'receipt_prices')?.faults ?? [];
          expect(faults.map(({ expected }) => new Big(expected ?? 'none').toFixed())).toEqual(
            worths.map((worth) => worth.toFixed()),
          );
        }),
        { numRuns: 200 },
      );
    });
  }
});
