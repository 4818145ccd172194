import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const lengths = { nonce: 12, tag: 16 } as const;

/**
 * Encrypts a text that only this service can read, and only with the same `context`. It hides what the text reveals
 * about other tenants (positions in shared tables), and makes a changed or borrowed text unreadable.
 *
 * The same text and context give the same result in every process, so that an answer with an ETag has the same bytes
 * each time. So the nonce is derived from both with a separate key, and is never reused for another text.
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

/** Decrypts what `sealText` returned for the same purpose and context; null for anything else. */
export function openText(secret: Buffer, purpose: string, context: string, sealed: string): string | null {
  if (!/^[\w-]+$/.test(sealed)) return null;
  const bytes = Buffer.from(sealed, 'base64url');
  // Exactly one text for each value: base64url accepts others for the same bytes.
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
