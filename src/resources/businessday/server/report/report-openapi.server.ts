import { z } from 'zod';
import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import type { Role } from '@/core/contract/role';
import { reportSchema } from '../../report/report';
import { summaryDays, summarySchema, verdictsSchema } from '../../report/schema/summary';

/** The roles that may read reports (docs/design.md#keys-and-roles). */
export const reportReaders: readonly Role[] = ['admin', 'manager', 'accountant'];

const string = { type: 'string' } as const;

const answers = (description: string, schema: z.ZodType, ...statuses: number[]) => ({
  200: {
    description,
    headers: { ETag: { description: 'Of this answer.', schema: string } },
    content: jsonOf(documented(schema)),
  },
  304: { description: 'Not modified.' },
  ...problems(...statuses),
});

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  schema: string,
  description: 'The ETag that was read: 304 without a body while it stands.',
};

const date = (name: string, description: string) => ({
  name,
  in: 'query',
  required: true,
  description,
  schema: { type: 'string', format: 'date', examples: ['2026-03-01'] },
});

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
      responses: answers('The report.', reportSchema, 400, 401, 403, 404, 414, 429, 503),
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
      responses: answers('Of each day that is in sight.', verdictsSchema, 400, 401, 403, 414, 429, 503),
    },
  },
  '/api/secure/report/summary': {
    get: {
      operationId: 'report_summary',
      tags: ['businessday'],
      summary: 'What several business days of one currency come to, without their receipts',
      'x-roles': reportReaders,
      parameters: [
        date('from', 'The first date.'),
        date('to', `The last date, at most ${summaryDays} days in all.`),
        {
          name: 'location_id',
          in: 'query',
          description: 'A location, or several separated by commas; all where absent.',
          schema: string,
        },
        {
          name: 'currency',
          in: 'query',
          description:
            'Only days in this currency. Needed where the days are in several: without it 400 `several_currencies`, whose `errors` name each in `detail`.',
          schema: { type: 'string', pattern: '^[A-Z]{3}$', examples: ['EUR'] },
        },
        ifNoneMatch,
      ],
      responses: answers('The summary.', summarySchema, 400, 401, 403, 414, 429, 503),
    },
  },
};
