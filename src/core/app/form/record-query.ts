import { queryOptions } from '@tanstack/react-query';
import type { Resource } from '../../contract/resource';
import type { Client } from '../data/client';
import { readRecord } from './save/stored-record';

/** Query of one record, keeping numbers to the digit; with a moment, as it was then. */
export const recordQuery = (client: Client, resource: Resource, id: string, asOf: string | null = null) =>
  queryOptions({
    queryKey: [resource.name, 'record', id, ...(asOf === null ? [] : [asOf])],
    queryFn: ({ signal }) => readRecord(client, resource, id, signal, asOf),
    networkMode: 'always',
    // Two responses with the same version are the same object to observers.
    structuralSharing: false,
  });
