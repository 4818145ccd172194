import { Big } from 'big.js';
import { numberReadings } from '@/ui/fields/number-readings';
import { currenciesOf } from '@/ui/fields/unit-currencies';

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

/**
 * Reads a number as a person or a spreadsheet writes it and returns decimal text of the wire. A comma or full stop
 * with exactly three digits after it is the decimal sign only where it is that of the user's language: "1.234" is
 * ambiguous for a Finn, "1,234" for an Englishman. With both signs the last one stands before the decimals.
 */
export function readNumber(text: string, { separator, units = [] }: NumberStyle): ReadNumber {
  if (text.trim() === '') return { kind: 'empty' };
  const { point, comma, unit } = numberReadings(text);
  if (unit !== '' && !units.some((one) => isSameUnit(one, unit))) return { kind: 'none' };
  if (point === null && comma === null) return { kind: 'none' };
  if (point !== null && comma !== null && point !== comma) {
    const isOwn = /[.,]/.exec(text)?.[0] === separator;
    return isOwn ? { kind: 'number', value: separator === '.' ? point : comma } : { kind: 'ambiguous' };
  }
  return { kind: 'number', value: point ?? comma ?? '' };
}

/** Whether two units are one: "€" and "EUR". A sign of several currencies is each of them. */
const isSameUnit = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase() ||
  currenciesOf(one).some((code) => currenciesOf(other).includes(code));

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
