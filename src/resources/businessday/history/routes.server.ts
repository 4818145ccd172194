import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import {
  answersWithEtag,
  currencyParameter,
  dayParameter,
  locationsParameter,
} from '@/core/contract/openapi-parameters';
import type { Role } from '@/core/contract/role';
import type { Caller } from '@/core/server/auth/caller';
import { version } from '@/core/server/db/upgrade/release';
import { unmodified } from '@/core/server/http/etag';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { json } from '@/core/server/http/json-answer';
import { revisionToken } from '@/core/server/read/list-revision';
import { companyKey } from '@/core/server/write/scope-key';
import { historyDays, ofLines, salesBys, salesHistory } from '../../sales/history/answer';
import { readSalesQuestion, type SalesQuestion } from './question.server';
import { salesText } from './sales-history.server';

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
              'What to break down by. `tender`: `gross` is what was paid and `discount` what was paid back. `together`: what was sold in the receipts of the product `plu_id`, the latest 50,000 at most; so is `hour` of a product.',
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
        responses: answersWithEtag('The sales.', salesHistory, 400, 401, 403, 414, 429, 503),
      },
    },
  },
  make: routes,
};

/** The resources that an answer is made of. Figures are not: they come to what the receipts come to, to the digit. */
const madeOf = ['businessday', 'company', 'location', 'pos', 'sales'];

function routes({ db }: Parts): Hono<AppEnv> {
  const made = new Hono<AppEnv>();
  made.get('/report/sales', async (c) => {
    const caller = c.get('caller');
    const question = readSalesQuestion(new URL(c.req.url).searchParams);
    // Read before the sales, so that the answer may be newer than its ETag, but never older.
    const etag = etagOf(await revisionToken(db, caller, madeOf), caller, question);
    const unchanged = unmodified(c.req.header('if-none-match'), etag);
    if (unchanged) return unchanged;
    const answer = await salesText(db, caller, question);
    return json(new TextEncoder().encode(answer), 200, { ETag: etag });
  });
  return made;
}

/** Returns the ETag of an answer to a company; another version of the service may answer in another shape. */
function etagOf(mark: string, caller: Caller, question: SalesQuestion): string {
  const known = JSON.stringify([mark, companyKey(caller), question, version]);
  return `"${createHash('sha256').update(known).digest('base64url').slice(0, 22)}"`;
}
