import { sql as text } from 'kysely';
import pino from 'pino';
import { createServer } from 'vite';
import { expect, it } from 'vitest';
import { createApp } from '@/server/http/app';
import { createKey } from '@/server/ops/companies';
import { readSecret } from '@/server/read/cursor';
import { openDatabase } from '@/server/db/db';
import { drain, listen } from '@/server/ops/listen';
import { systemRoutes } from '@/server/http/system';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { document } from '@/testing/declared';
import { stage } from '@/testing/api/start';
import { ensureBuilt } from '../build.mjs';
import { asker } from './proofs/ask.mjs';
import { proveEvents } from './proofs/events.mjs';
import { proveOutage } from './proofs/outage.mjs';
import { provePair } from './proofs/pair.mjs';
import { proveRaces } from './proofs/races.mjs';
import { proveRandom } from './proofs/random.mjs';
import { proveRetries } from './proofs/retries.mjs';
import { proveStandby } from './proofs/standby.mjs';

// The proofs with few rounds; `npm run proof -- …` runs as many as docs/proofs.md says.
const on = stage();
const patience = 120_000;

const asking = async (fetch = on.service.fetch) =>
  asker(
    (request) => fetch(request),
    'http://test',
    await createKey(on.service.db, on.service.companies.helsinki, 'proof', 'admin'),
  );
const sql = async (statement: string, values: unknown[] = []) => {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: on.service.url });
  await client.connect();
  return (await client.query(statement, values).finally(() => client.end())).rows;
};
/** Starts a second service on the same database that shares nothing else with the first. */
async function secondService() {
  const log = pino({ level: 'silent' });
  const db = openDatabase(on.service.url, log, 8);
  const system = systemRoutes({ db, resources: Object.keys(tables), openapi: document });
  const app = createApp({
    db,
    tables,
    customResources: routes,
    extraRoutes,
    log,
    cursorSecret: await readSecret(db),
    extend: (all) => all.route('/', system),
  });
  return { fetch: (request: Request) => app.fetch(request), close: () => db.destroy() };
}

it(
  'as many events as writes, in order by record; a refused array leaves none',
  { timeout: patience },
  async () => {
    expect(
      await proveEvents({ asks: [await asking()], sql, writes: 400, connections: 8, seed: 1 }),
    ).toContain('events');
  },
);

it(
  'arrays in opposite orders: no deadlock, no 500; a poller and a walker miss nothing',
  { timeout: patience },
  async () => {
    const done = await proveRaces({ asks: [await asking()], connections: 16, rounds: 3, seed: 1 });
    expect(done).toContain('{"200":48}');
  },
);

it(
  'random requests: no answer of 500, none that the document does not declare, a third accepted writes',
  { timeout: patience },
  async () => {
    const whole = await secondService();
    const http = await listen(whole.fetch, { host: '127.0.0.1', port: 0 });
    const address = http.address();
    if (address === null || typeof address === 'string') throw new Error('It listens on a port');
    const key = await createKey(on.service.db, on.service.companies.helsinki, 'proof', 'admin');
    const url = `http://127.0.0.1:${address.port}`;
    const proven = proveRandom({ url, key, requests: 200, connections: 4, seed: 1 });
    const done = await proven.finally(() => drain(http, 1000).then(whole.close));
    expect(done.at(-2)).toContain('200 random requests');
    expect(done.at(-1)).toContain('each 200');
  },
);

it('creates that are sent again happen once', { timeout: patience }, async () => {
  const done = await proveRetries({ asks: [await asking()], sql, requests: 40, connections: 4, seed: 1 });
  expect(done).toContain('40 records, no duplicate');
});

it('two services on one database keep every promise together', { timeout: patience }, async () => {
  const second = await secondService();
  const key = await createKey(on.service.db, on.service.companies.helsinki, 'pair', 'admin');
  const [one, other] = [on.service.fetch, second.fetch].map((fetch) =>
    asker((request) => fetch(request), 'http://test', key),
  );
  if (!one || !other) throw new Error('Two were made');
  try {
    await provePair({ one, other, as: (secret) => asker(second.fetch, 'http://test', secret), rounds: 10 });
    await proveEvents({ asks: [one, other], sql, writes: 200, connections: 4, seed: 2 });
    await proveRaces({ asks: [one, other], connections: 8, rounds: 2, seed: 2 });
  } finally {
    await second.close();
  }
  const { rows } = await text<{ n: number }>`select count(*)::int as n from tender`.execute(on.service.db);
  expect(rows[0]?.n).toBeGreaterThanOrEqual(10);
});

it(
  'a service whose PostgreSQL is killed, or loses a connection, lives and loses nothing',
  { timeout: patience },
  async () => {
    await ensureBuilt();
    const kinds = ['terminated', 'killed'];
    const table = await proveOutage({ rounds: 1, seed: 1, kinds, servers: ['embedded'] });
    expect(table.slice(2).map((row) => row.split(' | ').slice(0, 3).join(' '))).toEqual([
      '| embedded terminated 1',
      '| embedded killed 1',
    ]);
  },
);

it('the files that the proof with LibreOffice writes and reads are loaded by Node as they are by a browser', async () => {
  const vite = await createServer({
    server: { middlewareMode: true, ws: false, watch: null },
    appType: 'custom',
    logLevel: 'silent',
  });
  try {
    const out = await vite.ssrLoadModule('/src/app/files/out/write-file.ts');
    const back = await vite.ssrLoadModule('/src/testing/import-file.ts');
    expect([typeof out['EverythingFile'], typeof back['importFile']]).toEqual(['function', 'function']);
  } finally {
    await vite.close();
  }
}, 60_000);

it(
  'no list is stale while a standby answers lists, is late, gone and promoted',
  { timeout: patience },
  async () => {
    await ensureBuilt();
    const table = await proveStandby({ requests: 400, seed: 1, port: 15_490 });
    // Without Debian's PostgreSQL there is one line, which says so.
    for (const row of table.slice(2, -1)) expect(row.split(' | ')[2]).toBe('0');
    expect(table.length === 1 ? table[0] : table.at(-1)).toMatch(/^not tried: needs|the standby took/);
  },
);
