import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { roles } from '@/contract/role';
import { apikey } from './contract';
import { useRoleName } from '@/app/form/fields/role-field';
import { noValue } from '@/app/i18n/format';
import { useRecordLabel } from '@/app/shell/app-context';
import type { Entity } from '@/contract/resource';
import { pos } from '../pos/contract';

interface Row {
  row: Entity<typeof apikey>;
}

/** Cell with the key's role: the company's own by its name, or the built-in one. */
const RoleCell = ({ row }: Row) => useRoleName('apikey', row.role, row.role_id);

/** Cell with the register whose till has the key. */
const RegisterCell = ({ row }: Row) => useRecordLabel(pos, row.pos_id)?.name ?? noValue;

export { texts } from './texts';

/** The columns and filters of the list, which are not part of the first load. */
const { columns, filters } = defineList(apikey, {
  columns: [
    { field: 'name', as: 'name', width: 240 },
    { key: 'role', cell: RoleCell, width: 150 },
    { key: 'pos_id', cell: RegisterCell, width: 150, priority: 2 },
    { field: 'prefix', as: 'text', width: 120, priority: 3, tone: 'muted' },
    { field: 'expires_at', as: 'moment', width: 140, priority: 2 },
    { field: 'last_used_at', as: 'moment', width: 140 },
    { field: 'till_version', as: 'text', width: 130, extra: true },
    { field: 'created_at', as: 'moment', width: 140, priority: 3, tone: 'muted' },
  ],
  filters: [
    { name: 'role', values: roles },
    { name: 'role_id', references: 'role' },
    { name: 'pos_id', references: 'pos' },
  ],
});

/** List of API keys. */
export const List = ({ screen }: { screen: Screen }) => <ListPage screen={{ ...screen, columns, filters }} />;
