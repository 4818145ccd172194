import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { root } from '../../steps.mjs';

const run = promisify(execFile);

/**
 * Runs statements as the owner of a database.
 *
 * @param {string} url
 * @param {...string} statements
 * @returns {Promise<any[]>} the rows of the last one
 */
export async function asOwner(url, ...statements) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Returns the address of another database of the same server. @param {string} url @param {string} name */
export function databaseAt(url, name) {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/**
 * Copies a database with its files as they are; the services on it lose their connections, and make new ones.
 *
 * @param {string} url
 * @param {string} name of the copy
 * @returns {Promise<string>} its address
 */
export async function copyDatabase(url, name) {
  const source = new URL(url).pathname.slice(1);
  const postgres = databaseAt(url, 'postgres');
  await asOwner(postgres, `alter database ${source} allow_connections false`);
  try {
    await asOwner(
      postgres,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${source}'`,
      `create database ${name} template ${source} strategy file_copy`,
    );
  } finally {
    await asOwner(postgres, `alter database ${source} allow_connections true`);
  }
  const copy = databaseAt(url, name);
  // A database is copied without what statistics were kept of its use, autovacuum's among them.
  await asOwner(copy, 'vacuum analyze');
  return copy;
}

/** Returns the size of each table with its indexes. @param {string} url @returns {Promise<{ name: string, rows: number, table: number, indexes: number }[]>} */
export const sizesOf = (url) =>
  asOwner(
    url,
    `select relname as name, greatest(c.reltuples, 0)::float8 as rows, (pg_table_size(c.oid))::float8 as table,
      (pg_indexes_size(c.oid))::float8 as indexes
    from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by pg_total_relation_size(c.oid) desc`,
  );

/**
 * Makes a backup, restores it into another database of the server, verifies and vacuums; by the commands that an operator gives.
 *
 * @param {string} url
 * @param {string} archiveDir
 * @returns {Promise<{ what: string, seconds: number, said: string }[]>}
 */
export async function upkeep(url, archiveDir) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-year-'));
  const file = path.join(folder, 'backup');
  const copy = databaseAt(url, 'year_restored');
  /** @type {{ what: string, seconds: number, said: string }[]} */
  const done = [];
  const timed = async (/** @type {string} */ what, /** @type {() => Promise<string>} */ work) => {
    const began = performance.now();
    const said = await work();
    done.push({ what, seconds: (performance.now() - began) / 1000, said });
    console.log(`${what}: ${done.at(-1)?.seconds.toFixed(1)} s; ${said}`);
  };
  try {
    await timed('vacuum analyze', async () => {
      await asOwner(url, 'vacuum analyze');
      return '';
    });
    await timed('verify', () => command(url, archiveDir, 'verify'));
    await timed('backup', () => command(url, 'off', 'backup', file));
    console.log(`the backup has ${((await stat(file)).size / 1e6).toFixed(0)} MB`);
    await asOwner(
      databaseAt(url, 'postgres'),
      'drop database if exists year_restored',
      'create database year_restored',
    );
    await timed('restore, and verify', () => command(copy, 'off', 'restore', file));
    return done;
  } finally {
    await asOwner(databaseAt(url, 'postgres'), 'drop database if exists year_restored');
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} url @param {string} archiveDir @param {string[]} words */
async function command(url, archiveDir, ...words) {
  const done = run(process.execPath, [path.join(root, 'scripts/backup.mjs'), ...words], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url, TILLHOUSE_ARCHIVE_DIR: archiveDir },
  });
  const { stdout } = await done.catch((error) => {
    throw new Error(`${words[0]}: ${error.stdout}\n${error.stderr}`);
  });
  return stdout.trim().split('\n').at(-1) ?? '';
}
