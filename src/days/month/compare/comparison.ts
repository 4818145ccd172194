import { Big } from 'big.js';
import { currencyScale } from '@/contract/values';
import { weekdayOf } from '@/record/calendar';
import {
  changeOf,
  comparedUntil,
  datesIn,
  fellowOf,
  periodBeside,
  periodOfMonth,
  type Against,
  type Period,
} from '@/record/period';
import type { Month } from '../schema';

/** The days of a period that is compared: a month, or a range; open ones, too, as they stand. */
export interface DaysOfPeriod extends Period {
  readonly currency: string;
  readonly locations: readonly { readonly id: string; readonly name: string }[];
  readonly days: readonly {
    readonly location_id: string;
    readonly date: string;
    readonly count: number;
    readonly gross: string;
  }[];
}

/** Returns the days of a month, with the open ones, unlike the month's own figures. */
export const daysOfMonth = (month: Month): DaysOfPeriod => ({ ...month, ...periodOfMonth(month.month) });

/** What the days of a period come to, in all and by location. */
interface ComparedPeriod extends Pick<DaysOfPeriod, 'currency' | 'days'> {
  readonly totals: Sums;
  readonly locations: readonly ({ readonly id: string; readonly name: string } & Sums)[];
}

interface Sums {
  readonly gross: string;
  readonly count: number;
}

/** A weekday and its place in a period: of a month from the first on, the second Monday. */
export interface AlignedDay {
  /** 1 (Monday) to 7. */
  readonly weekday: number;
  /** 1 to 5. */
  readonly ordinal: number;
  /** Its date in each of the periods, in their order; null in one that has no such weekday. */
  readonly dates: readonly [string | null, string | null, string | null];
}

/** A period, the one before it, and that of the year before, with their days beside each other. */
export interface Comparison {
  readonly periods: readonly [ComparedPeriod, ComparedPeriod, ComparedPeriod];
  readonly aligned: readonly AlignedDay[];
  /** Whether a date of the period is part of the changes. */
  readonly isCompared: (date: string) => boolean;
}

/** Returns a period beside what it is compared with (record/period.ts). */
export function compare(
  [own, before, yearBefore]: readonly [own: DaysOfPeriod, before: DaysOfPeriod, yearBefore: DaysOfPeriod],
  today: string,
): Comparison {
  const until = comparedUntil(own, today);
  return {
    periods: [
      comparedPeriod(own),
      comparedPeriod(besideOf(own, before, 'before')),
      comparedPeriod(besideOf(own, yearBefore, 'year')),
    ],
    aligned: alignedDays(own),
    isCompared: (date) => date <= until,
  };
}

/**
 * Returns the dates of a period, each beside those that it is compared with; then by weekday those that only the others have: a fifth
 * weekday. Each date of each period is in it once.
 */
export function alignedDays(own: Period): AlignedDay[] {
  const [before, yearBefore] = [fellowOf(own), fellowOf(own, 'year')];
  const rows = datesIn(own).map((date, at) => ({
    ...placeOf(date, at),
    dates: [date, before(date), yearBefore(date)] as const,
  }));
  const left = (['before', 'year'] as const).map((against, at) => {
    const paired = new Set(rows.map(({ dates }) => dates[at === 0 ? 1 : 2]));
    const { from, to, without } = periodBeside(own, against);
    const places = datesIn({ from, to }).map((date, place) => ({ date, ...placeOf(date, place) }));
    return places.filter(({ date }) => !paired.has(date) && !without.includes(date));
  });
  const weekdays = [...new Set(left.flat().map(({ weekday }) => weekday))].toSorted(
    (one, other) => one - other,
  );
  return [
    ...rows,
    ...weekdays.map((weekday): AlignedDay => {
      const [one, other] = left.map((days) => days.find((day) => day.weekday === weekday));
      return { weekday, ordinal: 5, dates: [null, one?.date ?? null, other?.date ?? null] };
    }),
  ];
}

const placeOf = (date: string, at: number) => ({
  weekday: weekdayOf(date),
  ordinal: Math.floor(at / 7) + 1,
});

/** Returns the days of another period that lie beside those of a period. */
function besideOf(own: Period, other: DaysOfPeriod, against: Against): DaysOfPeriod {
  const { from, to, without } = periodBeside(own, against);
  const days = other.days.filter(({ date }) => date >= from && date <= to && !without.includes(date));
  return { ...other, days };
}

function comparedPeriod({ currency, locations, days }: DaysOfPeriod): ComparedPeriod {
  const sums = (of: DaysOfPeriod['days']): Sums => ({
    count: of.reduce((all, { count }) => all + count, 0),
    gross: of.reduce((all, { gross }) => all.plus(gross), new Big(0)).toFixed(currencyScale(currency)),
  });
  return {
    currency,
    days,
    totals: sums(days),
    locations: locations.map(({ id, name }) => ({
      id,
      name,
      ...sums(days.filter(({ location_id }) => location_id === id)),
    })),
  };
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

function figuresOf(
  comparison: Comparison,
  { gross, count }: { readonly gross: string; readonly count: number },
  location_id: string | null,
): ComparedFigures {
  const days = comparedDaysOf(comparison, location_id).filter(
    ({ dates: [date] }) => date !== null && comparison.isCompared(date),
  );
  const change = (key: 'before' | 'yearBefore', period: 1 | 2) => {
    const same = days.filter(({ dates }) => dates[period] !== null);
    // Where nothing was sold, it is all less.
    return changeOf(sumOf(same.map((day) => day.gross)) ?? '0', sumOf(same.map((day) => day[key])));
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
