import { acts } from '@/contract/role';
import { createHash } from 'node:crypto';
import type { Caller } from '@/server/auth/caller';
import { version } from '@/server/db/upgrade/release';
import { endpoints, etagAnswers, route } from '@/server/http/endpoint';
import { unmodified } from '@/server/http/etag';
import { json } from '@/server/http/json-answer';
import { revisionToken } from '@/server/read/list-revision';
import { companyKey } from '@/server/write/scope-key';
import { salesHistory } from '../answer';
import { inOneSnapshot } from '../../report/server/one-snapshot.server';
import { salesMargin } from '../margin-answer';
import { salesMarginOf } from './margin.server';
import { marginQuery, salesQuery, type SalesQuestion } from './question.server';
import { salesText } from './sales-history.server';

/** The resources that an answer is made of. Figures are not: they come to what the receipts come to, to the digit. */
const madeOf = ['businessday', 'company', 'location', 'pos', 'sales'];

/** Sales over years (docs/report.md#sales-over-years). */
export const salesHistoryAddresses = endpoints(
  route({
    method: 'GET',
    path: '/report/sales',
    operationId: 'report_sales',
    tag: 'sales',
    summary: 'What the sales of a period come to, by product, department, location, hour and more',
    needs: acts.readReports,
    query: salesQuery,
    answers: etagAnswers('The sales.', salesHistory),
    handle: async ({ c, caller, parts: { db }, query }) => {
      // Read before the sales, so that the answer may be newer than its ETag, but never older.
      const etag = etagOf(await revisionToken(db, caller, madeOf), caller, query);
      const unchanged = unmodified(c.req.header('if-none-match'), etag);
      if (unchanged) return unchanged;
      const answer = await salesText(db, caller, query);
      return json(new TextEncoder().encode(answer), 200, { ETag: etag });
    },
  }),
  route({
    method: 'GET',
    path: '/report/sales/margin',
    operationId: 'report_sales_margin',
    tag: 'sales',
    summary: 'What is left of the net sales of a period after what the goods cost when they were sold',
    needs: acts.readMargins,
    query: marginQuery,
    answers: etagAnswers('The margin.', salesMargin),
    handle: async ({ c, caller, parts: { db }, query }) => {
      // The horizon of the trail moves without a write.
      const etag = etagOf(await revisionToken(db, caller, [...madeOf, 'plu']), caller, {
        ...query,
        hour: new Date().toISOString().slice(0, 13),
      });
      const unchanged = unmodified(c.req.header('if-none-match'), etag);
      if (unchanged) return unchanged;
      const { text } = await inOneSnapshot(db, caller, null, async (tx, parsing) => ({
        text: JSON.stringify(await salesMarginOf(tx, caller, query, parsing)),
      }));
      return json(text, 200, { ETag: etag });
    },
  }),
);

/** Returns the ETag of an answer to a company; another version of the service may answer in another shape. */
function etagOf(mark: string, caller: Caller, question: SalesQuestion & { readonly hour?: string }): string {
  const known = JSON.stringify([mark, companyKey(caller), question, version]);
  return `"${createHash('sha256').update(known).digest('base64url').slice(0, 22)}"`;
}
