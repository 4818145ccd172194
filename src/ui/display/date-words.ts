const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a date (`2026-10-20`) in the words of a locale; dates have no time zone. Each format is made once: making one takes as long as
 * a thousand dates, and a month has some.
 */
export function dateWords(date: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  formats.set(key, known);
  return known.format(new Date(`${date}T00:00:00Z`));
}
