import {
  isArray,
  isNumber,
  isObject,
  numberOf,
  sameValue,
  valueAt,
  withValueAt,
  type Json,
  type JsonObject,
} from '@/record/json';
import { sameNumber } from '../reading/numbers';
import type { ImportField } from './import-field';
import type { ProblemCode } from './read-cell';
import { gtinKey } from '@/record/gtin';

/** A value that a line gives to a field; `undefined` removes what is there. */
export interface Given {
  readonly field: ImportField;
  readonly value: Json | undefined;
}

/** Returns whether two values of a field are the same: numbers by value, whatever text or number they are. */
function isSame(a: Json | undefined, b: Json | undefined): boolean {
  const [one, other] = [digitsOf(a), digitsOf(b)];
  if (one !== null && other !== null) return sameNumber(one, other);
  return sameValue(a, b);
}

const digitsOf = (value: Json | undefined): string | null => {
  if (isNumber(value)) return value.value;
  return typeof value === 'string' && /^-?\d{1,26}(?:\.\d{1,12})?$/.test(value) ? value : null;
};

/**
 * Returns the merge patch that gives a record these values, with nothing in it that the record has already, or why there is
 * none. `supplier`: whose line of the array is written.
 */
export function patchOf(
  record: JsonObject,
  given: readonly Given[],
  supplier: string | null,
): { readonly patch: JsonObject } | { readonly problem: ProblemCode; readonly field: ImportField } {
  let patch: Json | undefined;
  const lines = new Map<string, readonly Given[]>();
  for (const one of given) {
    const { field, value } = one;
    const stored = valueAt(record, field.path);
    if (field.place === 'line') {
      const at = field.path.join('.');
      lines.set(at, [...(lines.get(at) ?? []), one]);
    } else if (field.place === 'add') {
      for (const added of isArray(value) ? value : [value]) {
        const list = valueAt(patch, field.path) ?? stored ?? [];
        if (isArray(list) && added !== undefined && !list.some((each) => sameCode(each, added)))
          patch = withValueAt(patch, field.path, [...list, added]);
      }
    } else if (field.place === 'price') {
      const price = valueAt(record, field.path.slice(0, -1));
      if (value === undefined) {
        if (isObject(price)) patch = withValueAt(patch, field.path.slice(0, -1), null);
      } else if (!isSame(stored, value))
        patch = isObject(price)
          ? withValueAt(patch, field.path, like(stored, value))
          : withValueAt(patch, field.path.slice(0, -1), { type: 'price', amount: value });
    } else if (value === undefined) {
      const cleared = field.path[0] === 'data' ? null : field.kind === 'reference' ? null : '';
      if (stored !== undefined && stored !== null && stored !== '')
        patch = withValueAt(patch, field.path, cleared);
    } else if (!sameKind(field, stored, value)) patch = withValueAt(patch, field.path, like(stored, value));
  }
  for (const members of lines.values()) {
    const list = linesOf(record, members, supplier);
    const [first] = members;
    if ('problem' in list) return first ? { ...list, field: first.field } : { patch: {} };
    if (list.lines !== null && first) patch = withValueAt(patch, first.field.path, list.lines);
  }
  return { patch: isObject(patch) ? patch : {} };
}

/** Whether two barcodes are one: it may be stored as a number by another system, and as UPC-A or EAN-13. */
const sameCode = (one: Json, other: Json): boolean =>
  sameValue(one, other) || (codeText(one) !== null && codeText(one) === codeText(other));

const codeText = (value: Json): string | null => {
  const text = isNumber(value) ? value.value : typeof value === 'string' ? value : null;
  return text === null ? null : gtinKey(text);
};

const sameKind = ({ kind }: ImportField, stored: Json | undefined, value: Json): boolean =>
  kind === 'decimal' || kind === 'amount' || kind === 'number' || kind === 'integer'
    ? isSame(stored, value)
    : sameValue(stored, value) ||
      (typeof stored === 'string' && typeof value === 'string' && asShown(stored) === asShown(value));

/** Returns a text without what files do not show: blanks around it, and how its lines end. */
const asShown = (text: string): string => text.trim().replaceAll(/\r\n?/g, '\n');

/** Writes an amount as the record has it: as a number, or as text. */
const like = (stored: Json | undefined, value: Json): Json =>
  isNumber(stored) && typeof value === 'string' && digitsOf(value) !== null ? numberOf(value) : value;

/** Returns the array with the supplier's line changed, or null if it is as it was. */
function linesOf(
  record: JsonObject,
  members: readonly Given[],
  supplier: string | null,
): { readonly lines: Json | null } | { readonly problem: ProblemCode } {
  if (members.every(({ value }) => value === undefined)) return { lines: null };
  if (supplier === null) return { problem: 'no_supplier' };
  const [first] = members;
  const stored = first ? valueAt(record, first.field.path) : undefined;
  const list = isArray(stored) ? stored : [];
  const places = list.flatMap((line, at) => (isObject(line) && line['supplier'] === supplier ? [at] : []));
  const active = places.filter((at) => valueAt(list[at], ['active']) !== false);
  const [place, other] = active.length > 0 ? active : places;
  const sku = members.find(({ field }) => field.member === 'sku')?.value;
  const ofSku = other === undefined ? place : places.find((at) => valueAt(list[at], ['sku']) === sku);
  if (other !== undefined && ofSku === undefined) return { problem: 'two_lines' };
  const old: Json = ofSku === undefined ? { supplier, active: true } : (list[ofSku] ?? {});
  let line: Json = old;
  for (const { field, value } of members) {
    const at = [field.member ?? ''];
    if (value !== undefined && !isSame(valueAt(line, at), value)) line = withValueAt(line, at, value) ?? line;
  }
  if (line === old && ofSku !== undefined) return { lines: null };
  return { lines: ofSku === undefined ? [...list, line] : list.with(ofSku, line) };
}
