import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/steps.mjs';
import { must } from './ask.mjs';

/**
 * Starts the built service as a process of its own. `ended` gives its exit code and signal, `said` what it printed.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export async function serve(env) {
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const address = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /Tillhouse is at (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The service did not start: ${said}`)));
  });
  must(child.pid !== undefined, () => 'The service has no process');
  return { address: String(address), pid: child.pid, ended, said: () => said };
}

/**
 * A folder, an administrator key and the environment of a service with an empty database of its own in that folder.
 * Whoever asks removes the folder.
 *
 * @param {string} name of the proof
 */
export async function emptyHouse(name) {
  const folder = await mkdtemp(path.join(tmpdir(), `tillhouse-${name}-`));
  // As root PostgreSQL runs as another user, who must pass through.
  await chmod(folder, 0o711);
  const key = `${name}-${crypto.randomUUID()}`;
  const env = {
    ...process.env,
    DATABASE_URL: '',
    TILLHOUSE_DATA_DIR: path.join(folder, 'data'),
    TILLHOUSE_DEMO: 'false',
    TILLHOUSE_API_KEY: key,
    PORT: '0',
    LOG_LEVEL: 'warn',
  };
  return { folder, key, env };
}
