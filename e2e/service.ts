import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The built product as a person starts it: its own process, its own database, the demo company. */
export interface RunningService {
  /** Where it listens: `http://127.0.0.1:…`. */
  readonly address: string;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const { Client } = createRequire(import.meta.url)('pg') as typeof import('pg');
const startTime = 400_000;

/** Starts `dist/` on a fresh database: embedded in a temporary folder, or one made on `DATABASE_URL`'s server. */
export async function startService(): Promise<RunningService> {
  const given = process.env['DATABASE_URL'];
  const database = given ? await makeDatabase(given) : await makeFolder();
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    env: { ...process.env, ...database.env, PORT: '0', TILLHOUSE_DEMO: 'true', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    address: await addressOf(child),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null) {
        child.kill(signal);
        await once(child, 'exit');
      }
      await database.remove();
    },
  };
}

/** Starts `dist/` in front of another server: no database, `/api` is passed through. */
export async function startInFront(upstream: string): Promise<RunningService> {
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    env: { ...process.env, TILLHOUSE_UPSTREAM: upstream, PORT: '0', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    address: await addressOf(child),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`The service did not start:\n${said}`)), startTime);
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}:\n${said}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /Tillhouse is at (\S+)/.exec(said)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

interface Place {
  readonly env: Record<string, string>;
  remove(): Promise<void>;
}

async function makeFolder(): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-e2e-'));
  // As root the database runs as another user, who must pass through.
  await chmod(folder, 0o711);
  return {
    env: { DATABASE_URL: '', TILLHOUSE_DATA_DIR: path.join(folder, 'data') },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function makeDatabase(server: string): Promise<Place> {
  const name = `tillhouse_e2e_${process.pid}_${Date.now()}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await execute(server, `create database ${name}`);
  return {
    env: { DATABASE_URL: url.href },
    remove: () => execute(server, `drop database if exists ${name} with (force)`),
  };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
