import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Resource } from '../../contract/resource';
import type { RowQuery, RowSource } from './row-source';
import { fieldOf } from '../shell/screen';
import type { Row } from './row';

/**
 * What the application reads, as query options: keys begin with the resource, so that one mutation of
 * a resource makes all of it stale.
 */

/** One page of a list, from 0. */
export const listPage = (source: RowSource, resource: Resource, query: RowQuery, page: number) =>
  queryOptions({
    queryKey: [resource.name, 'page', query, page],
    queryFn: ({ signal }) => source.page(resource, query, page, signal),
  });

/** How many there are in all, whatever the list shows. */
export const listCount = (source: RowSource, resource: Resource) =>
  queryOptions({
    queryKey: [resource.name, 'count'],
    queryFn: ({ signal }) => source.count(resource, signal),
    placeholderData: keepPreviousData,
  });

/** How many active records name another one in a field or by a filter. */
export const usedIn = (source: RowSource, resource: Resource, filter: string, id: string) =>
  queryOptions({
    queryKey: [resource.name, 'used', filter, id],
    queryFn: ({ signal }) =>
      source.total(resource, { q: '', sort: '', active: true, filters: { [filter]: [id] } }, signal),
  });

/** A record by its id, for its name; null where there is none in sight. */
export const recordLabelQuery = (source: RowSource, resource: Resource, id: string) =>
  queryOptions({
    queryKey: [resource.name, 'named', id],
    queryFn: () => source.named(resource, id),
    staleTime: 120_000,
  });

/** What a person may mean by `q`: the twenty nearest, active ones alone. `code`: the field by which they call a record. */
export const findRecords = (source: RowSource, resource: Resource, q: string, code?: string) =>
  queryOptions({
    queryKey: [resource.name, 'find', q, code],
    queryFn: async ({ signal }) => {
      const query: RowQuery = { q, sort: 'name', active: true, filters: {} };
      return nearest((await source.page(resource, query, 0, signal)).rows, q, code).slice(0, 20);
    },
    placeholderData: keepPreviousData,
  });

/** The rows whose code is what was typed first, then those whose name begins with it; else as they came. */
export function nearest(rows: readonly Row[], q: string, code?: string): readonly Row[] {
  const wanted = q.trim().toLocaleLowerCase();
  const textOf = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).toLocaleLowerCase() : '';
  const distance = (row: Row) => {
    if (code !== undefined && textOf(fieldOf(row, code)) === wanted) return 0;
    return textOf(row['name']).startsWith(wanted) ? 1 : 2;
  };
  return rows.toSorted((one, other) => distance(one) - distance(other));
}
