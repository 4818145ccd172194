import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { must } from '../ask.mjs';
import { query } from '../outage/servers.mjs';
import { fillDeployed, startProgram } from './programs.mjs';

const host = '127.0.0.1';
const password = 'proof';
const startMs = 90_000;

/**
 * Starts etcd and three nodes of PostgreSQL under Patroni with `deploy/patroni/patroni.yml`.
 *
 * @param {string} folder @param {number} port the first of ten
 */
export async function startPatroni(folder, port) {
  const ofEtcd = `http://${host}:${port}`;
  const ofPeers = `http://${host}:${port + 1}`;
  const etcd = await startProgram(
    'etcd',
    [
      '--name=one',
      `--data-dir=${path.join(folder, 'etcd')}`,
      `--listen-client-urls=${ofEtcd}`,
      `--advertise-client-urls=${ofEtcd}`,
      `--listen-peer-urls=${ofPeers}`,
      `--initial-advertise-peer-urls=${ofPeers}`,
      `--initial-cluster=one=${ofPeers}`,
    ],
    folder,
    'etcd.log',
  );
  const nodes = await Promise.all([1, 2, 3].map((n) => prepareNode(folder, port, n)));
  for (const node of nodes) await node.start();
  const standing = () => Promise.all(nodes.map(async (node) => ({ node, role: await node.role() })));

  return {
    nodes,
    /** Waits until there is a leader with a synchronous standby, and every node follows. */
    async whole() {
      const until = Date.now() + startMs;
      for (;;) {
        const roles = (await standing()).map(({ role }) => role);
        const isLed = roles.filter((role) => role === 'leader').length === 1;
        if (isLed && roles.includes('sync_standby') && !roles.includes('away')) return;
        must(Date.now() < until, () => `The cluster does not become whole: ${roles.join(', ')}`);
        await wait(200);
      }
    },
    /** Returns the node that leads. */
    async leader() {
      const found = (await standing()).find(({ role }) => role === 'leader');
      must(found, () => 'No node leads');
      return found.node;
    },
    async end() {
      for (const node of nodes) await node.kill().catch(() => undefined);
      await etcd.stop('SIGKILL');
    },
  };
}

/** @param {string} folder @param {number} port @param {number} n */
async function prepareNode(folder, port, n) {
  const name = `node${n}`;
  const file = path.join(folder, `${name}.yml`);
  const data = path.join(folder, name);
  const ports = { postgres: port + 1 + n, patroni: port + 4 + n };
  await fillDeployed('patroni/patroni.yml', file, {
    NODE: name,
    HOST: host,
    PATRONI_PORT: ports.patroni,
    PGPORT: ports.postgres,
    ETCD_HOSTS: `${host}:${port}`,
    DATA_DIR: data,
    PGPASS_FILE: path.join(folder, `${name}.pgpass`),
    SUPERUSER_PASSWORD: password,
    REPLICATION_PASSWORD: password,
    REWIND_PASSWORD: password,
    NETWORK: '127.0.0.1/32',
    SOCKET_DIR: folder,
  });
  /** @type {Awaited<ReturnType<typeof startProgram>> | null} */
  let patroni = null;
  return {
    ...ports,
    name,
    address: `${host}:${ports.postgres}`,
    start: async () => {
      patroni = await startProgram('patroni', [file], folder, `${name}.log`);
    },
    /** Ends Patroni and PostgreSQL at once, as a machine that is lost. */
    kill: async () => {
      const lines = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '');
      const first = Number.parseInt(lines, 10);
      const children = first > 0 ? childrenOf(first) : [];
      await patroni?.stop('SIGKILL');
      for (const pid of [first, ...children]) {
        try {
          if (pid > 0) process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended.
        }
      }
    },
    /** @returns {Promise<'leader' | 'sync_standby' | 'standby' | 'away'>} */
    role: async () => {
      try {
        const answer = await fetch(`http://${host}:${ports.patroni}/patroni`, {
          signal: AbortSignal.timeout(1000),
        });
        const { role, state, sync_standby: isSync } = await answer.json();
        if (state !== 'running') return 'away';
        if (/^(?:master|primary|leader)$/.test(role)) return 'leader';
        return isSync ? 'sync_standby' : 'standby';
      } catch {
        return 'away';
      }
    },
  };
}

/** @param {number} first */
function childrenOf(first) {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return list
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, parent]) => (parent === first && pid ? [pid] : []));
}

/**
 * Creates the service's user and database, and returns its URL at some hosts.
 *
 * @param {string} leader host and port
 */
export async function createDatabase(leader) {
  const admin = `postgresql://postgres:${password}@${leader}/postgres?sslmode=disable`;
  await query(admin, `create role tillhouse login createrole password 'proof'`);
  await query(admin, 'create database tillhouse owner tillhouse');
  return (/** @type {string} */ hosts, more = '') =>
    `postgresql://tillhouse:proof@${hosts}/tillhouse?sslmode=disable${more}`;
}
