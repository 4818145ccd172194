import { describe, expect, it } from 'vitest';
import { marginOf } from './margin';

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
