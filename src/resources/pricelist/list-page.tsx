import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { priceListTypes, pricelist } from './contract';
import { PricesCell, WhenCell } from './list-cells';

export { texts } from './texts';

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(pricelist, {
  columns: [
    { field: 'name', as: 'name', width: 220 },
    { field: 'type', as: 'choice', bulk: true, width: 120 },
    { field: 'currency', as: 'text', bulk: true, width: 86, priority: 3 },
    { field: 'data.tax_included', as: 'flag', bulk: true, width: 112, priority: 3 },
    { key: 'when', cell: WhenCell, width: 190, grows: 1 },
    { key: 'prices', cell: PricesCell, width: 76, align: 'right' },
    { field: 'data.valid_from', as: 'day', bulk: true, width: 118, extra: true },
    { field: 'data.valid_until', as: 'day', bulk: true, width: 118, extra: true },
    { field: 'data.time_from', as: 'text', bulk: true, width: 82, extra: true },
    { field: 'data.time_until', as: 'text', bulk: true, width: 82, extra: true },
    { field: 'data.priority', as: 'integer', bulk: true, width: 90, align: 'right', priority: 2 },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted' },
  ],
  filters: [{ name: 'type', values: priceListTypes }],
});

/** List of price lists. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
