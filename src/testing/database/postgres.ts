import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { databaseUrl, templateOf } from './test-server';

/** A database for one test file or one test. */
export interface TestDatabase {
  /** Its address, as its owner. */
  url: string;
  /** Drops it, whoever is still connected. What a test forgets to drop goes at the end of the run. */
  drop(): Promise<void>;
}

/**
 * Makes a database with the schema in place and no rows: a copy of the run's template, in tens of milliseconds.
 * `bare` has no schema either.
 */
export async function createTestDatabase({ bare = false } = {}): Promise<TestDatabase> {
  const { url, run } = inject('testServer');
  const name = `tillhouse_test_${run}_${randomBytes(6).toString('hex')}`;
  await execute(url, `create database ${name} template ${bare ? 'template0' : templateOf(run)}`);
  return {
    url: databaseUrl(url, name),
    drop: () => execute(url, `drop database if exists ${name} with (force)`),
  };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
