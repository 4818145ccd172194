import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { contentsEdition, reportHash, sealHash, type Hasher, type SealHead } from './contents';

/** A seal in the form of the report. */
export interface Seal extends SealHead {
  readonly hash: string;
}

/** Whether a report matches its seal; `unknown` for an edition that this version does not support. */
export type SealState = 'holds' | 'differs' | 'unknown';

/** Returns a SHA-256 hasher of a library, since the browser's own is available only over HTTPS. */
function newHasher(): Hasher {
  const hash = sha256.create();
  return { update: (text) => void hash.update(utf8ToBytes(text)), hex: () => bytesToHex(hash.digest()) };
}

/** Verifies a seal against the JSON text of the report. */
export function verifySeal(report: string, seal: Seal): SealState {
  if (seal.contents !== contentsEdition) return 'unknown';
  const holds = reportHash(newHasher(), report) === seal.content && sealHash(newHasher(), seal) === seal.hash;
  return holds ? 'holds' : 'differs';
}
