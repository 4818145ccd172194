import { Hono } from 'hono';
import { answersWithEtag, ifNoneMatch } from '@/core/contract/openapi-parameters';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import { inScope } from '@/core/server/db/db';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { refuseParameters } from '@/core/server/http/routes';
import { monthFilesOf } from '../../books/server/month-files.server';
import { reportReaders } from '../../server/report/report-openapi.server';
import { monthFilesSchema, monthSettleSchema, monthsSchema } from '../schema';
import { monthsAnswer } from './months.server';
import { readMonthQuery } from './read-query.server';
import { answerOfMonths, monthParameter } from './reading.server';
import { monthSettleOf } from './settle.server';

/** Routes of what is known of months without computing them: their list, what one waits for, the files that have its days. */
export const monthListAddresses: ExtraRoutes = {
  rules: {
    'GET /api/secure/report/months': reportReaders,
    'GET /api/secure/report/month/settle': reportReaders,
    'GET /api/secure/report/month/files': reportReaders,
  },
  paths: {
    '/api/secure/report/months': {
      get: {
        operationId: 'report_months',
        tags: ['businessday'],
        summary: 'The months with business days, newest first',
        'x-roles': reportReaders,
        parameters: [ifNoneMatch],
        responses: answersWithEtag('The months.', monthsSchema, 400, 401, 403, 414, 429, 503),
      },
    },
    '/api/secure/report/month/settle': {
      get: {
        operationId: 'report_month_settle',
        tags: ['businessday'],
        summary: 'What a month waits for before it can be locked, in all of its currencies',
        'x-roles': reportReaders,
        parameters: [monthParameter, ifNoneMatch],
        responses: answersWithEtag('What it waits for.', monthSettleSchema, 400, 401, 403, 414, 429, 503),
      },
    },
    '/api/secure/report/month/files': {
      get: {
        operationId: 'report_month_files',
        tags: ['businessday'],
        summary: 'The files for bookkeeping that have business days of a month, newest first',
        'x-roles': reportReaders,
        parameters: [monthParameter],
        responses: {
          200: { description: 'The files.', content: jsonOf(documented(monthFilesSchema, 'output')) },
          ...problems(400, 401, 403, 414, 429, 503),
        },
      },
    },
  },
  make: routes,
};

function routes({ db }: Parts): Hono<AppEnv> {
  const made = new Hono<AppEnv>();

  made.get('/report/months', (c) => {
    refuseParameters(c.req.url);
    const caller = c.get('caller');
    return answerOfMonths(c, db, (tx) => monthsAnswer(tx, caller));
  });

  made.get('/report/month/settle', (c) => {
    const { month } = readMonthQuery(new URL(c.req.url).searchParams, ['month']);
    const caller = c.get('caller');
    return answerOfMonths(c, db, async (tx, care) =>
      JSON.stringify(await monthSettleOf(tx, caller, month, care)),
    );
  });

  made.get('/report/month/files', async (c) => {
    const { month } = readMonthQuery(new URL(c.req.url).searchParams, ['month']);
    const caller = c.get('caller');
    return c.json(await inScope(db, caller, 'read only', (tx) => monthFilesOf(tx, caller, month)));
  });

  return made;
}
