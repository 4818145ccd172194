import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const lengths = { nonce: 12, tag: 16 } as const;

/**
 * Encrypts a text so that only this service reads it, and only where the same `context` is given again. What it says
 * of other tenants (places in tables that all tenants share) stays hidden, and a changed or borrowed one is refused.
 *
 * The same text in the same context gives the same result, in every process: an answer with an ETag has the same bytes
 * each time. So the nonce is made from both, by a key of its own, and is never used for another text.
 *
 * @param purpose separates the keys that are derived from one secret.
 */
export function sealText(secret: Buffer, purpose: string, context: string, text: string): string {
  const nonce = createHmac('sha256', keyFor(secret, `${purpose} nonce`))
    .update(JSON.stringify([context, text]))
    .digest()
    .subarray(0, lengths.nonce);
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce, { authTagLength: lengths.tag });
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** Decrypts what `sealText` gave for the same purpose and context; null for anything else. */
export function openText(secret: Buffer, purpose: string, context: string, sealed: string): string | null {
  if (!/^[\w-]+$/.test(sealed)) return null;
  const bytes = Buffer.from(sealed, 'base64url');
  // One text for each value: base64url would read others as the same bytes.
  if (bytes.length < lengths.nonce + lengths.tag || bytes.toString('base64url') !== sealed) return null;
  const end = bytes.length - lengths.tag;
  const nonce = bytes.subarray(0, lengths.nonce);
  const cipher = createDecipheriv(algorithm, keyFor(secret, purpose), nonce, { authTagLength: lengths.tag });
  cipher.setAAD(Buffer.from(context));
  cipher.setAuthTag(bytes.subarray(end));
  try {
    return Buffer.concat([cipher.update(bytes.subarray(lengths.nonce, end)), cipher.final()]).toString();
  } catch {
    return null;
  }
}

const keyFor = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `tillhouse ${purpose}`, 32));
