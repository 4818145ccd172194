import { Hono } from 'hono';
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
import { readVoucherQuery, voucherRange } from './read-query.server';
import { takenSchema, takeSchema, voucherKinds, vouchersSchema } from '../schema';
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
const query = (name: string, description: string, schema: object = string) => ({
  name,
  in: 'query',
  description,
  schema,
});
const date = { type: 'string', format: 'date', examples: ['2026-03-01'] } as const;

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
        parameters: [
          query('from', 'The first date; needed unless days are named.', date),
          query('to', `The last date, at most ${voucherRange} days in all.`, date),
          query('location_id', 'A location, or several separated by commas; all where absent.'),
          query('businessday_id', 'Instead of a range: a business day, or at most 100 separated by commas.'),
          query('currency', 'Only days in this currency. Needed where the days are in several.', {
            type: 'string',
            pattern: '^[A-Z]{3}$',
            examples: ['EUR'],
          }),
          query('by', 'One voucher for each day (the default), or one for all days of a location and year.', {
            type: 'string',
            enum: voucherKinds,
          }),
          {
            name: 'If-None-Match',
            in: 'header',
            schema: string,
            description: 'The ETag that was read: 304 without a body while it stands.',
          },
        ],
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
