/** The signs that stand before decimals, by name. */
export const decimalSigns = ['point', 'comma'] as const;
/** The sign before the decimals of a number. */
export type DecimalSign = (typeof decimalSigns)[number];

/**
 * What a text says as a number: decimal text with a full stop by each decimal sign, null where it is none with that
 * sign, and the unit that stands beside it (`''` if there is none).
 */
export interface NumberReadings {
  readonly point: string | null;
  readonly comma: string | null;
  readonly unit: string;
}

/** The codes of currencies that are read beside a number, in small letters. */
export const currencyCodes =
  'eur gbp usd sek nok dkk isk chf pln czk huf ron bgn cad aud nzd jpy cny try uah'.split(' ');
const unitWord = String.raw`(?:€|£|\$|₴|₽|₺|¥|zł|kč|ft|fr|kr|lei|лв|%|${currencyCodes.join('|')})`;
/** "€/kg": of what the price is, which says nothing about its number. */
const measure = String.raw`(?:\s*\/\s*(?:\d{1,4}\s*)?(?:kg|g|l|ltr|dl|ml|m2|m²|m|kpl|pcs?|st|each|ltk)\.?)?`;
const before = new RegExp(String.raw`^(${unitWord})\.?\s*(?=[-−+(\d.,])`, 'iu');
const after = new RegExp(String.raw`(?<=[\d)\-−–—.,\s])\s*(${unitWord})\.?${measure}$`, 'iu');

const grouping = String.raw`[\s\u00A0\u2007\u2009\u202F'’SIGN]`;
const pattern = (sign: string, other: string) =>
  new RegExp(
    String.raw`^(?:([1-9]\d{0,2})(?:(${grouping.replace('SIGN', other)})\d{3}(?:\2\d{3})*)|(\d+)|)(?:${sign}(\d+))?$`,
    'u',
  );
const patterns = { point: pattern(String.raw`\.`, ','), comma: pattern(',', '.') };

/** Longest text that is read: no amount is longer, and a cell may hold a megabyte. */
const longest = 100;

const none: NumberReadings = { point: null, comma: null, unit: '' };

/**
 * Reads a text as a number by both decimal signs. This is the one parser of numbers: forms, cells of lists, pasted cells
 * and imported files take their answer from it, each by what it knows of the sign. Groups have three digits and are
 * parted by spaces, apostrophes or the other sign, so with both signs the last one stands before the decimals.
 * "(3.50)" and "3.50-" are negative, as accountants write them, and "12,-" is a whole amount.
 */
export function numberReadings(text: string): NumberReadings {
  let rest = text.trim();
  if (rest.length > longest || !/\d/.test(rest)) return none;
  let unit = '';
  const takeUnit = () => {
    const found = before.exec(rest) ?? after.exec(rest);
    if (!found || unit !== '') return;
    unit = found[1] ?? '';
    rest = (found.index === 0 ? rest.slice(found[0].length) : rest.slice(0, found.index)).trim();
  };
  takeUnit();
  let isNegative = false;
  const bracketed = /^\((.*)\)$/su.exec(rest);
  if (bracketed) {
    isNegative = true;
    rest = (bracketed[1] ?? '').trim();
    takeUnit();
  }
  // The dash of "12,-" stands for the decimals.
  const whole = /^(.*\d)[.,]\s*[-−–—]{1,2}$/su.exec(rest);
  if (whole) rest = whole[1] ?? '';
  const [, sign, digits = '', trailing] = /^([-−+]?)\s*(.*?)\s*([-−]?)$/su.exec(rest) ?? [];
  const signs = [isNegative, sign !== '', trailing !== ''].filter(Boolean).length;
  if (signs > 1) return none;
  isNegative ||= trailing !== '' || (sign !== '' && sign !== '+');
  rest = digits;
  // "-€ 5": the unit between the sign and the digits.
  takeUnit();
  const read = (by: DecimalSign): string | null => {
    const match = patterns[by].exec(rest);
    if (!match || rest === '') return null;
    const decimals = whole ? '00' : match[4];
    if (whole && match[4] !== undefined) return null;
    const units = (match[4] === undefined ? rest : rest.slice(0, -match[4].length - 1)).replaceAll(/\D/g, '');
    const plain = `${units.replace(/^0+(?=\d)/, '') || '0'}${decimals === undefined ? '' : `.${decimals}`}`;
    return isNegative && /[1-9]/.test(plain) ? `-${plain}` : plain;
  };
  return { point: read('point'), comma: read('comma'), unit };
}
