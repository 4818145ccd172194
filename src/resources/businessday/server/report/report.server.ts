import { Hono } from 'hono';
import { sql } from 'kysely';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import type { Caller } from '@/core/server/auth/caller';
import { connectionsOf, inScope, type Database, type Tx } from '@/core/server/db/db';
import { notFound } from '@/core/server/http/problems';
import { recordId, refuseParameters } from '@/core/server/http/routes';
import type { Table } from '@/core/server/db/table';
import { acknowledged, acknowledgementsOf, readChecks } from '../../acknowledge/verdicts.server';
import { verdictOf, verdictsOf } from '../../acknowledge/day-verdicts.server';
import { inOneSnapshot, settings } from './one-snapshot.server';
import { jsonForm, unlessKnown, type Answer, type Bytes } from './report-answer.server';
import { findDays, type FoundDay } from './report-days.server';
import { reportPaths, reportReaders } from './report-openapi.server';
import { reportFigures, transactionTexts, type Figures } from './report-query.server';
import { reportText } from './report-text.server';
import type { Care } from '../../../sales/server/receipt-lists.server';
import { readSummaryQuery, readVerdictsQuery, summaryText } from './summary/report-summary.server';

/**
 * The routes of the report of a business day, of verdicts, and of the summary of several days
 * (docs/interface.md#47-locations-business-days-report, docs/report.md#shape).
 */
export const reportAddresses: ExtraRoutes = {
  rules: {
    'GET /api/secure/report/businessdaytx/:businessday_id': reportReaders,
    'GET /api/secure/report/summary': reportReaders,
    'GET /api/secure/report/verdicts': reportReaders,
  },
  paths: reportPaths,
  make: reportRoutes,
};

function reportRoutes({ db, tables }: Parts): Hono<AppEnv> {
  const { sales } = tables;
  if (!sales) throw new Error('A report is made of sales');
  const routes = new Hono<AppEnv>();

  routes.get('/report/businessdaytx/:businessday_id', (c) => {
    refuseParameters(c.req.url);
    const id = recordId(c.req.param('businessday_id'));
    const caller = c.get('caller');
    return unlessKnown(
      c,
      db,
      (on, mark) =>
        inOneSnapshot(on, caller, mark, (tx, care) => report({ db: on, tx, caller, sales }, id, care)),
      jsonForm,
    );
  });

  routes.get('/report/verdicts', (c) => {
    const ids = readVerdictsQuery(new URL(c.req.url).searchParams);
    const caller = c.get('caller');
    const make = (on: Database, mark: string | null) =>
      inOneSnapshot(on, caller, mark, async (tx, care) => {
        const days = await findDays(tx, caller, sql`t.id = any(${ids}::uuid[])`);
        const dates = days.map(({ date }) => date).toSorted();
        const range = { from: dates[0] ?? '0001-01-01', to: dates.at(-1) ?? '0001-01-01' };
        const verdicts = days.length === 0 ? new Map() : await verdictsOf(tx, caller, days, range, care);
        return {
          text: JSON.stringify(days.map(({ id }) => ({ id, ...verdictOf(verdicts, id) }))),
          rest: [],
        };
      });
    return unlessKnown(c, db, make, jsonForm);
  });

  routes.get('/report/summary', (c) => {
    const query = readSummaryQuery(new URL(c.req.url).searchParams);
    const caller = c.get('caller');
    const make = (on: Database, mark: string | null) =>
      inOneSnapshot(on, caller, mark, async (tx, care) => ({
        text: await summaryText(tx, caller, query, care),
        rest: [],
      }));
    return unlessKnown(c, db, make, jsonForm);
  });

  return routes;
}

interface Reading {
  readonly db: Database;
  readonly tx: Tx;
  readonly caller: Caller;
  readonly sales: Table;
}

const encoder = new TextEncoder();

/** Returns the report; its receipts are the chunks. @throws 404 for a day that does not exist or is not visible. */
async function report(reading: Reading, id: string, care: Care): Promise<Answer> {
  const { tx, caller } = reading;
  const [day] = await findDays(tx, caller, sql`t.id = ${id}`);
  if (!day) throw notFound();
  const [figures, transactions] = await figuresAndReceipts(reading, day, care);
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
  care: Care,
): Promise<[Figures, Bytes[]]> {
  const readFigures = async () => {
    const [figures] = await tx.rows(reportFigures(caller, day, care));
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
