import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { tax } from './contract';

export { texts } from './texts';

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(tax, {
  columns: [
    { field: 'code', as: 'code', width: 90 },
    { field: 'name', as: 'name', width: 220 },
    { field: 'rate', as: 'decimal', width: 90, align: 'right', unit: '%', tone: 'strong' },
    { field: 'data.type', as: 'choice', bulk: true, width: 140 },
    { field: 'data.included', as: 'flag', bulk: true, width: 130, priority: 2 },
    { field: 'data.valid_from', as: 'day', bulk: true, width: 120, priority: 2 },
    { field: 'data.valid_until', as: 'day', bulk: true, width: 120, priority: 2 },
    { field: 'data.account_code', as: 'text', bulk: true, width: 110, priority: 3 },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted', priority: 3 },
  ],
  filters: [],
});

/** List of taxes. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
