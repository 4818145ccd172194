import { addDays, addMonths } from '../../../ui/fields/dates/calendar-days';

/** A range of days that is asked for again and again, both counted in (`YYYY-MM-DD`). */
export interface UsualRange {
  readonly name: 'today' | 'week' | 'month' | 'lastMonth';
  readonly from: string;
  readonly until: string;
}

/** The usual ranges as of a day: it alone, with the six before it, its month so far, and the whole month before. */
export function usualRanges(today: string): readonly UsualRange[] {
  const month = firstOf(today);
  return [
    { name: 'today', from: today, until: today },
    { name: 'week', from: addDays(today, -6), until: today },
    { name: 'month', from: month, until: today },
    { name: 'lastMonth', from: addMonths(month, -1), until: addDays(month, -1) },
  ];
}

/** The first day of a day's month. */
export const firstOf = (day: string): string => `${day.slice(0, 8)}01`;
