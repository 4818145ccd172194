import { cp, mkdtemp, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backupList } from '@/contract/backups';
import type { WaitingMail } from '@/server/mail/outbox';
import { tables } from '@/resources/tables';
import { stage } from '@/testing/api/start';
import { password } from '@/testing/people';
import { createPerson } from '../../admin-people';
import { checkBackup } from '../restore';
import type { Rounds } from '../../rounds';
import { backupLetters, mailFailure } from './failure-mail';
import { lastBackup, type Failure } from './runs';
import { openScheduledBackups, requireFolder, type ScheduledBackups } from './scheduled-backups';

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
function process3(
  day: string,
  keep = 2,
  failed: (failure: Failure) => Promise<void> = async () => undefined,
): ScheduledBackups {
  const one = openScheduledBackups({
    failed,
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
  await Promise.all(three.map((one) => one.runNow()));
  const [file = '', ...others] = await files();
  expect(others).toEqual([]);
  expect(await states()).toEqual(['verified']);
  const { rows } = await checkBackup(path.join(folder, file));
  expect(rows).toBeGreaterThan(10);
  await three[1]?.runNow();
  expect(await files()).toEqual([file]);
});

it('so many are kept, and older ones are removed only when a newer one is verified', async () => {
  for (const day of ['2026-03-01', '2026-03-02', '2026-03-03']) await process3(day).runNow();
  expect(await states()).toEqual(['verified', 'verified', 'removed']);
  const two = await files();
  expect(two).toHaveLength(2);
  // The next one fails: both that are there stay.
  await rename(folder, `${folder}-away`);
  await writeFile(folder, 'a file where the folder should be');
  await process3('2026-03-04').runNow();
  expect((await states())[0]).toBe('folder');
  await rm(folder);
  await rename(`${folder}-away`, folder);
  await process3('2026-03-04').runNow();
  expect([await files(), (await states()).slice(1)]).toEqual([two, ['verified', 'verified', 'removed']]);
});

it('one that is asked for is made beside those that are due, and not while another is being made', async () => {
  const [one, other] = [process3('2026-03-01'), process3('2026-03-01')];
  await one.runNow();
  expect((await Promise.all([one.begin(), other.begin()])).filter(Boolean)).toEqual([true]);
  expect(await one.begin()).toBe(false);
  // Either of them may have begun it.
  await Promise.all([one.runNow(), other.runNow()]);
  expect(await states()).toEqual(['verified', 'verified']);
  expect(await files()).toHaveLength(2);
  // One whose process died counts as failed once it was silent, and keeps nobody from the next one.
  await sql`update backup_run set state = 'running', beat_at = clock_timestamp() - interval '6 minutes'
    where due_at = (select max(due_at) from backup_run)`.execute(on.service.db);
  await one.runNow();
  expect(await states()).toEqual(['stopped', 'verified']);
});

/** As if no process had looked for so long. */
const unseenFor = (ago: string) =>
  sql`update backup_run set seen_at = clock_timestamp() - ${ago}::interval`.execute(on.service.db);

it('a file that somebody took away is missing, whatever the host that made it was called', async () => {
  await process3('2026-03-01').runNow();
  const [file = ''] = await files();
  await rm(path.join(folder, file));
  await sql`update backup_run set host = 'a-container-of-before'`.execute(on.service.db);
  await process3('2026-03-02').runNow();
  // Another process, with another folder, may have seen it a moment ago.
  expect(await states()).toEqual(['verified', 'verified']);
  await unseenFor('31 minutes');
  await process3('2026-03-02').runNow();
  expect(await states()).toEqual(['verified', 'missing']);
});

it('the last one is made again if its file is gone or was cut off', async () => {
  for (const lose of [(file: string) => rm(file), (file: string) => truncate(file, 100)]) {
    await process3('2026-03-01').runNow();
    const [file = ''] = await files();
    await lose(path.join(folder, file));
    await unseenFor('31 minutes');
    await process3('2026-03-01').runNow();
    expect(await states()).toEqual(['missing']);
    await process3('2026-03-01').runNow();
    expect(await states()).toEqual(['verified']);
    const [again = '', ...others] = await files();
    expect([others, again === file]).toEqual([[], false]);
    expect((await checkBackup(path.join(folder, again))).rows).toBeGreaterThan(0);
  }
});

it('one that is found again counts again', async () => {
  await process3('2026-03-01').runNow();
  const [file = ''] = await files();
  await rename(path.join(folder, file), path.join(folder, 'elsewhere'));
  await process3('2026-03-02').runNow();
  await unseenFor('31 minutes');
  await process3('2026-03-02').runNow();
  expect((await states())[1]).toBe('missing');
  await rename(path.join(folder, 'elsewhere'), path.join(folder, file));
  await process3('2026-03-02').runNow();
  expect(await states()).toEqual(['verified', 'verified']);
});

it('retention counts what is on the disk: the newest good one stays, also if later ones are gone', async () => {
  await process3('2026-03-01', 1).runNow();
  const [first = ''] = await files();
  await cp(path.join(folder, first), path.join(folder, 'copy'));
  await process3('2026-03-02', 1).runNow();
  // The only one that is left is the older one.
  await rm(path.join(folder, (await files()).find((name) => name.startsWith('tillhouse')) ?? ''));
  await rename(path.join(folder, 'copy'), path.join(folder, first));
  await sql`update backup_run set state = 'verified'`.execute(on.service.db);
  await process3('2026-03-02', 1).runNow();
  expect(await files()).toEqual([first]);
});

it('a failure is told once for each backup that was due, and stands in the metrics until a good one', async () => {
  const told: Failure[] = [];
  const failed = async (failure: Failure) => void told.push(failure);
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file where the folder should be');
  for (const day of ['2026-03-01', '2026-03-01', '2026-03-02']) {
    await process3(day, 2, failed).runNow();
    await sql`update backup_run set finished_at = clock_timestamp() - interval '16 minutes'`.execute(
      on.service.db,
    );
  }
  expect(told.map(({ dueAt, problem }) => [dueAt.slice(0, 10), problem])).toEqual([
    ['2026-03-01', 'folder'],
    ['2026-03-02', 'folder'],
  ]);
  expect(await lastBackup(on.service.db)).toEqual({ good: null, failed: true });
  await rm(folder);
  await process3('2026-03-02', 2, failed).runNow();
  expect(await lastBackup(on.service.db)).toMatchObject({ failed: false });
  expect(told.length).toBe(2);
});

it('administrators of root companies get a mail about it, at the address with which they sign in', async () => {
  const { db, companies } = on.service;
  for (const [email, company, role] of [
    ['root.admin@example.org', companies.group, 'admin'],
    ['child.admin@example.org', companies.helsinki, 'admin'],
    ['root.manager@example.org', companies.group, 'manager'],
  ] as const)
    await createPerson({ db, tables }, company, { email, name: email, role }, password, 'Group');
  await mailFailure(db, { dueAt: '2026-03-01T01:00:00.000Z', problem: 'disk_full' });
  const { rows } = await sql<WaitingMail>`select * from mail_outbox where kind = 'backup_failed'`.execute(db);
  expect(rows.map(({ recipient }) => recipient)).toEqual(['root.admin@example.org']);
  const [mail] = rows;
  const letter = mail && (await backupLetters(db, 'https://tills.example')['backup_failed']?.(mail));
  expect(letter).toMatchObject({
    to: 'root.admin@example.org',
    subject: 'Tillhousen varmuuskopio epäonnistui',
  });
  expect(JSON.stringify(letter)).toContain('levy on täynnä');
});

it('what a process left behind that fell silent is taken over and cleared away', async () => {
  await process3('2026-03-01').runNow();
  const [former = ''] = await files();
  const part = `${former}.0a1b2c3d.part`;
  await writeFile(path.join(folder, part), 'half');
  await truncate(path.join(folder, former), 100);
  const at = (ago: string) =>
    sql`update backup_run set state = 'running', finished_at = null,
      beat_at = clock_timestamp() - ${ago}::interval`.execute(on.service.db);
  await at('1 minute');
  await process3('2026-03-01').runNow();
  expect([await states(), await files()]).toEqual([['running'], [former, part]]);
  await at('6 minutes');
  await process3('2026-03-01').runNow();
  expect(await states()).toEqual(['verified']);
  const [file = '', ...others] = await files();
  expect([others, file === former]).toEqual([[], false]);
  expect((await asked()).runs[0]?.tries).toBe(2);
});

it('one that was stopped in the middle leaves no file, and is made by the next process at once', async () => {
  const stopped = process3('2026-03-01');
  const looking = stopped.runNow();
  await stopped.close();
  await looking;
  expect(await files()).toEqual([]);
  await process3('2026-03-01').runNow();
  expect(await states()).toEqual(['verified']);
});

it('one that failed is tried again after a quarter of an hour', async () => {
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file where the folder should be');
  await process3('2026-03-01').runNow();
  await rm(folder);
  await process3('2026-03-01').runNow();
  expect(await states()).toEqual(['folder']);
  await sql`update backup_run set finished_at = clock_timestamp() - interval '16 minutes'`.execute(
    on.service.db,
  );
  await process3('2026-03-01').runNow();
  expect(await states()).toEqual(['verified']);
});

it('a folder that cannot be written ends the start, which names the setting', async () => {
  await writeFile(path.join(folder, 'file'), '');
  await expect(requireFolder(path.join(folder, 'file'))).rejects.toThrow(/^TILLHOUSE_BACKUP_DIR: .*EEXIST/);
});

it('only administrators see backups, and nothing of their size where other chains are in the database', async () => {
  await process3('2026-03-01').runNow();
  // The stage has a second tenant.
  expect((await asked()).runs).toMatchObject([{ state: 'verified', file: null, bytes: null, rows: null }]);
  for (const role of ['manager', 'accountant', 'terminal'] as const) {
    const send = await on.service.as('helsinki', role);
    expect((await send('GET', '/api/secure/backup')).status).toBe(403);
  }
});
