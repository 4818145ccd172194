import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { passwordFile } from './password-file';
import { findPostmaster } from './postmaster';
import { startEmbedded } from './start';
import { copyMadeCluster } from '@/testing/database/made-cluster';
import { scratchFolder } from '@/testing/database/scratch';

// What an interrupted first start may leave, and what the next start makes of it.
const said: string[] = [];
const note = (message: string) => void said.push(message);
const log = { info: note, warn: note, error: note };
const asRoot = process.getuid?.() === 0;

let folder = '';
let dataDir = '';
let cluster = '';
let stop: () => Promise<void> = async () => undefined;

async function start() {
  const server = await startEmbedded({ dataDir, log });
  stop = server.stop;
  return server;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Makes a stopped cluster that holds a row. */
const filled = () => copyMadeCluster(dataDir);

const rows = async (url: string) => ask(url, 'select text from note');

beforeEach(async () => {
  said.length = 0;
  folder = await mkdtemp(path.join(await scratchFolder(), 'tillhouse-mend-'));
  // As root, the server runs as another user, who must be able to pass through.
  if (asRoot) await chmod(folder, 0o711);
  dataDir = path.join(folder, 'data');
  cluster = path.join(dataDir, 'postgres');
});

afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

test('a password file that a power cut left empty gets a new password, and no data is lost', async () => {
  await filled();
  await truncate(passwordFile(cluster));
  const server = await start();
  expect(await rows(server.url)).toEqual([{ text: 'kept' }]);
  expect(said.join('\n')).toMatch(/tillhouse\.secret holds no password: a new one is set/);
  const { mode, uid } = await stat(passwordFile(cluster));
  expect([mode & 0o777, uid]).toEqual([0o600, (await stat(cluster)).uid]);
});

test('a missing password file gets a new password, and no data is lost', async () => {
  await filled();
  await rm(passwordFile(cluster));
  expect(await rows((await start()).url)).toEqual([{ text: 'kept' }]);
});

test('the settings are written and included anew where a power cut took them', async () => {
  await filled();
  const file = path.join(cluster, 'postgresql.conf');
  const whole = await readFile(file, 'utf8');
  await writeFile(file, whole.replace("include 'tillhouse.conf'\n", ''));
  await truncate(path.join(cluster, 'tillhouse.conf'));
  const server = await start();
  expect(await rows(server.url)).toEqual([{ text: 'kept' }]);
  expect(await ask(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
});

test('zero bytes in place of the line that includes the settings do not stop a start', async () => {
  await filled();
  const file = path.join(cluster, 'postgresql.conf');
  const whole = await readFile(file, 'utf8');
  const line = "\ninclude 'tillhouse.conf'\n";
  expect(whole.endsWith(line)).toBe(true);
  await writeFile(file, whole.replace(line, '\0'.repeat(line.length)));
  expect(await rows((await start()).url)).toEqual([{ text: 'kept' }]);
  expect(await readFile(file, 'utf8')).toBe(whole);
});

test('an empty postgresql.conf does not stop a start', async () => {
  await filled();
  await truncate(path.join(cluster, 'postgresql.conf'));
  expect(await rows((await start()).url)).toEqual([{ text: 'kept' }]);
});

test('an empty postmaster.pid, written a moment before a power cut, does not stop a start', async () => {
  await filled();
  await writeFile(path.join(cluster, 'postmaster.pid'), '');
  expect(await rows((await start()).url)).toEqual([{ text: 'kept' }]);
});

test('what a start that was cut has made under another name is removed, and a database is made', async () => {
  const left = `${cluster}.new-${process.pid}-0a1b2c3d`;
  await mkdir(left, { recursive: true });
  if (asRoot) await chmod(dataDir, 0o711);
  await writeFile(path.join(left, 'PG_VERSION'), '18\n');
  await writeFile(`${left}.secret`, '');
  const server = await start();
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await readdir(dataDir)).toEqual(['postgres']);
});

test('an empty folder in the place of the database is none: a database is made', async () => {
  await mkdir(cluster, { recursive: true });
  if (asRoot) await chmod(dataDir, 0o711);
  expect(await ask((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a folder that could hold data is never made anew: the start says what is wrong and changes nothing', async () => {
  await filled();
  const damages: [string, string, (file: string) => Promise<void>][] = [
    ['PG_VERSION', 'is missing', (file) => rm(file)],
    ['PG_VERSION', 'is empty', (file) => truncate(file)],
    ['PG_VERSION', 'does not hold a version', (file) => writeFile(file, '\0\0\0')],
    ['global/pg_control', 'is missing', (file) => rm(file)],
    ['global/pg_control', 'has 0 bytes instead of 8192', (file) => truncate(file)],
  ];
  for (const [name, fault, damage] of damages) {
    const file = path.join(cluster, name);
    const whole = await readFile(file);
    await damage(file);
    const before = await readdir(cluster);
    await expect(start()).rejects.toThrow(
      new RegExp(`${name} ${fault}[^]*Nothing was changed[^]*npm run restore`),
    );
    expect(await readdir(cluster)).toEqual(before);
    expect(await readdir(dataDir)).toEqual(['postgres']);
    expect(await findPostmaster(cluster)).toBeUndefined();
    await writeFile(file, whole);
  }
  const { uid, gid } = await stat(cluster);
  for (const [name] of damages) await chown(path.join(cluster, name), uid, gid);
  expect(await rows((await start()).url)).toEqual([{ text: 'kept' }]);
});

test('a start that fails after PostgreSQL runs names the file, and leaves no server behind', async () => {
  await filled();
  await writeFile(passwordFile(cluster), `${'wrong'.repeat(8)}\n`);
  await expect(start()).rejects.toThrow(
    /password authentication failed[^]*tillhouse\.secret[^]*pg_hba\.conf/,
  );
  expect(await findPostmaster(cluster)).toBeUndefined();
  await rm(passwordFile(cluster));
  expect(await rows((await start()).url)).toEqual([{ text: 'kept' }]);
});

test('a start that nobody may connect to names pg_hba.conf, and leaves no server behind', async () => {
  await filled();
  await truncate(path.join(cluster, 'pg_hba.conf'));
  await expect(start()).rejects.toThrow(/pg_hba\.conf/);
  expect(await findPostmaster(cluster)).toBeUndefined();
});

test('a server that runs already is not stopped by a start that its password does not fit', async () => {
  await filled();
  const first = await start();
  const file = passwordFile(cluster);
  const password = await readFile(file, 'utf8');
  await writeFile(file, '');
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/holds no password[^]*process \d+/);
  expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await writeFile(file, password);
});
