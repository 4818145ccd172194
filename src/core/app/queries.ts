import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Resource } from '../contract/resource';
import type { RowQuery, RowSource } from './row-source';

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
export const namedRecord = (source: RowSource, resource: Resource, id: string) =>
  queryOptions({
    queryKey: [resource.name, 'named', id],
    queryFn: () => source.named(resource, id),
    staleTime: 120_000,
  });

/** What a person may mean by `q`: the first twenty, by name, active ones alone. */
export const findRecords = (source: RowSource, resource: Resource, q: string) =>
  queryOptions({
    queryKey: [resource.name, 'find', q],
    queryFn: async ({ signal }) => {
      const query: RowQuery = { q, sort: 'name', active: true, filters: {} };
      return (await source.page(resource, query, 0, signal)).rows.slice(0, 20);
    },
    placeholderData: keepPreviousData,
  });
