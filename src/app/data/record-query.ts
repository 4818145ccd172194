import { queryOptions } from '@tanstack/react-query';
import type { Resource } from '@/contract/resource';
import type { JsonObject } from '@/record/json';
import type { Client } from './client';

/** A stored record with all its digits, and the ETag of its version; null from a server that sends none. */
export interface StoredRecord {
  readonly record: JsonObject;
  readonly etag: string | null;
}

/**
 * Query of one record with all its digits: as it is stored, or as it was at `asOf` (an ISO date-time). The exact
 * JSON parser is loaded beside the request, so that a route's loader can use the query within the first load.
 */
export const recordQuery = (client: Client, resource: Resource, id: string, asOf: string | null = null) =>
  queryOptions({
    queryKey: [resource.name, 'record', id, ...(asOf === null ? [] : [asOf])],
    queryFn: async ({ signal }): Promise<StoredRecord> => {
      const [answer, { parseRecordResponse }] = await Promise.all([
        client.getRecord(resource.name, id, signal, asOf),
        import('../record/parse-record-response'),
      ]);
      return parseRecordResponse(answer);
    },
    networkMode: 'always',
    // Two responses with the same version stay two objects: observers compare records by identity.
    structuralSharing: false,
  });
