import type { StoredTable } from '../backup/stored-tables';

/** How far the numbers of each identity column are moved, by table, so that they are above all that were given out. */
export type Offsets = ReadonlyMap<string, bigint>;

/** Returns how far each column of a table is moved: its own numbers, and those of other tables that it holds. */
export function columnOffsets(
  { name, identity }: Pick<StoredTable, 'name' | 'identity'>,
  offsets: Offsets,
): ReadonlyMap<string, bigint> {
  const moved = new Map<string, bigint>();
  if (identity !== null) moved.set(identity, offsets.get(name) ?? 0n);
  if (identity === null && name.endsWith('_search')) {
    // schema/search/search-table.ts: the `seq` of the record, and its words as numbers of the vocabulary.
    moved.set('seq', offsets.get(name.replace(/_search$/, '')) ?? 0n);
    moved.set('terms', offsets.get(name.replace(/_search$/, '_words_search')) ?? 0n);
  }
  return moved;
}

/** Returns SQL for the columns of a table as they were before they were moved, to compare them with the file. */
export const movedBack = (offsets: ReadonlyMap<string, bigint>): Record<string, string> =>
  Object.fromEntries(
    [...offsets].map(([column, offset]) => [
      column,
      column === 'terms'
        ? `(select coalesce(array_agg(w - ${offset} order by n), '{}') from unnest(t.terms) with ordinality u(w, n)) as terms`
        : `t.${column} - ${offset} as ${column}`,
    ]),
  );

/** Changes one value of a row, in COPY's text; `\N` is null. */
export type Change = (value: string, row: readonly string[]) => string;

/** Returns rows, in blocks of whole ones, with some of their columns changed. */
export async function* changed(
  rows: AsyncIterable<Uint8Array>,
  columns: readonly string[],
  changes: ReadonlyMap<string, Change>,
): AsyncGenerator<Uint8Array> {
  const places = [...changes].flatMap(([column, change]) => {
    const at = columns.indexOf(column);
    return at < 0 ? [] : [{ at, change }];
  });
  for await (const block of rows) {
    if (places.length === 0) {
      yield block;
      continue;
    }
    // COPY escapes tabs and line feeds within values. Latin 1 keeps every byte as it is.
    const lines = Buffer.from(block).toString('latin1').split('\n');
    const changedLines = lines.map((line) => {
      if (line === '') return line;
      const values = line.split('\t');
      const before = [...values];
      for (const { at, change } of places) values[at] = change(before[at] ?? '', before);
      return values.join('\t');
    });
    yield Buffer.from(changedLines.join('\n'), 'latin1');
  }
}

/** Returns the change that moves a number, or an array of numbers. */
export const movedBy =
  (offset: bigint): Change =>
  (value) =>
    value.replaceAll(/\d+/g, (digits) => String(BigInt(digits) + offset));
