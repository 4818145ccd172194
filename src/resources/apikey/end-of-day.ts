import { momentOf } from '@/app/i18n/clock';
import { isDay } from '@/ui/fields/dates/day-text';

/**
 * Returns the last millisecond of a day (`YYYY-MM-DD`) in a time zone as UTC, for a key that is valid until the end of
 * that day, or null if the text is no day of the calendar.
 */
export const endOfDay = (day: string, timeZone: string): string | null =>
  isDay(day) ? momentOf(day, '23:59', timeZone) : null;
