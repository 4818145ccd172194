import { useRecordLabel } from '@/core/app/shell/app-context';
import type { ScreenColumn, SetFilters } from '@/core/app/shell/screen';
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

/**
 * Returns the columns of products while they are filtered by one price list: its prices, and their margins. They are
 * set in the form of the price list.
 */
export function withListPrices(
  columns: readonly ScreenColumn[],
  filters: SetFilters,
): readonly ScreenColumn[] {
  const [list, ...others] = filters['pricelist'] ?? [];
  if (list === undefined || others.length > 0) return columns;
  return columns.map((column) => {
    const { follows: _, ...rest } = column;
    if (column.key === 'base_price')
      return {
        ...rest,
        labelKey: 'listPrice',
        as: undefined,
        editing: undefined,
        sortable: false,
        cell: priceCell(list),
      };
    if (column.key === 'margin') return { ...rest, sortable: false, cell: marginCell(list) };
    return column;
  });
}

/** Returns the amount of a product's price on a list; the base price where the list says so. */
function amountOn({ data, base_price }: Product, list: string): string | number | null | undefined {
  // GUIDs are equal in upper and lower case.
  const key = Object.keys(data.prices ?? {}).find((id) => id.toLowerCase() === list.toLowerCase());
  const price = key === undefined ? undefined : data.prices?.[key];
  return price?.type === 'baseprice' ? base_price : price?.amount;
}

export const priceCell = (list: string) =>
  function ListPriceCell({ row }: { row: Row }) {
    const format = useFormat();
    const currency = useRecordLabel(pricelist, list)?.currency;
    // Rows of this list are products.
    return format.moneyIn(amountOn(row as Product, list), currency);
  };

export const marginCell = (list: string) =>
  function ListMarginCell({ row }: { row: Row }) {
    const format = useFormat();
    const product = row as Product;
    const rate = useRecordLabel(tax, product.tax_id)?.rate;
    const taxIncluded = useRecordLabel(pricelist, list)?.data.tax_included !== false;
    const price = amountOn(product, list);
    const margin = marginOf({ price, cost: product.data.cost_price, rate, taxIncluded });
    if (!margin) return noValue;
    const percent = format.decimal(margin.percent, 1);
    return margin.low ? <LowValue>{percent}</LowValue> : percent;
  };
