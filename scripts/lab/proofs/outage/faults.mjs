import { execFile } from 'node:child_process';
import { open, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { postgresUnder } from '../postgres.mjs';
import { query } from './servers.mjs';

const execute = promisify(execFile);
const frozenMs = 8000;

/**
 * What the faults need: the server, the file system that can be filled, the file that makes writes fail.
 *
 * @typedef {{ server: import('./servers.mjs').Server, disk: string | null, eio: string | null, pick: <T>(from: readonly T[]) => T }} Means
 */

/**
 * A fault: `begin` causes it and returns the function that ends it. `isDown`: the whole database is unavailable
 * meanwhile, so `/readyz` must answer 503. `isNoticedByWrites`: not before a write is refused. `missing` returns what
 * it requires and is not available here.
 *
 * @typedef {{ isDown: boolean, isNoticedByWrites?: boolean, missing?: (means: Means) => string | null, begin: (means: Means) => Promise<() => Promise<void>> }} Fault
 * @type {Record<string, Fault>}
 */
export const faults = {
  killed: {
    isDown: true,
    begin: async ({ server }) => {
      for (const pid of await postgresUnder(await server.cluster())) signal(pid, 'SIGKILL');
      return server.restart;
    },
  },
  stopped: {
    isDown: true,
    begin: async ({ server }) => {
      await server.stop();
      return server.restart;
    },
  },
  frozen: {
    isDown: true,
    begin: async ({ server }) => {
      const began = performance.now();
      // The first process first, so that it starts no new ones; then the existing ones.
      const [first] = await postgresUnder(await server.cluster());
      if (first !== undefined) signal(first, 'SIGSTOP');
      const pids = await postgresUnder(await server.cluster());
      for (const pid of pids) signal(pid, 'SIGSTOP');
      return async () => {
        await wait(Math.max(0, frozenMs - (performance.now() - began)));
        for (const pid of pids) signal(pid, 'SIGCONT');
      };
    },
  },
  full: {
    isDown: true,
    // Space that PostgreSQL has allocated already can still be written.
    isNoticedByWrites: true,
    missing: ({ disk }) => (disk ? null : 'a file system of its own: root on Linux with loop devices'),
    begin: async ({ disk }) => {
      const filler = await fill(String(disk));
      return async () => {
        for (const file of filler) await rm(file, { force: true });
      };
    },
  },
  eio: {
    isDown: true,
    missing: ({ eio }) => (eio ? null : 'gcc on Linux, for the library that makes writes fail'),
    begin: async ({ eio }) => {
      await writeFile(String(eio), '');
      return () => rm(String(eio), { force: true });
    },
  },
  backend: {
    isDown: false,
    begin: async ({ server, pick }) => {
      const [, ...others] = await postgresUnder(await server.cluster());
      const clients = await backendsOf(server);
      const pid = pick(clients.filter((one) => others.includes(one)));
      signal(pid, 'SIGKILL');
      return server.restart;
    },
  },
  terminated: {
    isDown: false,
    begin: async ({ server, pick }) => {
      for (let time = 0; time < 5; time += 1) {
        const pid = pick(await backendsOf(server));
        await query(await server.url(), 'select pg_terminate_backend($1)', [pid]);
        await wait(100);
      }
      return async () => undefined;
    },
  },
};

/**
 * Returns the backends that serve the service.
 *
 * @param {import('./servers.mjs').Server} server
 * @returns {Promise<number[]>}
 */
async function backendsOf(server) {
  const rows = await query(
    await server.url(),
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows.map(({ pid }) => pid);
}

/** Fills the remaining space of a file system. @param {string} disk */
async function fill(disk) {
  const files = [path.join(disk, 'ballast'), path.join(disk, 'ballast-rest')];
  const { bavail, bsize } = await statfs(disk);
  await execute('fallocate', ['-l', String(Math.max(1, Math.floor(bavail * 0.99)) * bsize), files[0] ?? '']);
  const rest = await open(files[1] ?? '', 'w');
  try {
    for (const size of [1024 * 1024, 4096]) while (await isWritten(rest, Buffer.alloc(size)));
    await rest.sync().catch(() => undefined);
  } finally {
    await rest.close();
  }
  return files;
}

/** @param {import('node:fs/promises').FileHandle} file @param {Buffer} block */
const isWritten = (file, block) =>
  file.write(block).then(
    ({ bytesWritten }) => bytesWritten === block.length,
    () => false,
  );

/** @param {number} pid @param {NodeJS.Signals} name */
function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself in the meantime.
  }
}
