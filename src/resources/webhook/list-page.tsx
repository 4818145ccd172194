import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { webhook } from './contract';

export { texts } from './texts';

/** The columns of the list, which are not part of the first load. */
const { columns, filters } = defineList(webhook, {
  columns: [
    { field: 'name', as: 'name', width: 220 },
    { field: 'data.url', as: 'text', width: 360 },
    { field: 'has_secret', as: 'flag', width: 110, priority: 3 },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted', priority: 3 },
  ],
  filters: [],
});

/** List of webhooks. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
