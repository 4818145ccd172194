import pino from 'pino';
import { expect, it } from 'vitest';
import { stage } from '@/testing/api/start';
import { createTestDatabase } from '@/testing/service';
import { openDatabase, type Database } from './db';
import { openStandbys, readFresh, standbyCounts } from './standbys';

const on = stage();
const log = pino({ level: 'silent' });
const nowhere = 'postgresql://nobody@127.0.0.1:1/nothing';

it('a database that is no copy of the primary is refused by name, without its password', async () => {
  const other = await createTestDatabase();
  const db = openDatabase(on.service.url, log, 2);
  const opened = openStandbys(db, { primary: on.service.url, urls: [other.url], log });
  await expect(opened).rejects.toThrow(/^DATABASE_READ_URL: [\w.:[\]]+ is no copy of the database/);
  await db.destroy();
});

it('a standby that is gone, or was promoted, is never asked: the primary answers at once', async () => {
  const db = openDatabase(on.service.url, log, 2);
  const close = await openStandbys(db, {
    primary: on.service.url,
    urls: [nowhere, on.service.url],
    log,
  });
  const asked: Database[] = [];
  const read = async (from: Database) => {
    asked.push(from);
    return { mark: 'plu:1' };
  };
  try {
    for (let n = 0; n < 20; n += 1) await readFresh(db, { of: 'plu', mark: 'plu:1' }, read);
    expect(asked.every((from) => from === db)).toBe(true);
    expect(standbyCounts(db)).toEqual({ answered: 0, behind: 0, failed: 0, slow: 0, ready: 0 });
  } finally {
    await close();
    await db.destroy();
  }
});
