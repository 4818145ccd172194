/**
 * Returns a code as it is compared with others: UPC-A, EAN-13 and GTIN-14 of one number differ by zeros in front, and are one
 * (GS1 General Specifications, 3.3.2). Any other text is compared as it is.
 */
export const gtinKey = (code: string): string => (/^\d{12,14}$/.test(code) ? code.padStart(14, '0') : code);

/** Returns a word of a search by which such a code is found in each of its forms: without the zeros that not all of them have. */
export const gtinSearch = (word: string): string => word.replace(/^0{1,2}(?=\d{12,13}$)/, '');

/** Returns every form of a code in which it may be stored, as `gtin_forms` in the database does (src/resources/plu/table.ts). */
export function gtinForms(code: string): readonly string[] {
  const key = gtinKey(code);
  if (key.length !== 14 || !/^\d{12,14}$/.test(code)) return [code];
  const zeros = key.startsWith('00') ? 2 : key.startsWith('0') ? 1 : 0;
  return [key, key.slice(1), key.slice(2)].slice(0, zeros + 1);
}
