import { useRoleName } from '@/app/form/fields/role-field';
import { noValue } from '@/app/i18n/format';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import type { Entity } from '@/contract/resource';
import { Tag } from '@/ui/display/badge';
import type { user } from './contract';

/** Cell with the person's role: the company's own by its name, or the built-in one. */
export const RoleCell = ({ row }: { row: Entity<typeof user> }) => useRoleName('user', row.role, row.role_id);

/** Cell that says whether the person is asked for a code besides the password. */
export function SecondFactorCell({ row }: { row: Entity<typeof user> }) {
  const say = useTextOf('user');
  return row.has_second_factor ? say('second.on') : noValue;
}

/** Cell with the time when the person accepted the invitation, or "Invited". */
export function JoinedCell({ row }: { row: Entity<typeof user> }) {
  const say = useTextOf('user');
  const format = useFormat();
  return row.accepted_at === null ? <Tag>{say('notJoined')}</Tag> : format.moment(row.accepted_at);
}

/** Cell that says how many locations the person holds. */
export function LocationsCell({ row }: { row: Entity<typeof user> }) {
  const say = useTextOf('user');
  const { location_ids: ids } = row.data;
  if (!Array.isArray(ids) || row.role === 'admin') return say('held.every');
  return say('held.count', { count: ids.length });
}
