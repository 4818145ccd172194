import { Hono } from 'hono';
import {
  answersWithEtag,
  currencyParameter,
  ifNoneMatch,
  locationsParameter,
} from '@/core/contract/openapi-parameters';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import type { Role } from '@/core/contract/role';
import { problems } from '@/core/contract/problem-codes';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { inScope } from '@/core/server/db/db';
import { json } from '@/core/server/http/json-answer';
import { notFound } from '@/core/server/http/problems';
import { refuseParameters } from '@/core/server/http/routes';
import { readBody } from '@/core/server/http/session-answers';
import { reportReaders } from '../../server/report/report-openapi.server';
import { lockSchema, monthEntry, monthSchema, monthText, unlockSchema } from '../schema';
import { lockMonth, unlockMonth } from './lock.server';
import { monthOf } from './month-answer.server';
import { answerOfMonths, monthParameter } from './reading.server';
import { readMonthQuery } from './read-query.server';

/** The roles that may lock a month: those responsible for the books. Unlocking is an administrator's. */
const lockers: readonly Role[] = ['admin', 'accountant'];
const unlockers: readonly Role[] = ['admin'];

const command = (
  operationId: string,
  summary: string,
  roles: readonly Role[],
  body: Parameters<typeof documented>[0],
) => ({
  parameters: [
    {
      name: 'month',
      in: 'path',
      required: true,
      schema: { type: 'string', pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', examples: ['2026-10'] },
    },
  ],
  post: {
    operationId,
    tags: ['businessday'],
    summary,
    'x-roles': roles,
    requestBody: { required: true, content: jsonOf(documented(body, 'input')) },
    responses: {
      201: { description: 'The entry, which stays.', content: jsonOf(documented(monthEntry, 'output')) },
      ...problems(400, 401, 403, 404, 408, 409, 413, 414, 415, 422, 429, 503),
    },
  },
});

/** Routes of the months of a company (docs/report.md#month). */
export const monthAddresses: ExtraRoutes = {
  rules: {
    'GET /api/secure/report/month': reportReaders,
    'POST /api/secure/report/month/:month/lock': lockers,
    'POST /api/secure/report/month/:month/unlock': unlockers,
  },
  paths: {
    '/api/secure/report/month': {
      get: {
        operationId: 'report_month',
        tags: ['businessday'],
        summary: 'A month by location and VAT rate, computed from its sealed days and from its receipts',
        'x-roles': reportReaders,
        parameters: [monthParameter, locationsParameter, currencyParameter, ifNoneMatch],
        responses: answersWithEtag('The month.', monthSchema, 400, 401, 403, 414, 429, 503),
      },
    },
    '/api/secure/report/month/{month}/lock': command(
      'lock_month',
      'Lock a month of the company: no business day of it changes any more; its seals are hashed into one',
      lockers,
      lockSchema,
    ),
    '/api/secure/report/month/{month}/unlock': command(
      'unlock_month',
      'Unlock a month, with a reason; the lock and the reason stay visible',
      unlockers,
      unlockSchema,
    ),
  },
  make: routes,
};

function routes({ db }: Parts): Hono<AppEnv> {
  const made = new Hono<AppEnv>();

  made.get('/report/month', (c) => {
    const query = readMonthQuery(new URL(c.req.url).searchParams);
    const caller = c.get('caller');
    return answerOfMonths(c, db, async (tx, care) => JSON.stringify(await monthOf(tx, caller, query, care)));
  });

  made.post('/report/month/:month/lock', async (c) => {
    refuseParameters(c.req.url);
    const month = monthIn(c.req.param('month'));
    const { missing, questions } = await readBody(c, lockSchema);
    const command = { caller: c.get('caller'), month, requestId: c.get('requestId') };
    const entry = await inScope(db, command.caller, 'read write', (tx) =>
      lockMonth(tx, command, { missing: missing ?? [], questions: questions ?? null }),
    );
    return json(JSON.stringify(entry), 201);
  });

  made.post('/report/month/:month/unlock', async (c) => {
    refuseParameters(c.req.url);
    const month = monthIn(c.req.param('month'));
    const { reason } = await readBody(c, unlockSchema);
    const command = { caller: c.get('caller'), month, requestId: c.get('requestId') };
    const entry = await inScope(db, command.caller, 'read write', (tx) => unlockMonth(tx, command, reason));
    return json(JSON.stringify(entry), 201);
  });

  return made;
}

/** Returns the month of a path. @throws 404 for text that is none. */
function monthIn(text: string): string {
  const month = monthText().safeParse(text);
  if (!month.success) throw notFound();
  return month.data;
}
