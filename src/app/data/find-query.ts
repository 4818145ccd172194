import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { hasCode } from '@/record/codes';
import type { Resource } from '@/contract/resource';
import type { Row } from './row';
import type { RowQuery, RowSource } from './row-source';

/** Query of the 20 best matches of `q` among active records. */
export const findRecordsQuery = (source: RowSource, resource: Resource, q: string) =>
  queryOptions({
    queryKey: [resource.name, 'find', q],
    queryFn: async ({ signal }) => {
      const query: RowQuery = { q, sort: 'name', active: 'active', filters: {} };
      return sortByMatch(resource, (await source.page(resource, query, 0, signal)).rows, q).slice(0, 20);
    },
    placeholderData: keepPreviousData,
  });

/** Sorts rows by match: a code equal to `q` first, then names that begin with `q`, then the rest in the given order. */
function sortByMatch(resource: Resource, rows: readonly Row[], q: string): readonly Row[] {
  const searchText = q.trim().toLocaleLowerCase();
  const textOf = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).toLocaleLowerCase() : '';
  const rankOf = (row: Row) => {
    if (hasCode(resource, row, q)) return 0;
    return textOf(row['name']).startsWith(searchText) ? 1 : 2;
  };
  return rows.toSorted((one, other) => rankOf(one) - rankOf(other));
}
