import { ifNoneMatch } from '@/contract/openapi/parameters';
import { acts } from '@/contract/role';
import { endpoints, etagAnswers, route } from '@/server/http/endpoint';
import { monthQuery } from '../server/read-query.server';
import { answerOfMonths } from '../server/reading.server';
import { marginOf } from './margin.server';
import { marginSchema } from './schema';

/** A month's margin (docs/report.md#margin). */
export const marginAddresses = endpoints(
  route({
    method: 'GET',
    path: '/report/month/margin',
    operationId: 'report_month_margin',
    tag: 'businessday',
    summary: 'What is left of a month’s net sales after what the goods cost when they were sold',
    needs: acts.readMargins,
    query: monthQuery,
    headers: [ifNoneMatch],
    answers: etagAnswers('The margin.', marginSchema),
    handle: ({ c, caller, parts: { db }, query }) =>
      // The horizon of the trail moves without a write.
      answerOfMonths(
        c,
        db,
        async (tx, parsing) => JSON.stringify(await marginOf(tx, caller, query, parsing)),
        ['plu'],
      ),
  }),
);
