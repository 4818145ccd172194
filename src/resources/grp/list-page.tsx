import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { grp } from './contract';

export { texts } from './texts';

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(grp, {
  columns: [
    { field: 'grp_num', as: 'code', width: 84 },
    { field: 'name', as: 'name', width: 260 },
    { field: 'data.sort_order', as: 'integer', bulk: true, width: 90, align: 'right', priority: 2 },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted' },
  ],
  filters: [],
});

/** List of groups. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
