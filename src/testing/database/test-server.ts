import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import pino from 'pino';
import { openDatabase } from '@/server/db/db';
import { migrate } from '@/server/db/migrate';
import { tables } from '@/resources/tables';

/** The objects of one test run on a PostgreSQL server: databases named by `run`, and their template. */
export interface TestServer {
  /** The server's URL, as given: its user may create databases. */
  url: string;
  /** Eight hexadecimal digits in the names of everything that this run creates. */
  run: string;
  /** Drops everything that the run has created. */
  close: () => Promise<void>;
}

const namespace = 0x74657374;
const highestInt4 = 0x7fffffff;
const names = '^tillhouse_(test|template)_([0-9a-f]{8})';

/** Returns the name of the template of a run's test databases. */
export function templateOf(run: string): string {
  return `tillhouse_template_${run}`;
}

/** Returns `server` with another database name. */
export function databaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Prepares a server for one run: drops what crashed runs left behind, creates the template, fills it. A run holds a
 * lock while it lasts, so that no run drops what another one uses.
 */
export async function openTestServer(url: string): Promise<TestServer> {
  const number = randomInt(1, highestInt4);
  const run = number.toString(16).padStart(8, '0');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('select pg_advisory_lock($1::int, $2::int)', [namespace, number]);
  await dropLeftovers(client);
  const template = templateOf(run);
  await client.query(`create database ${template}`);
  await prepareTemplate(databaseUrl(url, template));
  await client.query(`alter database ${template} allow_connections false`);
  return {
    url,
    run,
    close: async () => {
      await dropRun(client, run);
      await client.end();
    },
  };
}

async function dropLeftovers(client: Client): Promise<void> {
  const runs = await client.query<{ run: string }>(
    'select distinct substring(datname from $1) as run from pg_database where datname ~ $2',
    ['_([0-9a-f]{8})', names],
  );
  for (const { run } of runs.rows) {
    const key = [namespace, Number.parseInt(run, 16)];
    const sql = 'select pg_try_advisory_lock($1::int, $2::int) as ours';
    if (!(await client.query<{ ours: boolean }>(sql, key)).rows[0]?.ours) continue;
    await dropRun(client, run);
    await client.query('select pg_advisory_unlock($1::int, $2::int)', key);
  }
}

async function dropRun(client: Client, run: string): Promise<void> {
  const found = await client.query<{ datname: string }>(
    'select datname from pg_database where datname ~ $1 and substring(datname from $2) = $3',
    [names, '_([0-9a-f]{8})', run],
  );
  for (const { datname } of found.rows) await client.query(`drop database if exists ${datname} with (force)`);
}

/** Creates the schema in the template of the test databases. `url` is its owner's; called once per run. */
async function prepareTemplate(url: string): Promise<void> {
  const db = openDatabase(url, pino({ level: 'silent' }), 2);
  try {
    await migrate(db, Object.values(tables));
  } finally {
    await db.destroy();
  }
}
