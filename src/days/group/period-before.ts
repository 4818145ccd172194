import { addDays, addMonths, datesOf, daysBetween, plusMonths } from '@/record/calendar';

/**
 * Returns the period that another one is compared with: for days from the first of a month within it, the same days of the month
 * before (a whole month with a whole month); else as many days just before. Days as `YYYY-MM-DD`.
 */
export function periodBefore(from: string, to: string): { from: string; to: string } {
  const month = from.slice(0, 7);
  if (from.endsWith('-01') && month === to.slice(0, 7)) {
    const before = datesOf(plusMonths(month, -1));
    const isWhole = datesOf(month).at(-1) === to;
    return { from: before[0] ?? '', to: isWhole ? (before.at(-1) ?? '') : addMonths(to, -1) };
  }
  const days = daysBetween(from, to) + 1;
  return { from: addDays(from, -days), to: addDays(to, -days) };
}
