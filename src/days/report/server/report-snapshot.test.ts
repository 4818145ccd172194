import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { createApp } from '@/server/http/app';
import { createKey } from '@/server/ops/companies';
import { readSecret } from '@/server/read/cursor';
import { openDatabase, type Database } from '@/server/db/db';
import { extraRoutes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { stage } from '@/testing/api/start';
import { sender, type Sender } from '@/testing/service';
import { openShop, soundReceipt } from '@/testing/shop';
import { reportSchema } from '../report';

const on = stage();
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Starts a second service on a pool of two connections. */
async function narrow(): Promise<{ db: Database; send: Sender }> {
  const log = pino({ level: 'silent' });
  const db = openDatabase(on.service.url, log, 2);
  ends.push(() => db.destroy());
  const app = createApp({ db, tables, extraRoutes, log, cursorSecret: await readSecret(db) });
  const key = await createKey(db, on.service.companies.helsinki, 'narrow', 'admin');
  return { db, send: sender((request) => app.fetch(request), key) };
}

async function dayWithSales(count: number) {
  const shop = await openShop(on.send, on.samples);
  const day = await shop.openDay();
  const json = Array.from({ length: count }, (_, at) => soundReceipt(shop, day, String(at + 1)));
  expect((await on.send('POST', '/api/secure/sales', { json })).status).toBe(200);
  return { shop, day, path: `/api/secure/report/businessdaytx/${day}` };
}

it('many reports at once on a small pool all come, and are the same', async () => {
  const { path } = await dayWithSales(3);
  const { send } = await narrow();
  const answers = await Promise.all(Array.from({ length: 12 }, () => send('GET', path)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

it('a sale that is posted between the reading of the figures and of the receipts is in neither', async () => {
  const { shop, day, path } = await dayWithSales(2);
  const { db, send } = await narrow();
  // Holds one of the two connections: the report gets one for its figures and waits for a second for its receipts.
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  ends.unshift(async () => release());
  const holding = db.connection().execute(async (connection) => {
    await sql`select 1`.execute(connection);
    await held;
  });
  const pending = send('GET', path);
  await expect
    .poll(
      async () => {
        // The figures are read, and their transaction is idle.
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction' and query like '%with d as materialized%'`.execute(
          on.service.db,
        );
        return rows.length;
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  const late = soundReceipt(shop, day, '3');
  expect((await on.send('POST', '/api/secure/sales', { json: late })).status).toBe(201);
  release();
  const before = reportSchema.parse((await pending).json);
  await holding;
  expect([before.totals.count, before.totals.gross, before.transactions.length]).toEqual([2, '9.00', 2]);
  const after = reportSchema.parse((await send('GET', path)).json);
  expect([after.totals.count, after.totals.gross, after.transactions.length]).toEqual([3, '13.50', 3]);
});
