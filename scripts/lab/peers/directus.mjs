import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { product, range } from '../products.mjs';

// Exact, so that figures of two years compare; 12.4.0 is the newest whose parts are all published.
const nodePackage = `node-${process.platform}-${process.arch}`;
const packages = { directus: '12.4.0', [nodePackage]: '22.23.3' };
const token = 'bench';
const startMs = 120_000;
const size = 1000;

/** @typedef {{ url: string, headers: Record<string, string>, fresh: Record<string, string>, pid: number | undefined, stop: () => Promise<void> }} Peer */

/**
 * Sets Directus up in `folder` (its packages stay there for the next run), on a database of its own in the same
 * PostgreSQL, with the same products, its memory cache on, and starts it.
 *
 * @param {{ folder: string, databaseUrl: string, references: import('../products.mjs').References, rows: number }} options
 * @returns {Promise<Peer>}
 * @throws Error if the packages cannot be had, or it does not start.
 */
export async function startDirectus({ folder, databaseUrl, references, rows }) {
  await install(folder);
  const owner = new Client({ connectionString: databaseUrl });
  await owner.connect();
  await owner.query('create database directus');
  await owner.end();
  const url = new URL(databaseUrl);
  url.pathname = '/directus';
  const port = await freePort();
  const environment = {
    ...process.env,
    PATH: `${path.join(folder, 'node_modules', nodePackage, 'bin')}:${process.env['PATH']}`,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: url.href,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    KEY: 'bench',
    SECRET: 'bench'.repeat(8),
    ADMIN_EMAIL: 'bench@example.org',
    ADMIN_PASSWORD: 'bench-password',
    ADMIN_TOKEN: token,
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    RATE_LIMITER_ENABLED: 'false',
    CACHE_ENABLED: 'true',
    CACHE_STORE: 'memory',
    CACHE_TTL: '30m',
    CACHE_AUTO_PURGE: 'true',
    CACHE_SKIP_ALLOWED: 'true',
    MAX_PAYLOAD_SIZE: '50mb',
  };
  const cli = path.join(folder, 'node_modules/directus/cli.js');
  const node = path.join(folder, 'node_modules', nodePackage, 'bin/node');
  await run(node, [cli, 'bootstrap'], folder, environment);
  const child = spawn(node, [cli, 'start'], {
    cwd: folder,
    env: environment,
    stdio: 'ignore',
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  try {
    const base = `http://127.0.0.1:${port}`;
    const headers = { Authorization: `Bearer ${token}` };
    await answering(`${base}/server/ping`);
    await makeCollection(base, headers);
    await fillTable(url.href, references, rows);
    return {
      url: `${base}/items/plu`,
      headers,
      fresh: { 'Cache-Control': 'no-store' },
      pid: child.pid,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {string} folder */
async function install(folder) {
  await mkdir(folder, { recursive: true });
  const cli = path.join(folder, 'node_modules/directus/cli.js');
  const isThere = await access(cli).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    console.log('Installing Directus and its Node; the packages are some 700 MB …');
    await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
    const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
    await run('npm', ['install', '--ignore-scripts', ...names], folder, process.env);
  }
  // Compiled for a version of Node, and needed by its flows alone, which are not used here.
  await writeFile(path.join(folder, 'node_modules/isolated-vm/isolated-vm.js'), 'module.exports = {};\n');
}

/**
 * @param {string} command
 * @param {string[]} parameters
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} environment
 */
async function run(command, parameters, folder, environment) {
  const child = spawn(command, parameters, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let problems = '';
  child.stderr.on('data', (text) => (problems += String(text)));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${path.basename(command)} ${parameters.at(-1)}: ${problems.slice(-400)}`);
}

/** @param {string} url */
async function answering(url) {
  const end = performance.now() + startMs;
  while (performance.now() < end) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await wait(200);
  }
  throw new Error('Directus does not answer');
}

/** The columns of a product, as Directus declares them. @type {Record<string, string>} */
const columns = {
  name: 'string',
  productid: 'string',
  receipt_name: 'string',
  base_price: 'decimal',
  type: 'integer',
  dpt_id: 'uuid',
  tax_id: 'uuid',
  memo: 'text',
  data: 'json',
};

/** @param {string} base @param {Record<string, string>} headers */
async function makeCollection(base, headers) {
  const special = { id: ['uuid'], created_at: ['date-created'], modified_at: ['date-updated'] };
  const types = { id: 'uuid', created_at: 'timestamp', modified_at: 'timestamp', ...columns };
  const fields = Object.entries(types).map(([field, type]) => ({
    field,
    type,
    meta: {
      collection: 'plu',
      field,
      special: Object.entries(special).find(([name]) => name === field)?.[1],
    },
    schema: field === 'id' ? { is_primary_key: true } : {},
  }));
  const answer = await fetch(`${base}/collections`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    // Every change is recorded with its revision, as the service records its events.
    body: JSON.stringify({ collection: 'plu', meta: { accountability: 'all' }, schema: {}, fields }),
  });
  if (!answer.ok) throw new Error(`Directus made no collection: ${await answer.text()}`);
}

/** @param {string} url @param {import('../products.mjs').References} references @param {number} rows */
async function fillTable(url, references, rows) {
  const db = new Client({ connectionString: url });
  await db.connect();
  const names = Object.keys(columns).join(', ');
  for (let at = 0; at < rows; at += size) {
    const items = range(at, Math.min(at + size, rows)).map((number) => product(references, number));
    await db.query(
      `insert into plu (id, created_at, ${names}) select id, now(), ${names} from json_populate_recordset(null::plu, $1)`,
      [JSON.stringify(items)],
    );
  }
  await db.query('vacuum analyze');
  await db.end();
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || !address) throw new Error('No port is free');
  return address.port;
}
