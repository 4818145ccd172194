import { unguardedFormula, unguardedLater } from '@/record/formula-guard';
import { isNumber, numberOf, parseJson, type Json } from '@/record/json';
import { hasCheckDigit } from '../reading/column-profile';
import { dateOrders, isMadeDate, readDate, type DateOrder, type FileDate } from '../reading/dates';
import type { DecimalSign } from '@/ui/fields/number-readings';
import { isOtherCurrency, isScientific, numberShape, readNumber } from '../reading/numbers';
import type { CellKind } from '../reading/row';
import type { ImportField } from './import-field';
import { readList } from './cell-text';

/** Why a line is refused; each has a text (`problem.…`). */
export type ProblemCode =
  | 'digits_gone'
  | 'made_date'
  | 'has_decimals'
  | 'not_barcode'
  | 'zero_offered'
  | 'check_digit'
  | 'several_barcodes'
  | 'no_rate'
  | 'no_value'
  | 'other_currency'
  | 'spreadsheet_error'
  | 'letters_gone'
  | 'wrong_encoding'
  | 'too_long'
  | 'not_number'
  | 'other_sign'
  | 'ambiguous_number'
  | 'not_integer'
  | 'not_flag'
  | 'not_date'
  | 'ambiguous_date'
  | 'two_digit_year'
  | 'not_time'
  | 'not_id'
  | 'not_list'
  | 'not_json'
  | 'no_reference'
  | 'two_references'
  | 'inactive_reference'
  | 'several_dates'
  | 'no_supplier'
  | 'two_lines'
  | 'quote_open'
  | 'cells_missing'
  | 'cells_more'
  | 'no_key'
  | 'finds_two'
  | 'finds_none'
  | 'of_parent'
  | 'needs'
  | 'twice';

/**
 * What a cell was read as. `doubt`: the value is what the cell says, and it may be damaged in this way; the problem holds
 * unless a record has it.
 */
export type CellValue =
  | { readonly value: Json; readonly doubt?: 'zero_offered' | 'check_digit' }
  | { readonly problem: ProblemCode };

/** How the cells of a file are read. */
export interface CellReading {
  readonly sign: DecimalSign | null;
  /** Numbers that can be read with either sign are refused: the file has both. */
  readonly isMixed: boolean;
  readonly dates: DateOrder | null;
  /** What becomes of 7, 10, 11 or 12 digits whose check digit fits with zeros in front. */
  readonly zero: 'take' | 'refuse' | null;
  /** What becomes of a barcode whose check digit is another one. */
  readonly checkDigit: 'take' | 'refuse' | null;
  /** Cells that are missing at the end of a line are empty. */
  readonly isShortTaken: boolean;
  /** Currency of the company, and its time zone; null if they are not known. */
  readonly currency: string | null;
  readonly zone: string | null;
}

const spreadsheetError = /^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|#+)$|^Err:\d+$/i;
const mojibake = /[ÃÂ][\u00a0-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

const refuse = (problem: ProblemCode): CellValue => ({ problem });

/**
 * Returns the text of a cell of a CSV file without what keeps spreadsheets from changing it: `="0012"`, and an apostrophe
 * in front of what they would run.
 */
export function unguarded(text: string): string {
  const guarded = /^="((?:[^"]|"")*)"$/.exec(text)?.[1];
  return guarded === undefined ? unguardedFormula(text) : unguardedLater(guarded.replaceAll('""', '"'));
}

