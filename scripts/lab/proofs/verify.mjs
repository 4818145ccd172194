import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../steps.mjs';

const run = promisify(execFile);

/**
 * Returns what `npm run verify` finds wrong in the database and in a backup of it.
 *
 * @param {string} databaseUrl
 * @returns {Promise<string[]>}
 */
export async function proveVerified(databaseUrl) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-proof-'));
  const file = path.join(folder, 'backup');
  const runCommand = async (/** @type {string[]} */ ...words) => {
    const done = run(process.execPath, [path.join(root, 'scripts/backup.mjs'), ...words], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: databaseUrl, INIT_CWD: folder },
    });
    const { stdout } = await done.catch((error) => {
      throw new Error(`${words[0]}: ${error.stdout}\n${error.stderr}`);
    });
    return `${words[0]}: ${stdout.trim().split('\n').at(-1)?.replaceAll(folder, '') ?? ''}`;
  };
  try {
    return [await runCommand('verify'), await runCommand('backup', file), await runCommand('verify', file)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
