import type { Screen, ScreenColumn } from '@/core/app/shell/screen';
import type { Entity } from '@/core/contract/resource';
import type { pricelist } from '../../pricelist/contract';
import { marginCell, priceCell } from '../list-prices';

/** A price list, whose prices are a column. */
export type PriceList = Entity<typeof pricelist>;

/** The field of the base price, as cells name it. */
export const baseField = 'base_price';

/** Returns the field of a price on a list, as cells name it. */
export const fieldOfList = (id: string): string => `data.prices.${id.toLowerCase()}.amount`;

/** Returns the id of the list whose price a field is; null for another field. */
export const listOfField = (field: string): string | null =>
  /^data\.prices\.([^.]+)\.amount$/.exec(field)?.[1] ?? null;

const kept = ['productid', 'name', 'dpt_id', 'cost_price', baseField, 'margin'];

/** Columns of which the matrix has room for fewer than the list of products. */
const widths: Readonly<Record<string, number>> = { productid: 62, name: 200, dpt_id: 118, margin: 74 };

/**
 * Returns the screen of products as a matrix of prices: a column for each price list, the margin on the list that a
 * formula is for, and by how much its prices would change.
 */
export function pricesScreen(
  screen: Screen,
  lists: readonly PriceList[],
  options: {
    /** The field that a formula is for. */
    readonly target: string;
    readonly symbolOf: (currency: string) => string;
    readonly say: (key: string, values?: Readonly<Record<string, string>>) => string;
  },
): Screen {
  const { target, symbolOf, say } = options;
  const own = kept.flatMap((key): ScreenColumn[] => {
    const column = screen.columns.find((one) => one.key === key);
    if (!column) return [];
    // Names and departments are changed where products are.
    const editing = key === baseField || key === 'cost_price' ? column.editing : undefined;
    const { priority: _, ...rest } = column;
    const isFirst = key === 'name' || key === baseField || key === 'margin';
    return [{ ...rest, editing, width: widths[key] ?? column.width, priority: isFirst ? 1 : 2 }];
  });
  const ofList = (list: PriceList): ScreenColumn => ({
    ...computed(fieldOfList(list.id)),
    label: list.name,
    unit: symbolOf(list.currency),
    width: 104,
    cell: priceCell(list.id),
    editing: {
      field: fieldOfList(list.id),
      kind: 'decimal',
      isNumber: true,
      beside: { type: 'price' },
      currency: list.currency,
    },
  });
  const chosen = lists.find(({ id }) => fieldOfList(id) === target);
  const margin: ScreenColumn[] = chosen
    ? [
        {
          ...computed('list_margin'),
          label: say('prices.marginOn', { name: chosen.name }),
          unit: '%',
          width: 120,
          cell: marginCell(chosen.id),
          follows: target,
          tone: 'muted',
        },
      ]
    : [];
  const change: ScreenColumn = {
    ...computed('change'),
    label: say('prices.change'),
    unit: '%',
    width: 86,
    cell: Nothing,
    differs: target,
    tone: 'muted',
  };
  const { columnsFor: _, form, files: _files, ...rest } = screen;
  return {
    ...rest,
    ...(form && { form }),
    columns: [...own, ...lists.map(ofList), ...margin, change],
    listName: 'prices',
    origin: 'prices',
    sort: 'dpt_id',
    deactivates: false,
  };
}

const computed = (key: string) =>
  ({
    key,
    as: undefined,
    sortable: false,
    references: undefined,
    editing: undefined,
    align: 'right',
  }) as const;

function Nothing() {
  return null;
}
