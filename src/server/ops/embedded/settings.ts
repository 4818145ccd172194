import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDurably } from './durable';
import { type Account, hasCode } from './run';

/** The name, in the cluster, of the file that postgresql.conf includes. */
export const settingsFile = 'tillhouse.conf';

const settings = `# Written anew at each start. Your own settings belong at the end of postgresql.conf.
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
timezone = 'UTC'
log_timezone = 'UTC'
shared_buffers = '256MB'
effective_cache_size = '1GB'
work_mem = '16MB'
maintenance_work_mem = '128MB'
max_wal_size = '2GB'
checkpoint_timeout = '15min'
random_page_cost = 1.1
jit = off
# A refused statement is the service's to report, and its text may hold personal data.
log_min_messages = 'log'
log_checkpoints = off
`;

/**
 * Writes the settings that the server reads at its next start: sized for a laptop, with every commit flushed. The
 * file is replaced and belongs to the server's user, so that root and that user can start by turns.
 */
export const writeSettings = (cluster: string, account: Account | undefined): Promise<void> =>
  writeDurably(path.join(cluster, settingsFile), settings, { account });

const included = new RegExp(`^\\s*include\\s*=?\\s*'${settingsFile.replace('.', '\\.')}'.*$`, 'm');

/**
 * Makes postgresql.conf include the settings file if it does not, and leaves the rest as it is.
 *
 * Without the line the server listens elsewhere, and if zero bytes replace it, as a power cut may leave them, the server does not
 * start. Zero bytes are removed.
 *
 * @returns whether the line was missing.
 */
export async function ensureIncluded(cluster: string, account: Account | undefined): Promise<boolean> {
  const file = path.join(cluster, 'postgresql.conf');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  });
  if (included.test(text) && !text.includes('\0')) return false;
  const rest = text.replaceAll('\0', '').replace(included, '');
  await writeDurably(file, `${rest}\ninclude '${settingsFile}'\n`, { account });
  return true;
}
