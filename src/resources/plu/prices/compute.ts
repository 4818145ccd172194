import { Big } from 'big.js';
import { computePrice, type NoPrice, type PriceInput, type PriceSteps } from '@/core/app/prices/price';
import type { Pricing } from '@/core/app/prices/pricing';
import { decimalOf } from '@/core/app/i18n/format';
import { textOf } from '@/core/app/form/engine/number-text';
import type { Row } from '@/core/app/data/row';
import type { NewValue } from '@/core/app/grid/sheet/pending';
import type { CellEditing } from '@/core/app/shell/screen';
import { isObject, valueAt, type Json } from '@/core/record/json';
import { profitOf } from '../fields/margin';
import { listOfField, type PriceList } from './columns';

/** A tax, as far as prices need it. */
export interface TaxOf {
  readonly rate: string;
  readonly isIncluded: boolean;
}

/** What prices are computed with besides the product. */
export interface PriceSurroundings {
  /** By id, in lower case. */
  readonly lists: ReadonlyMap<string, PriceList>;
  readonly taxes: ReadonlyMap<string, TaxOf>;
  /** The company's currency. */
  readonly currency: string;
  readonly placesOf: (currency: string) => number;
}

/** What a formula makes of one cell. */
export type PriceOfCell =
  | { readonly kind: 'changed' | 'same'; readonly steps: PriceSteps; readonly isBelowCost: boolean }
  | { readonly kind: 'none'; readonly why: NoPrice };

/**
 * Computes the price of one cell. `stored` is the product as it is, whose price in this cell the formula begins with,
 * so that filling it twice changes nothing; `would` is the product as it would be with what is collected, whose other
 * prices it begins with, and which the result is compared with.
 */
export function priceOfCell(
  field: string,
  { stored, would }: { readonly stored: Row; readonly would: Row },
  pricing: Pricing,
  around: PriceSurroundings,
): PriceOfCell {
  const list = listOfField(field);
  const given = inputOf(list, stored, would, around);
  const places = around.placesOf(given.currency ?? around.currency);
  const { formula, floor, ending } = pricing;
  const result = computePrice(formula, { floor, ending, places }, given);
  if (!result.steps) return { kind: 'none', why: result.why };
  const { steps } = result;
  const own = decimalOf(list === null ? would['base_price'] : priceOn(would, list));
  const profit = profitOf({
    price: steps.price,
    cost: given.cost,
    rate: given.rate,
    taxIncluded: given.taxIncluded,
  });
  return {
    kind: own?.eq(steps.price) ? 'same' : 'changed',
    steps,
    isBelowCost: profit?.startsWith('-') === true,
  };
}

/** Returns the change of a cell that a computed price comes to; null if it stays. */
export function newPrice(
  row: Row,
  editing: CellEditing,
  price: PriceOfCell,
  say: { readonly belowCost: string; readonly raised: string },
): NewValue | null {
  if (price.kind === 'none') return null;
  const { steps, isBelowCost } = price;
  const value = editing.isNumber ? new Big(steps.price).toFixed() : steps.price;
  return {
    row,
    editing,
    value,
    doubt: isBelowCost ? say.belowCost : undefined,
    isBelowCost,
    note: steps.isRaised ? say.raised : undefined,
  };
}

function inputOf(
  list: string | null,
  stored: Row,
  would: Row,
  { lists, taxes, currency }: PriceSurroundings,
): PriceInput {
  const taxOf = taxes.get(textOf(asJson(would['tax_id'])).toLowerCase());
  const of = list === null ? undefined : lists.get(list);
  const baseTaxIncluded = taxOf?.isIncluded ?? true;
  const all = [...lists].map(
    ([id, one]) => [id, { price: priceOn(would, id), currency: one.currency }] as const,
  );
  return {
    own: list === null ? decimalText(stored['base_price']) : priceOn(stored, list),
    base: decimalText(list === null ? stored['base_price'] : would['base_price']),
    cost: decimalText(would.data['cost_price']),
    rate: taxOf?.rate ?? null,
    taxIncluded: of ? of.data.tax_included !== false : baseTaxIncluded,
    currency: list === null ? currency : (of?.currency ?? null),
    lists: Object.fromEntries(all),
    baseTaxIncluded,
    baseCurrency: currency,
  };
}

/** Returns the price of a product on a list; its base price where the list says so, null without one. */
function priceOn({ data, base_price: base }: Row, list: string): string | null {
  const prices = asJson(data['prices']);
  if (!isObject(prices)) return null;
  // GUIDs are equal in upper and lower case.
  const key = Object.keys(prices).find((id) => id.toLowerCase() === list);
  const price = key === undefined ? undefined : prices[key];
  if (valueAt(price, ['type']) === 'baseprice') return decimalText(base);
  return decimalText(valueAt(price, ['amount']));
}

const decimalText = (value: unknown): string | null => decimalOf(value)?.toFixed() ?? null;

/** Rows of a list are JSON, whose numbers are JavaScript numbers. */
const asJson = (value: unknown): Json => value as Json;
