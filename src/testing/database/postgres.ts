import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { databaseUrl, templateOf } from './test-server';

/** A database for one test file or one test. */
export interface TestDatabase {
  /** The URL, as its owner. */
  url: string;
  /**
   * Drops the database, even if there are connections. Databases that a test does not drop are dropped at the end of
   * the run.
   */
  drop(): Promise<void>;
}

/**
 * Creates a database with the schema and no rows: a copy of the run's template, within tens of milliseconds. `bare`
 * omits the schema.
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
