const dayMs = 86_400_000;

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Adds days to a day (`YYYY-MM-DD`), within the years 1000 to 9999. */
export function addDays(day: string, days: number): string {
  const next = dayAt(at(day).getTime() + days * dayMs);
  return /^[1-9]\d{3}-/.test(next) ? next : day;
}

/** Adds months to a day; a month without that day gives its last day. */
export function addMonths(day: string, months: number): string {
  const from = at(day);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const next = dayAt(Date.UTC(year, month, Math.min(from.getUTCDate(), last)));
  return /^[1-9]\d{3}-/.test(next) ? next : day;
}

/** Returns the weekday, from 0 (Monday) to 6 (Sunday). */
export const weekdayOf = (day: string): number => (at(day).getUTCDay() + 6) % 7;

/** Returns the six weeks, from Monday, that contain the month of a day. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = at(first).getTime() - weekdayOf(first) * dayMs;
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, place) => dayAt(start + (week * 7 + place) * dayMs)),
  );
}

/** Returns the ISO 8601 week number of a day: week 1 contains the year's first Thursday. */
export function weekNumber(day: string): number {
  const thursday = at(day).getTime() + (3 - weekdayOf(day)) * dayMs;
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
      return addDays(day, -weekdayOf(day));
    case 'End':
      return addDays(day, 6 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shift ? 12 : 1);
    default:
      return null;
  }
}
