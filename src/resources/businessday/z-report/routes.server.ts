import { Hono } from 'hono';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { recordId } from '@/core/server/http/routes';
import { unlessKnown } from '../server/report/report-answer.server';
import { reportReaders } from '../server/report/report-openapi.server';
import { inPlace, pdf } from './pdf-answer.server';
import { languageOf, readPdfQuery } from './query.server';
import { wordsOf } from './words.server';
import { daysInTurn, monthOf } from './month.server';
import { readZDay } from './z-day.server';
import { zReportPaths } from './openapi.server';

/** The Z reports as PDFs: of a day, and of a month of a location (docs/report.md#z-reports-as-pdfs). */
export const zReportAddresses: ExtraRoutes = {
  rules: {
    'GET /api/secure/report/businessdaytx/:businessday_id/z.pdf': reportReaders,
    'GET /api/secure/report/z.pdf': reportReaders,
  },
  paths: zReportPaths,
  make: routes,
};

/** PDFKit and the fonts are loaded with the first PDF: a service starts without them. */
const documents = () => import('./documents.server');

/** Raised when a change of the layout changes the bytes of papers, so that no ETag of before is answered with 304. */
const layoutEdition = 1;

function routes({ db }: Parts): Hono<AppEnv> {
  const made = new Hono<AppEnv>();

  made.get('/report/businessdaytx/:businessday_id/z.pdf', (c) => {
    const id = recordId(c.req.param('businessday_id'));
    const query = readPdfQuery(new URL(c.req.url).searchParams, ['paper', 'language']);
    const language = languageOf(query.language, c.req.header('accept-language'));
    const caller = c.get('caller');
    return unlessKnown(c, db, (on, mark) => readZDay(on, caller, id, mark), {
      edition: `pdf ${layoutEdition} ${language}`,
      respond: async (day, headers) => {
        const { businessday } = day.report;
        const name = `z-${businessday.location.name}-${businessday.date}`;
        return inPlace(caller, async (onEnd) => {
          const { dayPdf } = await documents();
          return pdf(await dayPdf(day, query.paper ?? 'a4', wordsOf(language), onEnd), name, headers);
        });
      },
    });
  });

  made.get('/report/z.pdf', async (c) => {
    const names = ['location_id', 'month', 'language'] as const;
    const query = readPdfQuery(new URL(c.req.url).searchParams, names, ['location_id', 'month']);
    const language = languageOf(query.language, c.req.header('accept-language'));
    const caller = c.get('caller');
    const [location_id, month] = [query.location_id?.toLowerCase() ?? '', query.month ?? ''];
    const { place, days } = await monthOf(db, caller, location_id, month);
    return inPlace(caller, async (onEnd) => {
      const { monthPdf } = await documents();
      const sender = { company: place.company, business_id: '', address: '' };
      const of = { month, location: place.name, sender };
      const body = await monthPdf(of, daysInTurn(db, caller, days), wordsOf(language), onEnd);
      return pdf(body, `z-${place.name}-${month}`, {});
    });
  });

  return made;
}
