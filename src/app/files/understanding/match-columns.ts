import type { ColumnProfile } from '../reading/column-profile';
import type { ImportField, TakenColumn } from './import-field';

/** Returns a name of a column as it is compared: letters and digits alone, in lower case. */
export const plainName = (text: string): string =>
  text
    .slice(0, 200)
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

const currencyBehind = / (?:eur|euro|euroa|sek|nok|dkk|gbp|usd|kr)$/u;
const tax = '(?:alv|vat|tax|vero|moms|mva|mwst)';
const rate = String.raw`(?:[1-9]\d?(?: \d{1,2})? ?%?)`;
const withTaxWord = '(?:incl?|including|inclusive|inc|with|sis|sisältää|ml|gross|brutto|verollinen)';
const withoutTaxWord =
  '(?:excl?|excluding|exclusive|ex|without|w o|ilman|net|netto|veroton|verottomana|alv 0 ?%?|vat 0 ?%?|0 ?%)';
/** What may stand behind the name of an amount: that it holds tax, or that it does not. Anything else is another thing. */
const said = {
  with: new RegExp(
    `^(?:${withTaxWord}|${withTaxWord} (?:of )?${tax}(?: ${rate})?|${withTaxWord} ${rate}(?: ${tax})?|${tax} ${rate}(?: ${withTaxWord})?|${tax} (?:incl?|included|inclusive|sis|mukana)|${rate} ${tax}(?: incl?)?)$`,
    'u',
  ),
  without: new RegExp(
    `^(?:${withoutTaxWord}|${withoutTaxWord} (?:of )?${tax}a?(?: 0 ?%?)?|${tax} (?:excl?|excluded|free|0 ?%?))$`,
    'u',
  ),
};

const saysTax = new RegExp(`(?:^| )(?:${tax}a?|veroton|verottomana|verollinen)(?: |$)`, 'u');

/** How well a name says a field. */
const levels = { none: 0, name: 1, qualified: 2, label: 3, path: 4 } as const;

interface Names {
  readonly field: ImportField;
  readonly labels: readonly string[];
  readonly names: readonly string[];
}

/**
 * Returns how well the name of a column says a field. It has to be a name of it in full: "Price per kg", "Product ID" and
 * "Price changed" are other things than the price and the product. What says of an amount whether it holds tax may stand
 * before or behind it, and has to be what the field holds.
 */
function levelOf(header: string, plain: string, { field, labels, names }: Names): number {
  if (field.key === header) return levels.path;
  if (plain === '') return levels.none;
  if (labels.includes(plain)) return levels.label;
  if (names.includes(plain)) return levels.name;
  const ofAmount = field.tax;
  const bare = plain.replace(currencyBehind, '');
  for (const one of [...labels, ...names]) {
    if (field.unit === 'currency' && bare === one) return levels.name;
    if (ofAmount === undefined) continue;
    const rest = bare.startsWith(`${one} `)
      ? bare.slice(one.length + 1)
      : bare.endsWith(` ${one}`)
        ? bare.slice(0, -one.length - 1)
        : null;
    if (rest !== null && said[ofAmount].test(rest.replace(/^(?:eur|euro) /, ''))) return levels.qualified;
  }
  return levels.none;
}

/**
 * Matches the columns of a file to fields: by the path on the wire, by the label in either language, by a further name,
 * and what is left by content: GTINs and GUIDs. A tax or a department is never found by content, since its numbers may be
 * those of anything. The better of two candidates is taken; two that are as good are `asked` about. No field is filled
 * twice.
 */
