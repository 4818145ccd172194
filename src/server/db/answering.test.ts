import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createService, backupCommand } from '@/server';
import { readConfig } from '../ops/config';
import { startEmbedded, type EmbeddedPostgres } from '../ops/embedded/start';
import { timeLimits } from './pool';
import { scratchFolder } from '@/testing/database/scratch';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const silent = pino({ level: 'silent' });
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const usual = timeLimits.start;
let folder: string;
let server: EmbeddedPostgres;
let postmaster: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(await scratchFolder(), 'tillhouse-answering-'));
  server = await startEmbedded({ dataDir: path.join(folder, 'data'), log });
  postmaster = Number((await readFile(path.join(server.directory, 'postmaster.pid'), 'utf8')).split('\n')[0]);
});
beforeEach(() => {
  timeLimits.start = 1500;
});
afterEach(() => {
  timeLimits.start = usual;
  process.kill(postmaster, 'SIGCONT');
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Freezes the postmaster: the system still accepts connections for it, and nobody answers. */
const freeze = () => process.kill(postmaster, 'SIGSTOP');
const address = () => new URL(server.url).host;
const start = () => createService(readConfig({ DATABASE_URL: server.url, TILLHOUSE_DEMO: 'false' }), silent);
const words = () => `The database does not answer at ${address()} within 2 s`;

it('a start on a database that stands still ends in words that say what was waited for', async () => {
  freeze();
  await expect(start()).rejects.toThrow(words());
});

it('a start goes on as soon as the database answers', async () => {
  timeLimits.start = 60_000;
  freeze();
  const starting = start();
  await new Promise((resolve) => setTimeout(resolve, 300));
  process.kill(postmaster, 'SIGCONT');
  const service = await starting;
  expect((await service.fetch(new Request('http://test/readyz'))).status).toBe(200);
  await service.close();
});

it('a start that waits for another one is patient, and ends if the database stands still meanwhile', async () => {
  const other = new Client({ connectionString: server.url });
  other.on('error', () => undefined);
  await other.connect();
  const waiting = async () => {
    const { rows } = await other.query("select from pg_locks where locktype = 'advisory' and not granted");
    return rows.length;
  };
  const lock = async () => {
    await other.query('begin');
    await other.query("select pg_advisory_xact_lock(hashtext('tillhouse grants'))");
  };
  await lock();
  const patient = start();
  await expect.poll(waiting).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 2 * timeLimits.start));
  await other.query('commit');
  await (await patient).close();

  await lock();
  const impatient = start().then(
    () => null,
    (error: unknown) => String(error),
  );
  await expect.poll(waiting).toBe(1);
  freeze();
  expect(await impatient).toContain(words());
  process.kill(postmaster, 'SIGCONT');
  await other.query('commit');
  await other.end();
});

it('commands at the database say so, too', async () => {
  freeze();
  vi.stubEnv('DATABASE_URL', server.url);
  await expect(backupCommand('verify', [])).rejects.toThrow(words());
});

it('a start on an embedded database whose server stands still names its process', async () => {
  freeze();
  const again = startEmbedded({ dataDir: path.join(folder, 'data'), log, patience: 1500 });
  await expect(again).rejects.toThrow(
    new RegExp(
      `The database does not answer at ${address()} within 2 s: PostgreSQL on .* runs as process ${postmaster}`,
    ),
  );
});

it('a database that refuses is no silent one: its own words are told', async () => {
  const config = readConfig({ DATABASE_URL: 'postgresql://x@127.0.0.1:1/x', TILLHOUSE_DEMO: 'false' });
  await expect(createService(config, silent)).rejects.toThrow('ECONNREFUSED');
});
