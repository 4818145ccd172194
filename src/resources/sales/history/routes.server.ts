import { Hono } from 'hono';
import { currencyParameter, dayParameter, locationsParameter } from '@/core/contract/openapi-parameters';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import type { Role } from '@/core/contract/role';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { json } from '@/core/server/http/json-answer';
import { historyDays, ofLines, salesBys, salesHistory } from './answer';
import { readSalesQuestion } from './question.server';
import { salesOf } from './sales-history.server';

const answer = documented(salesHistory);

/** The roles that may read reports. */
const readers: readonly Role[] = ['admin', 'manager', 'accountant'];

const id = { type: 'string', format: 'uuid' } as const;

/** Sales over years (docs/report.md#sales-over-years). */
export const salesHistoryAddresses: ExtraRoutes = {
  rules: { 'GET /api/secure/report/sales': readers },
  paths: {
    '/api/secure/report/sales': {
      get: {
        operationId: 'report_sales',
        tags: ['sales'],
        summary: 'What the sales of a period come to, by product, department, location, hour and more',
        'x-roles': readers,
        parameters: [
          {
            name: 'by',
            in: 'query',
            required: true,
            description:
              'What to break down by. `tender`: `gross` is what was paid and `discount` what was paid back. `basket`: the number of lines. `together`: what was sold in the receipts of the product `plu_id`.',
            schema: { type: 'string', enum: salesBys },
          },
          dayParameter('from', 'The first business day.'),
          dayParameter('to', `The last business day, at most ${historyDays} days in all.`),
          locationsParameter,
          currencyParameter,
          {
            name: 'plu_id',
            in: 'query',
            description: `Only the lines of this product; \`by\` is then one of ${ofLines.join(', ')}.`,
            schema: id,
          },
          { name: 'dpt_id', in: 'query', description: 'Only the lines of this department.', schema: id },
        ],
        responses: {
          200: { description: 'The sales.', content: jsonOf(answer) },
          ...problems(400, 401, 403, 414, 429, 503),
        },
      },
    },
  },
  make: routes,
};

function routes({ db, archive = null }: Parts): Hono<AppEnv> {
  const made = new Hono<AppEnv>();
  made.get('/report/sales', async (c) => {
    const question = readSalesQuestion(new URL(c.req.url).searchParams);
    return json(JSON.stringify(await salesOf({ db, store: archive }, c.get('caller'), question)), 200);
  });
  return made;
}
