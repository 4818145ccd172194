import { useRecordLabel } from '@/core/app/shell/app-context';
import { noValue } from '@/core/app/i18n/format';
import { useFormat } from '@/core/app/i18n/use-format';
import type { Row } from '@/core/app/data/row';
import type { Entity } from '@/core/contract/resource';
import { LowValue } from '@/core/ui/display/badge';
import { pricelist } from '../pricelist/contract';
import { tax } from '../tax/contract';
import type { plu } from './contract';
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
  return format.moneyIn(amountOn(row as Product, list), currency);
}

/** The margin in per cent of the price of a product on a list. */
export function MarginOnList({ row, list }: OnList) {
  const format = useFormat();
  const product = row as Product;
  const rate = useRecordLabel(tax, product.tax_id)?.rate;
  const taxIncluded = useRecordLabel(pricelist, list)?.data.tax_included !== false;
  const price = amountOn(product, list);
  const margin = marginOf({ price, cost: product.data.cost_price, rate, taxIncluded });
  if (!margin) return noValue;
  const percent = format.decimal(margin.percent, 1);
  return margin.low ? <LowValue>{percent}</LowValue> : percent;
}

/** Returns the amount of a product's price on a list; the base price where the list says so. */
function amountOn({ data, base_price }: Product, list: string): string | number | null | undefined {
  // GUIDs are equal in upper and lower case.
  const key = Object.keys(data.prices ?? {}).find((id) => id.toLowerCase() === list.toLowerCase());
  const price = key === undefined ? undefined : data.prices?.[key];
  return price?.type === 'baseprice' ? base_price : price?.amount;
}
