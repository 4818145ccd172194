/** Tells whether a text is a calendar day, `YYYY-MM-DD`, with a year from 1000 to 9999. */
export function isDay(value: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  // The parser reads 31 April as 1 May.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/**
 * Parses a typed day and returns it as `YYYY-MM-DD`, or null if it is none. It reads day, month and year in this order
 * with any separators, the month as a number or a name in the locale ("31.12.2026", "31 dec 2026", "31122026"), and the
 * wire's format. With `today` it also reads short forms: no year is the current one, two digits are of this century.
 * Without it these are null, since somebody may still be typing.
 */
export function parseDay(typed: string, locale: string, today?: string): string | null {
  const text = typed.trim().toLowerCase();
  if (/^\d{4}(\d{4})?$|^\d{6}$/.test(text))
    return dayOf([text.slice(0, 2), text.slice(2, 4), text.slice(4)], today);
  if (!/^[\p{L}\d][\p{L}\d\s.,/-]*$/u.test(text)) return null;
  const parts = text.match(/\d+|\p{L}+/gu) ?? [];
  const [first = '', second = '', third = ''] = parts;
  if (parts.length < 2 || parts.length > 3) return null;
  if (/^\d{4}$/.test(first)) return dayOf([third, second, first], today);
  // "31 Dec 2026" and "Dec 31, 2026".
  const [day, name] = /\d/.test(first) ? [first, second] : [second, first];
  const month = /\d/.test(name) ? name : monthOf(name, locale);
  return month === null ? null : dayOf([day, month, third], today);
}

function dayOf([day, month, year]: [string, string, string], today: string | undefined): string | null {
  if (!/^\d\d?$/.test(day) || !/^\d\d?$/.test(month) || !/^(\d{4}|\d\d)?$/.test(year)) return null;
  if (year.length < 4 && today === undefined) return null;
  const whole = (today ?? '').slice(0, 4 - year.length) + year;
  const value = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(value) ? value : null;
}

/** Returns the number of a month by its name, or by a prefix of at least three letters. */
function monthOf(name: string, locale: string): string | null {
  if (name.length < 3) return null;
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const matches = Array.from({ length: 12 }, (_, month) => month + 1).filter((month) =>
    format
      .formatToParts(Date.UTC(2024, month - 1, 1))
      .some((part) => part.type === 'month' && part.value.toLowerCase().startsWith(name)),
  );
  return matches.length === 1 ? String(matches[0]) : null;
}

/**
 * Parses a typed time ("21:30", "21.30", "9.30 pm") and returns it as `HH:MM`, or null if it is none. With `whole` it
 * also reads short forms ("9", "930", "2130"); without it these are null, since somebody may still be typing.
 */
export function parseTime(typed: string, whole: boolean): string | null {
  const text = typed.trim().toLowerCase();
  const found =
    /^(?<hour>\d{1,2})(?:[.:,](?<minute>\d\d))?\s*(?<half>[ap])\.?m\.?$/.exec(text) ??
    /^(?<hour>\d{1,2})[.:,](?<minute>\d\d)$/.exec(text) ??
    (whole ? /^(?<hour>\d{1,2}?)(?<minute>\d\d)?$/.exec(text) : null);
  if (!found?.groups) return null;
  const { hour = '', minute = '00', half } = found.groups;
  const ofTwelve = Number(hour) >= 1 && Number(hour) <= 12;
  if (half && !ofTwelve) return null;
  const hours = half ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour);
  return hours < 24 && Number(minute) < 60 ? `${String(hours).padStart(2, '0')}:${minute}` : null;
}
