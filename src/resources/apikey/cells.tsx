import { useRoleName } from '@/app/form/fields/role-field';
import { noValue } from '@/app/i18n/format';
import { useRecordLabel } from '@/app/shell/app-context';
import type { Entity } from '@/contract/resource';
import { pos } from '../pos/contract';
import type { apikey } from './contract';

interface Row {
  row: Entity<typeof apikey>;
}

/** Cell with the key's role: the company's own by its name, or the built-in one. */
export const RoleCell = ({ row }: Row) => useRoleName('apikey', row.role, row.role_id);

/** Cell with the register whose till has the key. */
export const RegisterCell = ({ row }: Row) => useRecordLabel(pos, row.pos_id)?.name ?? noValue;
