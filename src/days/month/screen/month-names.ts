import { dateWords } from '@/ui/display/date-words';

/** Returns the name of a month (`2026-10`) with its year: "October 2026". */
export const longMonth = (month: string, locale: string): string =>
  named(month, locale, { month: 'long', year: 'numeric' });

/** Returns the short name of a month: "Oct". */
export const shortMonth = (month: string, locale: string): string => named(month, locale, { month: 'short' });

/** Returns the name of a month without its year: "October". */
export const monthName = (month: string, locale: string): string => named(month, locale, { month: 'long' });

function named(month: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const text = dateWords(`${month}-01`, locale, options);
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** Returns a date with its weekday: "Tue 20 Oct". */
export const weekdayDate = (date: string, locale: string): string =>
  dateWords(date, locale, { weekday: 'short', day: 'numeric', month: 'short' }).replaceAll(',', '');
