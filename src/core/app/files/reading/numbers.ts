import { Big } from 'big.js';

/** The sign before the decimals of a file's numbers. */
export const decimalSigns = ['point', 'comma'] as const;
export type DecimalSign = (typeof decimalSigns)[number];

const groups = String.raw`([1-9]\d{0,2})(?:(SIGN)\d{3}(?:\2\d{3})*)`;
const patternOf = (sign: string, group: string) =>
  new RegExp(String.raw`^(?:${groups.replace('SIGN', group)}|(\d+)|)(?:${sign}(\d+))?$`);
const patterns = {
  point: patternOf(String.raw`\.`, String.raw`[\s'’,]`),
  comma: patternOf(',', String.raw`[\s'’.]`),
};

/** Units that may stand before or after a number; they say what it is, and nothing about its value. */
const unit = String.raw`(?:€|EUR|£|GBP|\$|USD|SEK|NOK|DKK|kr|%)`;
const decorated = new RegExp(String.raw`^${unit}?\s*([-−+]?)\s*(.*?)\s*${unit}?$`, 'isu');

/**
 * Returns a number of a file as plain decimal text with the digits that it is written with, or null if it is none with
 * this decimal sign. Thousands may be parted by spaces, apostrophes, or the other sign.
 */
export function readNumber(text: string, sign: DecimalSign): string | null {
  const [, minus = '', digits = ''] = decorated.exec(text.trim()) ?? [];
  if (!/\d/.test(digits)) return null;
  const match = patterns[sign].exec(digits);
  if (!match) return null;
  const decimals = match[4];
  const whole = (decimals === undefined ? digits : digits.slice(0, -decimals.length - 1)).replaceAll(
    /\D/g,
    '',
  );
  const plain = `${whole.replace(/^0+(?=\d)/, '') || '0'}${decimals === undefined ? '' : `.${decimals}`}`;
  const isNegative = minus !== '' && minus !== '+' && /[1-9]/.test(plain);
  return isNegative ? `-${plain}` : plain;
}

/** How a text can be read as a number: with either sign alike, with one of them, with each another number, or not. */
export type NumberShape = 'plain' | 'point' | 'comma' | 'either' | 'none';

/** Returns how a text can be read as a number. */
export function numberShape(text: string): NumberShape {
  const point = readNumber(text, 'point');
  const comma = readNumber(text, 'comma');
  if (point === null) return comma === null ? 'none' : 'comma';
  if (comma === null) return 'point';
  return point === comma ? 'plain' : 'either';
}

/** Whether a text is a number as spreadsheets show long ones: its last digits are gone. */
export const isScientific = (text: string): boolean => /^\s*[-−]?\d(?:[.,]\d+)?E[+-]?\d+\s*$/i.test(text);

/**
 * Returns a number of a spreadsheet's own file as plain decimal text. A spreadsheet stores binary fractions: what it shows
 * as 6.55 may be in the file as 6.5499999999999998, which is the same number.
 */
export function storedNumber(text: string): string | null {
  if (!/^-?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?$/i.test(text)) return null;
  const digits = text.replace(/E.*$/i, '').replaceAll(/\D/g, '').replace(/^0+/, '').length;
  return new Big(digits > 15 ? String(Number(text)) : text).toFixed();
}

/** Returns whether two decimal texts are the same number. */
export const sameNumber = (one: string, other: string): boolean =>
  one === other || new Big(one).eq(new Big(other));

/** Returns a number of a hundredth: 0.135 is 13.5 per cent. */
export const percentOf = (text: string): string => new Big(text).times(100).toFixed();
