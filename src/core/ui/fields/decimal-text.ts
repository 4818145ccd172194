const decimal = /^-?\d+(\.\d+)?$/;

/** Formats decimal text with the user's separator: "4.50" is "4,50" with a comma. Other text is returned as it is. */
export function formatDecimalText(value: string, separator: '.' | ','): string {
  return decimal.test(value) ? value.replace('.', separator) : value;
}

/**
 * Parses a typed number and returns decimal text, or the text as typed if it is none, so that validation reports it and
 * nothing is lost. Spaces between digits are grouping, "−" is minus, ",5" is "0.5". A full stop is always accepted as
 * the separator. So is a comma, unless three digits after it could make it grouping: "1,234" is never guessed if the
 * separator is a full stop. "1.234,50" and "1,234.50" are read.
 */
export function parseDecimalText(typed: string, separator: '.' | ','): string {
  const group = separator === '.' ? ',' : '.';
  let text = typed.replaceAll(/[\s\u00A0\u202F]/g, '').replace(/^\u2212/, '-');
  if (text.includes(separator) && /^-?\d{1,3}([.,]\d{3})+[.,]\d+$/.test(text))
    text = text.replaceAll(group, '');
  if (/^-?\d*,(\d{1,2}|\d{4,})$/.test(text)) text = text.replace(',', '.');
  text = text.replace(separator, '.').replace(/^(-?)\./, '$10.');
  return decimal.test(text) ? text : typed;
}
