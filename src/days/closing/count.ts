import { Big } from 'big.js';
import { z } from 'zod';
import { decimalOf } from '@/app/i18n/format';
import { isArray, isObject, type Json, type JsonObject } from '@/record/json';
import { isCounted } from '../model/counted';
import type { Totals } from '../report/schema/totals';
import { big, sumOf, textOf } from '../report/amounts';
import { isUncounted, sumOfPieces, type Pieces } from './denominations';

/** A register at the close of a day, from the report, before anything is typed. */
export interface Drawer {
  /** The id of the register; empty for receipts without a register. */
  readonly key: string;
  readonly pos_id: string | null;
  /** The opening float; null if unknown. */
  readonly opening: string | null;
  /** The net cash since the opening. */
  readonly moved: Big;
  /** The count of the till's own z report; of several, the sum of those with a count. Null without one. */
  readonly counted: string | null;
  /** The number of z reports. With several, a count is typed for each that has none. */
  readonly readings: number;
  /** Of several z reports those without a count, by their place among those of the register. */
  readonly waiting: readonly { readonly place: number; readonly z_number: string }[];
}

/** The typed values of a register, as unparsed text. */
export interface Typed {
  readonly counted?: string | undefined;
  readonly opening?: string | undefined;
  /** The notes and coins, if counted by denomination; `counted` is then their sum. */
  readonly pieces?: Pieces | undefined;
  /** The counts of several z reports, by their place. */
  readonly readings?: Readonly<Record<string, string>> | undefined;
}

const zReports = z
  .array(
    z.looseObject({
      pos_id: z.string().nullish(),
      z_number: z.union([z.string(), z.number()]).nullish(),
      opening_float: z.union([z.string(), z.number()]).nullish(),
      counted: z.union([z.string(), z.number()]).nullish(),
    }),
  )
  .catch([]);

const keyOf = (pos_id: unknown): string => (typeof pos_id === 'string' ? pos_id.toLowerCase() : '');

/** Returns the registers of a day, from its report and its record. */
export function drawersOf(cash: Totals['cash'], data: Readonly<Record<string, unknown>>): readonly Drawer[] {
  const read = zReports.parse(data['z_reports'] ?? []);
  return cash.map(({ pos_id, opening_float, expected }) => {
    const own = read.filter((report) => keyOf(report.pos_id) === keyOf(pos_id));
    const said = own.some((report) => decimalOf(report.opening_float) !== null);
    const counts = own.map(({ counted }) => decimalOf(counted));
    const known = own.flatMap(({ counted }, place) => (counts[place] ? [String(counted)] : []));
    return {
      key: keyOf(pos_id),
      pos_id,
      opening: said ? opening_float : null,
      moved: big(expected).minus(big(opening_float)),
      counted: own.length > 1 ? textOf(sumOf(known)) : (known[0] ?? null),
      readings: own.length,
      waiting:
        own.length > 1
          ? own.flatMap(({ z_number }, place) =>
              counts[place]
                ? []
                : [{ place, z_number: z_number === null || z_number === undefined ? '' : String(z_number) }],
            )
          : [],
    };
  });
}

/** A register with the typed values applied; amounts are null while unknown. */
export interface Counted {
  readonly opening: Big | null;
  readonly expected: Big | null;
  readonly counted: Big | null;
  readonly over_short: Big | null;
  /** The text keys of errors in the typed values; empty if all are valid. */
  readonly faults: { readonly opening?: string; readonly counted?: string };
}

/** Pattern of amounts in a currency with `scale` decimals: 1055, 10.55, 10.555. */
const amountShape = (scale: number) => new RegExp(`^\\d{1,12}${scale > 0 ? `(\\.\\d{1,${scale}})?` : ''}$`);

/** Whether a text is a valid cash amount: not negative, with at most `scale` decimals. */
export const isAmount = (text: string, scale: number): boolean => amountShape(scale).test(text.trim());

const amountOf = (text: string, scale: number) => (isAmount(text, scale) ? new Big(text.trim()) : null);

/** Returns what was counted in a drawer with several z reports: each has its count, or it is typed. */
function countOfReadings({ counted, waiting }: Drawer, { readings = {} }: Typed, scale: number) {
  const texts = waiting.map(({ place }) => (readings[place] ?? '').trim());
  const typed = texts.map((text) => ({ counted: amountOf(text, scale) }));
  const isWhole = waiting.length === 0 || isCounted(typed);
  return {
    counted: isWhole ? typed.reduce((sum, one) => sum.plus(one.counted ?? 0), big(counted)) : null,
    isWrong: typed.some((one, at) => one.counted === null && texts[at] !== ''),
    isMissing: texts.includes(''),
  };
}

