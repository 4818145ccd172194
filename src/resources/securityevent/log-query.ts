import { infiniteQueryOptions } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { z } from 'zod';
import type { Client } from '@/core/app/data/client';
import { startOfDay } from '@/core/app/i18n/clock';

const parsers = {
  kind: parseAsArrayOf(parseAsString).withDefault([]),
  user_id: parseAsString,
  key_id: parseAsString,
  address: parseAsString,
  from: parseAsString,
  until: parseAsString,
};

/** What narrows the log, as its address says it. Days are the company's own, both included. */
export interface LogFilters {
  readonly kind: readonly string[];
  readonly user_id: string | null;
  readonly key_id: string | null;
  readonly address: string | null;
  readonly from: string | null;
  readonly until: string | null;
}

/** The log's filters, kept in the address, and how they change. */
export function useLogState() {
  const [filters, set] = useQueryStates(parsers, { history: 'push', shallow: false });
  return useMemo(
    () => ({
      filters,
      isNarrowed: Object.values(filters).some((value) => value !== null && value.length > 0),
      change: ({ kind, ...rest }: Partial<LogFilters>) =>
        void set({ ...rest, ...(kind && { kind: kind.length > 0 ? [...kind] : null }) }),
      clear: () =>
        void set({ kind: null, user_id: null, key_id: null, address: null, from: null, until: null }),
    }),
    [filters, set],
  );
}
export type LogState = ReturnType<typeof useLogState>;

const entrySchema = z.looseObject({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  user_id: z.string().nullable(),
  key_id: z.string().nullable(),
  who: z.string().nullable(),
  subject_id: z.string().nullable(),
  subject: z.string().nullable(),
  address: z.string().nullable(),
  detail: z.string().nullable(),
});
/** One entry of the log. */
export type LogEntry = z.output<typeof entrySchema>;

const pageSchema = z.looseObject({
  data: z.array(entrySchema),
  next_cursor: z.string(),
  has_more: z.boolean(),
});

const stepSize = 100;

/** The entries that the filters leave, newest first, step by step. */
export const logQuery = (client: Client, filters: LogFilters, timeZone: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['securityevent', 'log', filters, timeZone],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        sort: '-at',
        limit: String(stepSize),
        ...paramsOf(filters, timeZone),
      });
      if (pageParam !== '') query.set('cursor', pageParam);
      return pageSchema.parse(await client.json(`/api/secure/securityevent?${query.toString()}`, signal));
    },
    initialPageParam: '',
    getNextPageParam: (last) => (last.has_more ? last.next_cursor : null),
  });

function paramsOf(
  { from, until, kind, ...ids }: LogFilters,
  timeZone: string | undefined,
): Record<string, string> {
  const start = from === null ? null : startOfDay(from, timeZone);
  const end = until === null ? null : startOfDay(until, timeZone, 1);
  return {
    ...Object.fromEntries(Object.entries(ids).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    ...(kind.length > 0 && { kind: kind.join(',') }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}
