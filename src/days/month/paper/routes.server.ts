import { acts } from '@/contract/role';
import { ifNoneMatch } from '@/contract/openapi/parameters';
import { header, string } from '@/contract/openapi/parts';
import { endpoints, route } from '@/server/http/endpoint';
import { queryOf } from '@/server/http/query';
import { currencyParameter } from '@/server/http/query-parameters';
import { unlessKnown } from '../../report/server/report-answer.server';
import { inPlace, pdf, pdfFile } from '../../z-report/pdf-answer.server';
import { languageOf, pdfLanguage } from '../../z-report/query.server';
import { wordsOf } from '../../z-report/words.server';
import { monthParameter } from '../server/read-query.server';
import { monthPaperTexts } from './paper-texts';
import { readMonthPaper } from './read-paper.server';

/** Raised when a change of the layout changes the bytes of papers, so that no ETag of before is answered with 304. */
const layoutEdition = 1;

/** The month of a company as a PDF (docs/report.md#the-month-on-paper). */
export const monthPaperAddresses = endpoints(
  route({
    method: 'GET',
    path: '/report/month.pdf',
    operationId: 'report_month_pdf',
    tag: 'businessday',
    summary: 'A month of all locations as a PDF: of a locked month the same bytes each time',
    needs: acts.readReports,
    query: queryOf({
      month: monthParameter,
      currency: {
        ...currencyParameter,
        description: 'Only days in this currency. Needed where the days are in several.',
      },
      language: pdfLanguage,
    }),
    headers: [ifNoneMatch],
    answers: {
      200: pdfFile('The month.', { ETag: header('Of this answer.', string) }),
      304: { description: 'Not modified.' },
    },
    handle: ({ c, caller, parts: { db }, query }) => {
      const language = languageOf(query.language, c.req.header('accept-language'));
      const { month, currency } = query;
      return unlessKnown(c, db, (on, mark) => readMonthPaper(on, caller, { month, currency }, mark), {
        // A date becomes a missing one when it is past: a paper is known for an hour at most.
        edition: `month ${layoutEdition} ${language} ${new Date().toISOString().slice(0, 13)}`,
        respond: (paper, headers) =>
          inPlace(caller, async (onEnd) => {
            // Loaded with the first PDF, as those of Z reports are.
            const { monthDocument } = await import('./month-document.server');
            const body = await monthDocument(paper, wordsOf(language, monthPaperTexts[language]), onEnd);
            return pdf(body, `month-${paper.sender.company}-${month}`, headers);
          }),
      });
    },
  }),
);
