import { addDays, addMonths } from '@/record/calendar';

/** A preset range of days (`YYYY-MM-DD`, both included). */
export interface UsualRange {
  readonly name: 'today' | 'week' | 'month' | 'lastMonth';
  readonly from: string;
  readonly until: string;
}

/**
 * Returns the preset ranges for a day: the day, the seven days up to it, its month so far, the whole month before.
 */
export function usualRanges(today: string): readonly UsualRange[] {
  const month = firstOf(today);
  return [
    { name: 'today', from: today, until: today },
    { name: 'week', from: addDays(today, -6), until: today },
    { name: 'month', from: month, until: today },
    { name: 'lastMonth', from: addMonths(month, -1), until: addDays(month, -1) },
  ];
}

/** Returns the first day of the month. */
export const firstOf = (day: string): string => `${day.slice(0, 8)}01`;
