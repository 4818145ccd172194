import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '@/server/db/db';
import { backUp } from '@/server/ops/backup/backup';
import { readErasures, writeErasures } from '@/server/ops/backup/erasures';
import { restore } from '@/server/ops/backup/restore';
import { verify } from '@/server/ops/backup/verify/verify';
import { tables } from '@/resources/tables';
import { stage } from '../api/start';
import { createTestDatabase } from '../service';

const on = stage();
const all = Object.values(tables);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-erasures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a restore of an older backup applies the erasures again, and verify finds nothing wrong', async () => {
  const [backup, later, ledger] = ['backup.gz', 'later.gz', 'ledger'].map((name) => path.join(folder, name));
  if (!backup || !later || !ledger) throw new Error('Three were named');
  const person = { name: 'Planted Person', data: { email: 'planted@person.example' } };
  const headers = { 'Idempotency-Key': 'planted' };
  const { id } = (await on.send('POST', '/api/secure/customer', { json: person, headers })).entity;
  const other = (await on.send('POST', '/api/secure/customer', { json: { name: 'Stays' } })).entity;
  await on.send('PUT', `/api/secure/customer/${id}`, { json: { name: 'Planted Again' } });
  await backUp(on.service.url, backup);
  expect((await on.send('POST', `/api/secure/customer/${id}/erase`)).status).toBe(200);
  const response = await on.send('POST', '/api/secure/customer', {
    json: { name: 'Planted after the backup' },
    headers: { 'Idempotency-Key': 'planted-later' },
  });
  await on.send('POST', `/api/secure/customer/${response.entity.id}/erase`);
  expect(await writeErasures(on.service.url, ledger)).toBe(2);
  await backUp(on.service.url, later);

  const planted = /planted/i;
  expect(gunzipSync(await readFile(backup)).toString()).toMatch(planted);
  expect((await readFile(ledger)).toString()).not.toMatch(planted);
  const rows = gunzipSync(await readFile(later)).toString();
  expect(rows.replaceAll(/\tplanted\t/g, '')).not.toMatch(planted);
  expect((await verify(on.service.db, all)).filter((check) => check.wrong > 0)).toEqual([]);

  const database = await createTestDatabase({ bare: true });
  const db = openDatabase(database.url, pino({ level: 'silent' }), 4);
  try {
    const done = await restore({
      url: database.url,
      db,
      tables: all,
      file: backup,
      erasures: await readErasures(ledger),
    });
    expect(done.erased).toBe(1);
    const { rows: customers } =
      await sql`select id, name, active, data->>'email' as email from customer order by seq`.execute(db);
    expect(customers).toEqual([
      { id, name: '', active: false, email: null },
      { id: other.id, name: 'Stays', active: true, email: null },
    ]);
    const { rows: events } = await sql<{
      text: string;
    }>`select e::text as text from event e where entity = 'customer'`.execute(db);
    expect(events.length).toBe(4);
    // What is not in the backup may still be sent again, so the ledger has a tombstone for it.
    const tombstones = await sql<{ ids: string[]; prints: number }>`
      select (select array_agg(entity_id order by at) from erased) as ids,
        (select count(*) from retry_print p join erased e on e.entity_id = any(p.entity_ids)) as prints`.execute(
      db,
    );
    expect(tombstones.rows).toEqual([{ ids: [id, response.entity.id], prints: 2 }]);
    for (const { text } of events) expect(text).not.toMatch(planted);
    expect((await verify(db, all)).filter((check) => check.wrong > 0)).toEqual([]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
