import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '@/server/ops/config';
import { openDatabase } from '@/server/db/db';
import { createService, type Service } from '@/server';
import { ownDatabase } from '@/testing/database/own-database';

// A demo that is served while its business days are still being loaded.
const silent = pino({ level: 'silent' });
const demoDays = 3;
const total = 3 * demoDays;

const own = ownDatabase();
const services: Service[] = [];

afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

async function start(): Promise<Service> {
  const config = readConfig({ DATABASE_URL: own.url, TILLHOUSE_DEMO: 'true' });
  const service = await createService({ ...config, demoDays, demoInBackground: true }, silent);
  services.push(service);
  return service;
}

async function stop(service: Service): Promise<void> {
  services.splice(services.indexOf(service), 1);
  await service.close();
}

/** Holds the load back before its first day, from the first start on; returns the function that lets it go on. */
async function holdDays(): Promise<() => Promise<void>> {
  const holder = openDatabase(own.url, silent, 1);
  await sql`select pg_advisory_lock(hashtext('tillhouse demo days'))`.execute(holder);
  return () => holder.destroy();
}

async function get(service: Service, path: string) {
  const key = service.setup.signIns.find(({ role }) => role === 'manager')?.key ?? '';
  const answer = await service.fetch(
    new Request(`http://127.0.0.1${path}`, { headers: { Authorization: `Bearer ${key}` } }),
  );
  return { status: answer.status, body: await answer.json() };
}

const dates = async () =>
  (await sql<{ date: string }>`select date::text from businessday order by seq`.execute(own.db)).rows.map(
    ({ date }) => date,
  );

it('answers with its products before its first day is there, and says how many days there are', async () => {
  const release = await holdDays();
  const service = await start();
  expect((await get(service, '/api/demo/days')).body).toEqual({ filling: { done: 0, total } });
  const products = await get(service, '/api/secure/plu?page=1&pageSize=10');
  expect([products.status, products.body.length]).toEqual([200, 10]);
  expect((await get(service, '/api/secure/businessday')).body).toEqual([]);
  await release();
  await service.setup.fill?.finished;
  expect((await get(service, '/api/demo/days')).body).toEqual({ filling: null });
  expect((await dates()).length).toBe(total);
});

it('loads the days in the order of their dates, each with its receipts and its seal', async () => {
  const service = await start();
  await service.setup.fill?.finished;
  const loaded = await dates();
  expect(loaded).toEqual(loaded.toSorted());
  const { rows } = await sql<{ number: number; place: number }>`
    select s.number::int, row_number() over (partition by s.location_id order by d.date)::int as place
    from businessday_seal s join businessday d on d.id = s.businessday_id`.execute(own.db);
  const closed = await sql`select from businessday where status <> 'open'`.execute(own.db);
  expect(rows.length).toBe(closed.rows.length);
  expect(rows.filter(({ number, place }) => number !== place)).toEqual([]);
});

it('goes on at the next start with what was not loaded when the service was stopped', async () => {
  const service = await start();
  while ((service.setup.fill?.progress()?.done ?? total) === 0)
    await new Promise((wait) => setTimeout(wait, 5));
  await stop(service);
  const before = await dates();
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(total);
  const next = await start();
  await next.setup.fill?.finished;
  const after = await dates();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.length).toBe(total);
  expect((await start()).setup.fill).toBeNull();
});

it('is loaded by one of two services; the other one says how far it is, and goes on if the first one ends', async () => {
  const first = await start();
  const second = await start();
  await stop(first);
  expect(second.setup.fill).not.toBeNull();
  await second.setup.fill?.finished;
  expect((await dates()).length).toBe(total);
  expect((await get(second, '/api/demo/days')).body).toEqual({ filling: null });
});
