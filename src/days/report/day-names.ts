import { dateWords } from '@/ui/display/date-words';

/** Formats a day in full: "Friday 20 March 2026". Days have no time zone. */
export const longDay = (date: string, locale: string): string =>
  format(date, locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** Formats a day in full with a short weekday, for a phone: "Fri 20 March 2026". */
export const phoneDay = (date: string, locale: string): string =>
  format(date, locale, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });

/** Formats a day briefly: "Fri 20". */
export const shortDay = (date: string, locale: string): string =>
  format(date, locale, { weekday: 'short', day: 'numeric' });

function format(date: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  if (Number.isNaN(Date.parse(`${date}T00:00:00Z`))) return date;
  const text = dateWords(date, locale, options);
  return (text[0]?.toLocaleUpperCase(locale) ?? '') + text.slice(1).replace(',', '');
}
