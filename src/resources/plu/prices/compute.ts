import { Big } from 'big.js';
import { computePrice, type NoPrice, type PriceInput, type PriceSteps } from '@/app/prices/price';
import type { Pricing } from '@/app/prices/pricing';
import { decimalOf } from '@/app/i18n/format';
import { textOf } from '@/app/form/engine/number-text';
import type { Row } from '@/app/data/row';
import type { NewValue } from '@/app/grid/sheet/pending';
import type { CellEditing } from '@/app/shell/screen';
import { isObject, valueAt, type Json } from '@/record/json';
import { priceHoldsTax } from '@/record/price-tax';
import { profitOf } from '../fields/price-parts';
import { listOfField, type PriceList } from './columns';

/** A tax, as far as prices need it. */
export interface TaxOf {
  readonly rate: string;
  /** What the tax says of whether base prices hold it; no boolean says nothing. */
  readonly included: unknown;
}

/** What prices are computed with besides the product. */
export interface PriceSurroundings {
  /** By id, in lower case. */
  readonly lists: ReadonlyMap<string, PriceList>;
  readonly taxes: ReadonlyMap<string, TaxOf>;
  /** The company's currency. */
  readonly currency: string;
  readonly placesOf: (currency: string) => number;
  /** Returns what the company that owns a product says of its prices; null if nobody says it. */
  readonly companySays: (owner: unknown) => boolean | null;
}

/** What a formula makes of one cell. */
export type PriceOfCell =
  | {
      readonly kind: 'changed' | 'same';
      readonly steps: PriceSteps;
      readonly isBelowCost: boolean;
      /** Whether the formula raises the price, and its ending makes it lower than it was. */
      readonly falls: boolean;
    }
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
  // What the formula begins with, if that is the price in the cell: as the cell counts tax.
  const was = formula.take.kind === 'own' ? steps.take : given.own;
  const raised = steps.isRaised ? (steps.floor ?? steps.add) : steps.add;
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
    falls: was !== null && new Big(raised).gt(was) && new Big(steps.price).lt(was),
  };
}

/** Returns the change of a cell that a computed price comes to; null if it stays. */
export function newPrice(
  row: Row,
  editing: CellEditing,
  price: PriceOfCell,
  say: { readonly belowCost: (field: string) => string; readonly raised: string },
): NewValue | null {
  if (price.kind === 'none') return null;
  const { steps, isBelowCost } = price;
  const value = editing.isNumber ? new Big(steps.price).toFixed() : steps.price;
  return {
    row,
    editing,
    value,
    doubt: isBelowCost ? say.belowCost(editing.field) : undefined,
    isBelowCost,
    note: steps.isRaised ? say.raised : undefined,
  };
}

function inputOf(
  list: string | null,
  stored: Row,
  would: Row,
  { lists, taxes, currency, companySays }: PriceSurroundings,
): PriceInput {
  const taxOf = taxes.get(textOf(asJson(would['tax_id'])).toLowerCase());
  const of = list === null ? undefined : lists.get(list);
  const said = { company: companySays(would['company_id']), tax: taxOf?.included };
  const baseTaxIncluded = priceHoldsTax(said);
  const listTaxIncluded = (one: PriceList | undefined) =>
    priceHoldsTax({ ...said, list: one?.data.tax_included });
  const all = [...lists].map(([id, one]) => {
    // Where a list has the base price, that holds tax as base prices do.
    const taxIncluded = isBaseOn(would, id) ? baseTaxIncluded : listTaxIncluded(one);
    return [id, { price: priceOn(would, id), currency: one.currency, taxIncluded }] as const;
  });
  return {
    own: list === null ? decimalText(stored['base_price']) : priceOn(stored, list),
    base: decimalText(list === null ? stored['base_price'] : would['base_price']),
    cost: decimalText(would.data['cost_price']),
    rate: taxOf?.rate ?? null,
    taxIncluded: listTaxIncluded(of),
    ownTaxIncluded: list !== null && isBaseOn(stored, list) ? baseTaxIncluded : undefined,
    currency: list === null ? currency : (of?.currency ?? null),
    lists: Object.fromEntries(all),
    baseTaxIncluded,
    baseCurrency: currency,
  };
}

/** Returns the price of a product on a list; its base price where the list says so, null without one. */
function priceOn(row: Row, list: string): string | null {
  return isBaseOn(row, list)
    ? decimalText(row['base_price'])
    : decimalText(valueAt(entryOn(row, list), ['amount']));
}

const isBaseOn = (row: Row, list: string): boolean => valueAt(entryOn(row, list), ['type']) === 'baseprice';

function entryOn({ data }: Row, list: string): Json | undefined {
  const prices = asJson(data['prices']);
  if (!isObject(prices)) return undefined;
  // GUIDs are equal in upper and lower case.
  const key = Object.keys(prices).find((id) => id.toLowerCase() === list);
  return key === undefined ? undefined : prices[key];
}

const decimalText = (value: unknown): string | null => decimalOf(value)?.toFixed() ?? null;

/** Rows of a list are JSON, whose numbers are JavaScript numbers. */
const asJson = (value: unknown): Json => value as Json;
