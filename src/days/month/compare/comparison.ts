import { Big } from 'big.js';
import { currencyScale } from '@/contract/values';
import type { Month } from '../schema';
import type { AlignedDay } from './aligned-days';

/** What is compared of a period: a month, or a range of days. */
export interface ComparedPeriod {
  readonly currency: string;
  readonly totals: Pick<Month['totals'], 'gross' | 'count'>;
  readonly locations: readonly Pick<Month['locations'][number], 'id' | 'name' | 'gross' | 'count'>[];
  /** Those that are counted in the totals. */
  readonly days: readonly Pick<Month['days'][number], 'location_id' | 'date' | 'gross'>[];
}

/** A period, the one before it, and that of the year before, with their days beside each other. */
export interface Comparison {
  readonly periods: readonly [ComparedPeriod, ComparedPeriod, ComparedPeriod];
  readonly aligned: readonly AlignedDay[];
  /** Whether a date of the period is part of the changes: it is over, and its figures are whole. */
  readonly isCompared: (date: string) => boolean;
}

/** Changes in per cent with one decimal, on the same weekdays; null without something to compare. */
export interface Changes {
  readonly onBefore: string | null;
  readonly onYear: string | null;
}

/** A day of the period and the same weekdays of the other two: gross, null where no day is counted. */
export interface ComparedDay extends AlignedDay, Changes {
  readonly gross: Big | null;
  readonly before: Big | null;
  readonly yearBefore: Big | null;
}

/** What a shop, or all of them, came to in a period. */
export interface ComparedFigures extends Changes {
  readonly gross: Big;
  readonly count: number;
  /** Gross for each receipt, at the decimals of the currency; null without receipts. */
  readonly average: Big | null;
}

/** Returns the days of the periods beside each other; those of each period add up to its total. */
export const compareDays = (comparison: Comparison): ComparedDay[] => comparedDaysOf(comparison, null);

/** Returns what all shops came to, against the same weekdays of the other periods. */
export const compareAll = (comparison: Comparison): ComparedFigures =>
  figuresOf(comparison, comparison.periods[0].totals, null);

/** Returns what each shop came to, the one with the highest gross first. */
export const compareShops = (
  comparison: Comparison,
): (ComparedFigures & { readonly id: string; readonly name: string })[] =>
  comparison.periods[0].locations
    .map((shop) => ({ id: shop.id, name: shop.name, ...figuresOf(comparison, shop, shop.id) }))
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
  comparison: Comparison,
  { gross, count }: { readonly gross: string; readonly count: number },
  location_id: string | null,
): ComparedFigures {
  const days = comparedDaysOf(comparison, location_id).filter(
    ({ dates: [date = null] }) => date !== null && comparison.isCompared(date),
  );
  const change = (key: 'before' | 'yearBefore', period: 1 | 2) => {
    const same = days.filter(({ dates }) => dates[period] !== null);
    return changeOf(sumOf(same.map((day) => day.gross)), sumOf(same.map((day) => day[key])));
  };
  return {
    gross: new Big(gross),
    count,
    average: averageOf(gross, count, comparison.periods[0].currency),
    onBefore: change('before', 1),
    onYear: change('yearBefore', 2),
  };
}

function comparedDaysOf({ periods, aligned }: Comparison, location_id: string | null): ComparedDay[] {
  const sums = periods.map((period) => grossByDate(period, location_id));
  return aligned.map((day) => {
    const [gross = null, before = null, yearBefore = null] = day.dates.map((date, at) =>
      date === null ? null : (sums[at]?.get(date) ?? null),
    );
    return {
      ...day,
      gross,
      before,
      yearBefore,
      onBefore: changeOf(gross, before),
      onYear: changeOf(gross, yearBefore),
    };
  });
}

function grossByDate({ days }: ComparedPeriod, location_id: string | null): ReadonlyMap<string, Big> {
  const sums = new Map<string, Big>();
  for (const day of days)
    if (location_id === null || day.location_id === location_id)
      sums.set(day.date, new Big(day.gross).plus(sums.get(day.date) ?? 0));
  return sums;
}

/** The sum of what is there; null where nothing is. */
const sumOf = (sums: readonly (Big | null)[]): Big | null =>
  sums.reduce((all, sum) => (sum === null ? all : sum.plus(all ?? 0)), null);
