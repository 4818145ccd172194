import { useRecordLabel } from '@/app/shell/app-context';
import { noValue } from '@/app/i18n/format';
import { useFormat } from '@/app/i18n/use-format';
import type { Row } from '@/app/data/row';
import type { Entity } from '@/contract/resource';
import { LowValue } from '@/ui/display/badge';
import { pricelist } from '../pricelist/contract';
import { tax } from '../tax/contract';
import type { plu } from './contract';
import { useHoldsTax } from './fields/holds-tax';
import { marginOf } from './fields/margin';

type Product = Entity<typeof plu>;

/** A row of products, and the list whose price is shown. */
interface OnList {
  readonly row: Row;
  readonly list: string;
}

/** The price of a product on a list, in the currency of the list. */
export function PriceOnList({ row, list }: OnList) {
  const format = useFormat();
  const currency = useRecordLabel(pricelist, list)?.currency;
  // Rows of this list are products.
  return format.moneyIn(priceOn(row as Product, list).amount, currency);
}

/** The margin in per cent of the price of a product on a list. */
export function MarginOnList({ row, list }: OnList) {
  const format = useFormat();
  const product = row as Product;
  const holdsTax = useHoldsTax();
  const taxOf = useRecordLabel(tax, product.tax_id);
  const of = useRecordLabel(pricelist, list);
  const { amount, isBase } = priceOn(product, list);
  // The cost is in the company's currency: a price in another one has no margin.
  const isOther = !isBase && of !== undefined && format.of(of.currency).code !== format.code;
  const margin = marginOf({
    price: amount,
    cost: isOther ? null : product.data.cost_price,
    rate: taxOf?.rate,
    taxIncluded: holdsTax({ owner: product.company_id, tax: taxOf, list: isBase ? null : of }),
  });
  if (!margin) return noValue;
  const percent = format.decimal(margin.percent, 1);
  return margin.low ? <LowValue>{percent}</LowValue> : percent;
}

/** Returns the amount of a product's price on a list; the base price where the list says so. */
function priceOn(
  { data, base_price }: Product,
  list: string,
): { readonly amount: string | number | null | undefined; readonly isBase: boolean } {
  // GUIDs are equal in upper and lower case.
  const key = Object.keys(data.prices ?? {}).find((id) => id.toLowerCase() === list.toLowerCase());
  const price = key === undefined ? undefined : data.prices?.[key];
  const isBase = price?.type === 'baseprice';
  return { amount: isBase ? base_price : price?.amount, isBase };
}
