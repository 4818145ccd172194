import { documented, jsonOf } from '@/core/contract/openapi-parts';
import { problems } from '@/core/contract/problem-codes';
import { reportReaders } from '../../server/report/report-openapi.server';
import { query, voucherParameters } from '../../voucher/server/parameters.server';
import { bookFormats, booksSchema } from '../schema';

const string = { type: 'string' } as const;
const file = { schema: { type: 'string', format: 'binary' } } as const;

/** The OpenAPI paths of files for bookkeeping. */
export const bookPaths = {
  '/api/secure/report/books': {
    get: {
      operationId: 'report_books',
      tags: ['businessday'],
      summary:
        'A file for a bookkeeping program; without `format`, what each format lacks and which files were written before',
      'x-roles': reportReaders,
      parameters: [
        query('format', 'The file that is written, and remembered with its hash.', {
          type: 'string',
          enum: bookFormats,
        }),
        ...voucherParameters,
        query('language', 'Of the heads of tables (`csv`, `xlsx`).', { type: 'string', enum: ['en', 'fi'] }),
      ],
      responses: {
        200: {
          description: 'The file, or without `format` what each format lacks.',
          headers: {
            'Tillhouse-SHA256': { description: 'SHA-256 of the file.', schema: string },
            'Content-Disposition': { description: 'How the file is called.', schema: string },
          },
          content: {
            ...jsonOf(documented(booksSchema)),
            'text/csv': file,
            'text/plain': file,
            'application/xml': file,
            'application/octet-stream': file,
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': file,
          },
        },
        ...problems(400, 401, 403, 409, 414, 429, 503),
      },
    },
  },
};
