import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangeSet, ChangeSets } from '@/app/changes/change-sets';
import { useChangeSets } from '@/app/changes/use-change-sets';
import { progressKey, useProgress, type Progress } from '@/app/live/progress';

/** Whether the service works on a set: it may not be changed meanwhile. */
export const isWorking = ({ status }: Pick<ChangeSet, 'status'>): boolean =>
  status === 'preparing' || status === 'previewing' || status === 'running';

/** How often a set that works is read, in milliseconds: until the live stream tells of it, and afterwards. */
const pause = { silent: 1000, told: 10_000 };

/** Returns how long to wait until sets are read again; false while none of them works. */
export function pollingOf(queries: QueryClient, sets: readonly ChangeSet[]): number | false {
  const working = sets.filter(isWorking);
  if (working.length === 0) return false;
  const isTold = working.every(({ id }) => queries.getQueryData(progressKey('changeset', id)) !== undefined);
  return isTold ? pause.told : pause.silent;
}

/** Query of one change set. */
export const setQuery = (changeSets: ChangeSets, queries: QueryClient, id: string) =>
  queryOptions({
    queryKey: ['changeset', 'one', id],
    queryFn: ({ signal }) => changeSets.get(id, signal),
    refetchInterval: ({ state }) => (state.data ? pollingOf(queries, [state.data]) : false),
  });

/** Returns one change set, which is read again as soon as the live stream tells of another state. */
export function useChangeSet(id: string) {
  const changeSets = useChangeSets();
  const queries = useQueryClient();
  const query = useQuery(setQuery(changeSets, queries, id));
  const told = useProgress('changeset', id);
  const status = query.data?.status;
  const isElsewhere = told !== undefined && status !== undefined && told.status !== status;
  const { refetch } = query;
  useEffect(() => {
    if (isElsewhere) void refetch();
  }, [isElsewhere, refetch]);
  return query;
}

/** Returns how far the work on a set is: what was told last, or what was read. */
export function useSetProgress(set: ChangeSet): { done: number; total: number } | null {
  const told: Progress | undefined = useProgress('changeset', set.id);
  if (!isWorking(set)) return null;
  if (told?.status === set.status && told.total !== null) return { done: told.done ?? 0, total: told.total };
  return set.progress ?? { done: 0, total: set.counts['items'] ?? 0 };
}
