import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../steps.mjs';
import { must } from './ask.mjs';

/**
 * Starts the built service as a process of its own. `ended` resolves to its exit code and signal, `said` returns its
 * output, `kill` lets it end.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [cwd] of a checkout of another version
 */
export async function serve(env, cwd = root) {
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const address = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /Tillhouse is at (\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The service did not start: ${output}`)));
  });
  must(child.pid !== undefined, () => 'The service has no process');
  return { address: String(address), pid: child.pid, ended, said: () => output, kill: () => child.kill() };
}

/**
 * Creates a folder, an administrator key and the environment of a service with an empty database in that folder. The
 * caller removes the folder.
 *
 * @param {string} name of the proof
 */
export async function createEmptyData(name) {
  const folder = await mkdtemp(path.join(tmpdir(), `tillhouse-${name}-`));
  // A process run by root starts PostgreSQL as another user, which needs to traverse the folder.
  await chmod(folder, 0o711);
  return { folder, ...credentialsFor(path.join(folder, 'data'), name) };
}

/**
 * Returns an administrator key and the environment of a service with its database in `dataDir`. The key is constant,
 * so that it works on a copy of the database as well.
 *
 * @param {string} dataDir @param {string} name of the proof
 */
export function credentialsFor(dataDir, name) {
  const key = `${name}-0123456789abcdef`;
  const env = {
    ...process.env,
    DATABASE_URL: '',
    TILLHOUSE_DATA_DIR: dataDir,
    TILLHOUSE_DEMO: 'false',
    TILLHOUSE_API_KEY: key,
    PORT: '0',
    LOG_LEVEL: 'warn',
  };
  return { key, env };
}

/**
 * Returns the last line of `npm run verify`, beside the running service: runs its code directly, so that nothing is
 * installed or built during a proof.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function verifyBeside(env) {
  const entry = pathToFileURL(path.join(root, 'dist/server/server.js')).href;
  const code = `const { backupCommand } = await import(${JSON.stringify(entry)}); await backupCommand('verify', []);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  return output.trim().split('\n').at(-1) ?? '';
}
