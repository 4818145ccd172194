import { acts } from '@/contract/role';
import { sql } from 'kysely';
import { ifNoneMatch } from '@/contract/openapi/parameters';
import { endpoints, etagAnswers, route } from '@/server/http/endpoint';
import type { Caller } from '@/server/auth/caller';
import { connectionsOf, inScope, type Database, type Tx } from '@/server/db/db';
import { notFound } from '@/server/http/problems';
import type { Table } from '@/server/db/table';
import { acknowledged, acknowledgementsOf, readChecks } from '../../acknowledge/verdicts.server';
import { verdictOf, verdictsOf } from '../../acknowledge/day-verdicts.server';
import { inOneSnapshot, settings } from './one-snapshot.server';
import { jsonForm, unlessKnown, type Answer, type Bytes } from './report-answer.server';
import { findDays, findWholeDays, type FoundDay } from './report-days.server';
import { reportSchema } from '../report';
import { summarySchema, verdictsSchema } from '../schema/summary';
import { reportFigures, transactionTexts, type Figures } from './report-query.server';
import { reportText } from './report-text.server';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { summaryQuery, summaryText, verdictsQuery } from '../../summary/server/report-summary.server';

/**
 * Endpoints of the report of a business day, of verdicts, and of the summary of several days
 * (docs/interface.md#47-locations-business-days-report, docs/report.md#shape).
 */
export const reportAddresses = endpoints(
  route({
    method: 'GET',
    path: '/report/businessdaytx/:businessday_id',
    operationId: 'report_businessdaytx',
    tag: 'businessday',
    summary:
      'The transactions report of one business day: its receipts, what they come to, whether it adds up',
    needs: acts.readReports,
    headers: [ifNoneMatch],
    answers: etagAnswers('The report.', reportSchema),
    handle: ({ c, caller, parts: { db, tables }, params: { businessday_id: id } }) => {
      const { sales } = tables;
      if (!sales) throw new Error('A report is made of sales');
      return unlessKnown(
        c,
        db,
        (on, mark) =>
          inOneSnapshot(on, caller, mark, (tx, parsing) =>
            report({ db: on, tx, caller, sales }, id, parsing),
          ),
        jsonForm,
      );
    },
  }),
  route({
    method: 'GET',
    path: '/report/verdicts',
    operationId: 'report_verdicts',
    tag: 'businessday',
    summary: 'Which of some business days do not add up, and in what',
    needs: acts.readReports,
    query: verdictsQuery,
    headers: [ifNoneMatch],
    answers: etagAnswers('Of each day that is in sight.', verdictsSchema),
    handle: ({ c, caller, parts: { db }, query: { businessday_id: ids } }) => {
      const make = (on: Database, mark: string | null) =>
        inOneSnapshot(on, caller, mark, async (tx, parsing) => {
          const days = await findDays(tx, caller, sql`t.id = any(${ids}::uuid[])`);
          const dates = days.map(({ date }) => date).toSorted();
          const range = { from: dates[0] ?? '0001-01-01', to: dates.at(-1) ?? '0001-01-01' };
          const verdicts = days.length === 0 ? new Map() : await verdictsOf(tx, caller, days, range, parsing);
          return {
            text: JSON.stringify(days.map(({ id }) => ({ id, ...verdictOf(verdicts, id) }))),
            rest: [],
          };
        });
      return unlessKnown(c, db, make, jsonForm);
    },
  }),
  route({
    method: 'GET',
    path: '/report/summary',
    operationId: 'report_summary',
    tag: 'businessday',
    summary: 'What several business days of one currency come to, without their receipts',
    needs: acts.readReports,
    query: summaryQuery,
    headers: [ifNoneMatch],
    answers: etagAnswers('The summary.', summarySchema),
    handle: ({ c, caller, parts: { db }, query }) => {
      const make = (on: Database, mark: string | null) =>
        inOneSnapshot(on, caller, mark, async (tx, parsing) => ({
          text: await summaryText(tx, caller, query, parsing),
          rest: [],
        }));
      return unlessKnown(c, db, make, jsonForm);
    },
  }),
);

interface Reading {
  readonly db: Database;
  readonly tx: Tx;
  readonly caller: Caller;
  readonly sales: Table;
}

const encoder = new TextEncoder();

/** Returns the report; its receipts are the chunks. @throws 404 for a day that does not exist or is not visible. */
async function report(reading: Reading, id: string, parsing: NumberParsing): Promise<Answer> {
  const { tx, caller } = reading;
  const [day] = await findWholeDays(tx, caller, sql`t.id = ${id}`);
  if (!day) throw notFound();
  const [figures, transactions] = await figuresAndReceipts(reading, day, parsing);
  const entries = await acknowledgementsOf(tx, caller, [id]);
  const checks = JSON.stringify(
    readChecks(figures.checks).map((check) => ({ ...check, acknowledged: acknowledged(check, entries) })),
  );
  return {
    text: await reportText(tx, caller, day, figures, checks),
    rest: [...transactions, encoder.encode(']}')],
  };
}

/**
 * The number of reports, per pool, that have or wait for a second connection. It stays below the size of the pool: if every
 * connection were held by a report that waits for another, they would deadlock.
 */
const beside = new WeakMap<Database, number>();
const mayTakeAnother = (db: Database): boolean =>
  (beside.get(db) ?? 0) < Math.min(mostBeside, connectionsOf(db) - 1);
const mostBeside = 4;

/** Reads the figures and the receipts (as bytes) in parallel, on one connection each, from the same snapshot. */
async function figuresAndReceipts(
  { db, tx, caller, sales }: Reading,
  day: FoundDay,
  parsing: NumberParsing,
): Promise<[Figures, Bytes[]]> {
  const readFigures = async () => {
    const [figures] = await tx.rows(reportFigures(caller, day, parsing));
    if (!figures) throw new Error('A report has one row');
    return figures;
  };
  const readTexts = async (on: Tx) => {
    await on.rows(settings);
    const some = await on.rows(transactionTexts(caller, day.id, sales));
    // Encoded here, while the figures are still being computed.
    return some.map(({ entities }, at) => encoder.encode(at === 0 ? entities : `,${entities}`));
  };
  if (!mayTakeAnother(db)) return [await readFigures(), await readTexts(tx)];
  beside.set(db, (beside.get(db) ?? 0) + 1);
  try {
    const [snapshot] = await tx.rows(sql<{ of: string }>`select pg_export_snapshot() as of`);
    if (!snapshot) throw new Error('A snapshot has a name');
    const texts = inScope(db, caller, snapshot, readTexts);
    // Waits for both even if one fails: the snapshot lasts only as long as the transaction that exported it.
    const [figures, pieces] = await Promise.allSettled([readFigures(), texts]);
    if (figures.status === 'rejected') throw figures.reason;
    if (pieces.status === 'rejected') throw pieces.reason;
    return [figures.value, pieces.value];
  } finally {
    beside.set(db, (beside.get(db) ?? 1) - 1);
  }
}
