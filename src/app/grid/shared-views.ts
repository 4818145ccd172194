import { sharedViewsSchema, type SharedView } from '@/contract/shared-view';
import type { Client } from '../data/client';
import type { View } from './columns/column-preferences';

const resourceName = 'shared_view';

/** Reads the views of a list that are shared in the company (docs/design.md#shared-views). */
export async function readSharedViews(
  client: Client,
  resource: string,
  signal?: AbortSignal,
): Promise<SharedView[]> {
  const path = `/api/secure/${resourceName}?resource=${encodeURIComponent(resource)}`;
  return sharedViewsSchema.parse(await client.json(path, signal));
}

/** Shares a view with the company. Throws a `RequestError`, with the code `name_taken` if the name is in use. */
export async function shareView(client: Client, resource: string, view: View): Promise<void> {
  await client.post(resourceName, JSON.stringify({ resource, ...view }));
}

/** Ends the sharing of a view for everybody. */
export async function endSharing(client: Client, id: string): Promise<void> {
  await client.put(resourceName, id, JSON.stringify({ active: false }));
}
