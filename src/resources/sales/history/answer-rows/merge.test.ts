import { assert, bigInt, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { Decimal } from '@/core/record/decimal';
import { fixedText } from './merge';

it('a sum is written with the decimals of its currency, and with more where it has them, as by Decimal', () => {
  const cases = property(
    bigInt(-(10n ** 20n), 10n ** 20n),
    integer({ min: 0, max: 6 }),
    integer({ min: 0, max: 4 }),
    (units, places, least) => {
      // Half of the numbers end in zeros.
      const text = Decimal.scaled(units % 2n === 0n ? units * 1000n : units, places).toFixed(places);
      expect(fixedText(text, least)).toBe(Decimal.parse(text).toFixed(least));
    },
  );
  assert(cases, { numRuns: 2000 });
});

it.each([
  ['12', 0, '12'],
  ['12', 2, '12.00'],
  ['12.0000', 0, '12'],
  ['120.0000', 0, '120'],
  ['-0.5000', 2, '-0.50'],
  ['0.3455', 2, '0.3455'],
  ['7.1', 3, '7.100'],
])('%s with at least %i decimals is %s', (text, least, written) => {
  expect(fixedText(text, least)).toBe(written);
});
