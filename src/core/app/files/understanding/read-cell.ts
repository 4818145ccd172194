import { isNumber, numberOf, parseJson, type Json } from '@/core/record/json';
import { hasCheckDigit } from '../reading/column-profile';
import { dateOrders, isMadeDate, readDate, type DateOrder, type FileDate } from '../reading/dates';
import { isScientific, numberShape, readNumber, type DecimalSign } from '../reading/numbers';
import type { CellKind } from '../reading/row';
import type { ImportField } from './import-field';
import { readList } from './leaf';

/** Why a line is refused; each has a text (`problem.…`). */
export type ProblemCode =
  | 'digits_gone'
  | 'made_date'
  | 'has_decimals'
  | 'not_barcode'
  | 'zero_offered'
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

/** What a cell was read as. */
export type CellValue = { readonly value: Json } | { readonly problem: ProblemCode };

/** How the cells of a file are read. */
export interface CellReading {
  readonly sign: DecimalSign | null;
  /** Numbers that can be read with either sign are refused: the file has both. */
  readonly isMixed: boolean;
  readonly dates: DateOrder | null;
  /** What becomes of 12 digits whose check digit fits with a zero in front. */
  readonly zero: 'take' | 'refuse' | null;
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
  if (guarded !== undefined) return guarded.replaceAll('""', '"');
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

/** Reads a cell by the kind of its field. Never guesses: what can be read in two ways, or was damaged, is a problem. */
export function readCell(
  { kind, max = 400 }: Pick<ImportField, 'kind' | 'max'>,
  raw: string,
  cell: CellKind | undefined,
  reading: CellReading,
): CellValue {
  const text = raw.trim();
  if (cell === 'error' || spreadsheetError.test(text)) return refuse('spreadsheet_error');
  if (text.includes('\uFFFD')) return refuse('letters_gone');
  switch (kind) {
    case 'barcode':
      return readBarcode(text.replace(/^'(?=\d)/, ''), cell, reading.zero);
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
      return { value: kind === 'day' ? date.day : `${date.day}T${date.time ?? '00:00'}` };
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

function readBarcode(text: string, cell: CellKind | undefined, zero: CellReading['zero']): CellValue {
  if (isScientific(text)) return refuse('digits_gone');
  if (cell === 'date' || isMadeDate(text)) return refuse('made_date');
  if (/^\d+[.,]\d+$/.test(text)) return refuse('has_decimals');
  const digits = text.replaceAll(/(?<=\d)[\s\u00a0](?=\d)/g, '');
  if (!/^[\x21-\x7e]{1,60}$/.test(digits) || !/\d/.test(digits) || /[;,]/.test(digits))
    return refuse('not_barcode');
  // A spreadsheet that has lost the last digits writes zeros in their place.
  if (/^\d{7,9}0{5,}$/.test(digits) && !hasCheckDigit(digits)) return refuse('digits_gone');
  if (/^\d{12}$/.test(digits) && hasCheckDigit(digits))
    return zero === 'take' ? { value: `0${digits}` } : refuse('zero_offered');
  return { value: digits };
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
