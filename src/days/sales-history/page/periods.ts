import { addDays, addMonths, daysBetween } from '@/record/calendar';

/** Days, both included, as `YYYY-MM-DD`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The periods that are offered by name. */
export const periodNames = ['month', 'lastMonth', 'year', 'twelveMonths'] as const;
export type PeriodName = (typeof periodNames)[number];

const firstOf = (day: string): string => `${day.slice(0, 8)}01`;

/** Returns a period by its name. */
export function periodOf(name: PeriodName, today: string): Period {
  const month = firstOf(today);
  switch (name) {
    case 'month':
      return { from: month, to: today };
    case 'lastMonth':
      return { from: addMonths(month, -1), to: addDays(month, -1) };
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    default:
      return { from: addMonths(month, -12), to: addDays(month, -1) };
  }
}

/** Returns the number of days of a period. */
export const lengthOf = ({ from, to }: Period): number => daysBetween(from, to) + 1;

/**
 * Returns the period that one is compared with: of a year so far that of the year before, of months the months before, up to
 * the same day; of other days as many days before them.
 */
export function periodBefore({ from, to }: Period): Period {
  if (!from.endsWith('-01')) {
    const days = lengthOf({ from, to });
    return { from: addDays(from, -days), to: addDays(to, -days) };
  }
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1;
  const months = from.endsWith('-01-01')
    ? 12 * years
    : (years - 1) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;
  const isToTheEnd = addDays(to, 1).endsWith('-01');
  return {
    from: addMonths(from, -months),
    to: isToTheEnd ? addDays(addMonths(addDays(to, 1), -months), -1) : addMonths(to, -months),
  };
}
