import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../steps.mjs';

const execute = promisify(execFile);

/** Where Debian puts each program, and the package that it comes with. */
const programs = {
  postgresql: { package: 'postgresql-15', file: '/usr/lib/postgresql/15/bin/postgres' },
  haproxy: { package: 'haproxy', file: '/usr/sbin/haproxy' },
  pgbouncer: { package: 'pgbouncer', file: '/usr/sbin/pgbouncer' },
  patroni: { package: 'patroni', file: '/usr/bin/patroni' },
  pgbackrest: { package: 'pgbackrest', file: '/usr/bin/pgbackrest' },
  nginx: { package: 'nginx-light', file: '/usr/sbin/nginx' },
  caddy: { package: 'caddy', file: '/usr/bin/caddy' },
  etcd: { package: 'etcd-server', file: '/usr/bin/etcd' },
};
/** @typedef {keyof typeof programs} Program */

export const postgresBin = path.dirname(programs.postgresql.file);

/**
 * Returns which Debian packages are missing for these programs.
 *
 * @param {readonly Program[]} needed
 */
export const missingPackages = (needed) =>
  needed.filter((name) => !existsSync(programs[name].file)).map((name) => programs[name].package);

/** PostgreSQL refuses to run as root, so the parts run as its Debian user then. */
export async function account() {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(['-u', '-g'].map((what) => execute('id', [what, 'postgres'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

/** Creates a folder that the parts may write to. @param {string} name */
export async function ownFolder(name) {
  const folder = await mkdtemp(path.join(tmpdir(), `tillhouse-${name}-`));
  const { uid, gid } = await account();
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

/** Creates a folder inside one. @param {string} folder @param {string} name */
export async function ownFolderIn(folder, name) {
  const made = path.join(folder, name);
  await mkdir(made, { mode: 0o700 });
  const { uid, gid } = await account();
  if (uid !== undefined && gid !== undefined) await chown(made, uid, gid);
  return made;
}

/**
 * Fills a file of `deploy/` as `envsubst` does (`${NAME}`), and puts it in a folder.
 *
 * @param {string} file @param {string} to @param {Record<string, string | number>} values
 */
export async function fillDeployed(file, to, values) {
  const text = await readFile(path.join(root, 'deploy', file), 'utf8');
  const filled = text.replaceAll(/\$\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`deploy/${file} asks for ${name}`);
    return String(value);
  });
  await write(to, filled);
}

/** Writes a file that the parts own. @param {string} to @param {string} text */
export async function write(to, text) {
  await writeFile(to, text, { mode: 0o600 });
  const { uid, gid } = await account();
  if (uid !== undefined && gid !== undefined) await chown(to, uid, gid);
}

/**
 * Runs a program of PostgreSQL to its end.
 *
 * @param {string} name @param {string[]} args @param {string} folder
 */
export const runTool = (name, args, folder) => run(path.join(postgresBin, name), args, folder);

/**
 * Runs another program to its end.
 *
 * @param {Program} name @param {string[]} args @param {string} folder
 */
export const runProgram = (name, args, folder) => run(programs[name].file, args, folder);

/** @param {string} file @param {string[]} args @param {string} folder */
async function run(file, args, folder) {
  // An inherited pipe would stay open as long as a server that it starts runs.
  const command = `"$0" "$@" >>${JSON.stringify(path.join(folder, 'tools.log'))} 2>&1`;
  await execute('/bin/sh', ['-c', command, file, ...args], {
    ...(await account()),
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C', PGPASSWORD: 'proof' },
  });
}

/**
 * Starts a program that runs until it is stopped, with its output in a file.
 *
 * @param {Program | 'python3'} name @param {string[]} args @param {string} folder @param {string} log
 */
export async function startProgram(name, args, folder, log) {
  const output = openSync(path.join(folder, log), 'a');
  const file = name === 'python3' ? name : programs[name].file;
  const child = spawn(file, args, {
    ...(await account()),
    cwd: folder,
    stdio: ['ignore', output, output],
    env: { ...process.env, LC_ALL: 'C.UTF-8', PATH: `${postgresBin}:${process.env['PATH']}` },
  });
  const ended = once(child, 'exit');
  return {
    pid: Number(child.pid),
    /** @param {NodeJS.Signals} [signal] */
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}
