import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trustedProxies } from '@/core/server/auth/client-address';
import { verify } from '@/core/server/ops/backup/verify/verify';
import { tables } from '@/resources/tables';
import { samplesFor } from '@/testing/samples';
import { startTestService, type TestService } from '@/testing/service';
import { openShop, soundReceipt } from '@/testing/shop';
import { salesHistory } from './answer';
import { openArchiver } from './archiver.server';
import { archiveCheck } from './check.server';

/** A day that is archived, and the connections of its database's owner. */
const on: { service?: TestService; folder?: string } = {};
const service = () => on.service ?? fail();
const fail = () => {
  throw new Error('Not started');
};
const archive = () => service().archive ?? fail();
const writeAll = () =>
  openArchiver({
    db: service().db,
    store: archive(),
    log: pino({ level: 'silent' }),
    settled: 0,
    unread: 0,
    every: null,
  }).writeAll();

async function asOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: service().url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const queue = (client: Client) =>
  client.query(`insert into archive_queue (tenant_id, company_id, businessday_id, date)
    select tenant_id, company_id, businessday_id, date from archive_day`);
const waiting = () => asOwner(async (client) => (await client.query('select from archive_queue')).rowCount);

beforeAll(async () => {
  on.folder = await mkdtemp(path.join(tmpdir(), 'queue-'));
  on.service = await startTestService(tables, 0, trustedProxies([]), on.folder);
  const send = await service().as('helsinki');
  const shop = await openShop(send, samplesFor(send));
  const day = await shop.openDay('2026-03-01');
  await send('POST', '/api/secure/sales', { json: [soundReceipt(shop, day, '1')] });
  await shop.setStatus(day, 'closed');
  expect(await writeAll()).toBe(1);
}, 60_000);
afterAll(async () => {
  await on.service?.close();
  await rm(on.folder ?? fail(), { recursive: true });
});

it('a day that waits although it is in the archive is there once when it was written again', async () => {
  await asOwner(queue);
  await writeAll();
  expect(await waiting()).toBe(0);
  const send = await service().as('helsinki');
  const answer = await send('GET', '/api/secure/report/sales?by=day&from=2026-03-01&to=2026-03-31');
  expect(salesHistory.parse(answer.json).totals).toMatchObject({ receipts: 1, gross: '4.50' });
  const found = await verify(service().db, Object.values(tables), [
    archiveCheck(on.folder ?? fail(), archive()),
  ]);
  expect(found.flatMap(({ examples }) => examples)).toEqual([]);
});

it('looking for days that nobody has noted does not note those that another process writes at that moment', async () => {
  await asOwner(async (writer) => {
    await queue(writer);
    const moved = `with gone as (delete from archive_day returning *) select * from gone`;
    const { rows } = await writer.query(moved);
    // As a writer does: in the archive and no longer waiting, in one commit.
    await writer.query('begin');
    await writer.query(
      `insert into archive_day select * from json_populate_recordset(null::archive_day, $1::json)`,
      [JSON.stringify(rows)],
    );
    await writer.query('delete from archive_queue');
    const { rows: pids } = await writer.query('select pg_backend_pid() as pid');
    const looked = asOwner((client) => client.query('select archive_requeue()'));
    await asOwner(async (client) => {
      const waits = `select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))`;
      while ((await client.query(waits, [pids[0].pid])).rowCount === 0);
    });
    await writer.query('commit');
    await looked;
  });
  expect(await waiting()).toBe(0);
});
