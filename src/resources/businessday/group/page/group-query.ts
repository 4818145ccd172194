import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '@/core/app/data/client';
import { groupSummary } from '../schema';

/** Query of what a period comes to in each company of the person; days as `YYYY-MM-DD`. */
export const groupOf = (client: Client, { from, to }: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['businessday', 'group', from, to],
    queryFn: async ({ signal }) =>
      groupSummary.parse(await client.json(`/api/secure/group/summary?from=${from}&to=${to}`, signal)),
    placeholderData: keepPreviousData,
  });
