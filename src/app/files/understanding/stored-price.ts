import { Big } from 'big.js';
import { isNumber, numberOf, valueAt, type Json, type JsonObject } from '@/record/json';
import { convertedPrice, priceHoldsTax } from '@/record/price-tax';
import { currencyDecimals } from '../../i18n/format';
import type { ImportField, Referenced } from './import-field';
import { leafText } from './cell-text';
import type { Plan } from './plan';
import type { ProblemCode } from './read-cell';

/** What a cell says, or why it says nothing. */
export type ReadValue = { readonly value: Json; readonly shown: string } | { readonly problem: ProblemCode };

/**
 * Returns the tax of the record of a line: as the line says (`read`, null if it has no such cell), or the record, or what was
 * chosen for all new ones.
 */
export function taxOfLine(
  { declaration, references, forNew }: Plan,
  base: JsonObject,
  read: (field: ImportField, stored: Json | undefined) => ReadValue | null,
): Referenced | undefined {
  const field = declaration.fields.find(({ key }) => key === declaration.taxedBy);
  if (!field?.references) return undefined;
  const stored = valueAt(base, field.path);
  const said = read(field, stored) ?? { value: stored };
  if ('problem' in said) return undefined;
  const id = said.value ?? forNew[field.key];
  return (references[field.references] ?? []).find((one) => one.id === id);
}

/**
 * Returns the amount of a column that says whether it holds tax as the record holds it: converted exactly and rounded once,
 * half away from zero.
 */
export function asStored(
  { declaration: { each }, references, priceTax, reading }: Plan,
  { stated, path }: ImportField,
  read: ReadValue,
  taxOf: () => Referenced | undefined,
): ReadValue {
  if (stated === undefined || 'problem' in read) return read;
  const tax = taxOf();
  const list =
    path.length > 1 ? references[each?.resource ?? '']?.find(({ id }) => path.includes(id)) : undefined;
  const holds = priceHoldsTax({ list: list?.includesTax, company: priceTax, tax: tax?.includesTax });
  if (holds === (stated === 'with')) return read;
  if (tax?.rate === undefined) return { problem: 'no_rate' };
  const { value } = read;
  const places = currencyDecimals(reading.currency ?? 'EUR');
  const shown = convertedPrice(leafText(value), tax.rate, holds ? 'with' : 'without')
    .round(places, Big.roundHalfUp)
    .toFixed(places);
  return { value: isNumber(value) ? numberOf(shown) : shown, shown };
}
