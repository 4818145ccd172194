import { addDays, daysBetween, weekdayOf } from '@/record/calendar';
import type { AlignedDay } from '../../month/compare/aligned-days';
import type { Comparison, ComparedPeriod } from '../../month/compare/comparison';
import { sumOf, textOf } from '../../report/amounts';
import type { Summary } from '../../report/schema/summary';

/** The most days of a range that are compared day by day. */
const mostDays = 31;

/** What is compared of a summary. */
export type ComparedRange = Pick<Summary, 'from' | 'to' | 'currency' | 'locations'> & {
  readonly days: readonly Pick<
    Summary['days'][number],
    'location_id' | 'date' | 'status' | 'count' | 'gross'
  >[];
};

const lengthOf = (from: string, to: string): number => daysBetween(from, to) + 1;

/**
 * Returns how many weeks lie between a range and the one before it: as few as there are without a day in both, so that the same weekdays lie
 * beside each other. Null for a range that is too long to be compared day by day, or none.
 */
export function weeksBefore(from: string, to: string): number | null {
  const days = lengthOf(from, to);
  return days >= 1 && days <= mostDays ? Math.ceil(days / 7) : null;
}

/** Returns the range that begins so many weeks before: the same weekdays. */
export const rangeBefore = (from: string, to: string, weeks: number): { from: string; to: string } => ({
  from: addDays(from, -7 * weeks),
  to: addDays(to, -7 * weeks),
});

/** The weeks of a year: the same weekdays, one or two dates off. */
export const weeksOfYear = 52;

/**
 * Returns a range, the one before it and that of a year before, beside each other. Days that are still open, and those after the last closed one,
 * are shown and left out of changes.
 */
export function compareRanges(
  ranges: readonly [own: ComparedRange, before: ComparedRange, yearBefore: ComparedRange],
): Comparison {
  const [own, before, yearBefore] = ranges;
  const open = new Set(own.days.filter(({ status }) => status === 'open').map(({ date }) => date));
  const last = own.days
    .filter(({ status }) => status !== 'open')
    .reduce((latest, { date }) => (date > latest ? date : latest), '');
  return {
    periods: [periodOf(own), periodOf(before), periodOf(yearBefore)],
    aligned: Array.from({ length: lengthOf(own.from, own.to) }, (_, at): AlignedDay => {
      const date = addDays(own.from, at);
      return {
        weekday: weekdayOf(date),
        ordinal: Math.floor(at / 7) + 1,
        dates: [date, addDays(before.from, at), addDays(yearBefore.from, at)],
      };
    }),
    isCompared: (date) => date <= last && !open.has(date),
  };
}

function periodOf({ currency, locations, days }: ComparedRange): ComparedPeriod {
  const figures = (of: ComparedRange['days']) => ({
    count: of.reduce((all, { count }) => all + count, 0),
    gross: textOf(sumOf(of.map(({ gross }) => gross))),
  });
  return {
    currency,
    totals: figures(days),
    locations: locations.map(({ id, name }) => ({
      id,
      name,
      ...figures(days.filter(({ location_id }) => location_id === id)),
    })),
    days,
  };
}
