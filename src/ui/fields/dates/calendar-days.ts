import { addDays, addMonths, dateAt, dayMs, weekdayOf } from '@/record/calendar';

/** Returns the six weeks, from Monday, that contain the month of a day. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, 1 - weekdayOf(first));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, place) => dateAt(Date.parse(start) + (week * 7 + place) * dayMs)),
  );
}

/** Returns the ISO 8601 week number of a day: week 1 contains the year's first Thursday. */
export function weekNumber(day: string): number {
  const thursday = Date.parse(day) + (4 - weekdayOf(day)) * dayMs;
  const begin = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return Math.floor((thursday - begin) / dayMs / 7) + 1;
}

/** Returns the day that a key moves to, as the ARIA date grid defines it, or null for other keys. */
export function dayByKey(day: string, key: string, shift: boolean): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, 1 - weekdayOf(day));
    case 'End':
      return addDays(day, 7 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shift ? 12 : 1);
    default:
      return null;
  }
}
