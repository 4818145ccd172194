import { acts } from '@/contract/role';
import { z } from 'zod';
import { ifNoneMatch } from '@/contract/openapi/parameters';
import { header, string } from '@/contract/openapi/parts';
import { endpoints, route } from '@/server/http/endpoint';
import { queryOf } from '@/server/http/query';
import { idText } from '@/server/http/query-parameters';
import { monthParameter } from '../month/server/read-query.server';
import { unlessKnown } from '../report/server/report-answer.server';
import { inPlace, pdf, pdfFile } from './pdf-answer.server';
import { languageOf, pdfLanguage } from './query.server';
import { wordsOf } from './words.server';
import { daysInTurn, monthOf } from './month.server';
import { readZDay } from './z-day.server';

/** PDFKit and the fonts are loaded with the first PDF: a service starts without them. */
const documents = () => import('./documents.server');

/** Raised when a change of the layout changes the bytes of papers, so that no ETag of before is answered with 304. */
const layoutEdition = 1;

/** The Z reports as PDFs: of a day, and of a month of a location (docs/report.md#z-reports-as-pdfs). */
export const zReportAddresses = endpoints(
  route({
    method: 'GET',
    path: '/report/businessdaytx/:businessday_id/z.pdf',
    operationId: 'report_z_pdf',
    tag: 'businessday',
    summary: 'The Z report of one business day as a PDF: of a sealed day the same bytes each time',
    needs: acts.readReports,
    query: queryOf({
      paper: {
        read: z.enum(['a4', '80mm']).default('a4'),
        rule: 'Must be a4 or 80mm',
        schema: { type: 'string', enum: ['a4', '80mm'], default: 'a4' },
        description: '`80mm`: the roll of a receipt printer, one page as long as it needs to be.',
      },
      language: pdfLanguage,
    }),
    headers: [ifNoneMatch],
    answers: {
      200: pdfFile('The Z report.', { ETag: header('Of this answer.', string) }),
      304: { description: 'Not modified.' },
    },
    handle: ({ c, caller, parts: { db }, params: { businessday_id: id }, query }) => {
      const language = languageOf(query.language, c.req.header('accept-language'));
      return unlessKnown(c, db, (on, mark) => readZDay(on, caller, id, mark), {
        edition: `pdf ${layoutEdition} ${language}`,
        respond: async (day, headers) => {
          const { businessday } = day.report;
          const name = `z-${businessday.location.name}-${businessday.date}`;
          return inPlace(caller, async (onEnd) => {
            const { dayPdf } = await documents();
            return pdf(await dayPdf(day, query.paper, wordsOf(language), onEnd), name, headers);
          });
        },
      });
    },
  }),
  route({
    method: 'GET',
    path: '/report/z.pdf',
    operationId: 'report_z_month_pdf',
    tag: 'businessday',
    summary: 'The Z reports of a month of one location as one PDF, with a contents page',
    needs: acts.readReports,
    query: queryOf({
      location_id: {
        read: idText(),
        rule: 'Must be a GUID',
        needed: '"location_id" is needed',
        schema: { type: 'string', format: 'uuid' },
      },
      month: {
        read: monthParameter.read,
        rule: 'Must be a month, such as 2026-03',
        needed: '"month" is needed',
        schema: { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$', examples: ['2026-03'] },
      },
      language: pdfLanguage,
    }),
    answers: { 200: pdfFile('The Z reports, by date.', {}) },
    problems: [404],
    handle: async ({ c, caller, parts: { db }, query }) => {
      const language = languageOf(query.language, c.req.header('accept-language'));
      const { location_id, month } = query;
      const { place, days } = await monthOf(db, caller, location_id, month);
      return inPlace(caller, async (onEnd) => {
        const { monthPdf } = await documents();
        const sender = { company: place.company, business_id: '', address: '' };
        const of = { month, location: place.name, sender };
        const body = await monthPdf(of, daysInTurn(db, caller, days), wordsOf(language), onEnd);
        return pdf(body, `z-${place.name}-${month}`, {});
      });
    },
  }),
);
