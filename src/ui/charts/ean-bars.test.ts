import { expect, it } from 'vitest';
import { eanModules } from './ean-bars';

it('an EAN-13 is the modules of the standard, the first digit in the parities', () => {
  expect(eanModules('4006381333931')).toBe(
    '10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101',
  );
});

it('an EAN-8 has four digits on each side', () => {
  expect(eanModules('96385074')).toBe('1010001011010111101111010110111010101001110111001010001001011100101');
});

it('a UPC-A is the EAN-13 with a zero before it; other texts have no bars', () => {
  expect(eanModules('036000291452')).toBe(eanModules('0036000291452'));
  expect([eanModules('2104'), eanModules('40063813339a1'), eanModules('')]).toEqual([null, null, null]);
});
