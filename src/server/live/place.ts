import type { Caller } from '../auth/caller';
import { companyKey } from '../write/scope-key';
import { sealText, openText } from '../read/sealed-text';

const purpose = 'live';
/** A position that no trail reaches: a client that resumes from it has to read everything again. */
const unknown = 10n ** 18n;

/**
 * Encrypts a position in the trail for a client (`live` of `/api/secure/me`, ids of live messages). It is encrypted
 * because positions count the transactions of all tenants.
 */
export const sealPlace = (secret: Buffer, caller: Caller, place: bigint): string =>
  sealText(secret, purpose, companyKey(caller), String(place).padStart(20, '0'));

/** Decrypts what `sealPlace` returned for the same company. Anything else is a position that is no longer known. */
export function unsealPlace(secret: Buffer, caller: Caller, sealed: string): bigint {
  const text = openText(secret, purpose, companyKey(caller), sealed);
  return text === null ? unknown : BigInt(text);
}
