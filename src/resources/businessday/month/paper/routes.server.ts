import { Hono } from 'hono';
import { ifNoneMatch } from '@/core/contract/openapi-parameters';
import { problems } from '@/core/contract/problem-codes';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { unlessKnown } from '../../server/report/report-answer.server';
import { reportReaders } from '../../server/report/report-openapi.server';
import { pdfFile, pdfLanguage } from '../../z-report/openapi.server';
import { inPlace, pdf } from '../../z-report/pdf-answer.server';
import { languageOf, readPdfQuery } from '../../z-report/query.server';
import { wordsOf } from '../../z-report/words.server';
import { monthParameter } from '../server/reading.server';
import { monthPaperTexts } from './paper-texts';
import { readMonthPaper } from './read-paper.server';

const string = { type: 'string' } as const;

/** The month of a company as a PDF (docs/report.md#the-month-on-paper). */
export const monthPaperAddresses: ExtraRoutes = {
  rules: { 'GET /api/secure/report/month.pdf': reportReaders },
  paths: {
    '/api/secure/report/month.pdf': {
      get: {
        operationId: 'report_month_pdf',
        tags: ['businessday'],
        summary: 'A month of all locations as a PDF: of a locked month the same bytes each time',
        'x-roles': reportReaders,
        parameters: [
          monthParameter,
          {
            name: 'currency',
            in: 'query',
            description: 'Only days in this currency. Needed where the days are in several.',
            schema: { type: 'string', pattern: '^[A-Z]{3}$', examples: ['EUR'] },
          },
          pdfLanguage,
          ifNoneMatch,
        ],
        responses: {
          200: pdfFile('The month.', { ETag: { description: 'Of this answer.', schema: string } }),
          304: { description: 'Not modified.' },
          ...problems(400, 401, 403, 414, 429, 503),
        },
      },
    },
  },
  make: routes,
};

/** Raised when a change of the layout changes the bytes of papers, so that no ETag of before is answered with 304. */
const layoutEdition = 1;

function routes({ db }: Parts): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/report/month.pdf', (c) => {
    const names = ['month', 'currency', 'language'] as const;
    const query = readPdfQuery(new URL(c.req.url).searchParams, names, ['month']);
    const language = languageOf(query.language, c.req.header('accept-language'));
    const caller = c.get('caller');
    const asked = { month: query.month ?? '', currency: query.currency ?? null };
    return unlessKnown(c, db, (on, mark) => readMonthPaper(on, caller, asked, mark), {
      // A date becomes a missing one when it is past: a paper is known for an hour at most.
      edition: `month ${layoutEdition} ${language} ${new Date().toISOString().slice(0, 13)}`,
      respond: (paper, headers) =>
        inPlace(caller, async (onEnd) => {
          // Loaded with the first PDF, as those of Z reports are.
          const { monthDocument } = await import('./month-document.server');
          const body = await monthDocument(paper, wordsOf(language, monthPaperTexts[language]), onEnd);
          return pdf(body, `month-${paper.sender.company}-${asked.month}`, headers);
        }),
    });
  });
}
