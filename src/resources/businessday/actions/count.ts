import { Big } from 'big.js';
import { z } from 'zod';
import { decimalOf } from '@/core/app/i18n/format';
import { isArray, isObject, type Json, type JsonObject } from '@/core/app/record/json';
import type { Totals } from '../report/schema/totals';
import { big, textOf } from '../report/amounts';
import { isUncounted, sumOfPieces, type Pieces } from './denominations';

/** A register at the close of a day: what its report says, before anything is typed. */
export interface Drawer {
  /** Tells registers apart; empty for receipts that name none. */
  readonly key: string;
  readonly pos_id: string | null;
  /** What it opened with, or null where nobody said. */
  readonly opening: string | null;
  /** What came into it since. */
  readonly moved: Big;
  /** What was counted before, by the till itself. */
  readonly counted: string | null;
  /** Several readings of one day are the till's own; they are not counted again here. */
  readonly readings: number;
}

/** What was typed of a register; text as it was typed. */
export interface Typed {
  readonly counted?: string | undefined;
  readonly opening?: string | undefined;
  /** Counted by notes and coins; then `counted` follows from these. */
  readonly pieces?: Pieces | undefined;
}

const zReports = z
  .array(
    z.looseObject({
      pos_id: z.string().nullish(),
      opening_float: z.union([z.string(), z.number()]).nullish(),
      counted: z.union([z.string(), z.number()]).nullish(),
    }),
  )
  .catch([]);

const keyOf = (pos_id: unknown): string => (typeof pos_id === 'string' ? pos_id.toLowerCase() : '');

/** The registers of a day, as its report and its own record have them. */
export function drawersOf(cash: Totals['cash'], data: Readonly<Record<string, unknown>>): readonly Drawer[] {
  const read = zReports.parse(data['z_reports'] ?? []);
  return cash.map(({ pos_id, opening_float, expected }) => {
    const own = read.filter((report) => keyOf(report.pos_id) === keyOf(pos_id));
    const said = own.some((report) => decimalOf(report.opening_float) !== null);
    const [first] = own;
    return {
      key: keyOf(pos_id),
      pos_id,
      opening: said ? opening_float : null,
      moved: big(expected).minus(big(opening_float)),
      counted: own.length === 1 && decimalOf(first?.counted) ? String(first?.counted) : null,
      readings: own.length,
    };
  });
}

/** What a register comes to with what was typed; amounts are null while they are not known. */
export interface Counted {
  readonly opening: Big | null;
  readonly expected: Big | null;
  readonly counted: Big | null;
  readonly over_short: Big | null;
  /** What is wrong with what was typed, by key of a text; none when all is well. */
  readonly faults: { readonly opening?: string; readonly counted?: string };
}

/** Amounts that a currency with so many decimals has: 1055, 10.55, 10.555. */
const amountShape = (scale: number) => new RegExp(`^\\d{1,12}${scale > 0 ? `(\\.\\d{1,${scale}})?` : ''}$`);

/** Whether a text is an amount that can lie in a drawer: no finer than the currency, which has `scale` decimals. */
export const isAmount = (text: string, scale: number): boolean => amountShape(scale).test(text.trim());

const amountOf = (text: string, scale: number) => (isAmount(text, scale) ? new Big(text.trim()) : null);

/** Counts a drawer of a currency with `scale` decimals. One into which something came must be counted. */
export function countOf(drawer: Drawer, typed: Typed, scale: number): Counted {
  const openingText = drawer.opening ?? typed.opening ?? '';
  const { pieces } = typed;
  const countedText = pieces
    ? isUncounted(pieces)
      ? ''
      : sumOfPieces(pieces, scale)
    : (typed.counted ?? drawer.counted ?? '');
  const opening =
    drawer.opening !== null
      ? big(drawer.opening)
      : openingText.trim() === ''
        ? new Big(0)
        : amountOf(openingText, scale);
  const expected = opening?.plus(drawer.moved) ?? null;
  const counted = countedText === null ? null : amountOf(countedText, scale);
  const wrong = countedText === null || (countedText.trim() !== '' && counted === null);
  const missing = countedText?.trim() === '' && expected !== null && !expected.eq(0);
  return {
    opening,
    expected,
    counted,
    over_short: counted && expected ? counted.minus(expected) : null,
    faults: {
      ...(opening === null && { opening: 'amount.wrong' }),
      ...(wrong ? { counted: 'amount.wrong' } : missing ? { counted: 'count.missing' } : {}),
    },
  };
}

/** The sum of amounts that are known; null when none is. */
export const sumKnown = (amounts: readonly (Big | null)[]): Big | null =>
  amounts.reduce<Big | null>((sum, one) => (one ? (sum ?? new Big(0)).plus(one) : sum), null);

/**
 * `z_reports` of a day with what was counted: each register's reading with its count, those that were not
 * counted as they are, and a reading for a register that has none. Amounts have `scale` decimals at least.
 */
export function readingsWith(
  stored: Json | undefined,
  counts: readonly { readonly drawer: Drawer; readonly count: Counted }[],
  scale: number,
): Json {
  const known = isArray(stored) ? stored : [];
  const amountsOf = ({ drawer, count }: (typeof counts)[number]): JsonObject => ({
    ...(drawer.opening === null && count.opening && { opening_float: textOf(count.opening, scale) }),
    ...(count.counted && { counted: textOf(count.counted, scale) }),
  });
  const changed = known.map((reading) => {
    if (!isObject(reading)) return reading;
    const own = counts.find(({ drawer }) => drawer.readings === 1 && drawer.key === keyOf(reading['pos_id']));
    return own ? { ...reading, ...amountsOf(own) } : reading;
  });
  const added = counts
    .filter(({ drawer, count }) => drawer.readings === 0 && count.counted)
    .map((one) => ({ ...(one.drawer.pos_id !== null && { pos_id: one.drawer.pos_id }), ...amountsOf(one) }));
  return [...changed, ...added];
}
