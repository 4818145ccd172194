import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { contracts } from '@/resources/contracts';
import { stage, unknownId } from '@/testing/api/start';
import { startDatabaseProxy, type DatabaseProxy } from '@/testing/database/database-proxy';
import { document } from '@/testing/declared';
import { sender, type Sender } from '@/testing/service';
import { createApp } from '../http/app';
import { createKey } from '../ops/companies';
import { readSecret } from '../read/cursor';
import { inScope, openDatabase, poolCounts, readInScope, type Database } from './db';
import { openLive, type Live } from '../live/live';
import { systemRoutes } from '../http/system';
import { fromConnection, isOutage } from './outage';

// Vitest fails a run with an unhandled error: that error would have ended the process.
vi.setConfig({ testTimeout: 60_000 });

const on = stage();
const size = 8;
const logged: string[] = [];
let proxy: DatabaseProxy;
let db: Database;
let live: Live;
let send: Sender;
let fetch: (request: Request) => Response | Promise<Response>;

beforeAll(async () => {
  proxy = await startDatabaseProxy(on.service.url);
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const opened = openDatabase(proxy.url, log, size);
  db = opened;
  live = openLive({ url: proxy.url, db, log, resources: Object.values(contracts) });
  const app = createApp({
    db,
    live,
    tables,
    customResources: routes,
    extraRoutes,
    log,
    cursorSecret: await readSecret(db),
    extend: (all) => {
      all.route('/', systemRoutes({ db: opened, resources: Object.keys(tables), openapi: document }));
      all.get('/api/raise/:state', async (c) => {
        const state = c.req.param('state').replaceAll(/\W/g, '');
        const raise = sql.raw(`do $$ begin raise exception 'of Aino' using errcode = '${state}'; end $$`);
        await inScope(opened, on.service.companies.helsinki, 'read write', (tx) => tx.rows(raise));
        return c.json({});
      });
    },
  });
  fetch = (request) => app.fetch(request);
  send = sender(fetch, await createKey(on.service.db, on.service.companies.helsinki, 'outage', 'admin'));
});

afterAll(async () => {
  await live.close();
  await db.destroy();
  await proxy.close();
});

/** The requests sent to each part of the service while the database is away. */
const requests: [string, string, unknown?][] = [
  ['GET', '/readyz'],
  ['GET', '/api/secure/plu?limit=5'],
  ['GET', '/api/secure/plu'],
  ['GET', `/api/secure/customer/${unknownId}`],
  ['POST', '/api/secure/customer', { name: 'Not now' }],
  ['POST', '/api/secure/customer', [{ name: 'Not now' }, { name: 'Not now, either' }]],
  ['PUT', `/api/secure/customer/${unknownId}`, { name: 'Not now' }],
  ['GET', `/api/secure/customer/${unknownId}/export`],
  ['POST', `/api/secure/customer/${unknownId}/erase`],
  ['GET', `/api/secure/report/businessdaytx/${unknownId}`],
  ['GET', '/api/secure/report/summary?from=2026-01-01&to=2026-01-31'],
  ['GET', '/api/secure/event?limit=5'],
  ['GET', '/api/secure/me'],
  ['GET', '/api/secure/live'],
  ['POST', '/api/session', { email: 'aino@example.com', password: 'a password of some length' }],
];

async function expectUnavailable(): Promise<void> {
  const answers = await Promise.all(
    requests.map(([method, path, json]) => send(method, path, json === undefined ? {} : { json })),
  );
  const told = answers.map((answer, n) => [
    requests[n]?.slice(0, 2).join(' '),
    answer.status,
    answer.problem.code,
    answer.header('content-type'),
    answer.header('retry-after'),
  ]);
  expect(told).toEqual(
    requests.map(([method, path]) => [
      `${method} ${path}`,
      503,
      'unavailable',
      'application/problem+json',
      '1',
    ]),
  );
  expect((await send('GET', '/livez')).status).toBe(200);
}

