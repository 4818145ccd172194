import { Big } from 'big.js';

/** Who says whether a price holds tax. What is no boolean says nothing. */
export interface PriceTaxSayings {
  /** `data.tax_included` of the price list; left out for the base price. */
  readonly list?: unknown;
  /** `data.price_tax` of the company (`priceTaxSaid`) that owns the product, or of the nearest above it that says it. */
  readonly company?: unknown;
  /** `data.included` of the product's tax. */
  readonly tax?: unknown;
}

/**
 * Returns whether a price holds its tax: as its price list says, else the company, else the tax of the product. Prices hold
 * tax where nobody says it. This is the one place in TypeScript that decides it; `holdsTax` and `listHoldsTax` are the same in SQL
 * (src/resources/plu/price-tax-sql.ts, docs/design.md#prices-with-and-without-tax).
 */
export const priceHoldsTax = ({ list, company, tax }: PriceTaxSayings): boolean =>
  [list, company, tax].find((said) => typeof said === 'boolean') !== false;

/** Returns what a company's word on its prices says: `included`, `excluded`; null for anything else. */
export const priceTaxSaid = (word: unknown): boolean | null =>
  word === 'included' ? true : word === 'excluded' ? false : null;

/** Quotients, exact to forty decimals: more than any price has. */
const Precise = Big();
Precise.DP = 40;

/**
 * Returns a price with its tax where it had none, or without it where it had one, as an exact decimal of up to forty
 * decimals; it is not rounded. `rate` in percent.
 */
export function convertedPrice(price: string, rate: string, to: 'with' | 'without'): Big {
  const factor = new Big(rate).plus(100);
  if (to === 'with') return new Big(price).times(factor).div(100);
  return new Big(new Precise(price).times(100).div(factor));
}
