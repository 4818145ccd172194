const decimal = /^-?\d+(\.\d+)?$/;

/** Decimal text as people read it: "4.50" is "4,50" with a comma. What is no decimal is shown as it is. */
export function toShown(value: string, separator: '.' | ','): string {
  return decimal.test(value) ? value.replace('.', separator) : value;
}

/**
 * What was typed as decimal text, or as it was typed if it is none: then validation speaks, and nothing is lost.
 * Spaces between digits are groups, "−" is minus, ",5" is "0.5"; a full stop serves as the separator
 * everywhere, and so does a comma unless three digits after it could make it a group: "1,234" is never guessed
 * where the separator is a full stop. "1.234,50" and "1,234.50" are read.
 */
export function toValue(typed: string, separator: '.' | ','): string {
  const group = separator === '.' ? ',' : '.';
  let text = typed.replaceAll(/[\s\u00A0\u202F]/g, '').replace(/^\u2212/, '-');
  if (text.includes(separator) && /^-?\d{1,3}([.,]\d{3})+[.,]\d+$/.test(text))
    text = text.replaceAll(group, '');
  if (/^-?\d*,(\d{1,2}|\d{4,})$/.test(text)) text = text.replace(',', '.');
  text = text.replace(separator, '.').replace(/^(-?)\./, '$10.');
  return decimal.test(text) ? text : typed;
}
