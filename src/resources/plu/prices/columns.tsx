import type { SayOf } from '@/app/i18n/i18n';
import type { Screen, ScreenColumn } from '@/app/shell/screen';
import type { Entity } from '@/contract/resource';
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

/** Whether a column has prices: the base price, or those of a list. */
export const isPrice = ({ editing }: ScreenColumn): boolean =>
  editing !== undefined && (editing.field === baseField || listOfField(editing.field) !== null);

interface Options {
  /** The field that a formula is for; on a phone the only price that is shown. */
  readonly target: string;
  readonly isPhone: boolean;
  readonly symbolOf: (currency: string) => string;
  /** Whether the prices of a list, or the base prices for null, are without tax, whichever product they are of. */
  readonly isWithoutTax: (list: PriceList | null) => boolean;
  readonly say: SayOf;
}

const kept = ['productid', 'name', 'dpt_id', 'cost_price', baseField, 'margin'];

/** Columns of which the matrix has room for fewer than the list of products. */
const widths: Readonly<Record<string, number>> = { productid: 62, name: 190, dpt_id: 124 };

/**
 * Returns the screen of products as a matrix of prices: a column for each price list, and next to the prices that a
 * formula is for the margin on that list, and by how much they would change.
 */
export function pricesScreen(screen: Screen, lists: readonly PriceList[], options: Options): Screen {
  const { target, isPhone, say } = options;
  const chosen = lists.find(({ id }) => fieldOfList(id) === target);
  const own = kept.flatMap((key) => screen.columns.find((one) => one.key === key) ?? []);
  const matrix = [
    ...own.map((column) => ownColumn(column, options)),
    ...lists.map((list, n) => listColumn(list, options, n === lists.length - 1)),
    ...(chosen ? [listMargin(chosen, options)] : []),
    changeColumn(chosen ? target : 'margin', target, { say, isLast: chosen === lists.at(-1) }),
  ];
  const { columnsFor: _, files: _files, ...rest } = screen;
  return {
    ...rest,
    columns: isPhone && chosen ? onPhone(matrix, target) : matrix,
    listName: 'prices',
    title: say('data.prices'),
    origin: 'prices',
    sort: 'dpt_id',
    deactivates: false,
  };
}

/** A column of the products: names and departments are changed in their own list. */
function ownColumn(column: ScreenColumn, { say, isWithoutTax, isPhone }: Options): ScreenColumn {
  const { key } = column;
  const base = namedPrice(say('prices.base'), isWithoutTax(null), say);
  const { priority: _, ...rest } = column;
  return {
    ...rest,
    editing: key === baseField || key === 'cost_price' ? column.editing : undefined,
    width: widths[key] ?? column.width,
    ...(key === baseField && { label: base, width: widthOf(`${base} €`) }),
    ...(key === 'margin' && marginHead(say('prices.base'), { say, isPhone })),
    ...((key === 'productid' || key === 'name') && { stands: true }),
  };
}

/** The last one ends at the gutter of the page. */
function listColumn(
  list: PriceList,
  { symbolOf, isWithoutTax, say }: Options,
  isLast: boolean,
): ScreenColumn {
  const { id, currency } = list;
  const unit = symbolOf(currency);
  const label = namedPrice(list.name, isWithoutTax(list), say);
  return {
    ...computed(fieldOfList(id)),
    label,
    unit,
    width: widthOf(`${label} ${unit}`) + (isLast ? 10 : 0),
    cell: priceCell(id),
    editing: {
      field: fieldOfList(id),
      kind: 'decimal',
      isNumber: true,
      beside: { type: 'price' },
      currency,
    },
  };
}

/** Returns the name of a price, which says that it is without tax, as columns of files do (understanding/import-field.ts). */
const namedPrice = (name: string, isWithoutTax: boolean, say: SayOf): string =>
  isWithoutTax ? say('prices.withoutTax', { name }) : name;

/** The head of a margin: it names the price that it is of, but where that stands above it. */
const marginHead = (name: string, { say, isPhone }: Pick<Options, 'say' | 'isPhone'>) => {
  const label = isPhone ? say('margin') : say('prices.marginOf', { name });
  return { label, width: widthOf(`${label} %`) };
};

const listMargin = ({ id, name }: PriceList, options: Options): ScreenColumn => ({
  ...computed('list_margin'),
  ...marginHead(name, options),
  unit: '%',
  cell: marginCell(id),
  follows: [fieldOfList(id), 'data.cost_price', 'tax_id'],
  nextTo: fieldOfList(id),
  tone: 'muted',
});

const changeColumn = (
  nextTo: string,
  target: string,
  { say, isLast }: { say: SayOf; isLast: boolean },
): ScreenColumn => ({
  ...computed('change'),
  label: say('prices.change'),
  unit: '%',
  width: isLast ? 96 : 82,
  cell: () => null,
  differs: target,
  nextTo,
  tone: 'muted',
});

/** Two figures have room on a phone: the price on the chosen list and its margin. */
const onPhone = (matrix: readonly ScreenColumn[], target: string): ScreenColumn[] =>
  matrix.flatMap((column) => {
    if (column.key === target) return { ...column, tone: 'strong' };
    return column.align === 'right' && column.key !== 'list_margin' ? [] : column;
  });

/** Pixels that the name of a price list takes as a head, so that hardly one is cut. */
const widthOf = (head: string): number => Math.min(Math.max(86, Math.ceil(head.length * 6.8) + 24), 172);

const computed = (key: string) =>
  ({
    key,
    as: undefined,
    sortable: false,
    references: undefined,
    editing: undefined,
    align: 'right',
  }) as const;
