import { useQueries, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Resource } from '../../../contract/resource';
import { listCountQuery, listPageQuery } from '../../data/queries';
import { pageSize, type RowPage, type RowQuery, type RowSource } from '../../data/row-source';
import type { Row } from '../../data/row';
import { useDebouncedValue } from './use-virtual-rows';

/** How long a stretch of the list must stay in sight before its pages are asked for, in milliseconds. */
const patience = 60;

/** The rows of a list, as far as they have come. */
export interface Pages {
  /** The query whose rows these are: the asked one once its first rows came, until then the one before. */
  readonly shown: RowQuery;
  /** Rows of another query are on their way. */
  readonly changing: boolean;
  /** How many the query finds; null before the first answer. */
  readonly total: number | null;
  /** How many there are in all. */
  readonly all: number | null;
  /** What went wrong with the rows in sight, if anything did. */
  readonly error: Error | null;
  /** The row at a place, or undefined while it has not come. */
  row: (index: number) => Row | undefined;
  /** The rows that have come and are kept, in their order. */
  loaded: () => Row[];
  retry: () => void;
}

/**
 * Fetches the pages in sight (`spanOf`), and only those: what is scrolled past before it came is not waited for.
 * While another query is on its way the rows of the one before stay. While somebody works in the cells (`work`) every
 * row stays in its place, whatever is read meanwhile; `work.rows` are records newer than the list.
 */
export function usePages(
  source: RowSource,
  resource: Resource,
  asked: RowQuery,
  inSight: string,
  work: { readonly isWorking: boolean; readonly rows: ReadonlyMap<string, Row> },
): Pages {
  const cache = useQueryClient();
  const [shown, setShown] = useState(asked);
  const [total, setTotal] = useState<number | null>(null);
  const changing = !sameQuery(asked, shown);
  const span = useDebouncedValue(inSight, patience);
  const numbers = changing ? [0] : pagesOf(span);
  const results = useQueries({
    queries: numbers.map((page) => listPageQuery(source, resource, asked, page)),
  });
  const count = useQuery(listCountQuery(source, resource));

  const come = results.find((result) => result.data !== undefined)?.data;
  if (come && changing) setShown(asked);
  if (come && come.total !== total) setTotal(come.total);
  const { isWorking, rows: newer } = work;
  const [held, setHeld] = useState<Held | null>(null);
  const isHeld = isWorking && !changing;
  if (isHeld && total !== null && held?.shown !== shown)
    setHeld({ shown, total, pages: new Map(keptPages(cache, resource, shown)) });
  if (!isHeld && held) setHeld(null);
  const pageAt = (page: number) =>
    held?.pages.get(page) ?? cache.getQueryData(listPageQuery(source, resource, shown, page).queryKey)?.rows;
  const failed = results.find((result) => result.error && result.data === undefined);

  // What lies beside the pages in sight is likely next; it is fetched once they have come.
  const settled = !changing && results.every((result) => result.data !== undefined);
  const next = (numbers.at(-1) ?? 0) + 1;
  useEffect(() => {
    if (settled && total !== null && next * pageSize < total)
      void cache.prefetchQuery(listPageQuery(source, resource, asked, next));
  }, [cache, source, resource, asked, settled, total, next]);

  return {
    shown,
    changing,
    total: held ? held.total : total,
    all: count.data ?? null,
    error: failed?.error ?? null,
    row(index) {
      const row = pageAt(Math.floor(index / pageSize))?.[index % pageSize];
      return row && isHeld ? (newer.get(row.id) ?? row) : row;
    },
    loaded() {
      const pages = held ? [...held.pages] : keptPages(cache, resource, shown);
      return pages.toSorted(([one], [other]) => one - other).flatMap(([, rows]) => rows);
    },
    retry: () => void Promise.all(results.map((result) => result.refetch())),
  };
}

/** The rows as they stood when somebody began to work in them. */
interface Held {
  readonly shown: RowQuery;
  readonly total: number;
  readonly pages: ReadonlyMap<number, readonly Row[]>;
}

/** The pages of a query that have come and are kept, by number. */
const keptPages = (cache: QueryClient, resource: Resource, shown: RowQuery): [number, readonly Row[]][] =>
  cache
    .getQueriesData<RowPage>({ queryKey: [resource.name, 'page', shown] })
    .flatMap(([key, page]): [number, readonly Row[]][] => (page ? [[Number(key[3]), page.rows]] : []));

/** The pages of the rows in sight as text, so that equal spans are equal values. */
export const spanOf = ({ first, last }: { first: number; last: number }): string =>
  `${Math.floor(first / pageSize)}-${Math.floor(last / pageSize)}`;

function pagesOf(span: string): number[] {
  const [first = 0, last = 0] = span.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Whether two queries ask for the same. */
export const sameQuery = (one: RowQuery, other: RowQuery): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
