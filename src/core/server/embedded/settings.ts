import { chown, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from './run';

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
 * Writes the settings that the next start of the server reads: those of a laptop, with every write safe on disk.
 * The file is replaced, and belongs to the server's user, so that root and that user can start in turns.
 */
export async function writeSettings(cluster: string, account: Account | undefined): Promise<void> {
  const file = path.join(cluster, settingsFile);
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, settings);
  if (account) await chown(fresh, account.uid, account.gid);
  await rename(fresh, file);
}
