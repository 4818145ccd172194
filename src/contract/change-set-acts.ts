import { changeSetStatuses, type ChangeSetStatus } from './change-set';
import { acts, allows, type Grant, type Holder } from './role';

/** What people do with a change set, in the order of its life. `edit`: its times and origin; `deactivate`: `active`. */
export const setActs = [
  'add',
  'remove',
  'empty',
  'choose',
  'edit',
  'deactivate',
  'preview',
  'request',
  'approve',
  'reopen',
  'schedule',
  'apply',
  'stop',
  'take_over',
  'undo',
  'discard',
] as const;
export type SetAct = (typeof setActs)[number];

/** What the service does with a set by itself, in the name of who applied, scheduled or previewed it. */
export const setSteps = ['start', 'prepared', 'previewed', 'applied', 'revert', 'hand_over'] as const;
export type SetStep = (typeof setSteps)[number];

/**
 * What an act needs besides the state. Those of `known` follow from the set as it is answered; the others the service
 * asks the database.
 */
export const setNeeds = {
  items: 'the set has items',
  rest: 'an applied set has items that are not dealt with',
  applied: 'something of the set was applied',
  nothing_applied: 'nothing of the set was applied',
  not_undone: 'the set was not undone',
  left_alone: 'the person of its schedule, or of the work on it, may act no more',
  rights: 'the caller may read and change the records of each resource in it',
  approval: 'the company asks for no approval, or it was approved as it is',
  another: 'somebody else made, changed, previewed last and requested it',
  time: '`apply_at` is to come, and `revert_at` is later',
} as const;
export type SetNeed = keyof typeof setNeeds;

/** The state after an act: one of them, `same`, or `before`: the one in which the preview began. */
export type SetTarget = ChangeSetStatus | 'same' | 'before';

/** What an act does. */
export interface SetMove {
  /** State → state. What is not named is refused: 409 `changeset_state`. */
  readonly from: Readonly<Partial<Record<ChangeSetStatus, SetTarget>>>;
  readonly needs: readonly SetNeed[];
  /** What it needs of the caller; for a step the service itself. */
  readonly who: Grant | 'service';
  /** Whether it is possible in a set that is deactivated: a discarded one is. */
  readonly inactive?: true;
  /** What it changes besides the state, and what it leaves as it is; a sentence for the document. */
  readonly keeps: string;
}

const people: Grant = { right: 'changeset.update', roles: ['admin', 'manager'] };

/**
 * The transitions of a change set: state × act → state, who may do it, what it needs, and what stays. The service does
 * nothing with a set that does not stand here, the screens read their buttons from it, and docs/change-sets.md is made
 * of it.
 */
