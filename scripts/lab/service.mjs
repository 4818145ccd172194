import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createServer } from 'vite';
import { ensureBuilt } from '../build.mjs';
import { ensureInstalled } from '../install.mjs';
import { root } from '../steps.mjs';

const startMs = 60_000;
const stopMs = 15_000;

/**
 * A service to be measured: `url` is its address, `key` an administrator's, `databaseUrl` its PostgreSQL as the
 * owner, `another` starts a second service on it, or on another database with the same key, and returns its address, of which `pidOf` is the process, `pid` and `postmaster` are their processes,
 * `load` imports a source file of this repository.
 *
 * @typedef {{
 *   url: string,
 *   key: string,
 *   pid: number | undefined,
 *   databaseUrl: string,
 *   postmaster: number,
 *   another: (on?: { databaseUrl?: string, archiveDir?: string }) => Promise<string>,
 *   pidOf: (address: string) => number | undefined,
 *   load: (file: string) => Promise<Record<string, any>>,
 *   stop: () => Promise<void>,
 * }} Service
 */

/**
 * Starts the built service, as `npm start` does, on an embedded database without the demo company. `stop` ends both
 * and deletes the database; a signal does the same.
 *
 * @param {{ profile?: string, dataDir?: string, demo?: boolean, archiveDir?: string }} [options] `profile`: a folder for a CPU profile of the service (`--cpu-prof`);
 *   `dataDir`: a folder in which the database stays, and is found again by the next run; `demo`: with the demo company; `archiveDir`: the folder of an archive, none without it
 * @returns {Promise<Service>}
 */
export async function startService({ profile, dataDir, demo = false, archiveDir = 'off' } = {}) {
  process.chdir(root);
  await ensureInstalled();
  await ensureBuilt();
  const vite = await createServer({
    server: { middlewareMode: true, ws: false, watch: null },
    appType: 'custom',
    logLevel: 'error',
  });
  const { startEmbedded } = await vite.ssrLoadModule('/src/server/ops/embedded/start.ts');
  const folder = await mkdtemp(path.join(tmpdir(), `tillhouse-bench-${process.pid}-`));
  // A process run by root starts PostgreSQL as another user, which needs to traverse the folder.
  await chmod(folder, 0o711);
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const database = await startEmbedded({
    dataDir: dataDir ? path.resolve(dataDir) : path.join(folder, 'data'),
    log,
  });
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {import('node:child_process').ChildProcess[]} */
  const others = [];
  /** @type {Map<string, number | undefined>} */
  const pids = new Map();
  /** @type {Promise<void> | undefined} */
  let stopped;
  const stop = () =>
    (stopped ??= (async () => {
      for (const one of [child, ...others]) if (one) await end(one);
      await database.stop();
      if (!dataDir) await rm(path.dirname(database.directory), { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
      await vite.close();
    })());
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void stop().then(() => process.exit(1)));
  try {
    // A database that stays knows the key of its first run.
    const key = dataDir ? keyOf(path.resolve(dataDir)) : `bench-${randomBytes(24).toString('base64url')}`;
    const started = run(
      {
        DATABASE_URL: database.url,
        TILLHOUSE_API_KEY: key,
        TILLHOUSE_DEMO: String(demo),
        TILLHOUSE_ARCHIVE_DIR: archiveDir,
      },
      profile,
    );
    child = started;
    const url = await address(started);
    const postmaster = Number.parseInt(
      await readFile(path.join(database.directory, 'postmaster.pid'), 'utf8'),
      10,
    );
    return {
      url,
      key,
      pid: started.pid,
      postmaster,
      databaseUrl: database.url,
      another: async (on = {}) => {
        const other = run({
          DATABASE_URL: on.databaseUrl ?? database.url,
          TILLHOUSE_API_KEY: key,
          TILLHOUSE_ARCHIVE_DIR: on.archiveDir ?? archiveDir,
        });
        others.push(other);
        const at = await address(other);
        pids.set(at, other.pid);
        return at;
      },
      pidOf: (at) => pids.get(at),
      load: (file) => vite.ssrLoadModule(file),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {string} folder */
const keyOf = (folder) => `bench-${createHash('sha256').update(folder).digest('base64url')}`;

/** @param {Record<string, string>} env @param {string} [profile] */
function run(env, profile) {
  const entry = pathToFileURL(path.join(root, 'dist/server/server.js')).href;
  const code = `const { main } = await import(${JSON.stringify(entry)}); await main();`;
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  return spawn(process.execPath, [...flags, '--input-type=module', '-e', code], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      TILLHOUSE_DEMO: 'false',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} */
function address(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`The service did not start: ${output}`)), startMs);
    child.once('exit', () => reject(new Error(`The service ended: ${output}`)));
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
      const found = /Tillhouse is at (\S+)/.exec(output)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
}

/** @param {import('node:child_process').ChildProcess} child */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(timer);
}
