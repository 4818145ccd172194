import { callerIn } from '@/app/session/session';
import { dayMs } from '@/record/calendar';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import type { ChangeSet } from '@/app/changes/change-sets';
import type { RowSource } from '@/app/data/row-source';
import { useApp, useReadableScreens } from '@/app/shell/app-context';
import type { Screen } from '@/app/shell/screen';
import { mayApprove } from '../may-approve';
import { pollingOf } from '../set-query';
import { byDue, groupOf, groups, type SetGroup } from '../set-words';

/** Sets that somebody may still have to do with: all of them are shown. */
const unfinished = 'preparing,previewing,running,stopped,waiting,draft,scheduled';
/** Milliseconds: for how long finished sets are shown at once. */
const recent = 30 * dayMs;
const most = { unfinished: 1000, finished: 200, older: 1000 };
/** The most records of a resource by which sets are found. */
const mostRecords = 20;

/** Whose sets may be asked for: one’s own, besides everybody’s. */
export const makers = ['me'] as const;

const parsers = {
  q: parseAsString.withDefault(''),
  origin: parseAsArrayOf(parseAsString).withDefault([]),
  made_by: parseAsArrayOf(parseAsStringLiteral(makers)).withDefault([]),
};

/** Returns search and filter of the list, from the address. */
export function useListState() {
  const [{ q, origin, made_by: by }, set] = useQueryStates(parsers, { history: 'push', shallow: false });
  const orNone = <T>(chosen: readonly T[]) => (chosen.length > 0 ? [...chosen] : null);
  return {
    q,
    origin,
    by,
    choose: (chosen: readonly string[]) => void set({ origin: orNone(chosen) }),
    chooseMakers: (chosen: readonly string[]) =>
      void set({ made_by: orNone(makers.filter((maker) => chosen.includes(maker))) }),
    clear: () => void set({ origin: null, made_by: null }),
  };
}

/** A group of the list with its sets. */
export interface SetSection {
  readonly group: SetGroup;
  readonly sets: readonly ChangeSet[];
}

/** Returns the change sets that match, in groups: those of the last 30 days, and older ones when asked for. */
export function useSets({ q, origin, by }: Pick<ReturnType<typeof useListState>, 'q' | 'origin' | 'by'>) {
  const { current, source } = useApp();
  const { client, me } = current;
  const screens = useReadableScreens();
  const queries = useQueryClient();
  const [withOlder, setWithOlder] = useState(false);
  const filters = {
    q,
    origin: origin.join(','),
    ...(by.length > 0 && { made_by_id: callerIn(me) ?? '' }),
    sort: '-modified_at',
  };
  const query = useQuery({
    queryKey: ['changeset', 'page', filters, withOlder],
    queryFn: async ({ signal }) => {
      const finished = withOlder ? most.older : most.finished;
      const records = q === '' ? [] : await recordsFound(source, screens, q, signal);
      const questions = [
        filters,
        ...(records.length > 0 ? [{ ...filters, q: '', record_id: records.join(',') }] : []),
      ];
      const pages = await Promise.all(
        questions.flatMap((question) =>
          [
            { status: unfinished, pageSize: most.unfinished },
            { status: 'applied,discarded', pageSize: finished },
          ].map((page) => client.list<ChangeSet>('changeset', { ...question, ...page }, signal)),
        ),
      );
      const sets = new Map(pages.flatMap(({ rows }) => rows).map((set) => [set.id, set]));
      return [...sets.values()].toSorted((a, b) => b.modified_at.localeCompare(a.modified_at));
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data ? pollingOf(queries, state.data) : false),
  });
  const all = query.data ?? [];
  // What is recent is decided when the list is read.
  const since = query.dataUpdatedAt - recent;
  const isOld = (set: ChangeSet) =>
    (set.status === 'applied' || set.status === 'discarded') &&
    Date.parse(set.applied_at ?? set.modified_at) < since;
  const shown = withOlder ? all : all.filter((set) => !isOld(set));
  const sections = groups.flatMap((group): SetSection[] => {
    const sets = shown.filter((set) => groupOf(set, mayApprove(set, me)) === group);
    return sets.length > 0 ? [{ group, sets: inOrder(group, sets) }] : [];
  });
  return {
    query,
    sections,
    count: shown.length,
    hasOlder: !withOlder && (shown.length < all.length || all.length >= most.finished),
    showOlder: () => setWithOlder(true),
  };
}

/** Returns the ids of the records that a search finds first, of each resource whose records come from files. */
async function recordsFound(
  source: RowSource,
  screens: readonly Screen[],
  q: string,
  signal: AbortSignal,
): Promise<string[]> {
  const query = { q, sort: '', active: 'all', filters: {} } as const;
  const pages = await Promise.all(
    screens
      .filter(({ files }) => files !== undefined)
      .map(({ contract }) => source.page(contract, query, 0, signal)),
  );
  return pages.flatMap(({ rows }) => rows.slice(0, mostRecords).map(({ id }) => id));
}

/** What is scheduled comes in the order in which it happens; the rest newest first. */
const inOrder = (group: SetGroup, sets: readonly ChangeSet[]): readonly ChangeSet[] =>
  group === 'scheduled'
    ? sets.toSorted(byDue)
    : group === 'applied'
      ? sets.toSorted((a, b) => (b.applied_at ?? '').localeCompare(a.applied_at ?? ''))
      : sets;
