import { useRecordLabel } from '@/app/shell/app-context';
import { useRecord, useRecordValue } from '@/app/form/engine/record-context';
import { textOf } from '@/app/form/engine/number-text';
import { valueAt, type Json } from '@/record/json';
import { useFormat } from '@/app/i18n/use-format';
import type { Entity } from '@/contract/resource';
import type { pricelist } from '../../pricelist/contract';
import { tax } from '../../tax/contract';
import { useHoldsTax } from './holds-tax';
import { marginOf } from './margin';
import { netOf, profitOf } from './price-parts';

/** One price of the product: its price list, if that is loaded, and the price. */
export interface PriceRow {
  readonly id: string;
  readonly list: Entity<typeof pricelist> | undefined;
  readonly price: Json | undefined;
}

/** The figures calculated from a price; "–" if a value is missing. */
export interface PriceFigures {
  readonly net: string;
  readonly profit: string;
  readonly margin: string;
  readonly low: boolean;
}

/** Tells whether a price is the product's own base price, which is edited in its own field. */
export const isBasePrice = (price: Json | undefined): boolean => valueAt(price, ['type']) === 'baseprice';

/**
 * Returns the currency of a price list, or null for the company's currency: that of the base price and of an unknown
 * list.
 */
export const currencyOf = ({ list, price }: Pick<PriceRow, 'list' | 'price'>): string | null =>
  isBasePrice(price) ? null : (list?.currency ?? null);

/** Returns a function that calculates the figures of a price from the tax, cost and base price in the form. */
export function usePriceFigures(): (row: PriceRow) => PriceFigures {
  const format = useFormat();
  const taxId = useRecordValue(taxPath);
  const rate = useRecordLabel(tax, typeof taxId === 'string' ? taxId : null);
  const cost = textOf(useRecordValue(costPath));
  const base = textOf(useRecordValue(basePath));
  const holdsTax = useHoldsTax();
  const owner = useRecord((state) => state.base['company_id']);
  const isOther = (row: Pick<PriceRow, 'list' | 'price'>) => format.of(currencyOf(row)).code !== format.code;
  return ({ list, price }) => {
    const amount = isBasePrice(price) ? base : textOf(valueAt(price, ['amount']));
    const taxIncluded = holdsTax({ owner, tax: rate, list: isBasePrice(price) ? null : list });
    const { scale } = format.of(currencyOf({ list, price }));
    // Costs are in the company's currency, so there is no margin for a price in another currency.
    const given = {
      price: amount,
      cost: isOther({ list, price }) ? null : cost,
      rate: rate?.rate,
      taxIncluded,
    };
    const margin = marginOf(given);
    return {
      net: format.decimal(netOf(given, scale), scale),
      profit: format.decimal(profitOf(given, scale), scale),
      margin: format.decimal(margin?.percent, 1),
      low: margin?.low === true,
    };
  };
}

/** Returns the base price, the cost and the tax in the form, as `marginOf` and the like take them. */
export function useOwnPrice() {
  const taxId = useRecordValue(taxPath);
  const rate = useRecordLabel(tax, typeof taxId === 'string' ? taxId : null);
  const holdsTax = useHoldsTax();
  const owner = useRecord((state) => state.base['company_id']);
  return {
    price: textOf(useRecordValue(basePath)),
    cost: textOf(useRecordValue(costPath)),
    rate: rate?.rate,
    taxIncluded: holdsTax({ owner, tax: rate }),
  };
}

const taxPath: readonly string[] = ['tax_id'];
const basePath: readonly string[] = ['base_price'];
const costPath: readonly string[] = ['data', 'cost_price'];
