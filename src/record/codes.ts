import { gtinForms } from './gtin';
import type { Resource } from '@/contract/resource';

/** A record as far as its codes are read. */
interface Coded {
  readonly data: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/**
 * Returns the spellings of a typed text that name the same code: as typed, in capitals and in small letters, and a barcode in each of its
 * forms. A record with one of them comes first in every search (docs/design.md#what-q-finds).
 */
export function codeForms(q: string): readonly string[] {
  const typed = q.normalize('NFKC').trim();
  if (typed === '') return [];
  return [...new Set([typed, typed.toUpperCase(), typed.toLowerCase(), ...gtinForms(typed)])];
}

/** Returns whether one of the codes of a record is what was typed. */
export function hasCode({ codes }: Pick<Resource, 'codes'>, record: Coded, q: string): boolean {
  if (codes.length === 0) return false;
  const forms = new Set(codeForms(q));
  return codes.some((path) => valuesAt(record, path.split('.')).some((value) => forms.has(value)));
}

/** Returns the texts at a path of `codes`; `[]` goes through a list. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): string[] {
  if (step === undefined)
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  const key = step.replace('[]', '');
  const inner: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  if (key === step) return valuesAt(inner, rest);
  return Array.isArray(inner) ? inner.flatMap((one) => valuesAt(one, rest)) : [];
}
