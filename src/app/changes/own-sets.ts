import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '../data/client';
import type { Me } from '../session/session';
import { useApp } from '../shell/app-context';
import type { ChangeSet } from './change-sets';
import { isOtherThanPreviewed, outcomesQuery } from './outcome/outcome-query';

/** Milliseconds: how often it is looked whether something else becomes of a person's sets than was previewed. */
const pause = 300_000;

/** Whether a person is one of those that a set names, by their membership or their key. */
export const isOf = (ids: readonly (string | null)[], me: Me | null): boolean => {
  const own = new Set([me?.user?.id, me?.key?.id, me?.acting_as?.split(':').at(-1)]);
  return ids.some((id) => id !== null && own.has(id));
};

/** Query of the sets with which somebody may have to do something. */
export const waitingSetsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['changeset', 'waiting'],
    queryFn: async ({ signal }) => {
      const query = {
        status: 'waiting,draft,applied,scheduled,stopped,preparing',
        sort: '-modified_at',
        pageSize: 200,
      };
      return (await client.list<ChangeSet>('changeset', query, signal)).rows;
    },
    staleTime: 60_000,
  });

/** Returns the sets that the person made and of which something else becomes than their preview said. */
export function useOtherThanPreviewed(isAsked = true): readonly ChangeSet[] {
  const { client, me } = useApp().current;
  const { data = [] } = useQuery({ ...waitingSetsQuery(client), enabled: isAsked });
  const made = data.filter((set) => isOf([set.made_by_id], me));
  const { data: outcomes } = useQuery(outcomesQuery(client, made, { ask: 'since_preview' }, pause));
  return made.filter(({ id }) => isOtherThanPreviewed(outcomes?.get(id)));
}
