import { sql } from 'kysely';
import pino from 'pino';
import { expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { requireAnswer } from './answering';
import { isDatabaseReady, openDatabase } from './db';
import { connectToHost, cut, parseHosts } from './hosts';
import { isOutage } from './outage';
import { examineLink } from './pooler';

const on = stage();
const log = pino({ level: 'silent' });

/** Returns the test's database with a host before its own, where nothing listens, and what its host must be. */
function withDeadHost(target = 'read-write'): string {
  const url = new URL(on.service.url);
  const rest = url.search ? `${url.search}&` : '?';
  return (
    `postgresql://${url.username}:${url.password}@127.0.0.1:1,${url.host}${url.pathname}${rest}` +
    `target_session_attrs=${target}`
  );
}

it('hosts are read as libpq reads them', () => {
  expect(
    parseHosts('postgresql://u:p%40s@a:1,[::1]:2,c/db?sslmode=disable&target_session_attrs=primary'),
  ).toEqual({
    urls: ['a:1', '[::1]:2', 'c'].map((host) => `postgresql://u:p%40s@${host}/db?sslmode=disable`),
    target: 'primary',
  });
  expect(parseHosts('postgresql://u:p@a/db')).toEqual({ urls: ['postgresql://u:p@a/db'], target: 'any' });
  for (const wrong of [
    'postgresql://u@a:1,/db',
    'mysql://a/db',
    'postgresql://a:b:c/d',
    'postgresql://a?target_session_attrs=x',
  ])
    expect(parseHosts(wrong)).toBeNull();
});

it('of several hosts the first one that answers and takes writes is used, by everything that connects', async () => {
  const url = withDeadHost();
  await requireAnswer(url);
  expect(await examineLink(url)).toEqual({ isPooled: false, statements: 'named' });
  const client = await connectToHost(url);
  expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  cut(client);
  const db = openDatabase(url, log, 2);
  try {
    const asked = Array.from({ length: 4 }, () => sql`select pg_sleep(0.01)`.execute(db));
    await Promise.all(asked);
    expect(await isDatabaseReady(db)).toBe(true);
  } finally {
    await db.destroy();
  }
});

it('a host that is not what is asked for is an outage, which tells no password', async () => {
  const { password } = new URL(on.service.url);
  for (const target of ['standby', 'read-only']) {
    const db = openDatabase(withDeadHost(target), log, 2);
    const error: unknown = await sql`select 1`.execute(db).catch((reason: unknown) => reason);
    await db.destroy();
    expect(isOutage(error)).toBe(true);
    expect(String(error)).not.toContain(password || 'no password');
  }
});

it('a connection that is made to a database that takes no writes is not used for writing', async () => {
  const db = openDatabase(withDeadHost(), log, 2);
  const name = new URL(on.service.url).pathname.slice(1);
  const setting = (value: string) =>
    sql`alter database ${sql.id(name)} set default_transaction_read_only = ${sql.raw(value)}`;
  try {
    await sql`select 1`.execute(db);
    await setting('on').execute(db);
    // The connections that are there go on; one that is made now is looked at.
    const client = connectToHost(withDeadHost());
    await expect(client).rejects.toThrow('No host of the database is read-write');
  } finally {
    await sql.raw('set default_transaction_read_only = off').execute(db);
    await setting('off').execute(db);
    await db.destroy();
  }
});
