import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { contentsEdition, reportHash, sealHash, type Hasher, type SealHead } from './contents';

/** A seal as the report has it. */
export interface Seal extends SealHead {
  readonly hash: string;
}

/** Whether a report is what was sealed; `unknown` for contents of an edition that is not known here. */
export type SealState = 'holds' | 'differs' | 'unknown';

/** A library's SHA-256: that of the browser itself is there under https alone. */
function newHasher(): Hasher {
  const hash = sha256.create();
  return { update: (text) => void hash.update(utf8ToBytes(text)), hex: () => bytesToHex(hash.digest()) };
}

/** Recomputes a seal from the report as it came, JSON text. */
export function verifySeal(report: string, seal: Seal): SealState {
  if (seal.contents !== contentsEdition) return 'unknown';
  const holds = reportHash(newHasher(), report) === seal.content && sealHash(newHasher(), seal) === seal.hash;
  return holds ? 'holds' : 'differs';
}
