import { Hono } from 'hono';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { refuseParameters } from '@/core/server/http/routes';
import { reportReaders } from '../../server/report/report-openapi.server';
import { inOneSnapshot, unlessKnown } from '../../server/report/report.server';
import { monthSchema, monthsSchema } from '../schema';
import { monthAnswer } from './month-answer.server';
import { monthsAnswer } from './months.server';
import { readMonthQuery } from './read-query.server';

/** The resources that a month depends on. */
const madeOf = ['businessday', 'company', 'location', 'pos', 'sales', 'tax', 'tender'];

const string = { type: 'string' } as const;
const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  schema: string,
  description: 'The ETag that was read: 304 without a body while it stands.',
};
const answers = (description: string, schema: Parameters<typeof documented>[0], ...statuses: number[]) => ({
  200: {
    description,
    headers: { ETag: { description: 'Of this answer.', schema: string } },
    content: jsonOf(documented(schema, 'output')),
  },
  304: { description: 'Not modified.' },
  ...problems(...statuses),
});

/** Routes of the months of a company (docs/report.md#month). */
export const monthAddresses: ExtraRoutes = {
  rules: {
    'GET /api/secure/report/month': reportReaders,
    'GET /api/secure/report/months': reportReaders,
  },
  paths: {
    '/api/secure/report/month': {
      get: {
        operationId: 'report_month',
        tags: ['businessday'],
        summary: 'A month by location and VAT rate, computed from its sealed days and from its receipts',
        'x-roles': reportReaders,
        parameters: [
          {
            name: 'month',
            in: 'query',
            required: true,
            description: 'The month.',
            schema: { type: 'string', pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', examples: ['2026-10'] },
          },
          {
            name: 'location_id',
            in: 'query',
            description: 'A location, or several separated by commas; all where absent.',
            schema: string,
          },
          {
            name: 'currency',
            in: 'query',
            description:
              'Only days in this currency. Needed where the days are in several: without it 400 `several_currencies`, whose `errors` name each in `detail`.',
            schema: { type: 'string', pattern: '^[A-Z]{3}$', examples: ['EUR'] },
          },
          ifNoneMatch,
        ],
        responses: answers('The month.', monthSchema, 400, 401, 403, 414, 429, 503),
      },
    },
    '/api/secure/report/months': {
      get: {
        operationId: 'report_months',
        tags: ['businessday'],
        summary: 'The months with business days, newest first',
        'x-roles': reportReaders,
        parameters: [ifNoneMatch],
        responses: answers('The months.', monthsSchema, 400, 401, 403, 414, 429, 503),
      },
    },
  },
  make: routes,
};

function routes({ db }: Parts): Hono<AppEnv> {
  const made = new Hono<AppEnv>();

  made.get('/report/month', (c) => {
    const query = readMonthQuery(new URL(c.req.url).searchParams);
    const caller = c.get('caller');
    return unlessKnown(
      c,
      db,
      (on, mark) =>
        inOneSnapshot(on, caller, mark, async (tx, care) => ({
          text: await monthAnswer(tx, caller, query, care),
          rest: [],
        })),
      madeOf,
      // A date becomes a missing one when it is past: an answer is known for an hour at most.
      new Date().toISOString().slice(0, 13),
    );
  });

  made.get('/report/months', (c) => {
    refuseParameters(c.req.url);
    const caller = c.get('caller');
    return unlessKnown(
      c,
      db,
      (on, mark) =>
        inOneSnapshot(on, caller, mark, async (tx) => ({ text: await monthsAnswer(tx, caller), rest: [] })),
      madeOf,
    );
  });

  return made;
}