/** Returns what was counted in a drawer as a sum, by notes and coins, or by its only z report. */
function countOfDrawer(drawer: Drawer, { pieces, counted: sum }: Typed, scale: number) {
  // A sum that was typed before holds until the first piece is.
  const text = pieces && !isUncounted(pieces) ? sumOfPieces(pieces, scale) : (sum ?? drawer.counted ?? '');
  const counted = text === null ? null : amountOf(text, scale);
  const isMissing = text !== null && text.trim() === '';
  return { counted, isWrong: counted === null && !isMissing, isMissing };
}

/**
 * Applies the typed values to a drawer of a currency with `scale` decimals. A drawer with an opening float or movements of cash
 * must be counted, as a location may require it (server/rules.server.ts).
 */
export function countOf(drawer: Drawer, typed: Typed, scale: number): Counted {
  const openingText = drawer.opening ?? typed.opening ?? '';
  const opening =
    drawer.opening !== null
      ? big(drawer.opening)
      : openingText.trim() === ''
        ? new Big(0)
        : amountOf(openingText, scale);
  const expected = opening?.plus(drawer.moved) ?? null;
  const { counted, isWrong, isMissing } = (drawer.readings > 1 ? countOfReadings : countOfDrawer)(
    drawer,
    typed,
    scale,
  );
  const hasCash = opening !== null && (!opening.eq(0) || !drawer.moved.eq(0));
  return {
    opening,
    expected,
    counted,
    over_short: counted && expected ? counted.minus(expected) : null,
    faults: {
      ...(opening === null && { opening: 'amount.wrong' }),
      ...(isWrong ? { counted: 'amount.wrong' } : isMissing && hasCash ? { counted: 'count.missing' } : {}),
    },
  };
}

/** Returns the text of a drawer's count for its input: the sum of its notes and coins, or else the sum that was typed. */
export function countedText(drawer: Drawer, typed: Typed | undefined, scale: number): string {
  const { pieces, counted } = typed ?? {};
  return pieces && !isUncounted(pieces)
    ? (sumOfPieces(pieces, scale) ?? '')
    : (counted ?? drawer.counted ?? '');
}

/** Returns the text key of the error in a typed count of one of several z reports; undefined if it is valid. */
export const faultOfReading = (text: string, scale: number): string | undefined =>
  isAmount(text, scale) ? undefined : text.trim() === '' ? 'count.missing' : 'amount.wrong';

/** Returns the error to show at an input: while nothing is typed, only after the first attempt to close the day. */
export const shownFault = (
  fault: string | undefined,
  text: string,
  showsErrors: boolean,
): string | undefined => (showsErrors || text.trim() !== '' ? fault : undefined);

/** Returns the sum of the known amounts; null if none is known. */
export const sumKnown = (amounts: readonly (Big | null)[]): Big | null =>
  amounts.reduce<Big | null>((sum, one) => (one ? (sum ?? new Big(0)).plus(one) : sum), null);

/**
 * Returns the `z_reports` of a day with the counts: each z report of a counted register that has none gets its count, others are
 * unchanged, and a register without one gets a new one. Amounts have at least `scale` decimals.
 */
export function readingsWith(
  stored: Json | undefined,
  counts: readonly { readonly drawer: Drawer; readonly count: Counted; readonly typed?: Typed }[],
  scale: number,
): Json {
  const known = isArray(stored) ? stored : [];
  const amountsOf = ({ drawer, count }: (typeof counts)[number]): JsonObject => ({
    ...(drawer.opening === null && count.opening && { opening_float: textOf(count.opening, scale) }),
    ...(count.counted && { counted: textOf(count.counted, scale) }),
  });
  const places = new Map<string, number>();
  const changed = known.map((reading) => {
    if (!isObject(reading)) return reading;
    const key = keyOf(reading['pos_id']);
    const place = places.get(key) ?? 0;
    places.set(key, place + 1);
    const own = counts.find(({ drawer }) => drawer.key === key);
    if (!own || own.drawer.readings === 1) return own ? { ...reading, ...amountsOf(own) } : reading;
    const isWaiting = own.drawer.waiting.some((one) => one.place === place);
    const counted = isWaiting ? amountOf(own.typed?.readings?.[place] ?? '', scale) : null;
    return counted ? { ...reading, counted: textOf(counted, scale) } : reading;
  });
  const added = counts
    .filter(({ drawer, count }) => drawer.readings === 0 && count.counted)
    .map((one) => ({ ...(one.drawer.pos_id !== null && { pos_id: one.drawer.pos_id }), ...amountsOf(one) }));
  return [...changed, ...added];
}
