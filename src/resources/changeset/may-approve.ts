import type { ChangeSet } from '@/core/app/changes/change-sets';
import type { Me } from '@/core/app/session/session';

/** Whether somebody made a set, or asked for its approval. */
const isOf = (ids: readonly (string | null)[], me: Me | null): boolean => {
  const own = new Set([me?.user?.id, me?.key?.id, me?.acting_as?.split(':').at(-1)]);
  return ids.some((id) => id !== null && own.has(id));
};

/** Whether a set that waits may be approved by this person: not its maker, nor who asked. */
export const mayApprove = (set: ChangeSet, me: Me | null): boolean =>
  set.status === 'waiting' && !isOf([set.made_by_id, set.requested_by_id], me);

/** Whether a set waits for something that this person does: its approval, or a choice in a set of their own. */
export const waitsFor = (set: ChangeSet, me: Me | null): boolean =>
  mayApprove(set, me) ||
  ((set.status === 'draft' || set.status === 'applied') &&
    (set.counts['conflict'] ?? 0) > 0 &&
    isOf([set.made_by_id], me));
