import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, it } from 'vitest';
import { pathOf, stage } from '@/testing/api/start';
import { backdateEvents } from '@/testing/backdate';
import { createTestDatabase } from '@/testing/service';
import { contracts } from '@/resources/contracts';
import { tables } from '@/resources/tables';
import { openDatabase } from '../db/db';
import { backUp } from '../ops/backup/backup';
import { restore } from '../ops/backup/restore';
import { verify } from '../ops/backup/verify/verify';
import { expireEvents } from './expire-events';

const on = stage();

it('what is written down of removed events is in a backup, and the database that it fills goes on from there', async () => {
  const { service, send, samples } = on;
  const { id } = (await send('POST', pathOf(contracts.plu), { json: await samples.minimal(contracts.plu) }))
    .entity;
  for (const base_price of ['5.00', '6.00', '7.00'])
    await send('PUT', pathOf(contracts.plu, id), { json: { base_price } });
  await backdateEvents(service.db, 'plu', id, ['2018-01-01', '2019-01-01', '2022-01-01', '2022-02-01']);
  expect(await expireEvents(service.db, 5, new Date('2026-01-15'))).toBe(true);
  const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-retention-'));
  const target = await createTestDatabase({ bare: true });
  const db = openDatabase(target.url, pino({ level: 'silent' }), 4);
  try {
    const file = path.join(folder, 'backup.gz');
    await backUp(service.url, file);
    await restore({ url: target.url, db, tables: Object.values(tables), file });
    const stored = async (from: typeof db) => {
      const names = ['event_horizon', 'event_removed', 'plu_price_past'];
      const all = await Promise.all(
        names.map((name) =>
          sql`select to_jsonb(t) as row from ${sql.table(name)} t order by 1`.execute(from),
        ),
      );
      return all.map(({ rows }) => rows);
    };
    expect(await stored(db)).toEqual(await stored(service.db));
    expect((await stored(db)).map((rows) => rows.length)).toEqual([1, 1, 1]);
    // A later horizon takes more, of the restored database too.
    expect(await expireEvents(db, 2, new Date('2026-01-15'))).toBe(true);
    expect((await stored(db)).map((rows) => rows.length)).toEqual([1, 1, 3]);
    const found = await verify(db, Object.values(tables));
    expect(found.flatMap(({ examples }) => examples)).toEqual([]);
    // A longer time brings nothing back, and takes nothing more.
    expect(await expireEvents(db, 9, new Date('2026-01-15'))).toBe(true);
    expect((await stored(db)).map((rows) => rows.length)).toEqual([1, 1, 3]);
  } finally {
    await db.destroy();
    await target.drop();
    await rm(folder, { recursive: true });
  }
});
