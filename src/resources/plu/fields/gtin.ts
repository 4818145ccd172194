/** The kinds of numeric barcodes. `In-store 13` is a GTIN-13 with a prefix that GS1 reserves for use within a shop. */
export type GtinKind = 'GTIN-8' | 'GTIN-12' | 'GTIN-13' | 'GTIN-14' | 'In-store 13';

const inStore = /^(02|04|2)/;

/**
 * Returns the check digit that follows `body`, the digits of a GTIN without its last one: weights 3, 1, 3, … from the
 * right, rounded up to a multiple of ten (GS1 General Specifications, 7.9).
 *
 * @throws RangeError if `body` is not digits alone.
 */
export function gtinCheckDigit(body: string): string {
  if (!/^\d+$/.test(body)) throw new RangeError(`Not digits: ${body}`);
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) {
    const weight = (body.length - at) % 2 === 1 ? 3 : 1;
    sum += weight * (body.charCodeAt(at) - 48);
  }
  return String((10 - (sum % 10)) % 10);
}

/**
 * Returns the kind of a code by its length and prefix, without looking at the check digit, or null if it is no GTIN.
 */
export function gtinKind(code: string): GtinKind | null {
  if (!/^\d+$/.test(code)) return null;
  if (code.length === 8) return 'GTIN-8';
  if (code.length === 12) return 'GTIN-12';
  if (code.length === 13) return inStore.test(code) ? 'In-store 13' : 'GTIN-13';
  return code.length === 14 ? 'GTIN-14' : null;
}

/**
 * Returns the expected check digit if the code ends in another one. Returns null if the digit is right, and for a code
 * that is no GTIN: such codes are allowed and have no check digit.
 */
export function gtinProblem(code: string): { expected: string } | null {
  if (gtinKind(code) === null) return null;
  const expected = gtinCheckDigit(code.slice(0, -1));
  return code.endsWith(expected) ? null : { expected };
}
