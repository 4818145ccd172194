import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { program } from './binaries';
import { writeDurably } from './durable';
import type { EmbeddedLog } from './log';
import type { Place } from './place';
import { findPostmaster } from './postmaster';
import { type Account, hasCode, run } from './run';

/** The owner of the database, with every privilege in the embedded server. */
export const superuser = 'tillhouse';

/** Returns the path of the file with the password of `superuser`. */
export const passwordFile = (cluster: string): string => path.join(cluster, 'tillhouse.secret');

/** Returns a new password that needs no quoting, in SQL or in an address. */
export const newPassword = (): string => randomBytes(32).toString('base64url');

const shape = /^[\w-]{16,}$/;

/** Writes a password to `file`, flushed when this returns. */
export const writePassword = (file: string, password: string, account: Account | undefined): Promise<void> =>
  writeDurably(file, `${password}\n`, { account });

/** Returns the password, or null if the file is missing or empty. */
export async function readPassword(cluster: string): Promise<string | null> {
  const text = await readFile(passwordFile(cluster), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  });
  return shape.test(text.trim()) ? text.trim() : null;
}

/**
 * Sets a new password if the file holds none: it was lost, or a power cut left it empty.
 * PostgreSQL runs in single-user mode for that, which asks for no password; nothing else is changed. It may be
 * interrupted anywhere: until the file is written, the next start repeats it.
 *
 * @throws an Error if a server runs on the cluster, or if the cluster does not know the user.
 */
export async function ensurePassword(place: Place, log: EmbeddedLog): Promise<void> {
  const { cluster, account } = place;
  if ((await readPassword(cluster)) !== null) return;
  const file = passwordFile(cluster);
  const running = await findPostmaster(cluster);
  if (running) {
    throw new Error(
      `${file} holds no password, and a PostgreSQL server (process ${running.pid}) runs on ${cluster}. ` +
        `Stop that process (kill -INT ${running.pid}) and start again: a new password is set then.`,
    );
  }
  log.warn(`${file} holds no password: a new one is set.`);
  const password = newPassword();
  const args = ['--single', '-D', cluster, 'template1'];
  const statement = `alter role ${superuser} password '${password}';\n`;
  const { status, output } = await run(
    program(place.binaries, 'postgres'),
    args,
    account,
    path.dirname(cluster),
    statement,
  );
  // Single-user mode exits with 0 even if a statement failed; its output may repeat the statement.
  const failed = output.split('\n').find((line) => /\b(?:ERROR|FATAL|PANIC):/.test(line));
  if (status !== 0 || failed) {
    throw new Error(
      `${file} holds no password, and no new one could be set: ${failed ?? `postgres ended with ${status}`}. ` +
        'Nothing else was changed. Put the file back from a copy, or restore a backup into another TILLHOUSE_DATA_DIR.',
    );
  }
  await writePassword(file, password, account);
}
