import { ifNoneMatch } from '@/core/contract/openapi-parameters';
import { problems } from '@/core/contract/problem-codes';
import { reportReaders } from '../server/report/report-openapi.server';
import { languages } from './words.server';

const string = { type: 'string' } as const;

/** The parameter `language` of a PDF. */
export const pdfLanguage = {
  name: 'language',
  in: 'query',
  description:
    'The language of the paper. Without it the first one of `Accept-Language` that is there, else English.',
  schema: { type: 'string', enum: [...languages] },
};

/** A response with a PDF. */
export const pdfFile = (description: string, headers: Readonly<Record<string, unknown>>) => ({
  description,
  headers: {
    'Content-Disposition': { description: 'A name for the file.', schema: string },
    ...headers,
  },
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
});

/** The paths of the Z reports in the OpenAPI document. */
export const zReportPaths = {
  '/api/secure/report/businessdaytx/{businessday_id}/z.pdf': {
    parameters: [
      { name: 'businessday_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    ],
    get: {
      operationId: 'report_z_pdf',
      tags: ['businessday'],
      summary: 'The Z report of one business day as a PDF: of a sealed day the same bytes each time',
      'x-roles': reportReaders,
      parameters: [
        {
          name: 'paper',
          in: 'query',
          description: '`80mm`: the roll of a receipt printer, one page as long as it needs to be.',
          schema: { type: 'string', enum: ['a4', '80mm'], default: 'a4' },
        },
        pdfLanguage,
        ifNoneMatch,
      ],
      responses: {
        200: pdfFile('The Z report.', { ETag: { description: 'Of this answer.', schema: string } }),
        304: { description: 'Not modified.' },
        ...problems(400, 401, 403, 404, 414, 429, 503),
      },
    },
  },
  '/api/secure/report/z.pdf': {
    get: {
      operationId: 'report_z_month_pdf',
      tags: ['businessday'],
      summary: 'The Z reports of a month of one location as one PDF, with a contents page',
      'x-roles': reportReaders,
      parameters: [
        { name: 'location_id', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
        {
          name: 'month',
          in: 'query',
          required: true,
          schema: { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$', examples: ['2026-03'] },
        },
        pdfLanguage,
      ],
      responses: {
        200: pdfFile('The Z reports, by date.', {}),
        ...problems(400, 401, 403, 404, 414, 429, 503),
      },
    },
  },
};
