import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { roles } from '@/contract/role';
import { apikey } from './contract';

export { texts } from './texts';

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(apikey, {
  columns: [
    { field: 'name', as: 'name', width: 240 },
    { field: 'role', as: 'choice', width: 130 },
    { field: 'prefix', as: 'text', width: 120, priority: 3, tone: 'muted' },
    { field: 'expires_at', as: 'moment', width: 140, priority: 2 },
    { field: 'last_used_at', as: 'moment', width: 140 },
    { field: 'created_at', as: 'moment', width: 140, priority: 3, tone: 'muted' },
  ],
  filters: [{ name: 'role', values: roles }],
});

/** List of API keys. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
