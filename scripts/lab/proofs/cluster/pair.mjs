import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { query } from '../outage/servers.mjs';
import { runTool, write } from './programs.mjs';

/** Starts a primary and a standby that streams from it, on two ports. @param {string} folder @param {number} port */
export async function startPair(folder, port) {
  const primary = path.join(folder, 'primary');
  const standby = path.join(folder, 'standby');
  const secret = path.join(folder, 'secret');
  await write(secret, 'proof\n');
  await runTool(
    'initdb',
    [
      '-D',
      primary,
      '-U',
      'owner',
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      `--pwfile=${secret}`,
    ],
    folder,
  );
  await start(primary, port);
  await runTool(
    'pg_basebackup',
    [
      '-D',
      standby,
      '-d',
      `postgresql://owner@127.0.0.1:${port}/postgres`,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
    ],
    folder,
  );
  await start(standby, port + 1);
  const at = (/** @type {number} */ on) =>
    `postgresql://owner:proof@127.0.0.1:${on}/postgres?sslmode=disable`;
  return {
    primary: { url: at(port) },
    standby: {
      url: at(port + 1),
      stop: () => runTool('pg_ctl', ['stop', '-D', standby, '-m', 'immediate', '-w'], folder),
      start: () => start(standby, port + 1),
      promote: () => runTool('pg_ctl', ['promote', '-D', standby, '-w'], folder),
      freeze: () => signalAll(standby, 'SIGSTOP'),
      thaw: () => signalAll(standby, 'SIGCONT'),
      /** Waits until it has what the primary has now. */
      caughtUp: () => caughtUp(at(port), at(port + 1)),
    },
    end: async () => {
      for (const data of [standby, primary]) {
        await runTool('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-w'], folder).catch(() => undefined);
      }
    },
  };

  /** @param {string} data @param {number} on */
  function start(data, on) {
    const options = `-p ${on} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200`;
    const log = path.join(folder, `${path.basename(data)}.log`);
    return runTool('pg_ctl', ['start', '-w', '-t', '60', '-D', data, '-l', log, '-o', options], folder);
  }
}

/** @param {string} data @param {NodeJS.Signals} signal */
async function signalAll(data, signal) {
  const first = Number.parseInt(await readFile(path.join(data, 'postmaster.pid'), 'utf8'), 10);
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = list
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, parent]) => (parent === first && pid ? [pid] : []));
  for (const pid of [first, ...children]) process.kill(pid, signal);
}

/** @param {string} primary @param {string} standby */
async function caughtUp(primary, standby) {
  const [{ at }] = await query(primary, 'select pg_current_wal_lsn()::text as at');
  const until = Date.now() + 60_000;
  for (;;) {
    const [row] = await query(standby, 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [at]).catch(
      () => [],
    );
    if (row?.there) return;
    if (Date.now() > until) throw new Error('The standby does not catch up');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
