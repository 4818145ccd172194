import { Hono } from 'hono';
import { ifNoneMatch } from '@/core/contract/openapi-parameters';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import type { Role } from '@/core/contract/role';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { inScope } from '@/core/server/db/db';
import { json } from '@/core/server/http/json-answer';
import { refuseParameters } from '@/core/server/http/routes';
import { readBody } from '@/core/server/http/session-answers';
import { reportReaders } from '../../server/report/report-openapi.server';
import { inOneSnapshot } from '../../server/report/one-snapshot.server';
import { jsonForm, unlessKnown } from '../../server/report/report-answer.server';
import { readVouchers } from './answer.server';
import { voucherParameters } from './parameters.server';
import { readVoucherQuery } from './read-query.server';
import { takenSchema, takeSchema, vouchersSchema } from '../schema';
import { takeNumbers } from './take.server';

/** The roles that may give voucher numbers: those that may export a day. */
const takers: readonly Role[] = ['admin', 'accountant'];

/** The resources that vouchers depend on. */
export const voucherSources = [
  'account',
  'businessday',
  'company',
  'dpt',
  'location',
  'pos',
  'sales',
  'tax',
  'tender',
];

const string = { type: 'string' } as const;

/** Routes of the vouchers of business days, and of their numbers (docs/report.md#voucher). */
export const voucherAddresses: ExtraRoutes = {
  rules: {
    'GET /api/secure/report/voucher': reportReaders,
    'POST /api/secure/report/voucher': takers,
  },
  paths: {
    '/api/secure/report/voucher': {
      get: {
        operationId: 'report_voucher',
        tags: ['businessday'],
        summary: 'The balanced vouchers of business days, with the accounts of the company’s table',
        'x-roles': reportReaders,
        parameters: [...voucherParameters, ifNoneMatch],
        responses: {
          200: {
            description: 'The vouchers, by location and date.',
            headers: { ETag: { description: 'Of this answer.', schema: string } },
            content: jsonOf(documented(vouchersSchema, 'output')),
          },
          304: { description: 'Not modified.' },
          ...problems(400, 401, 403, 414, 429, 503),
        },
      },
      post: {
        operationId: 'take_voucher_numbers',
        tags: ['businessday'],
        summary:
          'Give closed business days the next voucher numbers of their locations, and export them with these',
        'x-roles': takers,
        requestBody: { required: true, content: jsonOf(documented(takeSchema, 'input')) },
        responses: {
          200: {
            description: 'The number of each day, in the order of the request.',
            content: jsonOf(documented(takenSchema, 'output')),
          },
          ...problems(400, 401, 403, 408, 409, 413, 414, 415, 422, 429, 503),
        },
      },
    },
  },
  make: routes,
};

function routes({ db, tables }: Parts): Hono<AppEnv> {
  const table = tables['businessday'];
  if (!table) throw new Error('Vouchers are made of business days');
  const made = new Hono<AppEnv>();

  made.get('/report/voucher', (c) => {
    const asked = readVoucherQuery(new URL(c.req.url).searchParams);
    const caller = c.get('caller');
    return unlessKnown(
      c,
      db,
      (on, mark) =>
        inOneSnapshot(
          on,
          caller,
          mark,
          async (tx, care) => ({
            text: JSON.stringify(await readVouchers(tx, caller, asked, care)),
            rest: [],
          }),
          voucherSources,
        ),
      jsonForm,
      voucherSources,
    );
  });

  made.post('/report/voucher', async (c) => {
    refuseParameters(c.req.url);
    const { businessday_ids, by = 'day' } = await readBody(c, takeSchema);
    const ids = [...new Set(businessday_ids.map((id) => id.toLowerCase()))];
    const caller = c.get('caller');
    const context = { db, tables, table, caller, requestId: c.get('requestId') };
    const taken = await inScope(db, caller, 'read write', (tx) => takeNumbers(tx, context, ids, by));
    return json(
      JSON.stringify(taken.map(({ businessday_id, voucher_num }) => ({ businessday_id, voucher_num }))),
      200,
    );
  });

  return made;
}
