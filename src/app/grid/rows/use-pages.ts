import { useQueries, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Resource } from '@/contract/resource';
import { listCountQuery, listPageQuery } from '../../data/queries';
import { pageSize, type RowPage, type RowQuery, type RowSource } from '../../data/row-source';
import { isNewer, type Row } from '../../data/row';

/** Milliseconds for which rows that were jumped to must stay in view before their pages are requested. */
const jumpDelay = 60;

/** Milliseconds between the first page in view and the request for the next one: the names that its rows refer to come first. */
const prefetchDelay = 300;

/** The loaded rows of a list. */
export interface Pages {
  /** The query of the shown rows: the previous one until the first rows of the requested one have loaded. */
  readonly shown: RowQuery;
  /** Whether rows of another query are loading. */
  readonly isChanging: boolean;
  /** How many records match; null before the first response. */
  readonly total: number | null;
  /** How many records there are in all. */
  readonly all: number | null;
  /** The error of the pages in view, if any. */
  readonly error: Error | null;
  /** Returns the row at an index, or undefined while it is loading. */
  row: (index: number) => Row | undefined;
  /** The rows that are shown alone, whatever the query finds. */
  readonly only?: readonly Row[];
  /** Returns the cached rows in their order. */
  loaded: () => Row[];
  retry: () => void;
}

/**
 * Fetches the pages in view (`spanOf`) and the next one in the direction of scrolling; pages that are jumped past are not
 * waited for. While another query loads, the rows of the previous one stay. While the user edits cells (`work`), every row
 * stays at its index, with what others make of it meanwhile; `work.rows` are records that were written here, which the list
 * may not show yet.
 */
export function usePages(
  source: RowSource,
  resource: Resource,
  requested: RowQuery,
  visibleSpan: string,
  work: { readonly isWorking: boolean; readonly rows: ReadonlyMap<string, Row> },
): Pages {
  const cache = useQueryClient();
  const [shown, setShown] = useState(requested);
  const [total, setTotal] = useState<number | null>(null);
  const isChanging = !sameQuery(requested, shown);
  const { span, isUp, isMoved } = useSpan(visibleSpan);
  const numbers = isChanging ? [0] : pagesOf(span);
  const results = useQueries({
    queries: numbers.map((page) => listPageQuery(source, resource, requested, page)),
  });
  const loadedPage = results.find((result) => result.data !== undefined)?.data;
  // The rows come first.
  const [hasRows, setHasRows] = useState(false);
  if (loadedPage && !hasRows) setHasRows(true);
  const count = useQuery({ ...listCountQuery(source, resource), enabled: hasRows });
  if (loadedPage && isChanging) setShown(requested);
  if (loadedPage && loadedPage.total !== total) setTotal(loadedPage.total);
  const { isWorking, rows: newerRows } = work;
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null);
  const isFrozen = isWorking && !isChanging;
  if (isFrozen && total !== null && snapshot?.shown !== shown)
    setSnapshot({ shown, total, pages: new Map(cachedPages(cache, resource, shown)) });
  if (!isFrozen && snapshot) setSnapshot(null);
  const pageAt = (page: number) =>
    snapshot?.pages.get(page) ??
    cache.getQueryData(listPageQuery(source, resource, shown, page).queryKey)?.rows;
  const failed = results.find((result) => result.error && result.data === undefined);
  const read = isFrozen
    ? new Map(results.flatMap(({ data }) => data?.rows ?? []).map((row) => [row.id, row]))
    : null;
  /** While rows stay where they are, each is the latest version of its record that is known. */
  const newest = (row: Row): Row => {
    if (!read) return row;
    const now = read.get(row.id) ?? row;
    const own = newerRows.get(row.id);
    return own && !isNewer(now, own) ? own : now;
  };

  const isSettled = !isChanging && results.every((result) => result.data !== undefined);
  const next = isUp ? (numbers[0] ?? 0) - 1 : (numbers.at(-1) ?? 0) + 1;
  useEffect(() => {
    if (isChanging || (!isSettled && !isMoved)) return undefined;
    if (total === null || next < 0 || next * pageSize >= total) return undefined;
    const prefetch = () => void cache.prefetchQuery(listPageQuery(source, resource, requested, next));
    const timer = setTimeout(prefetch, isMoved ? 0 : prefetchDelay);
    return () => clearTimeout(timer);
  }, [cache, source, resource, requested, isChanging, isSettled, isMoved, total, next]);

  return {
    shown,
    isChanging,
    total: snapshot ? snapshot.total : total,
    all: count.data ?? null,
    error: failed?.error ?? null,
    row(index) {
      const row = pageAt(Math.floor(index / pageSize))?.[index % pageSize];
      return row && newest(row);
    },
    loaded() {
      const pages = snapshot ? [...snapshot.pages] : cachedPages(cache, resource, shown);
      return pages.toSorted(([one], [other]) => one - other).flatMap(([, rows]) => rows);
    },
    retry: () => void Promise.all(results.map((result) => result.refetch())),
  };
}

/** Returns the pages of a list of which only some rows are shown; `newer` are records as they were written since. */
export type OnlyRows = (pages: Pages, newer: ReadonlyMap<string, Row>) => Pages;

/** Snapshot of the rows from when the user began to edit them. */
interface Snapshot {
  readonly shown: RowQuery;
  readonly total: number;
  readonly pages: ReadonlyMap<number, readonly Row[]>;
}

/** Returns the cached pages of a query with their numbers. */
const cachedPages = (cache: QueryClient, resource: Resource, shown: RowQuery): [number, readonly Row[]][] =>
  cache
    .getQueriesData<RowPage>({ queryKey: [resource.name, 'page', shown] })
    .flatMap(([key, page]): [number, readonly Row[]][] => (page ? [[Number(key[3]), page.rows]] : []));

/** Returns the pages of the rows in view as text, so that equal spans are equal values. */
export const spanOf = ({ first, last }: { first: number; last: number }): string =>
  `${Math.floor(first / pageSize)}-${Math.floor(last / pageSize)}`;

/** The pages that are asked for, the direction in which they were reached, and whether the first ones were left. */
interface Span {
  readonly span: string;
  readonly isUp: boolean;
  readonly isMoved: boolean;
}

/** Returns the pages in view: at once where they touch the ones before, and where not, when they have stayed for a moment. */
function useSpan(visible: string): Span {
  const [asked, setAsked] = useState<Span>({ span: visible, isUp: false, isMoved: false });
  const [from = 0, to = 0] = visible.split('-').map(Number);
  const [first = 0, last = 0] = asked.span.split('-').map(Number);
  const isOther = visible !== asked.span;
  const next: Span = { span: visible, isUp: from < first, isMoved: true };
  if (isOther && from <= last + 1 && to >= first - 1) setAsked(next);
  useEffect(() => {
    if (!isOther) return undefined;
    const timer = setTimeout(() => setAsked({ span: visible, isUp: from < first, isMoved: true }), jumpDelay);
    return () => clearTimeout(timer);
  }, [visible, isOther, from, first]);
  return asked;
}

function pagesOf(span: string): number[] {
  const [first = 0, last = 0] = span.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Returns whether two queries are equal. */
export const sameQuery = (one: RowQuery, other: RowQuery): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
