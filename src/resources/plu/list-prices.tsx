import type { ScreenColumn, SetFilters } from '@/app/shell/screen';
import type { Row } from '@/app/data/row';
import { lazy } from '@/ui/state/lazy';

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

const cells = () => import('./list-price-cells');
const PriceOnList = lazy(async () => ({ default: (await cells()).PriceOnList }));
const MarginOnList = lazy(async () => ({ default: (await cells()).MarginOnList }));

/** Returns the cell of a product's price on a list. */
export const priceCell = (list: string) =>
  function ListPriceCell({ row }: { row: Row }) {
    return <PriceOnList row={row} list={list} />;
  };

/** Returns the cell of a product's margin on a list. */
export const marginCell = (list: string) =>
  function ListMarginCell({ row }: { row: Row }) {
    return <MarginOnList row={row} list={list} />;
  };
