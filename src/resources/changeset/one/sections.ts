import type { ChangeSet } from '@/app/changes/change-sets';
import { refusalOf } from '@/contract/change-set-acts';
import type { ItemState, ItemWarning } from '@/contract/change-set';
import type { DotColor } from '@/ui/display/badge';

/** A part of the table: the items that its query finds, under a heading that stays in view. */
export interface SectionSpec {
  readonly key: 'conflict' | 'stays' | 'refused' | 'open' | 'ready' | 'unchanged' | 'notApplied' | 'applied';
  /** Parameters of the list of items. */
  readonly params: Readonly<Record<string, string>>;
  readonly color: DotColor;
}

/** The filter above the table that is chosen: a state, a warning, what was changed again since, or everything. */
export type Facet = 'all' | ItemState | ItemWarning | 'changed';

/** A facet with its count. */
export interface FacetSpec {
  readonly facet: Facet;
  readonly label: string;
  readonly count: number;
  readonly color?: DotColor;
}

/** Whether choices can still be made in a set. */
export const isChoosable = (set: ChangeSet): boolean => refusalOf(set, 'choose') === null;

const isOver = ({ status }: ChangeSet): boolean => status === 'applied' || status === 'discarded';

/** Returns the parts of the table for what is chosen above it, problems first. */
export function sectionsOf(set: ChangeSet, facet: Facet): SectionSpec[] {
  const section = (key: SectionSpec['key'], color: DotColor, params: SectionSpec['params']): SectionSpec => ({
    key,
    color,
    params,
  });
  const undecided = { waits: 'false' };
  const all: SectionSpec[] =
    set.status === 'applied'
      ? [
          section('conflict', 'attention', { state: 'conflict' }),
          section('notApplied', 'hollow', { state: 'kept,refused,unchanged,open,ready' }),
          section('applied', 'ok', { state: 'applied' }),
        ]
      : [
          set.origin === 'undo'
            ? section('stays', 'attention', { waits: 'true', state: 'conflict,kept,ready,open,unchanged' })
            : section('conflict', 'attention', {
                waits: 'true',
                state: 'conflict,kept,ready,open,unchanged',
              }),
          section('refused', 'danger', { state: 'refused' }),
          section('open', 'hollow', { ...undecided, state: 'open' }),
          section('ready', 'accent', { ...undecided, state: 'ready' }),
          section('unchanged', 'hollow', { ...undecided, state: 'unchanged' }),
          section('applied', 'ok', { state: 'applied' }),
        ];
  switch (facet) {
    case 'all':
      return all;
    case 'conflict':
    case 'refused':
    case 'ready':
    case 'open':
    case 'unchanged':
    case 'applied':
    case 'kept':
      return ofState(all, facet);
    case 'changed':
      return [section('applied', 'ok', { changed: 'true' })];
    default:
      return all.map((one) => ({ ...one, params: { ...one.params, warning: facet } }));
  }
}

/** Narrows the parts to those with items of a state; a choice that was made stays where it was made. */
function ofState(all: readonly SectionSpec[], state: ItemState): SectionSpec[] {
  const waiting = all.find(({ key }) => key === 'conflict' || key === 'stays');
  if (state === 'conflict') return waiting ? [waiting] : [];
  return all.flatMap((one) => {
    const states = one.params['state']?.split(',') ?? [];
    if (!states.includes(state)) return [];
    return [{ ...one, params: { ...one.params, state } }];
  });
}

const warnings = ['large_change', 'below_cost', 'barcode_twice', 'code_twice', 'mass_deactivation'] as const;
/** Checks that are named also when they have found nothing. */
const alwaysShown = new Set<string>(['large_change', 'below_cost']);

/** Returns the filters above the table with their counts, in two groups: states, and what is warned of. */
export function facetsOf(set: ChangeSet, changedSince: number): readonly [FacetSpec[], FacetSpec[]] {
  const count = (name: string) => set.counts[name] ?? 0;
  const found = (facet: ItemState, color?: DotColor, label = `facet.${facet}`): FacetSpec[] =>
    count(facet) > 0 ? [{ facet, label, count: count(facet), ...(color && { color }) }] : [];
  const states: FacetSpec[] = [
    { facet: 'all', label: 'facet.all', count: count('items') },
    ...(isOver(set)
      ? found('applied', 'ok')
      : [{ facet: 'ready' as const, label: 'facet.ready', count: count('ready') }]),
    ...(isOver(set) ? found('ready') : found('applied', 'ok')),
    ...found('conflict', 'attention'),
    ...found('kept', undefined, set.origin === 'undo' && !isOver(set) ? 'facet.stays' : undefined),
    ...found('refused', 'danger'),
    ...found('open', 'hollow'),
    ...found('unchanged'),
  ];
  if (isOver(set))
    return [
      states,
      set.status === 'applied' ? [{ facet: 'changed', label: 'facet.changed', count: changedSince }] : [],
    ];
  const isPriced = set.previewed_at !== null;
  return [
    states,
    warnings.flatMap((facet): FacetSpec[] =>
      count(facet) > 0 || (isPriced && alwaysShown.has(facet))
        ? [{ facet, label: `facet.${facet}`, count: count(facet) }]
        : [],
    ),
  ];
}
