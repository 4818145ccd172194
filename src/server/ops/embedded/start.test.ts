import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEmbedded } from './start';
import { copyMadeCluster } from '@/testing/database/made-cluster';
import { scratchFolder } from '@/testing/database/scratch';

const said: string[] = [];
const note = (message: string) => void said.push(message);
const log = { info: note, warn: note, error: note };
const asRoot = process.getuid?.() === 0;

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder = '';
let dataDir = '';
const directories = new Set<string>();

async function start(dir = dataDir) {
  const server = await startEmbedded({ dataDir: dir, log });
  directories.add(server.directory);
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

/** Starts a service in a process of its own, which prints its database's address and waits. */
async function startService(): Promise<{ child: ChildProcess; url: string }> {
  const script = `
    import { createServer } from 'vite';
    const vite = await createServer({ server: { middlewareMode: true, ws: false, watch: null }, appType: 'custom', logLevel: 'error' });
    const { startEmbedded } = await vite.ssrLoadModule('/src/server/ops/embedded/start.ts');
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: console });
    await server.announce('http://127.0.0.1:4321');
    console.log('READY ' + server.url);
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      const ready = /READY (\S+)/.exec(output)?.[1];
      if (ready) resolve(ready);
    });
    child.once('exit', () => reject(new Error(`The service ended: ${output}`)));
  });
  return { child, url };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

beforeEach(async () => {
  said.length = 0;
  folder = await mkdtemp(path.join(await scratchFolder(), 'tillhouse-embedded-'));
  if (asRoot) await chmod(folder, 0o755);
  dataDir = path.join(folder, 'data');
});

afterEach(async () => {
  for (const directory of directories) await rm(path.dirname(directory), { recursive: true, force: true });
  directories.clear();
  await rm(folder, { recursive: true, force: true });
});

test('what was written is there after a stop and a start', async () => {
  const first = await start();
  expect(first.adopted).toBe(false);
  await ask(first.url, 'create table note (text text); insert into note values ($$kept$$)');
  await first.stop();
  await expect(ask(first.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await ask(second.url, 'select text from note')).toEqual([{ text: 'kept' }]);
  await second.stop();
});

test('writes are safe on disk, text is UTF-8, Finnish sorts, letters with dots are letters', async () => {
  await copyMadeCluster(dataDir);
  const server = await start();
  await ask(server.url, 'create extension pg_trgm');
  const sql = `
    select current_setting('fsync') fsync, current_setting('full_page_writes') pages,
      current_setting('synchronous_commit') commits, current_setting('server_encoding') encoding,
      upper('äö') upper, (select string_agg(x, '' order by x collate "fi-x-icu") from unnest('{ä,å,z}'::text[]) x) sorted,
      cardinality(show_trgm('ää')) trigrams`;
  expect(await ask(server.url, sql)).toEqual([
    { fsync: 'on', pages: 'on', commits: 'on', encoding: 'UTF8', upper: 'ÄÖ', sorted: 'zåä', trigrams: 3 },
  ]);
  await server.stop();
});

test('a start beside a running service is refused and names it; nothing of the service ends', async () => {
  await copyMadeCluster(dataDir);
  const first = await start();
  await first.announce('http://127.0.0.1:4000');
  await expect(start()).rejects.toThrow(
    new RegExp(`held by process ${process.pid} since \\d{4}-.* UTC, which listens on http://127.0.0.1:4000`),
  );
  expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await first.stop();
});

test('two starts at the same instant on nothing: one has the directory, the other is refused', async () => {
  const results = await Promise.allSettled([start(), start()]);
  const won = results.filter((result) => result.status === 'fulfilled');
  const lost = results.filter((result) => result.status === 'rejected');
  expect([won.length, lost.length]).toEqual([1, 1]);
  expect(String(lost[0]?.reason)).toContain('is held by process');
  const server = won[0]?.value;
  expect(await ask(server?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
  const beside = await readdir(path.dirname(server?.directory ?? ''));
  expect(beside).toEqual(['postgres']);
  await server?.stop();
});

test('a killed service leaves its server, and the next start adopts it', async () => {
  await copyMadeCluster(dataDir);
  const service = await startService();
  await expect(start()).rejects.toThrow(`held by process ${service.child.pid}`);
  await kill(service.child);
  const server = await start();
  expect([server.adopted, server.url]).toEqual([true, service.url]);
  expect(await ask(server.url, 'select text from note')).toEqual([{ text: 'kept' }]);
  await server.stop();
});

test('a postmaster.pid left by a power cut does not stop a start, though its number is in use', async () => {
  await copyMadeCluster(dataDir);
  const first = await start();
  const file = path.join(first.directory, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8')).split('\n');
  await first.stop();
  await writeFile(file, [String(process.pid), ...lines.slice(1)].join('\n'));
  const second = await start();
  expect(second.adopted).toBe(false);
  await second.stop();
});

test('when PostgreSQL dies, the log says that the hold dropped, and both come back at the same address', async () => {
  await copyMadeCluster(dataDir);
  const server = await start();
  process.kill(
    Number.parseInt(await readFile(path.join(server.directory, 'postmaster.pid'), 'utf8'), 10),
    'SIGKILL',
  );
  await expect.poll(() => said.join('\n')).toMatch(/dropped[^]*is held again/);
  expect(await ask(server.url, 'select text from note')).toEqual([{ text: 'kept' }]);
  await expect(start()).rejects.toThrow('is held by process');
  await server.stop();
});

test('a data directory of another major version is refused, naming backup and restore', async () => {
  const cluster = path.join(dataDir, 'postgres');
  await mkdir(cluster, { recursive: true });
  await writeFile(path.join(cluster, 'PG_VERSION'), '17\n');
  // Whatever the umask is: as root, the server's user must be able to pass through.
  if (asRoot) await chmod(dataDir, 0o711);
  await expect(start()).rejects.toThrow(/is of PostgreSQL 17.*npm run backup.*npm run restore/);
  expect(await readdir(cluster)).toEqual(['PG_VERSION']);
});

test.runIf(asRoot)(
  'as root in a folder that no other user can enter, the data lives elsewhere and the log says so',
  async () => {
    await chmod(folder, 0o700);
    const first = await start();
    expect(first.directory).toMatch(/^\/var\/lib\/tillhouse\//);
    expect(said.join('\n')).toContain(`the data is in ${path.dirname(first.directory)}`);
    await ask(first.url, 'create table note (text text)');
    await first.stop();
    await chmod(folder, 0o755);
    const second = await start();
    expect(await ask(second.url, 'select * from note')).toEqual([]);
    await second.stop();
  },
);

test.runIf(asRoot)('data that the server can no longer reach is not taken for none', async () => {
  await copyMadeCluster(dataDir);
  const first = await start();
  await first.stop();
  await chmod(dataDir, 0o700);
  await expect(start()).rejects.toThrow(/There is data in .*cannot enter .*chmod a\+x/);
  await chmod(dataDir, 0o711);
  const second = await start();
  expect(await ask(second.url, 'select * from note')).toEqual([{ text: 'kept' }]);
  await second.stop();
});
