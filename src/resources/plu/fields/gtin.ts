/** What a barcode of digits alone is. `In-store 13` is a GTIN-13 of the ranges that GS1 leaves to each shop. */
export type GtinKind = 'GTIN-8' | 'GTIN-12' | 'GTIN-13' | 'GTIN-14' | 'In-store 13';

const inStore = /^(02|04|2)/;

/**
 * The check digit that belongs after `body` (a GTIN's digits without its last one, any length):
 * weights 3, 1, 3, … from the right, filled up to a multiple of ten (GS1 General Specifications, 7.9).
 * Throws a RangeError when `body` is not digits alone.
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

/** The kind of `code` by its length and prefix, whatever its check digit; null when it is no GTIN at all. */
export function gtinKind(code: string): GtinKind | null {
  if (!/^\d+$/.test(code)) return null;
  if (code.length === 8) return 'GTIN-8';
  if (code.length === 12) return 'GTIN-12';
  if (code.length === 13) return inStore.test(code) ? 'In-store 13' : 'GTIN-13';
  return code.length === 14 ? 'GTIN-14' : null;
}

/**
 * The check digit that `code` should end in when it ends in another one. Null when the digit is right,
 * and null for a code that is no GTIN: other codes are allowed, they have nothing to check.
 */
export function gtinProblem(code: string): { expected: string } | null {
  if (gtinKind(code) === null) return null;
  const expected = gtinCheckDigit(code.slice(0, -1));
  return code.endsWith(expected) ? null : { expected };
}
