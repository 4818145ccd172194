import { backupList, type BackupList } from '@/contract/backups';
import { acts } from '@/contract/role';
import { readAtLarge } from '../../../db/db';
import { endpoints, jsonAnswer, route } from '../../../http/endpoint';
import type { Parts } from '../../../http/http-env';
import { HttpProblem } from '../../../http/problems';
import { anyQuery } from '../../../http/query';
import { nextDue } from './due';
import { isOnlyTenant, readRuns } from './runs';

const shownAtMost = 100;

/** The backups that the service makes by itself (docs/operations.md#backups-by-themselves). */
export const backupAddress = endpoints(
  route({
    method: 'GET',
    path: '/backup',
    operationId: 'list_backups',
    tag: 'system',
    summary: 'The backups that the service makes by itself, the latest first',
    needs: acts.seeBackups,
    query: anyQuery,
    answers: { 200: jsonAnswer('When they are made, and what became of each.', backupList) },
    handle: async ({ c, parts }) => c.json(await read(parts)),
  }),
  route({
    method: 'POST',
    path: '/backup',
    operationId: 'begin_backup',
    tag: 'system',
    summary: 'Begin a backup now, where the service makes backups and the database is of one chain',
    needs: acts.seeBackups,
    answers: { 200: jsonAnswer('The backups, with the one that was begun.', backupList) },
    problems: [409],
    handle: async ({ c, parts }) => {
      const { backups, db } = parts;
      if (!backups || !(await isOnlyTenant(db)))
        throw new HttpProblem(
          409,
          'no_backups',
          'No backups',
          'Backups of this database are not made from here',
        );
      if (!(await backups.begin()))
        throw new HttpProblem(409, 'backup_running', 'A backup is being made', 'One is being made already');
      return c.json(await read(parts));
    },
  }),
);

async function read({ db, backups }: Parts): Promise<BackupList> {
  const [runs, isAlone] = await readAtLarge(() => Promise.all([readRuns(db, shownAtMost), isOnlyTenant(db)]));
  const plan = backups && {
    time: backups.time,
    keep: backups.keep,
    next_due_at: nextDue(new Date(), backups.time).toISOString(),
    can_begin: isAlone,
  };
  return backupList.parse({
    plan: plan ?? null,
    // What other chains have stored is nobody's business.
    runs: runs.map((run) => (isAlone ? run : { ...run, host: null, file: null, bytes: null, rows: null })),
  });
}
