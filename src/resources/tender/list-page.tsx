import { ListPage } from '@/app/grid/list-page';
import { useFormat } from '@/app/i18n/use-format';
import { defineList, type Screen } from '@/app/shell/screen';
import type { Entity } from '@/contract/resource';
import { tender, tenderTypes } from './contract';

export { texts } from './texts';

function RoundingCell({ row }: { row: Entity<typeof tender> }) {
  return useFormat().moneyIn(row.data.rounding?.unit, row.data.currency);
}

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(tender, {
  columns: [
    { field: 'tender_num', as: 'code', width: 84 },
    { field: 'name', as: 'name', width: 200 },
    { field: 'type', as: 'choice', bulk: true, width: 140 },
    { key: 'rounding', cell: RoundingCell, width: 120, align: 'right', unit: 'currency', priority: 2 },
    {
      field: 'data.fee_percent',
      as: 'decimal',
      bulk: true,
      width: 90,
      align: 'right',
      unit: '%',
      priority: 3,
    },
    { field: 'data.gives_change', as: 'flag', bulk: true, width: 120, priority: 3 },
    { field: 'data.allows_refund', as: 'flag', bulk: true, width: 110, extra: true },
    { field: 'data.counted_at_close', as: 'flag', bulk: true, width: 150, priority: 3 },
    { field: 'data.account_code', as: 'text', bulk: true, width: 100, priority: 2 },
    { field: 'data.sort_order', as: 'integer', bulk: true, width: 90, align: 'right', extra: true },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted' },
  ],
  filters: [{ name: 'type', values: tenderTypes }],
});

/** List of tenders. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
