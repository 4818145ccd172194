import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { roles } from '@/contract/role';
import { JoinedCell, LocationsCell, RoleCell, SecondFactorCell } from './cells';
import { user } from './contract';

export { texts } from './texts';

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(user, {
  columns: [
    { field: 'name', as: 'name', width: 220 },
    { field: 'email', as: 'text', width: 280, priority: 2 },
    { key: 'role', cell: RoleCell, width: 150 },
    { key: 'accepted_at', cell: JoinedCell, width: 130, priority: 3 },
    { field: 'last_sign_in_at', as: 'moment', width: 130, tone: 'muted' },
    { key: 'has_second_factor', cell: SecondFactorCell, width: 120, tone: 'muted' },
    { key: 'data.location_ids', cell: LocationsCell, width: 120, tone: 'muted', priority: 3 },
    { field: 'data.locale', as: 'text', width: 100, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, extra: true },
  ],
  filters: [
    { name: 'role', values: roles },
    { name: 'role_id', references: 'role' },
  ],
});

/** List of users. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
