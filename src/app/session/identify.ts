import { createClient, type Client, type Connection } from '../data/client';
import { RequestError } from '../data/request-error';
import { readMe } from '@/contract/read-me';
import type { Me } from '@/contract/session';

/**
 * Returns the caller's identity on our service; null on a generic server, once it has accepted the key. Throws
 * a `RequestError` if no list of the interface can be read with the key.
 */
export async function identify(client: Client, timeout = capabilitiesTimeout): Promise<Me | null> {
  const isOurs = await isTillhouse(client, timeout);
  if (isOurs !== true) {
    await checkKey(client);
    // The request for capabilities got no response, but the server is reachable: that one response may have
    // been lost.
    if (isOurs === false || !(await isTillhouse(client, timeout))) return null;
  }
  const me = readMe(await client.json('/api/secure/me'));
  if (!me) throw new Error('The response about the caller is none');
  return me;
}

/** Timeout of the request for capabilities, in milliseconds: a server may never answer it. */
const capabilitiesTimeout = 8000;

/**
 * Returns whether the server is our service: only a JSON response that names Tillhouse proves it
 * (docs/design.md#11-both-halves-are-real). Null if there was no response: the server does not exist, does not
 * answer unknown paths, or hides its 404 from other origins.
 */
async function isTillhouse(client: Client, timeout: number): Promise<boolean | null> {
  try {
    const { text } = await client.getWithHeaders('/api/capabilities', undefined, timeout);
    const capabilities: { product?: unknown } | null = JSON.parse(text);
    return capabilities?.product === 'Tillhouse';
  } catch (error) {
    return error instanceof RequestError && error.status === 0 ? null : false;
  }
}

/**
 * Lists of the interface that are requested to check a key, in this order: a key may lack access to some of
 * them.
 */
const keyCheckLists = ['plu', 'customer', 'location', 'businessday'];

/**
 * Resolves once a generic server has answered one of the lists. @throws RequestError of the first list if all
 * fail.
 */
async function checkKey(client: Client): Promise<void> {
  let firstError: unknown;
  for (const list of keyCheckLists) {
    try {
      await client.json(`/api/secure/${list}?page=1&pageSize=1`);
      return;
    } catch (error) {
      firstError ??= error;
      // If the server is unreachable or busy, the other lists would fail in the same way.
      if (!(error instanceof RequestError) || ![401, 403, 404].includes(error.status)) break;
    }
  }
  throw firstError;
}

/**
 * Returns the handler of a generic server's 401: the key may only lack access to one list, so `onRefused` is called
 * only if the server also refuses the lists that check a key. Concurrent calls share one check.
 */
export function endIfRefused(connection: Connection, onRefused: () => void): () => void {
  let check: Promise<void> | null = null;
  return () => {
    check ??= checkKey(createClient(connection))
      .catch((error: unknown) => {
        if (error instanceof RequestError && error.status === 401) onRefused();
      })
      .finally(() => (check = null));
  };
}
