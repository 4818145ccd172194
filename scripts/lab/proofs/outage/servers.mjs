import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { must } from '../ask.mjs';
import { addressOf } from '../postgres.mjs';

const execute = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const diskBytes = 6 * 1024 ** 3;

/**
 * A PostgreSQL server under test. `cluster` returns its data directory, `url` its URL as the owner. `restart` does
 * what an administrator would: nothing for an embedded one, which its service restarts.
 *
 * @typedef {{
 *   name: string,
 *   env: Record<string, string>,
 *   cluster: () => Promise<string>,
 *   url: () => Promise<string>,
 *   stop: () => Promise<void>,
 *   restart: () => Promise<void>,
 *   end: () => Promise<void>,
 * }} Server
 */

/**
 * Mounts a file system for the data, so that it can be filled; null without the required privileges.
 *
 * @param {string} folder
 */
export async function mountDisk(folder) {
  if (!isRoot || process.platform !== 'linux') return null;
  const image = path.join(folder, 'disk.img');
  const disk = path.join(folder, 'disk');
  await mkdir(disk);
  await execute('truncate', ['-s', String(diskBytes), image]);
  await execute('mkfs.ext4', ['-q', '-F', '-m', '0', image]);
  try {
    await execute('mount', ['-o', 'loop', image, disk]);
  } catch {
    await rm(image);
    return null;
  }
  await chmod(disk, 0o711);
  return disk;
}

/** @param {string} disk */
export const unmountDisk = (disk) => execute('umount', [disk]);

/**
 * Compiles the library that makes PostgreSQL's files fail; returns how to preload it, or null without a compiler.
 *
 * @param {string} folder
 */
export async function buildEio(folder) {
  if (process.platform !== 'linux') return null;
  const library = path.join(folder, 'eio.so');
  const flag = path.join(folder, 'eio');
  const source = path.join(import.meta.dirname, 'eio.c');
  try {
    await execute('gcc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  } catch {
    return null;
  }
  await chmod(library, 0o755);
  return { flag, env: { LD_PRELOAD: library, OUTAGE_EIO: flag } };
}

/**
 * Returns the service's embedded server, in `data` of a folder.
 *
 * @param {string} folder @returns {Server}
 */
export function embeddedServer(folder) {
  const data = path.join(folder, 'data');
  let known = '';
  const cluster = async () => {
    if (known) return known;
    const names = await readdir(data, { recursive: true });
    const found = names.find((name) => path.basename(name) === 'PG_VERSION' && !name.includes('base'));
    must(found, () => 'There is no embedded database');
    return (known = path.dirname(path.join(data, found)));
  };
  return {
    name: 'embedded',
    env: { DATABASE_URL: '', TILLHOUSE_DATA_DIR: data },
    cluster,
    url: async () => addressOf(await cluster()),
    // As `pg_ctl stop -m fast` does.
    stop: async () => {
      const lines = (await readFile(path.join(await cluster(), 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(lines[0]), 'SIGINT');
    },
    restart: async () => undefined,
    end: async () => undefined,
  };
}

/**
 * Returns a PostgreSQL of the system, which this proof starts, stops and restarts; null if there is none.
 *
 * @param {string} folder @param {string} bin @param {Record<string, string>} env @returns {Promise<Server | null>}
 */
export async function ownServer(folder, bin, env) {
  if (!existsSync(path.join(bin, 'initdb'))) return null;
  const cluster = path.join(folder, 'own');
  const account = isRoot ? await accountOf('postgres') : null;
  const run = (/** @type {string} */ name, /** @type {string[]} */ args) =>
    // An inherited pipe would stay open as long as the server runs.
    execute('/bin/sh', ['-c', '"$0" "$@" >/dev/null 2>&1', path.join(bin, name), ...args], {
      ...account,
      cwd: folder,
      env: { ...process.env, ...env, LC_ALL: 'C' },
    });
  await mkdir(cluster, { mode: 0o700 });
  const secret = path.join(folder, 'own.secret');
  await writeFile(secret, 'outage\n');
  for (const one of [cluster, secret]) if (account) await chown(one, account.uid, account.gid);
  await run('initdb', [
    '-D',
    cluster,
    '-U',
    'owner',
    '-A',
    'scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    `--pwfile=${secret}`,
  ]);
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
  const start = () =>
    run('pg_ctl', ['start', '-w', '-t', '60', '-D', cluster, '-l', path.join(cluster, 'log'), '-o', options]);
  const url = `postgresql://owner:outage@127.0.0.1:${port}/postgres?sslmode=disable`;
  await start();
  const [major = ''] = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).split('\n');
  return {
    name: `PostgreSQL ${major}`,
    env: { DATABASE_URL: url },
    cluster: async () => cluster,
    url: async () => url,
    stop: async () => void (await run('pg_ctl', ['stop', '-m', 'fast', '-w', '-D', cluster])),
    restart: async () => {
      const runs = await run('pg_ctl', ['status', '-D', cluster]).then(
        () => true,
        () => false,
      );
      if (!runs) await start();
    },
    end: async () => void (await run('pg_ctl', ['stop', '-m', 'immediate', '-w', '-D', cluster])),
  };
}

/**
 * Waits until a database accepts writes, on a new connection for each attempt.
 *
 * @param {Server} server @param {number} within milliseconds
 */
export async function untilWritable(server, within = 60_000) {
  const until = Date.now() + within;
  for (;;) {
    try {
      await server.restart();
      await query(await server.url(), 'create temporary table probe (n int); insert into probe values (1)');
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** @param {string} url @param {string} text @param {unknown[]} [values] */
export async function query(url, text, values = []) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 30_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text, values.length > 0 ? values : undefined)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @param {string} name */
async function accountOf(name) {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((what) => execute('id', [what, name])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
