import { array, assert, constantFrom, integer, nat, pre, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gtinCheckDigit, gtinKind, gtinProblem } from './gtin';

const digits = (length: number) =>
  array(integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((d) => d.join(''));
const body = constantFrom(7, 11, 12, 13).chain(digits);

describe('GTIN check digit', () => {
  it('agrees with codes printed on real kinds of packages', () => {
    // The examples of the GS1 documentation, and one code of each length.
    expect(gtinCheckDigit('629104150021')).toBe('3');
    expect(gtinCheckDigit('9638507')).toBe('4');
    expect(gtinCheckDigit('03600029145')).toBe('2');
    expect(gtinCheckDigit('1001234123456')).toBe('0');
  });

  it('makes every body of a GTIN length a code without a problem', () => {
    assert(property(body, (b) => gtinProblem(b + gtinCheckDigit(b)) === null));
  });

  it('finds every single wrong digit, and names the digit that would be right', () => {
    assert(
      property(body, nat(), integer({ min: 1, max: 9 }), (b, position, shift) => {
        const code = b + gtinCheckDigit(b);
        const at = position % code.length;
        const wrong = code.slice(0, at) + String((Number(code[at]) + shift) % 10) + code.slice(at + 1);
        const problem = gtinProblem(wrong);
        expect(problem).not.toBeNull();
        expect(gtinProblem(wrong.slice(0, -1) + String(problem?.expected))).toBeNull();
      }),
    );
  });

  it('finds two neighbours that changed places unless they differ by five', () => {
    assert(
      property(body, nat(), (b, position) => {
        const code = b + gtinCheckDigit(b);
        const at = position % (code.length - 1);
        const difference = Math.abs(Number(code[at]) - Number(code[at + 1]));
        pre(difference !== 0 && difference !== 5);
        const swapped = code.slice(0, at) + code.charAt(at + 1) + code.charAt(at) + code.slice(at + 2);
        expect(gtinProblem(swapped)).not.toBeNull();
      }),
    );
  });

  it('names the kind by length, and the shop’s own ranges apart', () => {
    expect(gtinKind('96385074')).toBe('GTIN-8');
    expect(gtinKind('036000291452')).toBe('GTIN-12');
    expect(gtinKind('6430098120412')).toBe('GTIN-13');
    expect(gtinKind('2000000021041')).toBe('In-store 13');
    expect(gtinKind('0212345678901')).toBe('In-store 13');
    expect(gtinKind('10012341234560')).toBe('GTIN-14');
  });

  it('leaves codes that are no GTIN alone', () => {
    assert(
      property(
        string().filter((s) => !/^(\d{8}|\d{12,14})$/.test(s)),
        (code) => gtinKind(code) === null && gtinProblem(code) === null,
      ),
    );
  });

  it('refuses to compute a digit for what is not digits', () => {
    expect(() => gtinCheckDigit('64A')).toThrow(RangeError);
    expect(() => gtinCheckDigit('')).toThrow(RangeError);
  });
});
