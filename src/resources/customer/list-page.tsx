import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { customer } from './contract';

export { texts } from './texts';

/** The columns and filters of the list, which are not part of the first load. */
export const { columns, filters } = defineList(customer, {
  columns: [
    { field: 'customer_num', as: 'code', width: 84 },
    { field: 'name', as: 'name', width: 240 },
    { field: 'data.email', as: 'text', width: 230, grows: 1, priority: 2 },
    { field: 'data.phone', as: 'text', width: 150 },
    { field: 'data.customer_group', as: 'text', bulk: true, width: 140, priority: 3 },
    { field: 'data.business_id', as: 'text', width: 120, priority: 3 },
    { field: 'data.note', as: 'text', width: 220, extra: true },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted' },
  ],
  filters: [],
});

/** List of customers. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
