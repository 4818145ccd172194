import { queryOptions } from '@tanstack/react-query';
import type { Resource } from '../../contract/resource';
import type { Client } from '../data/client';
import { readRecord } from './save/stored-record';

/** One record with all its digits, to be edited; or to be read, as it was at a moment. */
export const recordQuery = (client: Client, resource: Resource, id: string, asOf: string | null = null) =>
  queryOptions({
    queryKey: [resource.name, 'record', id, ...(asOf === null ? [] : [asOf])],
    queryFn: ({ signal }) => readRecord(client, resource, id, signal, asOf),
    networkMode: 'always',
    // Two answers with the same version are the same object to whoever looks on.
    structuralSharing: false,
  });
