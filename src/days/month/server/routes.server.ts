import { ifNoneMatch } from '@/contract/openapi/parameters';
import { acts } from '@/contract/role';
import { endpoints, etagAnswers, jsonAnswer, route } from '@/server/http/endpoint';
import { requireAllLocations } from '@/server/auth/caller';
import { inScope } from '@/server/db/db';
import { json } from '@/server/http/json-answer';
import { notFound } from '@/server/http/problems';
import { lockSchema, monthEntry, monthSchema, monthText, unlockSchema } from '../schema';
import { lockMonth, unlockMonth } from './lock.server';
import { monthOf } from './month-answer.server';
import { answerOfMonths } from './reading.server';
import { monthQuery } from './read-query.server';

/** The roles that may lock a month: those responsible for the books. Unlocking is an administrator's. */

const params = {
  month: {
    schema: { type: 'string', pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', examples: ['2026-10'] },
    read: monthIn,
  },
};
const answers = { 201: jsonAnswer('The entry, which stays.', monthEntry) };

/** Endpoints of the months of a company (docs/report.md#month). */
export const monthAddresses = endpoints(
  route({
    method: 'GET',
    path: '/report/month',
    operationId: 'report_month',
    tag: 'businessday',
    summary: 'A month by location and VAT rate, computed from its sealed days and from its receipts',
    needs: acts.readReports,
    query: monthQuery,
    headers: [ifNoneMatch],
    answers: etagAnswers('The month.', monthSchema),
    handle: ({ c, caller, parts: { db }, query }) =>
      answerOfMonths(c, db, async (tx, parsing) => JSON.stringify(await monthOf(tx, caller, query, parsing))),
  }),
  route({
    method: 'POST',
    path: '/report/month/:month/lock',
    params,
    operationId: 'lock_month',
    tag: 'businessday',
    summary:
      'Lock a month of the company: no business day of it changes any more; its seals are hashed into one',
    needs: acts.lockMonths,
    body: lockSchema,
    answers,
    problems: [409],
    handle: async ({
      c,
      caller,
      parts: { db },
      params: { month },
      body: { missing = [], questions = null },
    }) => {
      requireAllLocations(caller);
      const entry = await inScope(db, caller, 'read write', (tx) =>
        lockMonth(tx, { caller, month, requestId: c.get('requestId') }, { missing, questions }),
      );
      return json(JSON.stringify(entry), 201);
    },
  }),
  route({
    method: 'POST',
    path: '/report/month/:month/unlock',
    params,
    operationId: 'unlock_month',
    tag: 'businessday',
    summary: 'Unlock a month, with a reason; the lock and the reason stay visible',
    needs: acts.unlockMonths,
    body: unlockSchema,
    answers,
    problems: [409],
    handle: async ({ c, caller, parts: { db }, params: { month }, body: { reason } }) => {
      requireAllLocations(caller);
      const entry = await inScope(db, caller, 'read write', (tx) =>
        unlockMonth(tx, { caller, month, requestId: c.get('requestId') }, reason),
      );
      return json(JSON.stringify(entry), 201);
    },
  }),
);

/** Returns the month of a path. @throws 404 for text that is none. */
function monthIn(text: string): string {
  const month = monthText().safeParse(text);
  if (!month.success) throw notFound();
  return month.data;
}
