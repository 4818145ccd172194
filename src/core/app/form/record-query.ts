import { queryOptions } from '@tanstack/react-query';
import type { Resource } from '../../contract/resource';
import type { Client } from '../client';
import { readRecord } from './save';

/** One record with all its digits, to be edited. */
export const recordQuery = (client: Client, resource: Resource, id: string) =>
  queryOptions({
    queryKey: [resource.name, 'record', id],
    queryFn: ({ signal }) => readRecord(client, resource, id, signal),
    networkMode: 'always',
    // Two answers with the same version are the same object to whoever looks on.
    structuralSharing: false,
  });
