/**
 * The country codes of phone numbers (ITU-T E.164), as a regular expression for JavaScript and PostgreSQL, which takes the longest
 * of several: no code begins another.
 */
const country =
  '(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[789]|8[035789]|9[679])[0-9])';

const international = `^(?:[+]|00)${country}`;

/** The fewest digits by which a number is looked for among others: fewer are a part of too many. */
const fewest = 5;

const inCountry = new RegExp(international);

/**
 * Returns what all spellings of a phone number have in common: its last nine digits, without the country and the zeros before them.
 * +358 40 123 4567 and 040-123 4567 are both 401234567.
 */
export function phoneKey(text: string): string {
  const written = text.replaceAll(/[^+\d]/g, '').replace(inCountry, '');
  return written.replaceAll('+', '').replace(/^0+/, '').slice(-9);
}

/** Returns the key of a phone number that was typed into a search, or of its beginning; null if the text is none. */
export function phoneSearch(q: string): string | null {
  if (!/^\+?[\d\s()./-]+$/.test(q.trim())) return null;
  const key = phoneKey(q);
  return key.length < fewest ? null : key;
}

/** Returns the SQL of the key of a phone number, as `phoneKey` has it. */
export const phoneKeySql = (text: string): string =>
  `right(regexp_replace(regexp_replace(regexp_replace(${text}, '[^+0-9]', '', 'g'), '${international}', ''), '^[+]*0+|[+]', '', 'g'), 9)`;
