import { useQueryClient } from '@tanstack/react-query';
import type { RowPage } from '../data/row-source';
import type { Screen } from '../shell/screen';
import type { Row } from '../data/row';

/** The records before and after a record in the list that was viewed last. */
export interface Neighbours {
  readonly previous: Row | undefined;
  readonly next: Row | undefined;
}

/**
 * Returns the neighbours of a record from the cached pages of the list that was viewed last. Undefined if the record
 * was not opened from a list.
 */
export function useNeighbours(screen: Screen, id: string | null): Neighbours | undefined {
  const pages = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: [screen.contract.name, 'page'] })
    .filter((query) => query.state.data !== undefined)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map((query) => {
      const [, , list, page] = query.queryKey;
      return { list: JSON.stringify(list), page: Number(page), rows: rowsOf(query.state.data) };
    });
  const currentPage = pages.find(({ rows }) => rows.some((row) => row.id === id));
  if (!currentPage) return undefined;
  const position = currentPage.rows.findIndex((row) => row.id === id);
  const rowsOfPage = (page: number) =>
    pages.find((other) => other.list === currentPage.list && other.page === page)?.rows ?? [];
  return {
    previous:
      currentPage.rows[position - 1] ??
      (position === 0 ? rowsOfPage(currentPage.page - 1).at(-1) : undefined),
    next: currentPage.rows[position + 1] ?? rowsOfPage(currentPage.page + 1)[0],
  };
}

// The queries under this key are the list's pages (`queries.ts`).
const rowsOf = (data: unknown): readonly Row[] => (data as RowPage).rows;
