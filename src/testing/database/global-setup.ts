import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { isAlive } from '@/server/ops/embedded/postmaster';
import { startEmbedded } from '@/server/ops/embedded/start';
import { madePrefix } from './made-cluster';
import { scratchFolder } from './scratch';
import { openTestServer } from './test-server';

declare module 'vitest' {
  // Declaration merging requires an interface.
  interface ProvidedContext {
    testServer: { url: string; run: string };
  }
}

const prefix = 'tillhouse-test-';
const quiet = { info: () => undefined, warn: console.warn, error: console.error };

/** Provides one PostgreSQL for the run: the server of `DATABASE_URL`, or an embedded one in a temporary folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL'];
  const server = given ? { url: given, stop: async () => undefined } : await startTemporary();
  try {
    const { url, run, close } = await openTestServer(server.url);
    project.provide('testServer', { url, run });
    await removeMadeClusters();
    return async () => {
      await close();
      await server.stop();
      await removeMadeClusters(process.pid);
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Deletes the clusters that were copied in a run, or those of all runs that are over. */
async function removeMadeClusters(ofProcess?: number): Promise<void> {
  const scratch = await scratchFolder();
  for (const name of await readdir(scratch)) {
    if (!name.startsWith(madePrefix)) continue;
    const pid = Number.parseInt(name.slice(madePrefix.length), 10);
    if (pid === ofProcess || !isAlive(pid))
      await rm(path.join(scratch, name), { recursive: true, force: true });
  }
}

async function startTemporary(): Promise<{ url: string; stop(): Promise<void> }> {
  const scratch = await scratchFolder();
  await removeLeftovers(scratch);
  const folder = await mkdtemp(path.join(scratch, `${prefix}${process.pid}-`));
  // A process run by root starts the server as another user, which needs to traverse the folder.
  await chmod(folder, 0o711);
  const server = await startIn(folder);
  await disableDurability(server.url);
  return server;
}

/**
 * Turns off durability, because the run's databases are deleted with it. Tests of durability use servers of their
 * own.
 */
async function disableDurability(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

async function startIn(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await startEmbedded({ dataDir: path.join(folder, 'data'), log: quiet });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(path.dirname(server.directory), { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Stops and deletes the server of a killed run. */
async function removeLeftovers(scratch: string): Promise<void> {
  for (const name of await readdir(scratch)) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    const folder = path.join(scratch, name);
    try {
      await (await startIn(folder)).stop();
    } catch {
      // Another run is cleaning up at the moment, or the server belongs to another user: both are left alone.
    }
  }
}
