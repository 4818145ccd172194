import { datesOf } from '@/record/calendar';
import type { Month } from '../schema';
import { alignedDays } from './aligned-days';
import type { Comparison } from './comparison';

/** What is compared of a month. */
export type ComparedMonth = Pick<Month, 'month' | 'currency' | 'totals' | 'locations' | 'days'> & {
  readonly lock: Pick<Month['lock'], 'over'>;
};

/** Returns a month, the month before it, and the same month of the year before, beside each other. */
export function compareMonths(
  months: readonly [own: ComparedMonth, before: ComparedMonth, yearBefore: ComparedMonth],
): Comparison {
  const [own, before, yearBefore] = months;
  const until = comparedUntil(own);
  return {
    periods: [periodOf(own), periodOf(before), periodOf(yearBefore)],
    aligned: alignedDays([own.month, before.month, yearBefore.month]),
    isCompared: (date) => date <= until,
  };
}

/** Returns the last date that is compared: of a month that is not over that of its last closed day, empty without one. */
export const comparedUntil = (month: ComparedMonth): string =>
  month.lock.over
    ? (datesOf(month.month).at(-1) ?? '')
    : closedDays(month).reduce((last, { date }) => (date > last ? date : last), '');

const periodOf = (month: ComparedMonth): Comparison['periods'][number] => ({
  currency: month.currency,
  totals: month.totals,
  locations: month.locations,
  days: closedDays(month),
});

/** A month's totals are those of its closed and exported days. */
const closedDays = ({ days }: ComparedMonth): ComparedMonth['days'] =>
  days.filter(({ status }) => status !== 'open');
