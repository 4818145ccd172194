import { mkdtemp, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backupList } from '@/core/contract/backups';
import { stage } from '@/testing/api/start';
import { checkBackup } from '../restore';
import type { Rounds } from '../../rounds';
import { openScheduledBackups, requireFolder } from './scheduled-backups';

const on = stage();
const log = pino({ level: 'silent' });
let folder = '';
const opened: Rounds[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-scheduled-'));
  await sql`delete from backup_run`.execute(on.service.db);
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await rm(folder, { recursive: true, force: true });
});

/** A process that makes backups at three o'clock; `day` is its date. */
function process3(day: string, keep = 2): Rounds {
  const one = openScheduledBackups({
    url: on.service.url,
    db: on.service.db,
    log,
    plan: { folder, time: '03:00', keep },
    every: 3_600_000,
    now: () => new Date(`${day}T12:00:00`),
  });
  opened.push(one);
  return one;
}

const asked = async (send = on.send) => {
  const answer = await send('GET', '/api/secure/backup');
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return backupList.parse(answer.json);
};
const states = async () => (await asked()).runs.map(({ state, problem }) => problem ?? state);
const files = async () => (await readdir(folder)).toSorted();

it('one of three processes makes the backup that is due, once, and it is read again', async () => {
  await on.send('POST', '/api/secure/tender', { json: { name: 'Cash', type: 'cash' } });
  const three = [process3('2026-03-01'), process3('2026-03-01'), process3('2026-03-01')];
  await Promise.all(three.map((one) => one.look()));
  const [file = '', ...others] = await files();
  expect(others).toEqual([]);
  expect(await states()).toEqual(['verified']);
  const { rows } = await checkBackup(path.join(folder, file));
  expect(rows).toBeGreaterThan(10);
  await three[1]?.look();
  expect(await files()).toEqual([file]);
});

it('so many are kept, and older ones are removed only when a newer one is verified', async () => {
  for (const day of ['2026-03-01', '2026-03-02', '2026-03-03']) await process3(day).look();
  expect(await states()).toEqual(['verified', 'verified', 'removed']);
  const two = await files();
  expect(two).toHaveLength(2);
  // The next one fails: both that are there stay.
  await rename(folder, `${folder}-away`);
  await writeFile(folder, 'a file where the folder should be');
  await process3('2026-03-04').look();
  expect((await states())[0]).toBe('folder');
  await rm(folder);
  await rename(`${folder}-away`, folder);
  await process3('2026-03-04').look();
  expect([await files(), (await states()).slice(1)]).toEqual([two, ['verified', 'verified', 'removed']]);
});

it('a file that somebody took away is said to be missing', async () => {
  await process3('2026-03-01').look();
  const [file = ''] = await files();
  await rm(path.join(folder, file));
  await process3('2026-03-02').look();
  expect(await states()).toEqual(['verified', 'missing']);
});

it('what a process left behind that fell silent is taken over and cleared away', async () => {
  await process3('2026-03-01').look();
  const [former = ''] = await files();
  const part = `${former}.0a1b2c3d.part`;
  await writeFile(path.join(folder, part), 'half');
  await truncate(path.join(folder, former), 100);
  const at = (ago: string) =>
    sql`update backup_run set state = 'running', finished_at = null,
      beat_at = clock_timestamp() - ${ago}::interval`.execute(on.service.db);
  await at('1 minute');
  await process3('2026-03-01').look();
  expect([await states(), await files()]).toEqual([['running'], [former, part]]);
  await at('6 minutes');
  await process3('2026-03-01').look();
  expect(await states()).toEqual(['verified']);
  const [file = '', ...others] = await files();
  expect([others, file === former]).toEqual([[], false]);
  expect((await asked()).runs[0]?.tries).toBe(2);
});

it('one that was stopped in the middle leaves no file, and is made by the next process at once', async () => {
  const stopped = process3('2026-03-01');
  const looking = stopped.look();
  await stopped.close();
  await looking;
  expect(await files()).toEqual([]);
  await process3('2026-03-01').look();
  expect(await states()).toEqual(['verified']);
});

it('one that failed is tried again after a quarter of an hour', async () => {
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file where the folder should be');
  await process3('2026-03-01').look();
  await rm(folder);
  await process3('2026-03-01').look();
  expect(await states()).toEqual(['folder']);
  await sql`update backup_run set finished_at = clock_timestamp() - interval '16 minutes'`.execute(
    on.service.db,
  );
  await process3('2026-03-01').look();
  expect(await states()).toEqual(['verified']);
});

it('a folder that cannot be written ends the start, which names the setting', async () => {
  await writeFile(path.join(folder, 'file'), '');
  await expect(requireFolder(path.join(folder, 'file'))).rejects.toThrow(/^TILLHOUSE_BACKUP_DIR: .*EEXIST/);
});

it('only administrators see backups, and nothing of their size where other chains are in the database', async () => {
  await process3('2026-03-01').look();
  // The stage has a second tenant.
  expect((await asked()).runs).toMatchObject([{ state: 'verified', file: null, bytes: null, rows: null }]);
  for (const role of ['manager', 'accountant', 'terminal'] as const) {
    const send = await on.service.as('helsinki', role);
    expect((await send('GET', '/api/secure/backup')).status).toBe(403);
  }
});
