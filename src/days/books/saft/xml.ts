import { shortened } from '../charset';
import { Decimal } from '@/record/decimal';

/** Matches what XML has no way to write: control characters, and halves of a character. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const forbidden = /[\u0000-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** Returns text for XML on one line, at most as long as the schema allows; what XML cannot hold is a question mark. */
export const xmlText = (value: string, length: number): string =>
  shortened(
    value
      .replaceAll(/[\t\r\n]+/g, ' ')
      .replaceAll(forbidden, '?')
      .trim(),
    length,
  )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Returns an element with text. */
export const leaf = (name: string, value: string, length = 35): string =>
  `<${name}>${xmlText(value, length)}</${name}>`;

/** Returns an element with text, or nothing for an empty one. */
export const optional = (name: string, value: string | null, length = 35): string =>
  value === null || value.trim() === '' ? '' : leaf(name, value, length);

/** Returns an element of elements. */
export const tree = (name: string, ...parts: readonly string[]): string =>
  `<${name}>${parts.join('')}</${name}>`;

/** Returns an amount with exactly two decimals: finer ones, which a check of the day names, are rounded. */
export const amount = (value: Decimal): string =>
  (value.decimals() > 2 ? value.dividedBy(1, 2) : value).toFixed(2);

/** Returns an amount or quantity with at most six decimals. */
export const quantity = (value: Decimal): string =>
  (value.decimals() > 6 ? value.dividedBy(1, 6) : value).toFixed();

/** Returns C for what was taken, D for what was given back. */
export const side = (value: Decimal): 'C' | 'D' => (value.sign() < 0 ? 'D' : 'C');

/** Returns an id that fits the schema's 35 characters: a GUID without its hyphens. */
export const shortId = (id: string): string => id.replaceAll('-', '').slice(0, 35);

/** Returns the key of an article group, in the list and wherever it is named: the department, else its name, else `0`. */
export const groupId = (dpt_id: string | null, dpt_name: string | null): string =>
  shortened(`G-${dpt_id === null ? (dpt_name === null ? '0' : `N ${dpt_name}`) : shortId(dpt_id)}`, 35);
