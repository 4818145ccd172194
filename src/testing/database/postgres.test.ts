import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../service';
import { openTestServer } from './test-server';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('two test databases made at once see nothing of each other, and are gone when dropped', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await query(one.url, 'create table note (text text)');
  expect(await query(two.url, "select to_regclass('note') as note")).toEqual([{ note: null }]);
  await Promise.all([one.drop(), two.drop()]);
  await expect(query(one.url, 'select 1')).rejects.toThrow('does not exist');
});

test('what a crashed run left is dropped by the next; what a living run uses is not', async () => {
  const { url } = inject('testServer');
  const mine = await createTestDatabase();
  await query(url, 'create database tillhouse_test_00000001_crashed');
  const run = await openTestServer(url);
  const left = await query(url, "select datname from pg_database where datname ~ '^tillhouse_test_00000001'");
  expect(left).toEqual([]);
  expect(await query(mine.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await run.close();
  expect(await query(url, `select datname from pg_database where datname ~ '${run.run}'`)).toEqual([]);
  await mine.drop();
});
