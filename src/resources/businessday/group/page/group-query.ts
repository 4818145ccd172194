import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '@/core/app/data/client';
import { groupDaysSchema, groupSummary } from '../schema';

/** Query of what a period comes to in each company of the person; days as `YYYY-MM-DD`. */
export const groupOf = (client: Client, { from, to }: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['businessday', 'group', from, to],
    queryFn: async ({ signal }) =>
      groupSummary.parse(await client.json(`/api/secure/group/summary?from=${from}&to=${to}`, signal)),
    placeholderData: keepPreviousData,
  });

/** Query of the business days of a period in each company of the person, and which of their months are locked. */
export const groupDaysOf = (client: Client, { from, to }: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['businessday', 'group-days', from, to],
    queryFn: async ({ signal }) =>
      groupDaysSchema.parse(await client.json(`/api/secure/group/days?from=${from}&to=${to}`, signal)),
  });
