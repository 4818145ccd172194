import { Hono } from 'hono';
import { backupList, type BackupList } from '@/core/contract/backups';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import { readAtLarge } from '../../../db/db';
import type { AppEnv, ExtraRoutes, Parts } from '../../../http/http-env';
import { nextDue } from './due';
import { isOnlyTenant, readRuns } from './runs';

const roles = ['admin'] as const;
const shownAtMost = 100;

const schema = documented(backupList);

/** `GET /api/secure/backup`: the backups that the service makes by itself (docs/operations.md#backups-by-themselves). */
export const backupAddress: ExtraRoutes = {
  rules: { 'GET /api/secure/backup': roles },
  paths: {
    '/api/secure/backup': {
      get: {
        operationId: 'list_backups',
        summary: 'The backups that the service makes by itself, the latest first',
        'x-roles': roles,
        responses: {
          200: { description: 'When they are made, and what became of each.', content: jsonOf(schema) },
          ...problems(401, 403, 414, 429, 503),
        },
      },
    },
  },
  make: (parts) => new Hono<AppEnv>().get('/backup', async (c) => c.json(await read(parts))),
};

async function read({ db, backups }: Parts): Promise<BackupList> {
  const [runs, isAlone] = await readAtLarge(() => Promise.all([readRuns(db, shownAtMost), isOnlyTenant(db)]));
  const plan = backups && {
    time: backups.time,
    keep: backups.keep,
    next_due_at: nextDue(new Date(), backups.time).toISOString(),
  };
  return backupList.parse({
    plan: plan ?? null,
    // What other chains have stored is nobody's business.
    runs: runs.map((run) => (isAlone ? run : { ...run, host: null, file: null, bytes: null, rows: null })),
  });
}
