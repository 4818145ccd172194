import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { identityprovider } from './contract';

export { texts } from './texts';

/** The columns of the list, which are not part of the first load. */
const { columns, filters } = defineList(identityprovider, {
  columns: [
    { field: 'name', as: 'name', width: 220 },
    { field: 'data.issuer', as: 'text', width: 320 },
    { field: 'data.client_id', as: 'text', width: 200, priority: 2 },
    { field: 'data.new_people', as: 'choice', width: 180, priority: 2 },
    { field: 'has_secret', as: 'flag', width: 110, priority: 3 },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted', priority: 3 },
  ],
  filters: [],
});

/** List of providers of single sign-on. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