/** Expects that the service reads and writes again and leaks no connection. */
async function expectGood(): Promise<void> {
  await expect.poll(async () => (await send('GET', '/readyz')).status, { timeout: 10_000 }).toBe(200);
  const { status, json } = await send('POST', '/api/secure/customer', { json: { name: 'Good again' } });
  expect(status).toBe(201);
  expect((await send('GET', '/api/secure/plu?limit=5')).status).toBe(200);
  expect(json).toMatchObject({ name: 'Good again', version: 1 });
  await expect
    .poll(() => {
      const { total, idle, waiting } = poolCounts(db);
      return { taken: total - idle, waiting };
    })
    .toEqual({ taken: 0, waiting: 0 });
}

describe('while the database is away, each request is answered with 503, and afterwards all is as before:', () => {
  it('refused', async () => {
    await expectGood();
    await proxy.refuse();
    await expectUnavailable().finally(() => proxy.open());
    await expectGood();
  });

  it('frozen, with new connections taken and silent', async () => {
    await expectGood();
    proxy.freeze();
    await expectUnavailable().finally(() => proxy.thaw());
    await expectGood();
  });

  it('reset in the middle of requests', async () => {
    await expectGood();
    const sleeping = Array.from({ length: size / 2 }, () =>
      readInScope(db, on.service.companies.helsinki, sql`select pg_sleep(20)`).catch(
        (error: unknown) => error,
      ),
    );
    await wait(200);
    proxy.reset();
    const errors = await Promise.all(sleeping);
    expect(errors.map(isOutage)).toEqual(errors.map(() => true));
    await expectGood();
  });
});

it('/readyz does not wait for a free connection', async () => {
  const { helsinki } = on.service.companies;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const holding = Array.from({ length: size }, () => inScope(db, helsinki, 'read only', () => held));
  try {
    await expect.poll(() => poolCounts(db).idle).toBe(0);
    expect((await send('GET', '/readyz')).status).toBe(200);
  } finally {
    letGo();
    await Promise.all(holding);
  }
});

const backendOf = sql<{ pid: number }>`select pg_backend_pid() as pid`;
const terminate = (pid: number | undefined) =>
  sql`select pg_terminate_backend(${pid})`.execute(on.service.db).then(() => wait(200));

describe('one connection that PostgreSQL ends', () => {
  it('between two statements of a transaction fails that request as an outage, and no other', async () => {
    const { helsinki } = on.service.companies;
    const failed = inScope(db, helsinki, 'read write', async (tx) => {
      const [row] = await tx.rows(backendOf);
      await terminate(row?.pid);
      return tx.rows(backendOf);
    });
    await expect(failed.catch(isOutage)).resolves.toBe(true);
    await expectGood();
  });

  it('between two statements, when nothing more is sent on it, is not given back', async () => {
    const { helsinki } = on.service.companies;
    let pid: number | undefined;
    const failed = inScope(db, helsinki, 'read write', async (tx) => {
      pid = (await tx.rows(backendOf))[0]?.pid;
      await terminate(pid);
      throw new Error('of another kind');
    });
    await expect(failed).rejects.toThrow('of another kind');
    const next = await readInScope(db, helsinki, backendOf);
    expect(next[0]?.pid).not.toBe(pid);
    await expectGood();
  });

  it('in the middle of a read that is sent with its transaction rejects it as an outage', async () => {
    const { helsinki } = on.service.companies;
    const reading = readInScope(db, helsinki, sql`select pg_sleep(20), 'of one that ends'`).catch(
      (error: unknown) => error,
    );
    await expect
      .poll(async () => {
        const { rows } = await sql<{ pid: number }>`
          select pid from pg_stat_activity where query like '%of one that ends%' and pid <> pg_backend_pid()
            and state = 'active'`.execute(on.service.db);
        if (rows[0]) await terminate(rows[0].pid);
        return rows.length;
      })
      .toBe(1);
    expect(isOutage(await reading)).toBe(true);
    await expectGood();
  });

  it('idle in the pool is replaced without a word to the next request', async () => {
    await expectGood();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
      .execute(on.service.db)
      .catch(() => undefined);
    await expectGood();
  });
});

