import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { discount, discountTypes } from './contract';
import { SentenceCell, WhenCell, WhereCell, WorthCell } from './list-cells';

export { texts } from './texts';

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(discount, {
  columns: [
    { field: 'discount_num', as: 'code', width: 74, priority: 3 },
    { field: 'name', as: 'name', width: 196 },
    { key: 'does', cell: SentenceCell, width: 260, grows: 2 },
    { key: 'where', cell: WhereCell, width: 140, priority: 2 },
    { key: 'status', cell: WhenCell, width: 224 },
    { field: 'type', as: 'choice', bulk: true, width: 104, extra: true },
    {
      key: 'worth',
      cell: WorthCell,
      width: 100,
      align: 'right',
      tone: 'strong',
      extra: true,
    },
    { field: 'data.scope', as: 'choice', bulk: true, width: 146, extra: true },
    { field: 'data.trigger', as: 'choice', bulk: true, width: 132, extra: true },
    { field: 'data.time_from', as: 'text', bulk: true, width: 82, extra: true },
    { field: 'data.time_until', as: 'text', bulk: true, width: 82, extra: true },
    { field: 'data.valid_until', as: 'day', bulk: true, width: 110, extra: true },
    { field: 'data.valid_from', as: 'day', bulk: true, width: 116, extra: true },
    { field: 'data.code', as: 'text', width: 110, extra: true },
    {
      field: 'data.max_amount',
      as: 'money',
      bulk: true,
      width: 110,
      align: 'right',
      unit: 'currency',
      extra: true,
    },
    { field: 'data.priority', as: 'integer', bulk: true, width: 90, align: 'right', extra: true },
    { field: 'receipt_name', as: 'text', width: 150, extra: true },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted', extra: true },
  ],
  filters: [{ name: 'type', values: discountTypes }],
});

/** List of discounts. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
