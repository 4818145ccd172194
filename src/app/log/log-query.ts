import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsString, useQueryStates, type UseQueryStatesKeysMap } from 'nuqs';
import { useMemo } from 'react';
import { startOfDay } from '../i18n/clock';
import type { Client } from '../data/client';
import { largestPage } from '../data/row-source';
import { useApp } from '../shell/app-context';
import { isArray, isObject, parseRecord, type JsonObject } from '@/record/json';

/** The filters that every log has. `from` and `until` are days of the company's time zone, both included. */
export interface LogFilters {
  readonly user_id: string | null;
  readonly key_id: string | null;
  readonly from: string | null;
  readonly until: string | null;
}

/** Parsers of a log's filters in the address. */
export const logParsers = {
  user_id: parseAsString,
  key_id: parseAsString,
  from: parseAsString,
  until: parseAsString,
};

/** Parser of a filter with several values. */
export const setParser = parseAsArrayOf(parseAsString).withDefault([]);

/** Returns the filters of a log, which live in the address, and the functions that change them. */
export function useLogFilters<P extends UseQueryStatesKeysMap & typeof logParsers>(parsers: P) {
  const [filters, set] = useQueryStates(parsers, { history: 'push', shallow: false });
  return useMemo(
    () => ({
      filters,
      isNarrowed: Object.values<string | string[] | null>(filters).some(
        (value) => value !== null && value.length > 0,
      ),
      change: (part: Parameters<typeof set>[0]) => void set(part),
      clear: () => void set(null),
    }),
    [filters, set],
  );
}

/** A log, and what is read of it. */
interface LogSource<E> {
  /** The resource of the log. */
  readonly resource: string;
  readonly filters: LogFilters & { readonly kind?: readonly string[] };
  /** Entries per page. */
  readonly limit: number;
  /** Parses the entries of a page. */
  readonly parse: (data: readonly JsonObject[]) => readonly E[];
  /** Whether the log is read at all; true if absent. */
  readonly enabled?: boolean;
}

/** One page of a log, newest first; `next` is the cursor of the next one, or null at the end. */
interface LogPage<E> {
  readonly entries: readonly E[];
  readonly next: string | null;
}

/** Reads one page of a log, newest first; `cursor` is empty for the first one. Numbers keep all their digits. */
async function readPage<E>(
  client: Client,
  timeZone: string | undefined,
  { resource, filters, limit, parse }: LogSource<E>,
  cursor: string,
  signal?: AbortSignal,
): Promise<LogPage<E>> {
  const query = new URLSearchParams({
    sort: '-at',
    limit: String(limit),
    ...paramsOf(filters, timeZone),
  });
  if (cursor !== '') query.set('cursor', cursor);
  const page = parseRecord(await client.text(`/api/secure/${resource}?${query.toString()}`, signal));
  const { data, next_cursor: next, has_more: more } = page;
  return {
    entries: parse(isArray(data) ? data.filter(isObject) : []),
    next: more === true && typeof next === 'string' ? next : null,
  };
}

/**
 * Query for the entries of a log that match the filters, newest first, page by page (docs/design.md#cursors).
 */
const logQuery = <E>(client: Client, timeZone: string | undefined, source: LogSource<E>) =>
  infiniteQueryOptions({
    queryKey: [source.resource, 'log', source.filters, timeZone],
    queryFn: ({ pageParam, signal }) => readPage(client, timeZone, source, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });

/** A log read whole, up to a number of entries; `more`: there are older ones. */
export interface WholeLog<E> {
  readonly entries: readonly E[];
  readonly more: boolean;
}

/** Returns a function that reads a log whole, newest first, up to a number of entries. */
export function useWholeLog<E>(source: LogSource<E>): (most: number) => Promise<WholeLog<E>> {
  const { client, me } = useApp().current;
  return async (most) => {
    const entries: E[] = [];
    let cursor: string | null = '';
    while (cursor !== null && entries.length < most) {
      const limit = Math.min(largestPage, most - entries.length);
      const page: LogPage<E> = await readPage(client, me?.company.timezone, { ...source, limit }, cursor);
      entries.push(...page.entries);
      cursor = page.next;
    }
    return { entries, more: cursor !== null };
  };
}

/** Reads a log: returns its query, and the entries of all pages that are loaded. */
export function useLog<E>(source: LogSource<E>) {
  const { client, me } = useApp().current;
  const query = useInfiniteQuery({
    ...logQuery(client, me?.company.timezone, source),
    enabled: source.enabled ?? true,
  });
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.entries) ?? [], [query.data]);
  return { query, entries };
}

function paramsOf(filters: LogFilters, timeZone: string | undefined): Record<string, string> {
  const { from, until, ...rest } = filters;
  const equals = Object.entries<string | readonly string[] | null>(rest).flatMap(
    ([name, value]): [string, string][] => {
      const text = typeof value === 'string' ? value : (value?.join(',') ?? '');
      return text === '' ? [] : [[name, text]];
    },
  );
  const start = from === null ? null : startOfDay(from, timeZone);
  const end = until === null ? null : startOfDay(until, timeZone, 1);
  return { ...Object.fromEntries(equals), ...(start && { from: start }), ...(end && { until: end }) };
}
