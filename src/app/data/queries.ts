import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Resource } from '@/contract/resource';
import type { RowQuery, RowSource } from './row-source';

/**
 * Query options of what screens read. Every key begins with the resource, so that one mutation of a resource
 * makes all its queries stale.
 */

/** Query of one page of a list, counted from 0. */
export const listPageQuery = (source: RowSource, resource: Resource, query: RowQuery, page: number) =>
  queryOptions({
    queryKey: [resource.name, 'page', query, page],
    queryFn: ({ signal }) => source.page(resource, query, page, signal),
  });

/** Query of the number of all records of a resource, whatever the list filters. */
export const listCountQuery = (source: RowSource, resource: Resource) =>
  queryOptions({
    queryKey: [resource.name, 'count'],
    queryFn: ({ signal }) => source.count(resource, signal),
    placeholderData: keepPreviousData,
  });

/** Query of the number of active records that refer to record `id` through a field or a filter. */
export const usageCountQuery = (source: RowSource, resource: Resource, filter: string, id: string) =>
  queryOptions({
    queryKey: [resource.name, 'used', filter, id],
    queryFn: ({ signal }) =>
      source.total(resource, { q: '', sort: '', active: 'active', filters: { [filter]: [id] } }, signal),
  });

/** Query of the number of records that match. */
export const matchCountQuery = (source: RowSource, resource: Resource, query: RowQuery) =>
  queryOptions({
    queryKey: [resource.name, 'matching', query],
    queryFn: ({ signal }) => source.total(resource, query, signal),
  });

/** Query of a record by its id, for its name; null if it does not exist or is not visible. */
export const recordLabelQuery = (source: RowSource, resource: Resource, id: string) =>
  queryOptions({
    queryKey: [resource.name, 'named', id],
    queryFn: () => source.recordById(resource, id),
    staleTime: 120_000,
  });
