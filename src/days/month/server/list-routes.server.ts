import { acts } from '@/contract/role';
import { ifNoneMatch } from '@/contract/openapi/parameters';
import { inScope } from '@/server/db/db';
import { endpoints, etagAnswers, jsonAnswer, route } from '@/server/http/endpoint';
import { queryOf } from '@/server/http/query';
import { monthFilesOf } from '../../books/server/month-files.server';
import { monthFilesSchema, monthSettleSchema, monthsSchema } from '../schema';
import { monthsAnswer } from './months.server';
import { monthParameter } from './read-query.server';
import { answerOfMonths } from './reading.server';
import { monthSettleOf } from './settle.server';

const onlyMonth = queryOf({ month: monthParameter });

/** Endpoints of what is known of months without computing them: their list, what one waits for, the files that have its days. */
export const monthListAddresses = endpoints(
  route({
    method: 'GET',
    path: '/report/months',
    operationId: 'report_months',
    tag: 'businessday',
    summary: 'The months with business days, newest first',
    needs: acts.readReports,
    headers: [ifNoneMatch],
    answers: etagAnswers('The months.', monthsSchema),
    handle: ({ c, caller, parts: { db } }) => answerOfMonths(c, db, (tx) => monthsAnswer(tx, caller)),
  }),
  route({
    method: 'GET',
    path: '/report/month/settle',
    operationId: 'report_month_settle',
    tag: 'businessday',
    summary: 'What a month waits for before it can be locked, in all of its currencies',
    needs: acts.readReports,
    query: onlyMonth,
    headers: [ifNoneMatch],
    answers: etagAnswers('What it waits for.', monthSettleSchema),
    handle: ({ c, caller, parts: { db }, query: { month } }) =>
      answerOfMonths(c, db, async (tx, parsing) =>
        JSON.stringify(await monthSettleOf(tx, caller, month, parsing)),
      ),
  }),
  route({
    method: 'GET',
    path: '/report/month/files',
    operationId: 'report_month_files',
    tag: 'businessday',
    summary: 'The files for bookkeeping that have business days of a month, newest first',
    needs: acts.readReports,
    query: onlyMonth,
    answers: { 200: jsonAnswer('The files.', monthFilesSchema) },
    handle: async ({ c, caller, parts: { db }, query: { month } }) =>
      c.json(await inScope(db, caller, 'read only', (tx) => monthFilesOf(tx, caller, month))),
  }),
);
