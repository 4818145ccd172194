import { Big } from 'big.js';

/** What a text means as a number. `ambiguous`: it can be read in two ways, so that nothing is guessed. */
export type ReadNumber =
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'empty' | 'ambiguous' | 'none' };

/** How numbers are written by whoever pastes them. */
export interface NumberStyle {
  /** The decimal sign of the user's language. */
  readonly separator: '.' | ',';
  /** What may stand before or after a number, such as "€" and "EUR". */
  readonly units?: readonly string[];
}

/** Spaces of all widths, and the apostrophe of Switzerland: they only ever group digits. */
const groupingSign = /[\s\u00A0\u2007\u2009\u202F'\u2019]/;

/**
 * Reads a number as a person or a spreadsheet writes it and returns decimal text of the wire. A comma or full stop
 * with exactly three digits after it is the decimal sign only where it is that of the user's language: "1.234" is
 * ambiguous for a Finn, "1,234" for an Englishman. Digits of a group are exactly three; "(3.50)" and "3.50-" are
 * negative, as accountants write them.
 */
export function readNumber(text: string, { separator, units = [] }: NumberStyle): ReadNumber {
  let rest = text.trim();
  if (rest === '') return { kind: 'empty' };
  let isNegative = false;
  const bracketed = /^\((.*)\)$/.exec(rest);
  if (bracketed) {
    isNegative = true;
    rest = (bracketed[1] ?? '').trim();
  }
  rest = withoutUnit(rest, units);
  const signed = /^([-\u2212+])?(.*?)([-\u2212])?$/s.exec(rest);
  const [, before, digits = '', after] = signed ?? [];
  if ((before !== undefined && after !== undefined) || (isNegative && (before ?? after) !== undefined))
    return { kind: 'none' };
  isNegative ||= before === '-' || before === '\u2212' || after !== undefined;
  const unsigned = readDigits(withoutUnit(digits.trim(), units), separator);
  if (typeof unsigned !== 'string') return unsigned;
  const value = unsigned.replace(/^0+(?=\d)/, '');
  return { kind: 'number', value: isNegative && /[1-9]/.test(value) ? `-${value}` : value };
}

function withoutUnit(text: string, units: readonly string[]): string {
  for (const unit of units) {
    if (unit === '') continue;
    if (text.endsWith(unit)) return text.slice(0, -unit.length).trim();
    if (text.startsWith(unit)) return text.slice(unit.length).trim();
  }
  return text;
}

function readDigits(text: string, separator: '.' | ','): string | ReadNumber {
  const group = separator === '.' ? ',' : '.';
  if (groupingSign.test(text)) {
    if (!/^\d{1,3}([\s\u00A0\u2007\u2009\u202F'\u2019]\d{3})+([.,]\d+)?$/.test(text)) return { kind: 'none' };
    return text.split(groupingSign).join('').replace(',', '.');
  }
  if (/^\d+$/.test(text)) return text;
  // Both signs: the last one is the decimal sign, the other groups three digits each.
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(text)) return text.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  // The same sign several times can only group.
  if (/^\d{1,3}(,\d{3}){2,}$/.test(text) || /^\d{1,3}(\.\d{3}){2,}$/.test(text))
    return text.replaceAll(/[.,]/g, '');
  const one = /^(\d*)([.,])(\d+)$/.exec(text);
  if (!one) return { kind: 'none' };
  const [, whole = '', sign, fraction = ''] = one;
  const mayGroup = sign === group && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (mayGroup) return { kind: 'ambiguous' };
  return `${whole === '' ? '0' : whole}.${fraction}`;
}

/** A cell of the clipboard: its text as it was shown, and its exact value if the spreadsheet gave one. */
export interface ClipboardCell {
  readonly text: string;
  /** Decimal text, with a full stop whatever the language. */
  readonly exact?: string;
}

/**
 * Reads the number of a cell of the clipboard. A person pastes what they see, so the digits are those that were shown;
 * the exact value says what the signs between them mean. It is taken itself where no digits are shown ("####",
 * "1.2E+03"). Where the two do not agree, as for "5 %" and for dates, the cell is no number.
 */
export function readCell(cell: ClipboardCell, style: NumberStyle): ReadNumber {
  const own = readNumber(cell.text, style);
  if (cell.exact === undefined || own.kind === 'empty') return own;
  const exact = new Big(cell.exact);
  if (/^#+$/.test(cell.text.trim()) || /^[-\u2212]?\d([.,]\d+)?E[-+]\d+$/i.test(cell.text.trim()))
    return { kind: 'number', value: withoutFloatNoise(exact) };
  const readings = [own, readNumber(cell.text, { ...style, separator: style.separator === '.' ? ',' : '.' })];
  // "1.234" shown for 1234: groups alone, which neither reading says.
  readings.push(readNumber(cell.text.replaceAll(/(?<=\d)[.,](?=\d{3}(?!\d))/g, ''), style));
  const agreed = readings.find((one) => one.kind === 'number' && isShownFor(one.value, exact));
  return agreed ?? { kind: 'none' };
}

/** Whether a shown number is the exact one, rounded to the decimals that are shown. */
function isShownFor(shown: string, exact: Big): boolean {
  const places = shown.split('.')[1]?.length ?? 0;
  return exact.round(places, Big.roundHalfUp).eq(shown) || withoutFloatNoise(exact, places) === shown;
}

/** Spreadsheets hold binary numbers, of which they show 15 digits: 3.6900000000000004 is 3.69. */
function withoutFloatNoise(value: Big, places?: number): string {
  const digits = value.eq(0) ? value : value.prec(15, Big.roundHalfUp);
  return places === undefined ? digits.toFixed() : digits.round(places, Big.roundHalfUp).toFixed(places);
}
