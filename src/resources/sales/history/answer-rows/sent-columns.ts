import { z } from 'zod';
import type { RawRow } from './merge';

/**
 * The rows of a breakdown on their way from DuckDB's process: one text for each column. Tens of thousands of objects between
 * two processes cost more than their sums. What receipts call things is JSON; numbers are separated by blanks.
 */
const named = ['id', 'productid', 'name'] as const;
const numbers = ['receipts', 'quantity', 'gross', 'net', 'tax', 'discount'] as const;

const text = z.string();
export const sentColumns = z.tuple([
  z.object({
    id: text,
    productid: text,
    name: text,
    receipts: text,
    quantity: text,
    gross: text,
    net: text,
    tax: text,
    discount: text,
  }),
]);

/** SQL of DuckDB: the columns of `rows`, a breakdown. */
export const columnsText = (rows: string): string =>
  `select ${[
    ...named.map((name) => `to_json(coalesce(list(${name}::varchar), []))::varchar as ${name}`),
    ...numbers.map((name) => `coalesce(string_agg(coalesce(${name}::varchar, ''), ' '), '') as ${name}`),
  ].join(', ')} from (${rows})`;

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
const texts = z.custom<readonly (string | null)[]>(
  (value) => Array.isArray(value) && value.every(isTextOrNull),
);

/** Reads the rows. @throws what is not as `columnsText` has it. */
export function rowsOf([sent]: z.infer<typeof sentColumns>): RawRow[] {
  const [id, productid, name] = named.map((column) => texts.parse(JSON.parse(sent[column])));
  const [receipts, quantity, gross, net, tax, discount] = numbers.map((column) => sent[column].split(' '));
  const textAt = (column: readonly string[] | undefined, at: number): string => {
    const found = column?.[at];
    if (!found) throw new Error('A row has no sum');
    return found;
  };
  return (id ?? []).map((one, at) => ({
    id: one,
    productid: productid?.[at] ?? null,
    name: name?.[at] ?? null,
    receipts: textAt(receipts, at),
    quantity: quantity?.[at] || null,
    gross: textAt(gross, at),
    net: net?.[at] || null,
    tax: tax?.[at] || null,
    discount: textAt(discount, at),
  }));
}
