/**
 * Returns a barcode as it is compared: UPC-A, EAN-13 and GTIN-14 of one number differ by zeros in front, so codes of 12 to
 * 14 digits are compared with 14. `gtin_forms` has the forms of one in SQL (src/resources/plu/gtin-sql.ts).
 */
export const comparedBarcode = (code: string): string =>
  /^\d{12,14}$/.test(code) ? code.padStart(14, '0') : code;

/**
 * Returns a word of a search with the barcodes of 13 and 14 digits in their shortest form, which the longer ones contain: so
 * one number is found however it is stored.
 */
export const searchedBarcode = (word: string): string =>
  /^\d{13,14}$/.test(word) ? word.replace(/^0{1,2}(?=\d{12,}$)/, '') : word;
