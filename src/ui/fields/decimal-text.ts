import { numberReadings } from './number-readings';

const decimal = /^-?\d+(\.\d+)?$/;

/** Formats decimal text with the user's separator: "4.50" is "4,50" with a comma. Other text is returned as it is. */
export function formatDecimalText(value: string, separator: '.' | ','): string {
  return decimal.test(value) ? value.replace('.', separator) : value;
}

/**
 * Parses a typed number and returns decimal text, or the text as typed if it is none, so that validation reports it and
 * nothing is lost. With both signs the last one stands before the decimals, in every language. A full stop alone is
 * always the decimal sign. So is a comma alone, unless three digits after it could make it grouping: "1,234" is never
 * guessed if the separator is a full stop.
 */
export function parseDecimalText(typed: string, separator: '.' | ','): string {
  const { point, comma, unit } = numberReadings(typed);
  if (unit !== '') return typed;
  if (point === null || comma === null) return point ?? comma ?? typed;
  if (point === comma) return point;
  if (typed.includes('.')) return point;
  return separator === ',' ? comma : typed;
}
