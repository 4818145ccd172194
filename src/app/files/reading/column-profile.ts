import { dateShape, isMadeDate, type DateShape } from './dates';
import { numberReadings } from '@/ui/fields/number-readings';
import { currenciesOf } from '@/ui/fields/unit-currencies';
import { isScientific, shapeOf, type NumberShape } from './numbers';
import type { FileRow } from './row';

/** What the cells of a column look like, as counts over all lines. */
export interface ColumnProfile {
  /** The first values that differ, as they are in the file. */
  readonly first: readonly string[];
  readonly filled: number;
  readonly empty: number;
  readonly numbers: Readonly<Record<NumberShape, number>>;
  /** Of these, amounts beside the sign of a currency, by the codes that it may mean (`EUR`, `SEK NOK DKK ISK`). */
  readonly amounts: Readonly<Record<string, Readonly<Record<NumberShape, number>>>>;
  readonly dates: Readonly<Record<DateShape, number>>;
  /** Codes of 8, 12, 13 or 14 digits with the right check digit. */
  readonly gtins: number;
  /** GUIDs. */
  readonly ids: number;
  /** Codes that a spreadsheet has damaged: `6.4E+12`, `1.3.26`. */
  readonly damaged: number;
  /** Values such as 10, 13.5, 14, 24, 25.5, which are rates of taxes. */
  readonly rates: number;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] extends object ? Writable<T[K]> : T[K] };

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns whether digits end in the check digit of a GTIN: weights 3, 1, 3, … from the right. */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, weight = 1; at >= 0; at -= 1, weight = 4 - weight)
    sum += weight * (digits.charCodeAt(at) - 48);
  return sum % 10 === 0;
}

const isGtin = (text: string): boolean => /^(?:\d{8}|\d{12,14})$/.test(text) && hasCheckDigit(text);

/** How many first values are kept. */
const mostFirst = 3;

/** Counts what the cells of each column look like. */
export class ProfileCounter {
  readonly columns: Writable<ColumnProfile>[] = [];

  add(row: FileRow): void {
    for (let at = 0; at < row.cells.length; at += 1) {
      const column = (this.columns[at] ??= emptyProfile());
      const text = (row.cells[at] ?? '').trim();
      if (text === '') column.empty += 1;
      else {
        column.filled += 1;
        if (column.first.length < mostFirst && !column.first.includes(text)) column.first.push(text);
        const kind = row.kinds?.[at];
        if (kind === undefined) count(column, text);
        else {
          // Numbers and days of a spreadsheet can be read in one way only.
          if (kind === 'date') column.dates.ymd += 1;
          else column.numbers[kind === 'number' || kind === 'percent' ? 'plain' : 'none'] += 1;
          if (kind === 'number' && isGtin(text)) column.gtins += 1;
        }
      }
    }
  }
}

function count(column: Writable<ColumnProfile>, text: string): void {
  // Long texts are no numbers, dates or codes.
  if (text.length > 40 || !/\d/.test(text)) return;
  const readings = numberReadings(text);
  const number = shapeOf(readings);
  column.numbers[number] += 1;
  const currencies = currenciesOf(readings.unit).join(' ');
  if (currencies !== '') (column.amounts[currencies] ??= noNumbers())[number] += 1;
  const date = /^\d/.test(text) && number !== 'plain' ? dateShape(text) : 'none';
  if (date !== 'none') column.dates[date] += 1;
  if (isGtin(text)) column.gtins += 1;
  else if (guid.test(text)) column.ids += 1;
  else if (isScientific(text) || (date === 'none' && isMadeDate(text))) column.damaged += 1;
  if (text.length <= 7 && /^(?:0|10|13[.,]5|14|24|25[.,]5)(?:[.,]0+)?\s*%?$/.test(text)) column.rates += 1;
}

const noNumbers = (): Record<NumberShape, number> => ({ plain: 0, point: 0, comma: 0, either: 0, none: 0 });

/** Returns the profile of a column without cells. */
export const emptyProfile = (): Writable<ColumnProfile> => ({
  first: [],
  filled: 0,
  empty: 0,
  numbers: noNumbers(),
  amounts: {},
  dates: { dmy: 0, mdy: 0, ymd: 0, either: 0, none: 0 },
  gtins: 0,
  ids: 0,
  damaged: 0,
  rates: 0,
});
