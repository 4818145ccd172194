import { Hono } from 'hono';
import { sql } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { inScope, type Database } from '@/core/server/db/db';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import { badQuery, notFound } from '@/core/server/http/problems';
import { recordId } from '@/core/server/http/routes';
import { unlessKnown } from '../server/report/report-answer.server';
import { reportReaders } from '../server/report/report-openapi.server';
import { inPlace, pdf } from './pdf-answer.server';
import { languageOf, readPdfQuery } from './query.server';
import { wordsOf } from './words.server';
import { monthDays, readZDay } from './z-day.server';
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
      const body = await monthPdf(of, inTurn(db, caller, days), wordsOf(language), onEnd);
      return pdf(body, `z-${place.name}-${month}`, {});
    });
  });

  return made;
}

/** The most days of one file: a location may have several on one date. */
const mostDays = 100;

/** Reads which days a month has. @throws 404 for a location that is not visible; 400 for too many days. */
async function monthOf(db: Database, caller: Caller, location_id: string, month: string) {
  return inScope(db, caller, 'one snapshot', async (tx) => {
    const [place] = await tx.rows(sql<{ name: string; company: string }>`
      select l.name, c.name as company from location l join company c on c.tenant_id = l.tenant_id and c.id = l.company_id
      where l.tenant_id = ${caller.tenantId} and l.company_id = ${caller.companyId} and l.id = ${location_id}`);
    if (!place) throw notFound();
    const days = await monthDays(tx, caller, location_id, month);
    if (days.length > mostDays) {
      const detail = `The month has ${days.length} business days of this location; a file has at most ${mostDays}`;
      throw badQuery([{ pointer: '?month', code: 'too_large', detail }]);
    }
    return { place, days };
  });
}

/** Reads days one after the other, each in a snapshot of its own: no connection is held while pages are laid out. */
async function* inTurn(db: Database, caller: Caller, days: readonly { readonly id: string }[]) {
  for (const { id } of days) yield await readZDay(db, caller, id);
}
