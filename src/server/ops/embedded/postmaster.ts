import { readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { program } from './binaries';
import type { Place } from './place';
import { hasCode, pause, run } from './run';
import { rotateServerLog, serverLog } from './server-log';
import { writeSettings } from './settings';

/** A PostgreSQL server process that runs on a cluster. */
export interface Postmaster {
  pid: number;
  port: number;
}

const waitSeconds = '60';
const halfWrittenMs = 5000;
const halfWrittenPauseMs = 100;
const tailLength = 2000;
const portAttempts = 3;

/** Returns whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * Returns the server that runs on this cluster, whoever started it.
 *
 * A `postmaster.pid` whose id belongs to no process, or to another program (ids are reused after a power cut, and in
 * containers), is removed, because PostgreSQL would refuse to start while a process of that id lives. PostgreSQL
 * still checks by shared memory that none of its own processes is left.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = path.join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  const isWhole = pid !== 0 && port > 0;
  if (!isWhole && (await isYoung(file))) {
    // Somebody is writing it, or a power cut left it empty: PostgreSQL refuses to start beside an empty file.
    await pause(halfWrittenPauseMs);
    return findPostmaster(cluster);
  }
  if (isWhole && (await isPostmasterOf(cluster, Math.abs(pid)))) {
    // A negative id is that of single-user mode, which accepts no connections.
    return pid > 0 ? { pid, port } : undefined;
  }
  await removeStale(file, text);
  return undefined;
}

/**
 * Starts the server in a session of its own, so that a signal to this process does not reach it. Rejects if it cannot
 * start.
 */
export async function startPostmaster(place: Place, port?: number): Promise<void> {
  const { cluster, account, binaries } = place;
  const log = serverLog(cluster);
  await writeSettings(cluster, account);
  await rotateServerLog(log, account);
  for (let left = portAttempts; ; left -= 1) {
    const options = `-p ${port ?? (await freePort())}`;
    const args = ['start', '-D', cluster, '-w', '-t', waitSeconds, '-l', log, '-o', options];
    const outcome = await run(program(binaries, 'pg_ctl'), args, account, path.dirname(cluster));
    // A server that is still recovering has started: clients wait for it.
    if (outcome.status === 0 || outcome.output.includes('did not start in time')) return;
    const tail = (await readFile(log, 'utf8').catch(() => '')).slice(-tailLength);
    // Another program may have taken the port between its choice and its use.
    if (left > 1 && port === undefined && tail.includes('could not create any TCP/IP sockets')) continue;
    throw new Error(`PostgreSQL did not start on ${cluster}: ${outcome.output}\n${tail}`);
  }
}

/** Stops the server: closes connections and rolls back open transactions; everything else is on disk. */
export async function stopPostmaster(place: Place): Promise<void> {
  const { cluster, account, binaries } = place;
  if (!(await findPostmaster(cluster))) return;
  const args = ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', waitSeconds];
  const outcome = await run(program(binaries, 'pg_ctl'), args, account, path.dirname(cluster));
  if (outcome.status === 0 || !(await findPostmaster(cluster))) return;
  throw new Error(`PostgreSQL did not stop on ${cluster}: ${outcome.output}`);
}

async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const line = await commandLine(pid);
  return line === undefined || line.includes(process.platform === 'win32' ? 'postgres' : cluster);
}

/** Returns the command line of a process; `undefined` if the system does not show it. */
async function commandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    return readFile(`/proc/${pid}/cmdline`, 'utf8').then(
      (text) => text.replaceAll('\0', ' '),
      () => undefined,
    );
  }
  const [tool, args]: [string, string[]] =
    process.platform === 'win32'
      ? ['tasklist', ['/NH', '/FI', `PID eq ${pid}`]]
      : ['ps', ['-ww', '-o', 'command=', '-p', String(pid)]];
  const { status, output } = await run(tool, args, undefined);
  return status === 0 ? output : undefined;
}

async function isYoung(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) < halfWrittenMs;
}

/** Removes the file if its content is still the stale one: another start may have written its own meanwhile. */
async function removeStale(file: string, text: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) === text) await rm(aside);
  else await rename(aside, file);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
