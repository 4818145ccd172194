import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { dpt } from './contract';

export { texts } from './texts';

/** The columns of the list, which are not part of the first load. */
const { columns } = defineList(dpt, {
  columns: [
    { field: 'dpt_num', as: 'code', width: 72 },
    { field: 'name', as: 'name', width: 240 },
    { field: 'grp_id', as: 'reference', bulk: true, width: 140 },
    { field: 'tax_id', as: 'reference', bulk: true, width: 176, priority: 2 },
    { field: 'data.account_code', as: 'text', bulk: true, width: 110, priority: 3 },
    { field: 'data.age_limit', as: 'integer', bulk: true, width: 100, align: 'right', priority: 2 },
    { field: 'data.printer', as: 'text', bulk: true, width: 130, extra: true },
    { field: 'data.sort_order', as: 'integer', bulk: true, width: 90, align: 'right', extra: true },
    { field: 'data.discount_allowed', as: 'flag', bulk: true, width: 120, extra: true },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted' },
  ],
  filters: [],
});

/** List of departments. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns }} />;