export const setMoves: Readonly<Record<SetAct | SetStep, SetMove>> = {
  add: {
    from: { draft: 'same' },
    needs: [],
    who: people,
    keeps:
      'The content changes: an approval ends. The caller counts among those who changed the set. Refused lines are kept without either.',
  },
  remove: {
    from: { draft: 'same' },
    needs: [],
    who: people,
    keeps: 'As `add`. Items of resources that the caller may not read stay.',
  },
  empty: {
    from: { draft: 'same', discarded: 'same' },
    needs: ['nothing_applied', 'rights'],
    who: people,
    inactive: true,
    keeps: 'All items and refused lines go for good. Name, maker and history of the set stay.',
  },
  choose: {
    from: { draft: 'same', waiting: 'same', stopped: 'same', applied: 'same' },
    needs: ['not_undone', 'rights'],
    who: people,
    keeps: 'As `add`. What was applied stays applied.',
  },
  edit: {
    from: { draft: 'same' },
    needs: [],
    who: people,
    keeps: 'New times end an approval. The name may change in any state.',
  },
  deactivate: {
    from: { draft: 'same', waiting: 'same', stopped: 'same', applied: 'same', discarded: 'same' },
    needs: [],
    who: people,
    inactive: true,
    keeps: 'A deactivated set stays as it is until it is activated. A discarded one stays discarded.',
  },
  preview: {
    from: { draft: 'previewing', waiting: 'previewing', stopped: 'previewing', applied: 'previewing' },
    needs: ['rest', 'not_undone', 'rights'],
    who: people,
    keeps: 'Who previewed it last. Who applied it and who ends it (`revert_at`) stay.',
  },
  request: {
    from: { draft: 'waiting' },
    needs: ['items'],
    who: people,
    keeps: 'Who asked. Items and times stay.',
  },
  approve: {
    from: { waiting: 'draft' },
    needs: ['another', 'rights'],
    who: acts.approveSets,
    keeps: 'Who approved, and which content: a change of items, choices or times ends it.',
  },
  reopen: {
    from: { waiting: 'draft', scheduled: 'draft' },
    needs: [],
    who: people,
    keeps: 'The moments of a schedule go. Items, times and an approval stay.',
  },
  schedule: {
    from: { draft: 'scheduled', waiting: 'scheduled' },
    needs: ['items', 'rights', 'approval', 'time'],
    who: acts.applySets,
    keeps: 'Who applies and ends it: the caller, with the rights of that moment.',
  },
  apply: {
    from: {
      draft: 'running',
      waiting: 'running',
      scheduled: 'running',
      stopped: 'running',
      applied: 'running',
    },
    needs: ['items', 'rest', 'not_undone', 'rights', 'approval'],
    who: acts.applySets,
    keeps: 'Who applied it. What was applied before stays applied; the rest follows.',
  },
  stop: {
    from: { previewing: 'before', running: 'stopped', scheduled: 'draft' },
    needs: [],
    who: people,
    keeps: 'What was applied stays applied, and is counted. An end (`revert_at`) of what was applied stays.',
  },
  take_over: {
    from: { preparing: 'same', scheduled: 'same', stopped: 'same', applied: 'same' },
    needs: ['left_alone', 'rights'],
    who: { right: 'changeset.take_over', roles: ['admin'] },
    keeps: 'The caller applies and ends it from now on. Its moments stay; what is past follows at once.',
  },
  undo: {
    from: { stopped: 'same', applied: 'same' },
    needs: ['applied', 'not_undone', 'rights'],
    who: people,
    keeps: 'A new set is made, to be previewed; this one is undone when that one is applied.',
  },
  discard: {
    from: { draft: 'discarded', waiting: 'discarded', scheduled: 'discarded', stopped: 'discarded' },
    needs: ['nothing_applied'],
    who: people,
    keeps: 'The set is deactivated and can be read; its moments go.',
  },
  start: {
    from: { scheduled: 'running' },
    needs: [],
    who: 'service',
    keeps: 'At `due_at`. Later than a minute is `missed`.',
  },
  prepared: {
    from: { preparing: 'previewing' },
    needs: [],
    who: 'service',
    keeps: 'The items of an undo are made. The undo at `revert_at` goes on to `running`.',
  },
  previewed: {
    from: { previewing: 'before' },
    needs: [],
    who: 'service',
    keeps: 'Each item says what applying it would do.',
  },
  applied: {
    from: { running: 'applied' },
    needs: [],
    who: 'service',
    keeps: 'Each item is in, or says why not.',
  },
  revert: {
    from: { stopped: 'same', applied: 'same' },
    needs: ['not_undone'],
    who: 'service',
    keeps: 'At `revert_due_at`: a set is made that takes back what was applied, and is applied.',
  },
  hand_over: {
    from: {
      preparing: 'same',
      previewing: 'before',
      scheduled: 'same',
      running: 'stopped',
      stopped: 'same',
      applied: 'same',
    },
    needs: [],
    who: 'service',
    keeps:
      'Whose person may act no more waits for an administrator (`take_over`), who is told. Its moments stay: nothing is dropped.',
  },
};

/** A set as far as its acts depend on it. */
export interface SetFacts {
  readonly status: ChangeSetStatus;
  readonly active: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly undone_by: string | null;
  readonly problem: string | null;
}

/** The problem of a set whose person may act no more. */
export const leftAlone = 'nobody_may';

const count = ({ counts }: SetFacts, name: string): number => counts[name] ?? 0;

const known: Readonly<Partial<Record<SetNeed, (set: SetFacts) => boolean>>> = {
  items: (set) => count(set, 'items') > 0,
  rest: (set) =>
    set.status !== 'applied' || count(set, 'conflict') + count(set, 'ready') + count(set, 'open') > 0,
  applied: (set) => count(set, 'applied') > 0,
  nothing_applied: (set) => count(set, 'applied') === 0,
  not_undone: (set) => set.undone_by === null,
  left_alone: (set) => set.problem === leftAlone,
};

/**
 * Returns why an act is not possible with a set as it is: its `state`, that it is deactivated (`inactive`), or what it
 * needs; null if nothing that the set says stands against it.
 */
export function refusalOf(set: SetFacts, act: SetAct | SetStep): 'state' | 'inactive' | SetNeed | null {
  const { from, needs, inactive, who } = setMoves[act];
  if (!set.active && inactive !== true && who !== 'service') return 'inactive';
  if (from[set.status] === undefined) return 'state';
  return needs.find((need) => known[need]?.(set) === false) ?? null;
}

/** Returns whether a set allows an act to a role; what only the service knows (approval, rights) is not asked. */
export const allowsAct = (set: SetFacts, act: SetAct, caller: Holder | null): boolean => {
  const { who } = setMoves[act];
  return refusalOf(set, act) === null && who !== 'service' && caller !== null && allows(caller, who);
};

/** Returns the state after an act; `before`: in which the preview began. @throws an Error if there is none. */
export function stateAfter(
  status: ChangeSetStatus,
  act: SetAct | SetStep,
  before: string | null,
): ChangeSetStatus {
  const target = setMoves[act].from[status];
  if (target === undefined) throw new Error(`A change set that is ${status} knows no ${act}`);
  if (target === 'same') return status;
  if (target !== 'before') return target;
  return changeSetStatuses.find((one) => one === before) ?? 'draft';
}
