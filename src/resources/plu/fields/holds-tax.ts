import { useApp } from '@/app/shell/app-context';
import type { Me } from '@/contract/session';
import { priceHoldsTax, priceTaxSaid } from '@/record/price-tax';

/** A record, as far as it says whether prices hold tax. */
interface Says {
  readonly data: { readonly included?: unknown; readonly tax_included?: unknown };
}

/** A price: the company that owns its product (left out for the own one), the tax, and the list if it is on one. */
export interface PriceOf {
  readonly owner?: unknown;
  readonly tax: Says | null | undefined;
  readonly list?: Says | null | undefined;
}

/**
 * Returns what a company says of its prices, or the nearest above it: true, false, or null where nobody says it. Companies
 * that are not above the caller's are taken as its own.
 */
export function companyPriceTax(me: Me | null, owner?: unknown): boolean | null {
  if (!me) return null;
  return priceTaxSaid((me.company.ancestors.find(({ id }) => id === owner) ?? me.company).price_tax);
}

/** Returns whether a price holds tax, for the company that is signed in. */
export const holdsTax = (me: Me | null, { owner, tax, list }: PriceOf): boolean =>
  priceHoldsTax({
    list: list?.data.tax_included,
    company: companyPriceTax(me, owner),
    tax: tax?.data.included,
  });

/** Returns the function that tells whether a price holds tax. */
export function useHoldsTax(): (price: PriceOf) => boolean {
  const { me } = useApp().current;
  return (price) => holdsTax(me, price);
}
