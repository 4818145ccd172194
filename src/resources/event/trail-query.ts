import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { Client } from '@/core/app/data/client';
import { isArray, isObject, parseRecord, type JsonObject } from '@/core/app/record/json';
import { startOfDay } from '@/core/app/i18n/clock';

/** What narrows the trail, as its address says it. Days are the company's own, both included. */
export interface TrailFilters {
  readonly entity: readonly string[];
  readonly action: readonly string[];
  readonly user_id: string | null;
  readonly key_id: string | null;
  readonly entity_id: string | null;
  readonly from: string | null;
  readonly until: string | null;
}

const parsers = {
  entity: parseAsArrayOf(parseAsString).withDefault([]),
  action: parseAsArrayOf(parseAsString).withDefault([]),
  user_id: parseAsString,
  key_id: parseAsString,
  entity_id: parseAsString,
  from: parseAsString,
  until: parseAsString,
  event: parseAsString,
};

/** The trail as its address says: the filters, and the event that is open. */
export function useTrailState() {
  const [{ event, ...filters }, set] = useQueryStates(parsers, { history: 'push', shallow: false });
  return useMemo(() => {
    const narrowed = Object.values(filters).some((value) => value !== null && value.length > 0);
    return {
      filters,
      event,
      narrowed,
      change: (part: Partial<TrailFilters>) => void set(mutable(part)),
      open: (id: string | null) => void set({ event: id }),
      clear: () =>
        void set({
          entity: null,
          action: null,
          user_id: null,
          key_id: null,
          entity_id: null,
          from: null,
          until: null,
        }),
    };
  }, [filters, event, set]);
}

const mutable = ({ entity, action, ...rest }: Partial<TrailFilters>) => ({
  ...rest,
  ...(entity && { entity: entity.length > 0 ? [...entity] : null }),
  ...(action && { action: action.length > 0 ? [...action] : null }),
});

/** One step of the walk through the trail, newest first. */
export interface TrailStep {
  readonly events: readonly JsonObject[];
  readonly next: string | null;
}

/** Events a step: a screen of them, and what comes next. */
const stepSize = 60;

/** The events that the filters leave, newest first, step by step (docs/design.md#cursors). */
export const trailQuery = (client: Client, filters: TrailFilters, timeZone: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['event', 'trail', filters, timeZone],
    queryFn: async ({ pageParam, signal }): Promise<TrailStep> => {
      const query = new URLSearchParams({
        sort: '-at',
        limit: String(stepSize),
        ...paramsOf(filters, timeZone),
      });
      if (pageParam !== '') query.set('cursor', pageParam);
      const answer = parseRecord(await client.text(`/api/secure/event?${query.toString()}`, signal));
      const { data, next_cursor: next, has_more: more } = answer;
      return {
        events: isArray(data) ? data.filter(isObject) : [],
        next: more === true && typeof next === 'string' ? next : null,
      };
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });

/** One event by its id, with every digit. */
export const eventQuery = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['event', 'one', id],
    queryFn: async ({ signal }) => parseRecord((await client.getRecord('event', id, signal)).text),
  });

function paramsOf(filters: TrailFilters, timeZone: string | undefined): Record<string, string> {
  const { from, until, ...rest } = filters;
  const lists = Object.entries(rest).flatMap(([name, value]): [string, string][] => {
    const text = typeof value === 'string' ? value : (value?.join(',') ?? '');
    return text === '' ? [] : [[name, text]];
  });
  const start = from === null ? null : startOfDay(from, timeZone);
  const end = until === null ? null : startOfDay(until, timeZone, 1);
  return {
    ...Object.fromEntries(lists),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}
