import {
  answersWithEtag,
  currencyParameter,
  dayParameter,
  ifNoneMatch,
  locationsParameter,
} from '@/core/contract/openapi-parameters';
import type { Role } from '@/core/contract/role';
import { reportSchema } from '../../report/report';
import { summaryDays, summarySchema, verdictsSchema } from '../../report/schema/summary';

/** The roles that may read reports (docs/design.md#keys-and-roles). */
export const reportReaders: readonly Role[] = ['admin', 'manager', 'accountant'];

const string = { type: 'string' } as const;

/** The paths of the reports in the OpenAPI document. */
export const reportPaths = {
  '/api/secure/report/businessdaytx/{businessday_id}': {
    parameters: [
      { name: 'businessday_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    ],
    get: {
      operationId: 'report_businessdaytx',
      tags: ['businessday'],
      summary:
        'The transactions report of one business day: its receipts, what they come to, whether it adds up',
      'x-roles': reportReaders,
      parameters: [ifNoneMatch],
      responses: answersWithEtag('The report.', reportSchema, 400, 401, 403, 404, 414, 429, 503),
    },
  },
  '/api/secure/report/verdicts': {
    get: {
      operationId: 'report_verdicts',
      tags: ['businessday'],
      summary: 'Which of some business days do not add up, and in what',
      'x-roles': reportReaders,
      parameters: [
        {
          name: 'businessday_id',
          in: 'query',
          required: true,
          description: 'A business day, or at most 100 separated by commas.',
          schema: string,
        },
        ifNoneMatch,
      ],
      responses: answersWithEtag(
        'Of each day that is in sight.',
        verdictsSchema,
        400,
        401,
        403,
        414,
        429,
        503,
      ),
    },
  },
  '/api/secure/report/summary': {
    get: {
      operationId: 'report_summary',
      tags: ['businessday'],
      summary: 'What several business days of one currency come to, without their receipts',
      'x-roles': reportReaders,
      parameters: [
        dayParameter('from', 'The first date.'),
        dayParameter('to', `The last date, at most ${summaryDays} days in all.`),
        locationsParameter,
        currencyParameter,
        ifNoneMatch,
      ],
      responses: answersWithEtag('The summary.', summarySchema, 400, 401, 403, 414, 429, 503),
    },
  },
};
