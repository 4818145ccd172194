import { describe, expect, it } from 'vitest';
import { assert, constantFrom, integer, property } from 'fast-check';
import { marginOf } from './margin';
import { priceForMargin, priceParts, referencePrice } from './price-parts';

const percent = (price: string, cost: number | string, rate: string, taxIncluded = true) =>
  marginOf({ price, cost, rate, taxIncluded })?.percent;

describe('the margin of a price', () => {
  it('is taken from the price without its tax', () => {
    expect(percent('4.10', 1.18, '13.5')).toBe('67.3');
    expect(percent('8.95', 6.42, '13.5')).toBe('18.6');
    expect(percent('3.49', 1.96, '25.5')).toBe('29.5');
    expect(percent('2.29', 2.01, '13.5')).toBe('0.4');
  });

  it('leaves a price alone that does not include the tax', () => {
    expect(percent('10', '8', '25.5', false)).toBe('20.0');
  });

  it('is below zero when the cost is more than the net price', () => {
    expect(percent('1.00', '2.00', '0')).toBe('-100.0');
    expect(marginOf({ price: '1.00', cost: '2.00', rate: '0', taxIncluded: true })?.low).toBe(true);
  });

  it('is low under twenty percent, not at twenty, and the rounding does not decide it', () => {
    const low = (cost: string) => marginOf({ price: '100', cost, rate: '0', taxIncluded: true });
    expect(low('80')).toEqual({ percent: '20.0', low: false });
    expect(low('80.000000000001')).toEqual({ percent: '20.0', low: true });
  });

  it('rounds half up on decimals, where floats would round down', () => {
    expect(percent('100', '98.85', '0')).toBe('1.2');
    expect(percent('100', '91.65', '0')).toBe('8.4');
  });

  it('keeps sixteen decimals of a cost', () => {
    expect(percent('1', '0.8003333333333333', '0')).toBe('20.0');
    expect(marginOf({ price: '1', cost: '0.8000000000000001', rate: '0', taxIncluded: true })?.low).toBe(
      true,
    );
  });

  it('does not exist without a price, a cost or a rate', () => {
    expect(percent('0.00', 1, '13.5')).toBeUndefined();
    expect(marginOf({ price: '4.10', cost: null, rate: '13.5', taxIncluded: true })).toBeNull();
    expect(marginOf({ price: '4.10', cost: 1, rate: undefined, taxIncluded: true })).toBeNull();
    expect(marginOf({ price: 'x', cost: 1, rate: '0', taxIncluded: true })).toBeNull();
  });
});

describe('the price for a margin', () => {
  const price = (cost: string, percent: string, rate = '13.5', taxIncluded = true) =>
    priceForMargin({ cost, percent, rate, taxIncluded });

  it('has the tax on top, unless prices are without', () => {
    expect(price('1.24', '66.5')).toBe('4.20');
    expect(price('8', '20', '25.5', false)).toBe('10.00');
  });

  it('is none without a cost, nor for the whole of the price', () => {
    expect([price('', '50'), price('0', '50'), price('1', '100'), price('1', 'x')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('is the nearest in whole cents', () => {
    const tenths = integer({ min: -500, max: 990 });
    assert(
      property(integer({ min: 1, max: 1_000_000 }), tenths, (cost, margin) => {
        const found = priceForMargin({
          cost: String(cost),
          percent: (margin / 10).toFixed(1),
          rate: '13.5',
          taxIncluded: true,
        });
        const exact = (cost * 1.135) / (1 - margin / 1000);
        expect(Math.abs(Number(found) - exact)).toBeLessThan(0.005 + exact * 1e-12);
      }),
    );
  });
});

describe('the parts of a price', () => {
  it('add up to it, to the cent', () => {
    const amount = integer({ min: 1, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2));
    assert(
      property(amount, amount, constantFrom('0', '10', '13.5', '25.5'), (price, cost, rate) => {
        const parts = priceParts({ price, cost, rate, taxIncluded: true });
        const cents = (text = '') => Math.round(Number(text) * 100);
        expect(cents(parts?.tax) + cents(parts?.cost) + cents(parts?.margin)).toBe(cents(price));
      }),
    );
  });

  it('are none of a price of nothing', () => {
    expect(priceParts({ price: '0', cost: '1', rate: '0', taxIncluded: true })).toBeNull();
  });
});

it('a reference price is that of one unit of its size', () => {
  expect(referencePrice('4.20', '0.085')).toBe('49.41');
  expect([referencePrice('4.20', ''), referencePrice('', '1'), referencePrice('4', '0')]).toEqual([
    null,
    null,
    null,
  ]);
});
