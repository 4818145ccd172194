import { z } from 'zod';
import { createClient, type Client, type Connection } from '../data/client';
import { RequestError } from '../data/request-error';
import { meSchema, type Me } from '../../contract/session';

const capabilitiesSchema = z.looseObject({ product: z.literal('Tillhouse') });

/** On our service who is asking; null on the bare interface, once it has accepted the key. */
export async function identify(client: Client, patience = capabilitiesTime): Promise<Me | null> {
  const said = await isTillhouse(client, patience);
  if (said !== true) {
    await accepted(client);
    // It did not answer at all, and yet is there: perhaps only that one answer got lost.
    if (said === false || !(await isTillhouse(client, patience))) return null;
  }
  return meSchema.parse(await client.json('/api/secure/me'));
}

/** How long the question for capabilities may take, in milliseconds: a server may leave it unanswered. */
const capabilitiesTime = 8000;

/**
 * Only a JSON answer that names Tillhouse says so; anything else is the bare interface
 * (docs/design.md#11-both-halves-are-real). Null where no answer came: there is no server, or one that is silent on
 * what it does not know, or lets no other page see its 404.
 */
async function isTillhouse(client: Client, patience: number): Promise<boolean | null> {
  try {
    const { text } = await client.answer('/api/capabilities', undefined, patience);
    return capabilitiesSchema.safeParse(JSON.parse(text)).success;
  } catch (error) {
    return error instanceof RequestError && error.status === 0 ? null : false;
  }
}

/** Lists of the interface by which a key is tried; it may be kept from some of them, whatever that is called there. */
const tried = ['plu', 'customer', 'location', 'businessday'];

/** Resolves once a list of the bare interface was answered. @throws RequestError of the first list, where none was. */
async function accepted(client: Client): Promise<void> {
  let first: unknown;
  for (const list of tried) {
    try {
      await client.json(`/api/secure/${list}?page=1&pageSize=1`);
      return;
    } catch (error) {
      first ??= error;
      // Of a server that is not there, or is busy, the other lists would say the same.
      if (!(error instanceof RequestError) || ![401, 403, 404].includes(error.status)) break;
    }
  }
  throw first;
}

/**
 * What a 401 of the bare interface comes to: it may mean one list alone, which the key may not read, so `end` is
 * called where the lists that the key was tried by refuse it, too. Asked once for all who are refused meanwhile.
 */
export function endIfRefused(connection: Connection, end: () => void): () => void {
  let asking: Promise<void> | null = null;
  return () => {
    asking ??= accepted(createClient(connection))
      .catch((error: unknown) => {
        if (error instanceof RequestError && error.status === 401) end();
      })
      .finally(() => (asking = null));
  };
}