export function matchColumns(
  header: readonly string[],
  columns: readonly ColumnProfile[],
  fields: readonly ImportField[],
): readonly TakenColumn[] {
  const taken = new Map<number, TakenColumn>();
  const used = new Set<string>();
  const namesOf = (field: ImportField): Names => ({
    field,
    labels: [field.label.en, field.label.fi].map(plainName).filter((name) => name !== ''),
    names: (field.names ?? []).map(plainName).filter((name) => name !== ''),
  });
  const known = fields.filter(({ instead }) => instead === undefined).map(namesOf);
  const plain = header.map(plainName);
  const found = header.flatMap((text, at) =>
    known.flatMap((names) => {
      const level = levelOf(text, plain[at] ?? '', names);
      return level > 0 ? [{ at, key: names.field.key, level }] : [];
    }),
  );
  /** Takes the pairs in which neither side has another candidate, and asks about the others. */
  const settle = (
    pairs: readonly { readonly at: number; readonly key: string }[],
    by: 'name' | 'content',
  ) => {
    const open = pairs.filter(({ at, key }) => !taken.has(at) && !used.has(key));
    for (const { at, key } of open) {
      const isAlone = !open.some((other) => (other.at === at) !== (other.key === key));
      if (isAlone) taken.set(at, by === 'content' ? { field: key, isByContent: true } : { field: key });
      else if (!taken.has(at)) taken.set(at, { field: null, asked: key });
    }
    for (const { key } of open) used.add(key);
  };
  for (const level of [levels.path, 'loose', levels.label, levels.qualified, levels.name] as const)
    settle(
      level === 'loose'
        ? header.flatMap((text, at) => {
            const field = looseField(text);
            return field ? [{ at, key: field.key }] : [];
          })
        : found.filter((pair) => pair.level === level),
      'name',
    );
  const isKind = (kind: ImportField['kind'], key?: string) =>
    fields.find((one) => one.kind === kind && (key === undefined || one.key === key))?.key;
  settle(
    columns.flatMap((column, at) => {
      if (column.filled === 0) return [];
      const key =
        column.gtins / column.filled > 0.8
          ? isKind('barcode')
          : column.ids / column.filled > 0.8
            ? isKind('id', 'id')
            : undefined;
      return key === undefined ? [] : [{ at, key }];
    }),
    'content',
  );
  // A price that says that it counts tax otherwise than ours would be converted, if no column has it as we do: that is asked,
  // since it may be what the shop pays. Net and gross alone may be of anything.
  for (const names of fields.filter(({ instead }) => instead !== undefined).map(namesOf)) {
    const { key, instead = '' } = names.field;
    if (used.has(instead)) continue;
    const open = header.flatMap((text, at) => {
      const words = plain[at] ?? '';
      const level = taken.has(at) ? levels.none : levelOf(text, words, names);
      if (level >= levels.label) return [{ at, isOurs: true }];
      return level === levels.qualified && saysTax.test(words) ? [{ at, isOurs: false }] : [];
    });
    const ours = open.filter(({ isOurs }) => isOurs);
    const [first] = ours;
    if (first && ours.length === 1) taken.set(first.at, { field: key });
    else for (const { at } of open) taken.set(at, { field: null, asked: key });
    if (open.length > 0) used.add(key);
  }
  // A supplier's names are the supplier's: ours stay, and only what is new gets its name from the file.
  const isOfSupplier = fields.some(({ key, place }) => place === 'line' && used.has(key));
  for (const [at, column] of taken) {
    const ofNew = fields.find((field) => field.key === `${column.field}:new`);
    if (isOfSupplier && ofNew && !used.has(ofNew.key)) {
      taken.set(at, { ...column, field: ofNew.key });
      used.add(ofNew.key);
    }
  }
  return header.map((_, at) => taken.get(at) ?? { field: null });
}

/**
 * Returns the columns with each field in one of them alone: the first one that has it. A price with tax and the same one
 * without are one.
 */
export function takenOnce(
  columns: readonly TakenColumn[],
  fields: readonly ImportField[],
): readonly TakenColumn[] {
  const seen = new Set<string>();
  return columns.map((column) => {
    if (column.field === null) return column;
    const key = fields.find((field) => field.key === column.field)?.instead ?? column.field;
    if (seen.has(key)) return { field: null };
    seen.add(key);
    return column;
  });
}

/** Returns the fields that two columns say alike, so that a person has to say which of them it is. */
export function askedFields(columns: readonly TakenColumn[]): readonly string[] {
  const taken = new Set(columns.map(({ field }) => field));
  return [...new Set(columns.flatMap(({ asked }) => (asked === undefined ? [] : [asked])))].filter(
    (key) => !taken.has(key),
  );
}
