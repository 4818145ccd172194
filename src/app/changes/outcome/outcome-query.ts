import { queryOptions } from '@tanstack/react-query';
import { changeSetOutcome, outcomeStatuses, type SetOutcome } from '@/contract/change-set-outcome';
import type { Client } from '../../data/client';
import type { ChangeSet } from '../change-sets';

/** What is asked besides the sets: one record of theirs, other times of one set, or a part of the answer. */
interface Asked {
  readonly record_id?: string;
  readonly apply_at?: string;
  readonly revert_at?: string;
  readonly ask?: 'since_preview' | 'others';
}

/** The most sets of one request. */
const atOnce = 100;
/** Milliseconds: how often it is read again what becomes of sets, which follows from records that others change. */
const pause = 30_000;

/** Whether there is an outcome to ask for: the set has items, and is not applied yet. */
export const hasOutcome = ({ status, active, counts }: ChangeSet): boolean =>
  active && outcomeStatuses.some((one) => one === status) && (counts['items'] ?? 0) > 0;

/** Query of what becomes of sets that are not applied, by id, as records and scheduled sets are now. */
export const outcomesQuery = (
  client: Client,
  sets: readonly ChangeSet[],
  asked: Asked = {},
  refetchInterval: number = pause,
) => {
  const ids = sets.filter(hasOutcome).map(({ id }) => id);
  return queryOptions({
    queryKey: ['changeset', 'outcome', ids, asked],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, SetOutcome>> => {
      const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, n) =>
        ids.slice(n * atOnce, (n + 1) * atOnce),
      );
      const answers = await Promise.all(
        parts.map(async (part) => {
          const query = new URLSearchParams({ id: part.join(','), ...asked });
          return changeSetOutcome
            .array()
            .parse(await client.json(`/api/secure/changeset_outcome?${query.toString()}`, signal));
        }),
      );
      return new Map(answers.flat().map((one) => [one.id, one]));
    },
    enabled: ids.length > 0,
    staleTime: 0,
    refetchInterval,
  });
};

/** Whether something else becomes of a set than its preview said. */
export const isOtherThanPreviewed = (outcome: SetOutcome | undefined): boolean =>
  outcome?.since_preview !== null &&
  outcome?.since_preview !== undefined &&
  outcome.since_preview.state !== 'same';
