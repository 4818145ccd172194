import { priceHoldsTax } from '@/record/price-tax';
import { fieldRight } from '../../session/field-rights';
import type { Me } from '../../session/session';

/** A text in both languages: files of either are read in either. */
export interface Words {
  readonly en: string;
  readonly fi: string;
}

/** How the cells of a column are read. */
export type ValueKind =
  | 'text'
  | 'code'
  | 'barcode'
  | 'id'
  /** Decimal text on the wire. */
  | 'decimal'
  /** A JSON number with the digits of the file. */
  | 'number'
  /** Either, as the record has it. */
  | 'amount'
  | 'integer'
  | 'flag'
  | 'day'
  | 'time'
  | 'moment'
  | 'reference'
  /** An array of texts. */
  | 'list'
  /** As the stored value at this path is. */
  | 'any';

/** A field of a resource that a column of a file can fill. Plain data: a worker receives it as a message. */
export interface ImportField {
  /** Its path on the wire (`data.cost_price`), by which a column of our own files is named. Unique. */
  readonly key: string;
  readonly kind: ValueKind;
  readonly label: Words;
  /** Further names of columns, in lower case: what files of suppliers and other systems call it. */
  readonly names?: readonly string[];
  /** Where the value is in a record. */
  readonly path: readonly string[];
  /** The resource that a reference names. */
  readonly references?: string;
  /**
   * How the value gets there: it replaces what is there (the default), is added to an array, is one field (`member`) of
   * the supplier's line in an array, or is the amount of a price. `new`: it is taken for new records alone. `set`: it is
   * about the whole change set.
   */
  readonly place?: 'add' | 'line' | 'price' | 'new' | 'set';
  readonly member?: string;
  /** `currency` or per cent, for the label. */
  readonly unit?: 'currency' | '%';
  /** Whether the amount holds tax: a column whose name says the other is not it. */
  readonly tax?: 'with' | 'without';
  /** It is a price, of which a file may say the amount with tax or without: the other one is converted. */
  readonly isPrice?: boolean;
  /** The amounts are with tax, or without, whatever the record holds: they are converted. */
  readonly stated?: 'with' | 'without';
  /** Key of the field that it fills in another way. */
  readonly instead?: string;
  /** The longest text. */
  readonly max?: number;
  /** What the template says about it. */
  readonly note?: Words;
  /** Whether an empty cell may remove the value. */
  readonly isClearable?: boolean;
}

/** By what a line finds its record. */
export interface ImportKey {
  readonly name: string;
  /** The key of the field that holds it. */
  readonly field: string;
  readonly label: Words;
  /** Where records have it: one value, the elements of an array, or a member of each object of an array. */
  readonly path: readonly string[];
  readonly member?: string;
  /** Letters of either case are the same. */
  readonly isName?: boolean;
  /** It is a barcode: UPC-A and EAN-13 of one number are the same. */
  readonly isBarcode?: boolean;
}

/** What a resource says about its files. */
export interface ImportDeclaration {
  readonly resource: string;
  readonly fields: readonly ImportField[];
  readonly keys: readonly ImportKey[];
  /** Keys of the fields without which there is no new record. */
  readonly required: readonly string[];
  /** A field for each record of a resource: `{id}` and `{name}` stand for the record's. */
  readonly each?: { readonly resource: string; readonly field: ImportField };
  /** Key of the field that names the tax of a record, by whose rate prices are converted. */
  readonly taxedBy?: string;
  /** Resources of which a missing record may be made from its name alone. */
  readonly makes?: readonly string[];
  /** The file belongs to a record of this resource: its lines in `supply` are those that are written. */
  readonly from?: { readonly resource: string; readonly member: string };
}

/** A record that cells refer to by name, number or id. */
export interface Referenced {
  readonly id: string;
  readonly name: string;
  /** Its number or code, and for a tax its rate. */
  readonly codes: readonly string[];
  readonly rate?: string | undefined;
  /** What a tax or a price list says of whether prices hold tax. */
  readonly includesTax?: boolean | undefined;
  readonly isActive: boolean;
}

