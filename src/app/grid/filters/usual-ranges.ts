import { addDays } from '@/record/calendar';
import { periodOf } from '@/record/period';

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
  const named = (name: 'month' | 'lastMonth'): UsualRange => {
    const { from, to } = periodOf(name, today);
    return { name, from, until: to };
  };
  return [
    { name: 'today', from: today, until: today },
    { name: 'week', from: addDays(today, -6), until: today },
    named('month'),
    named('lastMonth'),
  ];
}
