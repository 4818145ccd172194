import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { must } from './ask.mjs';

/** Returns the lines of the file by which a running PostgreSQL is found, and its cluster. @param {string} folder */
async function postmasterUnder(folder) {
  const names = await readdir(folder, { recursive: true });
  const file = names.find((name) => path.basename(name) === 'postmaster.pid');
  must(file, () => 'No PostgreSQL runs there');
  const lines = (await readFile(path.join(folder, file), 'utf8')).split('\n');
  return { cluster: path.join(folder, path.dirname(file)), lines };
}

/** Returns PostgreSQL's first process and its children: all that a power cut would end. @param {string} folder */
export async function postgresUnder(folder) {
  const { lines } = await postmasterUnder(folder);
  const first = Number.parseInt(lines[0] ?? '', 10);
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = list
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, parent]) => (parent === first && pid ? [pid] : []));
  return [first, ...children];
}

/** Returns the address of the embedded PostgreSQL that runs on a cluster, as its owner. @param {string} cluster */
export async function addressOf(cluster) {
  const lines = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  const password = (await readFile(path.join(cluster, 'tillhouse.secret'), 'utf8')).trim();
  return `postgresql://tillhouse:${password}@127.0.0.1:${lines[3]}/tillhouse?sslmode=disable`;
}

/** Connects to the embedded PostgreSQL that runs there, as its owner. @param {string} folder @returns {Promise<Client>} */
export async function connectUnder(folder) {
  const { cluster } = await postmasterUnder(folder);
  const client = new Client({ connectionString: await addressOf(cluster) });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
