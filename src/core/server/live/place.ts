import type { Caller } from '../auth/caller';
import { companyKey } from '../write/scope-key';
import { sealText, openText } from '../read/sealed-text';

const purpose = 'live';
/** A place that no trail has reached: whoever goes on from it is told to read anew. */
const unknown = 10n ** 18n;

/**
 * Returns a place in the trail as a client gets it (`live` of `/api/secure/me`, ids of live messages). Encrypted:
 * places count the transactions of all tenants.
 */
export const sealPlace = (secret: Buffer, caller: Caller, place: bigint): string =>
  sealText(secret, purpose, companyKey(caller), String(place).padStart(20, '0'));

/** Reads what `sealPlace` gave for the same company. Anything else is a place that is not known any more. */
export function unsealPlace(secret: Buffer, caller: Caller, sealed: string): bigint {
  const text = openText(secret, purpose, companyKey(caller), sealed);
  return text === null ? unknown : BigInt(text);
}
