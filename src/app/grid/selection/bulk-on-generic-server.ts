import type { Resource } from '@/contract/resource';
import type { Client } from '../../data/client';
import { readRecord } from '../../form/save/stored-record';
import { storeOnGenericServer } from '../../form/save/save-on-generic-server';
import { RequestError } from '../../data/request-error';

/**
 * Activates or deactivates a record on a generic server. Returns the untouched fields that the server changed. Throws
 * a `RequestError` if it is unknown whether the change was stored.
 */
export async function setActiveOnGenericServer(
  client: Client,
  resource: Resource,
  id: string,
  active: boolean,
): Promise<readonly string[]> {
  const now = await readRecord(client, resource, id);
  const { deviations } = await storeOnGenericServer({ client, resource }, id, now, { ...now.record, active });
  if (deviations.some(({ path }) => path[0] === 'active'))
    throw new RequestError({ kind: 'unverified', message: 'Not confirmed' });
  return deviations.map(({ path }) => path.join('.'));
}
