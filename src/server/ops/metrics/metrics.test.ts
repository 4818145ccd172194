import { afterEach, expect, it } from 'vitest';
import type { Server } from 'node:http';
import { sql } from 'kysely';
import pino from 'pino';
import { waitingNotices } from '../../live/changes';
import { createApp, createAnswers } from '../../http/app';
import { readSecret } from '../../read/cursor';
import { stage } from '@/testing/api/start';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { createKey } from '../companies';
import { listenForMetrics } from './listen-metrics';
import { standbyCounts } from '../../db/standbys';
import { createMetrics } from './metrics';

const on = stage();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A service with metrics on a port of their own; `scrape` returns each sample by its name and labels. */
async function measured(
  lastBackup: (() => Promise<{ good: number | null; failed: boolean }>) | null = null,
  waiting: (() => Promise<number>) | null = null,
) {
  const { db } = on.service;
  const answers = createAnswers();
  const metrics = createMetrics({
    db,
    version: '1.2.3',
    keptAnswers: () => ({ bytes: answers.size, ...answers.asked }),
    liveStreams: () => 2,
    notices: () => ({ active: true, sent: 3 }),
    waitingNotices: waiting ?? (() => waitingNotices(db)),
    changeSets: () => 1,
    standbys: () => standbyCounts(db),
    lastBackup,
  });
  const app = createApp({
    db,
    tables,
    customResources: routes,
    extraRoutes,
    log: pino({ level: 'silent' }),
    cursorSecret: await readSecret(db),
    answers,
    observe: metrics.observe,
  });
  const server = await listenForMetrics(metrics, { host: '127.0.0.1', port: 0 });
  servers.push(server);
  const bound = server.address();
  const address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
  const key = await createKey(db, on.service.companies.helsinki, 'metrics', 'admin');
  const get = (path: string) =>
    app.fetch(new Request(`http://test${path}`, { headers: { Authorization: `Bearer ${key}` } }));
  const text = async () => (await fetch(`${address}/metrics`)).text();
  const scrape = async () =>
    new Map(
      (await text())
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line): [string, number] => {
          const at = line.lastIndexOf(' ');
          return [line.slice(0, at), Number(line.slice(at + 1))];
        }),
    );
  return { address, get, text, scrape };
}

const count = (labels: string) => `tillhouse_http_request_duration_seconds_count{${labels}}`;

it('requests are counted by route and status, never by what they ask for', async () => {
  const made = (await on.send('POST', '/api/secure/tender', { json: { name: 'Cash', type: 'cash' } })).entity;
  const { get, text, scrape } = await measured();
  await get(`/api/secure/tender/${made.id}`);
  await get('/api/secure/tender?q=secret-word');
  await get('/api/secure/tender?q=secret-word');
  await get(`/api/secure/plu/${crypto.randomUUID()}`);
  await get('/api/secure/no-such-thing/secret-word');
  const samples = await scrape();
  expect(samples.get(count('method="GET",route="/api/secure/tender/:id",status="200"'))).toBe(1);
  expect(samples.get(count('method="GET",route="/api/secure/tender",status="200"'))).toBe(2);
  expect(samples.get(count('method="GET",route="/api/secure/plu/:id",status="404"'))).toBe(1);
  expect(samples.get(count('method="GET",route="/api/*",status="404"'))).toBe(1);
  const all = await text();
  for (const hidden of [made.id, 'secret-word', on.service.companies.helsinki.tenantId, 'helsinki'])
    expect(all).not.toContain(hidden);
});

it('it tells of kept answers, connections, streams, change sets and its version', async () => {
  const { get, scrape } = await measured();
  await get('/api/secure/tender');
  await get('/api/secure/tender');
  const samples = await scrape();
  expect(samples.get('tillhouse_kept_answers_asked_total{result="found"}')).toBe(1);
  expect(samples.get('tillhouse_kept_answers_asked_total{result="missed"}')).toBe(1);
  expect(samples.get('tillhouse_kept_answers_bytes')).toBeGreaterThan(0);
  expect(samples.get('tillhouse_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(samples.get('tillhouse_live_streams')).toBe(2);
  expect(samples.get('tillhouse_change_sets_under_way')).toBe(1);
  expect([samples.get('tillhouse_notifier'), samples.get('tillhouse_notices_sent_total')]).toEqual([1, 3]);
  expect(samples.get('tillhouse_standbys_ready')).toBe(0);
  expect(samples.get('tillhouse_build_info{version="1.2.3"}')).toBe(1);
  expect(samples.get('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
  expect(samples.has('tillhouse_backup_last_good_timestamp_seconds')).toBe(false);
});

it('it says when the last good backup was made, and still answers when the database cannot say', async () => {
  const known = await measured(() => Promise.resolve({ good: 1_700_000_000_000, failed: true }));
  expect((await known.scrape()).get('tillhouse_backup_last_good_timestamp_seconds')).toBe(1_700_000_000);
  expect((await known.scrape()).get('tillhouse_backup_failed')).toBe(1);
  const none = await measured(() => Promise.resolve({ good: null, failed: false }));
  expect((await none.scrape()).get('tillhouse_backup_last_good_timestamp_seconds')).toBe(0);
  const away = await measured(() => Promise.reject(new Error('away')));
  const samples = await away.scrape();
  expect(samples.has('tillhouse_backup_last_good_timestamp_seconds')).toBe(false);
  expect(samples.get('tillhouse_live_streams')).toBe(2);
});

it('it counts the notices that wait to be sent', async () => {
  const { scrape } = await measured();
  expect((await scrape()).get('tillhouse_notices_waiting')).toBe(0);
  await sql`insert into outbox (tenant, company, entity, first, last)
    select gen_random_uuid(), gen_random_uuid(), 'plu', n, n from generate_series(1, 7) n`.execute(
    on.service.db,
  );
  expect((await scrape()).get('tillhouse_notices_waiting')).toBe(7);
  const away = await measured(null, () => Promise.reject(new Error('away')));
  const samples = await away.scrape();
  expect([samples.has('tillhouse_notices_waiting'), samples.get('tillhouse_live_streams')]).toEqual([
    false,
    2,
  ]);
});

it('nothing else is to be had at the address of the metrics', async () => {
  const { address } = await measured();
  expect((await fetch(`${address}/api/secure/plu`)).status).toBe(404);
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
});
