import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { visitEmbedded } from './reach';
import { startEmbedded, type EmbeddedPostgres } from './start';
import { scratchFolder } from '@/testing/database/scratch';

const log = { info: () => undefined, warn: console.warn, error: console.error };

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder = '';
let dataDir = '';
let service: EmbeddedPostgres | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(await scratchFolder(), 'tillhouse-reach-'));
  // As root, the server runs as another user, who must be able to pass through.
  await chmod(folder, 0o755);
  dataDir = path.join(folder, 'data');
});

afterEach(async () => {
  await service?.stop();
  service = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function ask(url: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query('select current_database() as name')).rows;
  } finally {
    await client.end();
  }
}

test('a visit beside a service uses its database, takes nothing from it, and leaves it running', async () => {
  service = await startEmbedded({ dataDir, log });
  const visit = await visitEmbedded({ dataDir, log, makes: true });
  expect(visit.url).toBe(service.url);
  expect(await ask(visit.url)).toEqual([{ name: 'tillhouse' }]);
  await visit.leave();
  expect(await ask(service.url)).toEqual([{ name: 'tillhouse' }]);
});

test('a visit that makes no database refuses an empty folder, names it, and leaves it empty', async () => {
  await expect(visitEmbedded({ dataDir, log, makes: false })).rejects.toThrow(
    `There is no database in ${dataDir}.`,
  );
  expect(await readdir(dataDir).catch(() => [])).toEqual([]);
  await (await visitEmbedded({ dataDir, log, makes: true })).leave();
  const visit = await visitEmbedded({ dataDir, log, makes: false });
  expect(await ask(visit.url)).toEqual([{ name: 'tillhouse' }]);
  await visit.leave();
});

test('a visit where no service runs starts the server, and stops it when it leaves', async () => {
  const visit = await visitEmbedded({ dataDir, log, makes: true });
  expect(await ask(visit.url)).toEqual([{ name: 'tillhouse' }]);
  await visit.leave();
  await expect(ask(visit.url)).rejects.toThrow('ECONNREFUSED');
});
