import { execFile } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { startEmbedded } from '@/server/ops/embedded/start';
import { scratchFolder } from './scratch';

/** What folders of made clusters are called, before the number of the process that runs the tests. */
export const madePrefix = 'tillhouse-made-';

let made: Promise<string> | undefined;

async function make(): Promise<string> {
  // The process that runs all tests deletes it (global-setup.ts): that of a worker may be ended without a word.
  const folder = await mkdtemp(path.join(await scratchFolder(), `${madePrefix}${process.ppid}-`));
  await chmod(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const server = await startEmbedded({ dataDir, log });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('create table note (text text); insert into note values ($$kept$$)');
  await client.end();
  await server.stop();
  return dataDir;
}

/**
 * Puts a stopped cluster of the embedded PostgreSQL at `dataDir`, with a table `note` of one row, `kept`. It is made once a
 * process and copied, with owners and modes, which the server requires: making one takes two seconds.
 */
export async function copyMadeCluster(dataDir: string): Promise<void> {
  made ??= make();
  await promisify(execFile)('cp', ['-a', await made, dataDir]);
}
