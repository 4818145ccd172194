import { Big } from 'big.js';

/** Notes and coins by currency, largest first, as decimal text. */
const denominations: Readonly<Record<string, readonly string[]>> = {
  EUR: '500 200 100 50 20 10 5 2 1 0.50 0.20 0.10 0.05 0.02 0.01'.split(' '),
  SEK: '1000 500 200 100 50 20 10 5 2 1'.split(' '),
  NOK: '1000 500 200 100 50 20 10 5 1'.split(' '),
  DKK: '1000 500 200 100 50 20 10 5 2 1 0.50'.split(' '),
  GBP: '50 20 10 5 2 1 0.50 0.20 0.10 0.05 0.02 0.01'.split(' '),
  USD: '100 50 20 10 5 2 1 0.50 0.25 0.10 0.05 0.01'.split(' '),
  JPY: '10000 5000 2000 1000 500 100 50 10 5 1'.split(' '),
  PLN: '500 200 100 50 20 10 5 2 1 0.50 0.20 0.10 0.05 0.02 0.01'.split(' '),
  CZK: '5000 2000 1000 500 200 100 50 20 10 5 2 1'.split(' '),
  HUF: '20000 10000 5000 2000 1000 500 200 100 50 20 10 5'.split(' '),
  RON: '500 200 100 50 20 10 5 1 0.50 0.10 0.05 0.01'.split(' '),
  ISK: '10000 5000 2000 1000 500 100 50 10 5 1'.split(' '),
  CAD: '100 50 20 10 5 2 1 0.25 0.10 0.05'.split(' '),
  AUD: '100 50 20 10 5 2 1 0.50 0.20 0.10 0.05'.split(' '),
  NZD: '100 50 20 10 5 2 1 0.50 0.20 0.10'.split(' '),
  CHF: '1000 200 100 50 20 10 5 2 1 0.50 0.20 0.10 0.05'.split(' '),
};

/**
 * Returns the notes and coins of a currency, largest first; none for an unknown currency, which is counted as a sum.
 * `smallest`, decimal text: what cash is rounded to, such as 0.05 in Finland, where nobody pays with one and two cents.
 */
export const denominationsOf = (currency: string, smallest = '0'): readonly string[] =>
  (denominations[currency] ?? []).filter((worth) => new Big(worth).gte(smallest));

/** The typed number of each note and coin. */
export type Pieces = Readonly<Record<string, string>>;

const whole = /^\d{1,7}$/;

/** Whether nothing is typed: an empty drawer is counted by typing 0. */
export const isUncounted = (pieces: Pieces): boolean =>
  Object.values(pieces).every((typed) => typed.trim() === '');

/**
 * Returns the sum of pieces as decimal text with `scale` decimals; null while one of them is not a whole number. Empty
 * text counts as 0.
 */
export function sumOfPieces(pieces: Pieces, scale: number): string | null {
  let sum = new Big(0);
  for (const [worth, typed] of Object.entries(pieces)) {
    const count = typed.trim();
    if (count === '') continue;
    if (!whole.test(count)) return null;
    sum = sum.plus(new Big(worth).times(count));
  }
  return sum.toFixed(scale);
}

/** Whether a typed number of pieces is empty or a whole number. */
export const isCount = (typed: string): boolean => typed.trim() === '' || whole.test(typed.trim());
