import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import type { Entity } from '@/contract/resource';
import { Tag } from '@/ui/display/badge';
import type { user } from './contract';

/** Cell with the time when the person accepted the invitation, or "Invited". */
export function JoinedCell({ row }: { row: Entity<typeof user> }) {
  const say = useTextOf('user');
  const format = useFormat();
  return row.accepted_at === null ? <Tag>{say('notJoined')}</Tag> : format.moment(row.accepted_at);
}
