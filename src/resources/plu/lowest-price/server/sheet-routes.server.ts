import { Hono } from 'hono';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import type { Role } from '@/core/contract/role';
import { inScope } from '@/core/server/db/db';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { json } from '@/core/server/http/json-answer';
import { lowestPriceSheet } from '../answer';
import { questionOf, questionParameters, readParameters, requireAnswerable } from './question.server';
import { readSheet } from './sheet.server';

const answer = documented(lowestPriceSheet);

/** The roles that may read the sheet, as other reports. */
const readers: readonly Role[] = ['admin', 'manager', 'accountant'];

const usual = { days: 90, limit: 1000 };

/** The sheet of reduced prices (docs/design.md#the-law-of-reductions). */
export const lowestPriceSheetAddresses: ExtraRoutes = {
  rules: { 'GET /api/secure/report/lowest-price': readers },
  paths: {
    '/api/secure/report/lowest-price': {
      get: {
        operationId: 'report_lowest_price',
        tags: ['plu'],
        summary:
          'The products whose price is reduced at a moment, with the lowest price of the thirty days before',
        'x-roles': readers,
        parameters: [
          ...questionParameters,
          {
            name: 'fallen',
            in: 'query',
            schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
            description: 'true: also the products whose price fell and which is no reduction.',
          },
          {
            name: 'days',
            in: 'query',
            schema: { type: 'integer', minimum: 1, maximum: 3660, default: usual.days },
            description: 'How many days ago the price may have begun to fall.',
          },
          {
            name: 'limit',
            in: 'query',
            schema: { type: 'integer', minimum: 1, maximum: 5000, default: usual.limit },
          },
          {
            name: 'offset',
            in: 'query',
            schema: { type: 'integer', minimum: 0, default: 0 },
            description: 'The `next_offset` of the last answer, with its `at`.',
          },
        ],
        responses: {
          200: { description: 'The sheet.', content: jsonOf(answer) },
          ...problems(400, 401, 403, 414, 429, 503),
        },
      },
    },
  },
  make: routes,
};

function routes({ db, tables }: Parts): Hono<AppEnv> {
  const made = new Hono<AppEnv>();
  made.get('/report/lowest-price', async (c) => {
    const read = readParameters(new URL(c.req.url).searchParams, [
      'at',
      'pricelist',
      'location_id',
      'fallen',
      'days',
      'limit',
      'offset',
    ]);
    const caller = c.get('caller');
    const question = {
      ...questionOf(read),
      fallen: read.fallen === 'true',
      days: Number(read.days ?? usual.days),
      limit: Number(read.limit ?? usual.limit),
      offset: Number(read.offset ?? 0),
    };
    const sheet = await inScope(db, caller, 'one snapshot', (tx) => readSheet(tx, caller, question));
    await requireAnswerable(db, caller, tables, question, sheet.at);
    return json(JSON.stringify(sheet), 200);
  });
  return made;
}
