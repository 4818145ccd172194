import { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareDecimals } from './lowest-price';

const decimal = fc
  .tuple(fc.constantFrom('', '-'), fc.nat(2000), fc.option(fc.stringMatching(/^\d{1,4}$/), { nil: null }))
  .map(([sign, whole, part]) => `${sign}${whole}${part === null ? '' : `.${part}`}`);

it('compares decimals as Big does', () => {
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      expect(compareDecimals(one, other)).toBe(new Big(one).cmp(other));
    }),
  );
  expect(compareDecimals('007.10', '7.1')).toBe(0);
});
