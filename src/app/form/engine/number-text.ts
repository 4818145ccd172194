import { formatDecimal } from '../../i18n/format';
import { isNumber, jsonText, numberOf, type Json } from '@/record/json';

/** Returns a value as editable text: a number by its digits, an empty string for null and undefined. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return isNumber(value) ? value.value : jsonText(value);
}

const decimal = /^-?\d+(\.\d+)?$/;

/** Removes the leading zeros that JSON does not allow from decimal digits; returns other text unchanged. */
const trimZeros = (text: string): string => (decimal.test(text) ? text.replace(/^(-?)0+(?=\d)/, '$1') : text);

/** Parses typed text to a JSON number; returns other text unchanged, so that it can be corrected. */
export const toNumber = (text: string): Json => {
  const digits = trimZeros(text.trim());
  return decimal.test(digits) ? numberOf(digits) : text;
};

/** Returns typed text as decimal text (docs/interface.md#22-product-plu, `base_price`). */
export const toDecimalText = (text: string): Json => trimZeros(text.trim());

/** Formats a number or decimal text in the user's locale. */
export const showDecimal = (value: Json | undefined, locale: string): string => {
  const text = textOf(value);
  return decimal.test(text) ? formatDecimal(text, locale) : text;
};

/** Returns an amount as editable text with at least the decimals of its currency (JPY 0), so that amounts line up. */
export const moneyText = (value: Json | undefined, scale = 2): string => {
  const text = textOf(value);
  const [whole, fraction = ''] = text.split('.');
  return decimal.test(text) && fraction.length < scale ? `${whole}.${fraction.padEnd(scale, '0')}` : text;
};
