import { randomUUID } from 'node:crypto';

/**
 * Returns a new UUIDv7 (RFC 9562, 5.7): 48 bits of Unix milliseconds, then 74 random bits. These are the ones of a
 * UUIDv4, whose variant is the same: Node draws them in advance, which `randomBytes` does not.
 */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
