import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { roles } from '@/contract/role';
import { user } from './contract';
import { useRoleName } from '@/app/form/fields/role-field';
import { noValue } from '@/app/i18n/format';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import type { Entity } from '@/contract/resource';
import { Tag } from '@/ui/display/badge';

/** Cell with the person's role: the company's own by its name, or the built-in one. */
const RoleCell = ({ row }: { row: Entity<typeof user> }) => useRoleName('user', row.role, row.role_id);

/** Cell that says whether the person is asked for a code besides the password. */
function SecondFactorCell({ row }: { row: Entity<typeof user> }) {
  const say = useTextOf('user');
  return row.has_second_factor ? say('second.on') : noValue;
}

/** Cell with the time when the person accepted the invitation, or "Invited". */
function JoinedCell({ row }: { row: Entity<typeof user> }) {
  const say = useTextOf('user');
  const format = useFormat();
  return row.accepted_at === null ? <Tag>{say('notJoined')}</Tag> : format.moment(row.accepted_at);
}

/** Cell that says how many locations the person holds. */
function LocationsCell({ row }: { row: Entity<typeof user> }) {
  const say = useTextOf('user');
  const { location_ids: ids } = row.data;
  if (!Array.isArray(ids) || row.role === 'admin') return say('held.every');
  return say('held.count', { count: ids.length });
}

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
