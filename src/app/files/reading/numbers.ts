import { Big } from 'big.js';
import { numberReadings, type DecimalSign, type NumberReadings } from '@/ui/fields/number-readings';
import { currenciesOf } from '@/ui/fields/unit-currencies';

/**
 * Returns a number of a file as plain decimal text with the digits that it is written with, or null if it is none with
 * this decimal sign. Units beside it say what it is, and nothing about its value.
 */
export const readNumber = (text: string, sign: DecimalSign): string | null => numberReadings(text)[sign];

/** Returns whether a number stands beside the sign of another currency than this one. */
export function isOtherCurrency(text: string, currency: string | null): boolean {
  if (currency === null) return false;
  const named = currenciesOf(numberReadings(text).unit);
  return named.length > 0 && !named.includes(currency);
}

/** How a text can be read as a number: with either sign alike, with one of them, with each another number, or not. */
export type NumberShape = 'plain' | 'point' | 'comma' | 'either' | 'none';

/** Returns how a text can be read as a number. */
export const numberShape = (text: string): NumberShape => shapeOf(numberReadings(text));

/** Returns the same of a text that was read. */
export function shapeOf({ point, comma }: NumberReadings): NumberShape {
  if (point === null) return comma === null ? 'none' : 'comma';
  if (comma === null) return 'point';
  return point === comma ? 'plain' : 'either';
}

/** Whether a text is a number as spreadsheets show long ones: its last digits are gone. */
export const isScientific = (text: string): boolean => /^\s*[-−]?\d(?:[.,]\d+)?E[+-]?\d+\s*$/i.test(text);

/**
 * Returns a number of a spreadsheet's own file as plain decimal text. A spreadsheet stores binary fractions and shows 15
 * digits of them: what it shows as 6.55 may be in the file as 6.5499999999999998, which is the same number. Whole numbers
 * keep their digits as far as such a number holds them.
 */
export function storedNumber(text: string): string | null {
  if (!/^-?(?:\d{1,400}\.?\d{0,400}|\.\d{1,400})(?:E[+-]?\d{1,2})?$/i.test(text)) return null;
  const digits = text.replace(/E.*$/i, '').replaceAll(/\D/g, '').replace(/^0+/, '').length;
  if (digits <= 15) return new Big(text).toFixed();
  const number = Number(text);
  return Number.isSafeInteger(number) && !text.includes('.')
    ? new Big(text).toFixed()
    : new Big(number.toPrecision(15)).toFixed();
}

/** Returns whether two decimal texts are the same number. */
export const sameNumber = (one: string, other: string): boolean =>
  one === other || new Big(one).eq(new Big(other));

/** Returns a number of a hundredth: 0.135 is 13.5 per cent. */
export const percentOf = (text: string): string => new Big(text).times(100).toFixed();
