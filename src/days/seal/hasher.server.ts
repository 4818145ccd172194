import { createHash } from 'node:crypto';
import type { Hasher } from './contents';

/** Returns a new SHA-256 hasher. */
export function newHasher(): Hasher {
  const hash = createHash('sha256');
  return { update: (text) => void hash.update(text, 'utf8'), hex: () => hash.digest('hex') };
}
