import { Big } from 'big.js';

const plain = /^(\d+)(?:\.(\d+))?$/;

/**
 * Compares two decimals exactly: below zero if the first is less, zero if they are equal. Those without a sign, which prices
 * have hardly ever, are compared by their digits: a sheet compares millions.
 */
export function compareDecimals(one: string, other: string): number {
  if (one === other) return 0;
  const [, whole = '', part = ''] = plain.exec(one) ?? [];
  const [, otherWhole = '', otherPart = ''] = plain.exec(other) ?? [];
  if (whole === '' || otherWhole === '') return new Big(one).cmp(other);
  const width = Math.max(whole.length, otherWhole.length);
  const places = Math.max(part.length, otherPart.length);
  const digits = whole.padStart(width, '0') + part.padEnd(places, '0');
  const otherDigits = otherWhole.padStart(width, '0') + otherPart.padEnd(places, '0');
  if (digits === otherDigits) return 0;
  return digits < otherDigits ? -1 : 1;
}

export const isLess = (one: string, other: string): boolean => compareDecimals(one, other) < 0;
export const isEqual = (one: string, other: string): boolean => compareDecimals(one, other) === 0;
