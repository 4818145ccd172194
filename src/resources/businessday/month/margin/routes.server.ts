import { Hono } from 'hono';
import {
  answersWithEtag,
  currencyParameter,
  ifNoneMatch,
  locationsParameter,
} from '@/core/contract/openapi-parameters';
import type { Role } from '@/core/contract/role';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { plu } from '../../../plu/contract';
import { reportReaders } from '../../server/report/report-openapi.server';
import { readMonthQuery } from '../server/read-query.server';
import { answerOfMonths, monthParameter } from '../server/reading.server';
import { marginOf } from './margin.server';
import { marginSchema } from './schema';

/** Those who read both reports and products: a margin tells what goods cost. */
const readers: readonly Role[] = reportReaders.filter((role) => plu.access.read.includes(role));

/** The route of a month's margin (docs/report.md#margin). */
export const marginAddresses: ExtraRoutes = {
  rules: { 'GET /api/secure/report/month/margin': readers },
  paths: {
    '/api/secure/report/month/margin': {
      get: {
        operationId: 'report_month_margin',
        tags: ['businessday'],
        summary: 'What is left of a month’s net sales after what the goods cost when they were sold',
        'x-roles': readers,
        parameters: [monthParameter, locationsParameter, currencyParameter, ifNoneMatch],
        responses: answersWithEtag('The margin.', marginSchema, 400, 401, 403, 414, 429, 503),
      },
    },
  },
  make: routes,
};

function routes({ db }: Parts): Hono<AppEnv> {
  const made = new Hono<AppEnv>();
  made.get('/report/month/margin', (c) => {
    const query = readMonthQuery(new URL(c.req.url).searchParams);
    const caller = c.get('caller');
    // The horizon of the trail moves without a write.
    return answerOfMonths(
      c,
      db,
      async (tx, care) => JSON.stringify(await marginOf(tx, caller, query, care)),
      ['plu'],
    );
  });
  return made;
}
