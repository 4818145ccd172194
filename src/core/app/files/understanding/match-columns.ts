import type { ColumnProfile } from '../reading/column-profile';
import type { ImportField, TakenColumn } from './import-field';

/** Returns a name of a column as it is compared: letters and digits alone, in lower case. */
export const plainName = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();

/** Returns the field of a path below `data` that no declaration knows: `data.sort.order`. A dot in a key is `\.`. */
export const looseField = (header: string): ImportField | null =>
  /^data\.[^\s]/.test(header)
    ? {
        key: header,
        kind: 'any',
        label: { en: header, fi: header },
        path: header.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.')),
        isClearable: true,
      }
    : null;

/**
 * Matches the columns of a file to fields: by the path on the wire, by the label in either language, by a further name,
 * and what is left by content where nothing else has such: GTINs, GUIDs, rates of a tax. No field is filled twice.
 */
export function matchColumns(
  header: readonly string[],
  columns: readonly ColumnProfile[],
  fields: readonly ImportField[],
): readonly TakenColumn[] {
  const taken = new Map<number, string>();
  const free = (key: string) => ![...taken.values()].includes(key);
  const take = (at: number, field: ImportField | null | undefined) => {
    if (field && !taken.has(at) && free(field.key)) taken.set(at, field.key);
  };
  const byName = (test: (field: ImportField, name: string, text: string) => boolean) =>
    header.forEach((text, at) =>
      take(
        at,
        fields.find((field) => free(field.key) && test(field, plainName(text), text)),
      ),
    );
  byName((field, _, text) => field.key === text);
  header.forEach((text, at) => take(at, looseField(text)));
  byName(({ label }, name) => name !== '' && [label.en, label.fi].some((one) => plainName(one) === name));
  byName(({ names = [] }, name) => name !== '' && names.some((one) => plainName(one) === name));
  // "Ostohinta ALV 0 %" is the name with words behind it, as long as no other name is longer.
  byName(({ names = [], label }, name) =>
    [...names, label.en, label.fi].some((one) => {
      const plain = plainName(one);
      return plain.length >= 5 && name.startsWith(`${plain} `);
    }),
  );
  columns.forEach((column, at) => {
    if (taken.has(at) || column.filled === 0) return;
    const share = (count: number) => count / column.filled;
    const field = (test: (one: ImportField) => boolean) => fields.find((one) => free(one.key) && test(one));
    if (share(column.gtins) > 0.8)
      take(
        at,
        field(({ kind }) => kind === 'barcode'),
      );
    else if (share(column.ids) > 0.8)
      take(
        at,
        field(({ key }) => key === 'id'),
      );
    else if (share(column.rates) === 1 && column.filled > 20)
      take(
        at,
        field(({ references }) => references === 'tax'),
      );
  });
  // A supplier's names are the supplier's: ours stay, and only what is new gets its name from the file.
  const isOfSupplier = fields.some(({ key, place }) => place === 'line' && !free(key));
  for (const [at, key] of taken) {
    const ofNew = fields.find((field) => field.key === `${key}:new`);
    if (isOfSupplier && ofNew && free(ofNew.key)) taken.set(at, ofNew.key);
  }
  return header.map((_, at) => ({ field: taken.get(at) ?? null }));
}
