import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { conflict } from '../http/problems';
import { openText, sealText } from '../read/sealed-text';

/** The keys under which secrets are kept that this service must show again, such as those of authenticators. The database has none of them. */
export interface SecretKeys {
  /** Encrypts a text under the first key, for one purpose and context. */
  readonly seal: (purpose: string, context: string, text: string) => string;
  /** Decrypts what `seal` returned under any key of the file; null for anything else. */
  readonly open: (purpose: string, context: string, sealed: string) => string | null;
  /** What begins each text that the first key encrypted. */
  readonly current: string;
}

/**
 * Requires that the service has keys, under which what is asked for can be kept.
 *
 * @param what is to be kept, as the refusal has it
 * @throws 409 `no_key`
 */
export function requireSecretKeys(keys: SecretKeys | undefined, what = 'a secret'): SecretKeys {
  if (keys) return keys;
  throw conflict('no_key', `This service has no file of keys, under which it could keep ${what}`);
}

const leastBytes = 32;

/** Returns the keys of a file's text: one on each line, in base64, of 32 bytes or more. @throws an Error that says the line, never the key. */
export function secretKeysOf(text: string): SecretKeys {
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, at) => {
      const key = Buffer.from(line, 'base64');
      if (!/^[\w+/-]+=*$/.test(line) || key.length < leastBytes)
        throw new Error(`Line ${at + 1} is no key: ${leastBytes} random bytes in base64, or more`);
      return { key, id: createHash('sha256').update('tillhouse key ').update(key).digest('hex').slice(0, 8) };
    });
  const [first] = keys;
  if (!first) throw new Error('It holds no key');
  return {
    current: `${first.id}.`,
    seal: (purpose, context, plain) => `${first.id}.${sealText(first.key, purpose, context, plain)}`,
    open(purpose, context, sealed) {
      const [id, body = ''] = sealed.split('.', 2);
      const known = keys.find((one) => one.id === id);
      return known ? openText(known.key, purpose, context, body) : null;
    },
  };
}

/** Reads the keys of a file. With `make`, a missing one is made, for its owner alone. @throws an Error that names the file */
export async function readSecretKeys(file: string, make: boolean): Promise<SecretKeys> {
  try {
    if (make) {
      const key = `${randomBytes(leastBytes).toString('base64')}\n`;
      await writeFile(file, key, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      });
    }
    return secretKeysOf(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(
      `The file of keys ${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
