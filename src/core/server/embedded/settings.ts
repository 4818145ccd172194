import { writeFile } from 'node:fs/promises';
import path from 'node:path';

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

/** Writes the settings that the next start of the server reads: those of a laptop, with every write safe on disk. */
export async function writeSettings(cluster: string): Promise<void> {
  await writeFile(path.join(cluster, settingsFile), settings);
}
