import type { ChangeSet } from '@/app/changes/change-sets';
import { isOf } from '@/app/changes/own-sets';
import type { Me } from '@/app/session/session';
import { allowsAct, leftAlone, refusalOf, type SetAct } from '@/contract/change-set-acts';

/** Whether the table of transitions allows an act to this person with a set as it is; another server has no roles. */
export const mayAct = (set: ChangeSet, act: SetAct, me: Me | null): boolean =>
  me === null ? refusalOf(set, act) === null : allowsAct(set, act, me);

/**
 * Whether a set that waits may be approved by this person: neither its maker, nor who changed it, previewed it last or
 * asked. Who made which key only the service knows; it refuses them.
 */
export const mayApprove = (set: ChangeSet, me: Me | null): boolean =>
  mayAct(set, 'approve', me) &&
  !isOf([set.made_by_id, set.requested_by_id, set.previewed_by_id, ...set.changed_by_ids], me);

/**
 * Whether a set waits for something that this person does: its approval, a choice in a set of their own that was not undone,
 * or to be taken over from somebody who may act no more.
 */
export const waitsFor = (set: ChangeSet, me: Me | null): boolean =>
  mayApprove(set, me) ||
  (set.problem === leftAlone && mayAct(set, 'take_over', me)) ||
  ((set.status === 'draft' || set.status === 'applied') &&
    set.undone_by === null &&
    (set.counts['conflict'] ?? 0) > 0 &&
    isOf([set.made_by_id], me));
