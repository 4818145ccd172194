import { Big } from 'big.js';
import { currencyScale } from '@/core/contract/values';
import { datesOf } from '../missing-days';
import type { Month } from '../schema';
import { alignedDays, type AlignedDay } from './aligned-days';

/** What is compared of a month. */
export type ComparedMonth = Pick<Month, 'month' | 'currency' | 'totals' | 'locations' | 'days'> & {
  readonly lock: Pick<Month['lock'], 'over'>;
};

/** A month, the month before it, and the same month of the year before. */
export type Beside = readonly [ComparedMonth, ComparedMonth, ComparedMonth];

/** Changes in per cent with one decimal, on the same weekdays; null without something to compare. */
export interface Changes {
  readonly onMonth: string | null;
  readonly onYear: string | null;
}

/** A day of the month and the same weekdays of the other two: gross, null where no day is closed. */
export interface DayBeside extends AlignedDay, Changes {
  readonly gross: Big | null;
  readonly before: Big | null;
  readonly yearBefore: Big | null;
}

/** What a shop, or all of them, came to in a month. */
export interface FiguresBeside extends Changes {
  readonly gross: Big;
  readonly count: number;
  /** Gross for each receipt, at the decimals of the currency; null without receipts. */
  readonly average: Big | null;
}

/** Returns the days of the months beside each other; those of each month add up to its total. */
export const daysBeside = (months: Beside): DayBeside[] => besideOf(months, null);

/** Returns what all shops came to, against the same weekdays of the other months. */
export const allBeside = (months: Beside): FiguresBeside => figuresOf(months, months[0].totals, null);

/** Returns what each shop came to, the one with the highest gross first. */
export const shopsBeside = (
  months: Beside,
): (FiguresBeside & { readonly id: string; readonly name: string })[] =>
  months[0].locations
    .map((shop) => ({ id: shop.id, name: shop.name, ...figuresOf(months, shop, shop.id) }))
    .toSorted((one, other) => other.gross.cmp(one.gross) || one.name.localeCompare(other.name));

/** Returns gross for each receipt, at the decimals of the currency; null without receipts. */
export const averageOf = (gross: string, count: number, currency: string): Big | null =>
  count === 0 ? null : new Big(gross).div(count).round(currencyScale(currency), Big.roundHalfUp);

/** Returns by how much a sum is above another, in per cent with one decimal; null where the other is not above zero. */
export const changeOf = (now: Big | null, before: Big | null): string | null =>
  now === null || before === null || before.lte(0)
    ? null
    : now.minus(before).times(100).div(before).toFixed(1);

function figuresOf(
  months: Beside,
  { gross, count }: { readonly gross: string; readonly count: number },
  location_id: string | null,
): FiguresBeside {
  const until = comparedUntil(months[0]);
  const days = besideOf(months, location_id).filter(
    ({ dates: [date = null] }) => date !== null && date <= until,
  );
  const change = (key: 'before' | 'yearBefore', month: 1 | 2) => {
    const same = days.filter(({ dates }) => dates[month] !== null);
    return changeOf(sumOf(same.map((day) => day.gross)), sumOf(same.map((day) => day[key])));
  };
  return {
    gross: new Big(gross),
    count,
    average: averageOf(gross, count, months[0].currency),
    onMonth: change('before', 1),
    onYear: change('yearBefore', 2),
  };
}

/** Returns the last date that is compared: of a month that is not over that of its last closed day, empty without one. */
export const comparedUntil = (month: ComparedMonth): string =>
  month.lock.over
    ? (datesOf(month.month).at(-1) ?? '')
    : closedDays(month).reduce((last, { date }) => (date > last ? date : last), '');

function besideOf(months: Beside, location_id: string | null): DayBeside[] {
  const [own, other, older] = months;
  const sums = [own, other, older].map((month) => grossByDate(month, location_id));
  return alignedDays([own.month, other.month, older.month]).map((day) => {
    const [gross = null, before = null, yearBefore = null] = day.dates.map((date, at) =>
      date === null ? null : (sums[at]?.get(date) ?? null),
    );
    return {
      ...day,
      gross,
      before,
      yearBefore,
      onMonth: changeOf(gross, before),
      onYear: changeOf(gross, yearBefore),
    };
  });
}

function grossByDate(month: ComparedMonth, location_id: string | null): ReadonlyMap<string, Big> {
  const sums = new Map<string, Big>();
  for (const day of closedDays(month))
    if (location_id === null || day.location_id === location_id)
      sums.set(day.date, new Big(day.gross).plus(sums.get(day.date) ?? 0));
  return sums;
}

/** A month's totals are those of its closed and exported days. */
const closedDays = ({ days }: ComparedMonth): ComparedMonth['days'] =>
  days.filter(({ status }) => status !== 'open');

/** The sum of what is there; null where nothing is. */
const sumOf = (sums: readonly (Big | null)[]): Big | null =>
  sums.reduce((all, sum) => (sum === null ? all : sum.plus(all ?? 0)), null);
