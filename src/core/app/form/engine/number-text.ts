import { formatDecimal } from '../../i18n/format';
import { isNumber, jsonText, numberOf, type Json } from '../../record/json';

/** Any value as text that can be typed over: a number by its digits, nothing as nothing. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return isNumber(value) ? value.value : jsonText(value);
}

const decimal = /^-?\d+(\.\d+)?$/;

/** Decimal digits without the zeros that JSON does not allow in front; anything else as it is. */
const tidy = (text: string): string => (decimal.test(text) ? text.replace(/^(-?)0+(?=\d)/, '$1') : text);

/** What was typed as a JSON number; what is none stays text, so that it can be corrected. */
export const toNumber = (text: string): Json => {
  const digits = tidy(text.trim());
  return decimal.test(digits) ? numberOf(digits) : text;
};

/** What was typed as decimal text (docs/interface.md#22-product-plu, `base_price`). */
export const toDecimalText = (text: string): Json => tidy(text.trim());

/** A number or decimal text as a person reads it. */
export const showDecimal = (value: Json | undefined, locale: string): string => {
  const text = textOf(value);
  return decimal.test(text) ? formatDecimal(text, locale) : text;
};

/** Money to be typed over: with the decimals of its currency at least (JPY 0), so that amounts stand under each other. */
export const moneyText = (value: Json | undefined, scale = 2): string => {
  const text = textOf(value);
  const [whole, fraction = ''] = text.split('.');
  return decimal.test(text) && fraction.length < scale ? `${whole}.${fraction.padEnd(scale, '0')}` : text;
};