/** Reads a cell by the kind of its field. Never guesses: what can be read in two ways, or was damaged, is a problem. */
export function readCell(
  { kind, max = 400 }: Pick<ImportField, 'kind' | 'max'>,
  raw: string,
  cell: CellKind | undefined,
  reading: CellReading,
): CellValue {
  const text = raw.trim();
  if (cell === 'unstored') return refuse('no_value');
  if (cell === 'error' || spreadsheetError.test(text)) return refuse('spreadsheet_error');
  if (text.includes('\uFFFD')) return refuse('letters_gone');
  switch (kind) {
    case 'barcode':
      return readBarcodes(text.replace(/^'(?=\d)/, ''), cell, reading);
    case 'code':
      return readCode(text.replace(/^'(?=\d)/, ''), cell, max);
    case 'id':
      return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
        ? { value: text.toLowerCase() }
        : refuse('not_id');
    case 'decimal':
    case 'amount': {
      const number = readAnyNumber(text, cell, reading);
      return typeof number === 'string' ? { value: number } : number;
    }
    case 'number':
    case 'integer': {
      const number = readAnyNumber(text, cell, reading);
      if (typeof number !== 'string') return number;
      if (kind === 'number') return { value: numberOf(number) };
      return /^-?\d{1,10}(?:\.0+)?$/.test(number)
        ? { value: numberOf(number.replace(/\.0+$/, '')) }
        : refuse('not_integer');
    }
    case 'flag':
      return readFlag(text);
    case 'day':
    case 'moment': {
      const date = readAnyDate(text, cell, reading);
      if ('problem' in date) return date;
      if (kind === 'day') return { value: date.day };
      if (date.offset === undefined) return { value: `${date.day}T${date.time ?? '00:00'}` };
      // Another clock than the company's: it is the same moment there.
      return reading.zone === null ? refuse('ambiguous_date') : { value: wallClock(date, reading.zone) };
    }
    case 'time': {
      const [, hour, minute] = /^(\d{1,2})[:.](\d{2})(?:[:.]00)?$/.exec(text) ?? [];
      return hour !== undefined && Number(hour) < 24 && Number(minute) < 60
        ? { value: `${hour.padStart(2, '0')}:${minute}` }
        : refuse('not_time');
    }
    case 'list': {
      const list = readList(text);
      return list === null ? refuse('not_list') : { value: list };
    }
    default:
      if (mojibake.test(text)) return refuse('wrong_encoding');
      return text.length > max && kind !== 'any' ? refuse('too_long') : { value: text };
  }
}

/** Reads the text of a cell as what a stored value is, where no declaration says what it is. */
export function readLike(
  stored: Json | undefined,
  raw: string,
  cell: CellKind | undefined,
  reading: CellReading,
): CellValue {
  if (isNumber(stored)) return readCell({ kind: 'number' }, raw, cell, reading);
  if (typeof stored === 'boolean') return readCell({ kind: 'flag' }, raw, cell, reading);
  if (typeof stored === 'string' || stored === undefined || stored === null)
    return readCell({ kind: 'any' }, raw, cell, reading);
  if (Array.isArray(stored)) return readCell({ kind: 'list' }, raw, cell, reading);
  try {
    return { value: parseJson(raw) };
  } catch {
    return refuse('not_json');
  }
}

/** Reads the barcodes of a cell: one as text, several as an array, with `;`, `|`, a comma or a blank between them. */
function readBarcodes(text: string, cell: CellKind | undefined, reading: CellReading): CellValue {
  if (text.length > 2000) return refuse('not_barcode');
  if (isScientific(text)) return refuse('digits_gone');
  const parts = text
    .split(/[;|,]/)
    .flatMap((part) => {
      const words = part.trim().split(/[\s\u00a0]+/);
      // Blanks part whole codes; between the digits of one they are decoration.
      return words.length > 1 && words.every((word) => /^(?:\d{8}|\d{12,14})$/.test(word))
        ? words
        : [part.trim()];
    })
    .filter((part) => part !== '');
  const [only, ...others] = parts;
  if (only === undefined) return refuse('not_barcode');
  // "6430014310064,00" is one damaged code, and no two.
  if (others.length === 0 || /^\d+,\d{1,2}$/.test(text)) return readBarcode(text, cell, reading);
  const read = parts.map((part) => readBarcode(part, cell, reading));
  const wrong = read.find((one) => 'problem' in one);
  if (wrong) return wrong;
  const doubt = read.flatMap((one) => ('doubt' in one && one.doubt !== undefined ? [one.doubt] : []))[0];
  const value = read.flatMap((one) => ('value' in one ? [one.value] : []));
  return doubt === undefined ? { value } : { value, doubt };
}

function readBarcode(text: string, cell: CellKind | undefined, reading: CellReading): CellValue {
  if (isScientific(text)) return refuse('digits_gone');
  if (cell === 'date' || (isMadeDate(text) && !isIsbn(text))) return refuse('made_date');
  if (/^\d+[.,]\d+$/.test(text)) return refuse('has_decimals');
  const joined = text.replaceAll(/(?<=\d)[\s\u00a0](?=\d)/g, '');
  const digits = isIsbn(joined) ? joined.replaceAll('-', '') : joined;
  if (!/^[\x21-\x7e]{1,60}$/.test(digits) || !/\d/.test(digits) || /[;,|]/.test(digits))
    return refuse('not_barcode');
  // Several codes that run together are none.
  if (joined !== text && /^\d{15,}$/.test(digits)) return refuse('not_barcode');
  // A spreadsheet that has lost the last digits writes zeros in their place.
  if (/^\d{7,9}0{5,}$/.test(digits) && !hasCheckDigit(digits)) return refuse('digits_gone');
  if (/^(?:\d{7}|\d{10,12})$/.test(digits) && hasCheckDigit(digits)) {
    if (reading.zero === 'take') return { value: withZeros(digits) };
    return { value: digits, doubt: 'zero_offered' };
  }
  // The parts of a book's number are typed by people from the book; some books have a wrong one.
  if (isIsbn(joined)) return { value: digits };
  // Codes of a shop's own scales have a weight or a price in them, and a digit that the scale computes.
  const isOwn = /^(?:02|04|2)\d{11,12}$/.test(digits);
  if (
    /^(?:\d{8}|\d{10,14})$/.test(digits) &&
    !isOwn &&
    !hasCheckDigit(digits) &&
    reading.checkDigit !== 'take'
  )
    return { value: digits, doubt: 'check_digit' };
  return { value: digits };
}

/** Whether a text is the number of a book with hyphens between its parts. */
const isIsbn = (text: string): boolean =>
  /^97[89]-[\d-]{10,14}$/.test(text) && text.replaceAll('-', '').length === 13;

/** Returns digits with the zeros that a spreadsheet takes away: an EAN-8 has 8 of them, an EAN-13 has 13. */
export const withZeros = (digits: string): string => digits.padStart(digits.length === 7 ? 8 : 13, '0');

/** Returns a moment as the wall clock of a time zone: `2026-04-01T06:00`. */
function wallClock({ day, time, offset = 0 }: FileDate, zone: string): string {
  const at = new Date(Date.parse(`${day}T${time ?? '00:00'}:00Z`) - offset * 60_000);
  // The Swedish form is that of ISO 8601.
  return at
    .toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .replace(' ', 'T');
}

function readCode(text: string, cell: CellKind | undefined, max: number): CellValue {
  if (/^\d[.,]\d+E[+-]?\d+$/i.test(text)) return refuse('digits_gone');
  if (cell === 'date') return refuse('made_date');
  if (mojibake.test(text)) return refuse('wrong_encoding');
  return text.length > max ? refuse('too_long') : { value: text };
}

function readAnyNumber(text: string, cell: CellKind | undefined, reading: CellReading): string | CellValue {
  if (cell === 'date') return refuse('made_date');
  if (cell === 'number' || cell === 'percent') return readNumber(text, 'point') ?? refuse('not_number');
  const { sign, isMixed } = reading;
  if (isOtherCurrency(text, reading.currency)) return refuse('other_currency');
  const shape = numberShape(text);
  if (shape === 'none') {
    if (isScientific(text)) return refuse('digits_gone');
    return refuse(isMadeDate(text) && /\d.*[./-].*\d/.test(text) ? 'made_date' : 'not_number');
  }
  if (shape === 'either' && (sign === null || isMixed)) return refuse('ambiguous_number');
  if (shape === 'plain') return readNumber(text, 'point') ?? refuse('not_number');
  if (sign === null) return refuse('ambiguous_number');
  return readNumber(text, sign) ?? refuse('other_sign');
}

function readFlag(text: string): CellValue {
  if (/^(?:true|yes|y|1|x|kyllä|k|tosi|on|✓)$/i.test(text)) return { value: true };
  return /^(?:false|no|n|0|ei|e|epätosi|off)$/i.test(text) ? { value: false } : refuse('not_flag');
}

function readAnyDate(
  text: string,
  cell: CellKind | undefined,
  { dates }: CellReading,
): FileDate | { readonly problem: ProblemCode } {
  const withYear = readDate(text, 'ymd');
  if (withYear) return withYear;
  if (cell === 'number') return { problem: 'not_date' };
  if (dates !== null && dates !== 'ymd') {
    const date = readDate(text, dates);
    if (date) return date;
  }
  if (/^\d{1,2}[./-]\d{1,2}[./-]\d{2}(?!\d)/.test(text)) return { problem: 'two_digit_year' };
  const isDate = dateOrders.some((order) => readDate(text, order));
  return { problem: isDate && dates === null ? 'ambiguous_date' : 'not_date' };
}
