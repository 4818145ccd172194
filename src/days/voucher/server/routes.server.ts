import { ifNoneMatch } from '@/contract/openapi/parameters';
import { acts } from '@/contract/role';
import { endpoints, etagAnswers, jsonAnswer, route } from '@/server/http/endpoint';
import { inScope } from '@/server/db/db';
import { json } from '@/server/http/json-answer';
import { inOneSnapshot } from '../../report/server/one-snapshot.server';
import { jsonForm, unlessKnown } from '../../report/server/report-answer.server';
import { readVouchers } from './answer.server';
import { voucherQuery } from './read-query.server';
import { takenSchema, takeSchema, vouchersSchema } from '../schema';
import { takeNumbers } from './voucher-numbers.server';

/** The roles that may give voucher numbers: those that may export a day. */

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

/** Endpoints of the vouchers of business days, and of their numbers (docs/report.md#voucher). */
export const voucherAddresses = endpoints(
  route({
    method: 'GET',
    path: '/report/voucher',
    operationId: 'report_voucher',
    tag: 'businessday',
    summary: 'The balanced vouchers of business days, with the accounts of the company’s table',
    needs: acts.readReports,
    query: voucherQuery,
    headers: [ifNoneMatch],
    answers: etagAnswers('The vouchers, by location and date.', vouchersSchema),
    handle: ({ c, caller, parts: { db }, query }) =>
      unlessKnown(
        c,
        db,
        (on, mark) =>
          inOneSnapshot(
            on,
            caller,
            mark,
            async (tx, parsing) => ({
              text: JSON.stringify(await readVouchers(tx, caller, query, parsing)),
              rest: [],
            }),
            voucherSources,
          ),
        jsonForm,
        voucherSources,
      ),
  }),
  route({
    method: 'POST',
    path: '/report/voucher',
    operationId: 'take_voucher_numbers',
    tag: 'businessday',
    summary:
      'Give closed business days the next voucher numbers of their locations, and export them with these',
    needs: acts.exportDays,
    body: takeSchema,
    answers: { 200: jsonAnswer('The number of each day, in the order of the request.', takenSchema) },
    problems: [409],
    handle: async ({ c, caller, parts: { db, tables }, body: { businessday_ids, by = 'day' } }) => {
      const table = tables['businessday'];
      if (!table) throw new Error('Vouchers are made of business days');
      const ids = [...new Set(businessday_ids.map((id) => id.toLowerCase()))];
      const context = { db, tables, table, caller, requestId: c.get('requestId') };
      const taken = await inScope(db, caller, 'read write', (tx) => takeNumbers(tx, context, ids, by));
      return json(
        JSON.stringify(taken.map(({ businessday_id, voucher_num }) => ({ businessday_id, voucher_num }))),
        200,
      );
    },
  }),
);
