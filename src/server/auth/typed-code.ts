import { createHash, randomBytes } from 'node:crypto';

/** Crockford's letters: none is taken for another, and five bits are one of them. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a random code that is typed by hand, of five bits a letter, in groups of four: `7KQ2-M9XD`. */
export function makeCode(length: number): string {
  // 256 is a multiple of 32, so each letter is as likely.
  const text = [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('');
  return text.match(/.{4}/g)?.join('-') ?? '';
}

/**
 * Returns the SHA-256 of a code, however it is typed: blanks, hyphens, what is invisible, the case and the width of letters count for
 * nothing, and what looks alike is one letter.
 */
export const hashCode = (typed: string): Buffer =>
  createHash('sha256')
    .update(
      typed
        .normalize('NFKC')
        .toUpperCase()
        .replaceAll(/[\s\p{Pd}\p{C}]/gu, '')
        .replaceAll('O', '0')
        .replaceAll(/[IL]/g, '1'),
      'utf8',
    )
    .digest();