/** The column of a file, as it is taken. */
export interface TakenColumn {
  /** Key of the field; null: not taken. */
  readonly field: string | null;
  /** An empty cell removes the value. */
  readonly empties?: boolean | undefined;
  /** It was found by what its cells look like, not by its name. */
  readonly isByContent?: boolean | undefined;
  /** Key of a field that another column says as well, so that nothing is taken before a person has chosen. */
  readonly asked?: string | undefined;
}

/** Field of the day from which a file is valid. */
export const applyAtField: ImportField = {
  key: 'apply_at',
  kind: 'moment',
  label: { en: 'Apply at', fi: 'Voimaan' },
  names: [
    'voimassa',
    'voimassa alkaen',
    'alkaen',
    'valid from',
    'effective',
    'effective from',
    'pvm',
    'hinta alkaen',
  ],
  path: [],
  place: 'set',
};

const otherTax = {
  with: { en: ', with tax', fi: ', veroineen' },
  without: { en: ', without tax', fi: ', ilman veroa' },
} as const;

/** Returns a price as it is stored, and the same price of a file that counts tax otherwise. */
function bothTaxes(field: ImportField, holdsTax: boolean): readonly ImportField[] {
  const stated = holdsTax ? 'without' : 'with';
  const { label, names = [], key, note: _, ...rest } = field;
  return [
    { ...field, tax: holdsTax ? 'with' : 'without' },
    {
      ...rest,
      key: `${key}:${stated}`,
      label: { en: label.en + otherTax[stated].en, fi: label.fi + otherTax[stated].fi },
      names: [...names, label.en.toLowerCase(), label.fi.toLowerCase()],
      tax: stated,
      stated,
      instead: key,
      isClearable: false,
    },
  ];
}

/**
 * Returns every field of a declaration, with those that each record of a resource makes, and for each price the one of
 * files that count tax otherwise. `companySays`: what the company says of its prices.
 */
export function fieldsOf(
  declaration: ImportDeclaration,
  references: Readonly<Record<string, readonly Referenced[]>>,
  companySays: boolean | null = null,
): readonly ImportField[] {
  const { each, fields } = declaration;
  const own = each
    ? (references[each.resource] ?? [])
        .filter(({ isActive }) => isActive)
        .flatMap((record): readonly ImportField[] => {
          const fill = (text: string) => text.replaceAll('{id}', record.id).replaceAll('{name}', record.name);
          const { label, names = [], path, key } = each.field;
          const one: ImportField = {
            ...each.field,
            key: fill(key),
            label: { en: fill(label.en), fi: fill(label.fi) },
            names: names.map((name) => fill(name).toLowerCase()),
            path: path.map(fill),
          };
          return one.isPrice
            ? bothTaxes(one, priceHoldsTax({ list: record.includesTax, company: companySays }))
            : [one];
        })
    : [];
  const plain = fields.flatMap((field) =>
    field.isPrice ? bothTaxes(field, priceHoldsTax({ company: companySays })) : [field],
  );
  return [...plain, ...own, applyAtField];
}

/** Returns what a resource says about its files without the fields that the caller's role may not write. */
export function givenFields(declaration: ImportDeclaration, me: Me | null): ImportDeclaration {
  if (!me?.hidden?.length && !me?.read_only?.length) return declaration;
  const isGiven = ({ path, member }: ImportField): boolean =>
    fieldRight(me, declaration.resource, member === undefined ? path : [...path, member]) === 'change';
  const fields = declaration.fields.filter(isGiven);
  const isKnown = (key: string) => fields.some((field) => field.key === key);
  return {
    ...declaration,
    fields,
    keys: declaration.keys.filter(({ field }) => isKnown(field)),
    required: declaration.required.filter(isKnown),
  };
}
