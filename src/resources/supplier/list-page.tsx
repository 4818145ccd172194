import { ListPage } from '@/app/grid/list-page';
import { useFormat } from '@/app/i18n/use-format';
import type { Entity } from '@/contract/resource';
import { defineList, type Screen } from '@/app/shell/screen';
import { supplier } from './contract';

export { texts } from './texts';

function SmallestOrderCell({ row }: { row: Entity<typeof supplier> }) {
  return useFormat().moneyIn(row.data.min_order_total, row.data.currency);
}

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(supplier, {
  columns: [
    { field: 'supplier_num', as: 'code', width: 80 },
    { field: 'name', as: 'name', width: 230 },
    { field: 'data.contact', as: 'text', width: 130, priority: 3 },
    { field: 'data.email', as: 'text', width: 220, grows: 1, priority: 2 },
    { field: 'data.phone', as: 'text', width: 136 },
    { field: 'data.lead_time_days', as: 'integer', bulk: true, width: 114, align: 'right', extra: true },
    {
      key: 'data.min_order_total',
      cell: SmallestOrderCell,
      width: 122,
      align: 'right',
      unit: 'currency',
      priority: 3,
    },
    { field: 'data.business_id', as: 'text', width: 110, extra: true },
    { field: 'data.payment_terms', as: 'text', bulk: true, width: 150, extra: true },
    { field: 'data.currency', as: 'text', bulk: true, width: 90, extra: true },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 136, tone: 'muted' },
  ],
  filters: [],
});

/** List of suppliers. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