it('connections that PostgreSQL ends while they are idle are noticed by no request, however soon it comes', async () => {
  await expectGood();
  const outside = new Client({ connectionString: on.service.url });
  await outside.connect();
  try {
    for (let round = 0; round < 10; round += 1) {
      const read = () => send('GET', '/api/secure/plu?limit=5');
      await Promise.all(Array.from({ length: 8 }, read));
      await outside.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'`);
      const json = { name: `Soon after ${round}` };
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, read),
        ...Array.from({ length: 4 }, () => send('POST', '/api/secure/customer', { json })),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 201, 201, 201]);
    }
    const { entities } = await send('GET', '/api/secure/customer?pageSize=1000');
    const written = entities.filter(({ name }) => name.startsWith('Soon after '));
    expect(written.length).toBe(40);
  } finally {
    await outside.end();
  }
});

describe('a commit', () => {
  it('whose answer is lost is not acknowledged; asked again under the same key it is what was written', async () => {
    await expectGood();
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const json = { id: crypto.randomUUID(), name: 'Committed, and nobody told' };
    const lost = proxy.loseNextCommit();
    // The key's last use is committed on its own, and that commit may be the one that is lost.
    let first = await send('POST', '/api/secure/customer', { json, headers });
    if (first.status === 201) first = await send('POST', '/api/secure/customer', { json, headers });
    await lost;
    expect([201, 503]).toContain(first.status);
    const again = await send('POST', '/api/secure/customer', { json, headers });
    expect([again.status, again.json]).toMatchObject([201, { id: json.id, version: 1 }]);
    const events = await send('GET', `/api/secure/event?entity_id=${json.id}&limit=5`);
    expect(events.json).toMatchObject({ data: [{ entity_id: json.id }] });
    await expectGood();
  });

  it('that PostgreSQL answers with a rollback is not taken for done', async () => {
    const work = inScope(db, on.service.companies.helsinki, 'read write', async (tx) => {
      await tx.rows(sql`select 1 / 0`).catch(() => undefined);
      return 'done';
    });
    await expect(work).rejects.toThrow('rolled back');
  });
});

describe('an error of PostgreSQL', () => {
  const states = '08000 08006 25006 25P03 53000 53100 53200 53300 55P03 57014 57P01 57P02 57P03 58000 58030';
  it.each(states.split(' '))('%s is answered with 503 and Retry-After', async (state) => {
    const answer = await fetch(new Request(`http://test/api/raise/${state}`));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ code: 'unavailable', status: 503 });
  });

  it.each(['XX000', '22012', '42P01'])('%s stays what nobody expected', async (state) => {
    expect((await fetch(new Request(`http://test/api/raise/${state}`))).status).toBe(500);
  });

  it('of an outage is logged once in a while, without what PostgreSQL said of the row', async () => {
    await wait(5000);
    logged.length = 0;
    await Promise.all(
      Array.from({ length: 30 }, async () => fetch(new Request('http://test/api/raise/53100'))),
    );
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ cause: 'SQLSTATE 53100', level: 40 }]);
    expect(logged.join('')).not.toContain('Aino');
  });
});

describe('an address where no database is', () => {
  const refused = (url: string) => {
    const nobody = openDatabase(url, { warn: () => undefined }, 1);
    return sql`select 1`
      .execute(nobody)
      .catch((error: unknown) => error)
      .finally(() => nobody.destroy());
  };

  it.each([
    ['a port that nobody listens on', 'postgresql://x:x@127.0.0.1:1/x'],
    ['a Unix socket that is not there', 'postgresql:///x?host=/nowhere/at/all'],
  ])('is an outage: %s', async (_, url) => {
    expect(isOutage(await refused(url))).toBe(true);
  });

  it('is an outage whatever the network says, and nothing else is that says the same', () => {
    for (const code of [
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ENOTFOUND',
      'EAI_AGAIN',
    ]) {
      const error = Object.assign(new Error('of the network'), { code });
      expect([code, isOutage(error), isOutage(fromConnection(error))]).toEqual([code, false, true]);
    }
  });
});
