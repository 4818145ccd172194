import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { sql } from 'kysely';
import type { AppEnv, ExtraRoutes, Parts } from '@/core/server/http/http-env';
import type { Caller } from '@/core/server/auth/caller';
import { connectionsOf, inScope, sqlState, trusted, type Database, type Tx } from '@/core/server/db/db';
import { unmodified } from '@/core/server/http/etag';
import { readFresh, StandbyBehind } from '@/core/server/db/standbys';
import { markOf, revisionToken } from '@/core/server/read/list-revision';
import { notFound } from '@/core/server/http/problems';
import { json } from '@/core/server/http/json-answer';
import { recordId, refuseParameters } from '@/core/server/http/routes';
import { companyKey } from '@/core/server/write/scope-key';
import type { Table } from '@/core/server/db/table';
import { acknowledged, acknowledgementsOf, readChecks } from '../../acknowledge/verdicts.server';
import { verdictOf, verdictsOf } from '../../acknowledge/day-verdicts.server';
import { NotFinite } from './not-finite.server';
import { findDays, type FoundDay } from './report-days.server';
import { reportPaths, reportReaders } from './report-openapi.server';
import { reportEdition, reportFigures, transactionTexts, type Figures } from './report-query.server';
import { sealsOf } from '../../seal/seal.server';
import type { Care } from '../../../sales/server/receipt-lists.server';
import { readSummaryQuery, readVerdictsQuery, summaryText } from './report-summary.server';

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
    return unlessKnown(c, db, (on, mark) =>
      inOneSnapshot(on, caller, mark, (tx, care) => report({ db: on, tx, caller, sales }, id, care)),
    );
  });

  routes.get('/report/verdicts', (c) => {
    const ids = readVerdictsQuery(new URL(c.req.url).searchParams);
    const caller = c.get('caller');
    return unlessKnown(c, db, (on, mark) =>
      inOneSnapshot(on, caller, mark, async (tx, care) => {
        const days = await findDays(tx, caller, sql`t.id = any(${ids}::uuid[])`);
        const dates = days.map(({ date }) => date).toSorted();
        const range = { from: dates[0] ?? '0001-01-01', to: dates.at(-1) ?? '0001-01-01' };
        const verdicts = days.length === 0 ? new Map() : await verdictsOf(tx, caller, days, range, care);
        return {
          text: JSON.stringify(days.map(({ id }) => ({ id, ...verdictOf(verdicts, id) }))),
          rest: [],
        };
      }),
    );
  });

  routes.get('/report/summary', (c) => {
    const query = readSummaryQuery(new URL(c.req.url).searchParams);
    const caller = c.get('caller');
    return unlessKnown(c, db, (on, mark) =>
      inOneSnapshot(on, caller, mark, async (tx, care) => ({
        text: await summaryText(tx, caller, query, care),
        rest: [],
      })),
    );
  });

  return routes;
}

interface Reading {
  readonly db: Database;
  readonly tx: Tx;
  readonly caller: Caller;
  readonly sales: Table;
}

/** A JSON response: a text, followed by chunks of bytes. */
interface Answer {
  readonly text: string;
  readonly rest: readonly Bytes[];
}

type Bytes = Uint8Array<ArrayBuffer>;
const encoder = new TextEncoder();

/** Returns the report; its receipts are the chunks. @throws 404 for a day that does not exist or is not visible. */
async function report(reading: Reading, id: string, care: Care): Promise<Answer> {
  const { tx, caller } = reading;
  const [day] = await findDays(tx, caller, sql`t.id = ${id}`);
  if (!day) throw notFound();
  const [figures, transactions] = await figuresAndReceipts(reading, day, care);
  const { totals, registers } = figures;
  const entries = await acknowledgementsOf(tx, caller, [id]);
  const checks = JSON.stringify(
    readChecks(figures.checks).map((check) => ({ ...check, acknowledged: acknowledged(check, entries) })),
  );
  const [stored] = await tx.rows(
    sql<{ seals: string }>`select ${trusted(sealsOf)}::text as seals from businessday t
      where t.tenant_id = ${caller.tenantId} and t.id = ${day.id}`,
  );
  return {
    text:
      `{"businessday":${withLocation(day)},"currency":${JSON.stringify(day.currency)},` +
      `"timezone":${JSON.stringify(day.zone)},"cutover_hour":${day.cutover},"totals":${totals},"checks":${checks},"registers":${registers},"seals":${stored?.seals ?? '[]'},` +
      `"tax_rates":${figures.tax_rates ?? 'null'},"rounding_units":${figures.rounding_units},"late":${figures.late},` +
      '"rounding_rule":"tax_per_receipt_and_rate","transactions":[',
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

/** Returns the entity as JSON text, with the name of its location. */
const withLocation = ({ entity, location_id, location_name }: FoundDay): string =>
  `${entity.slice(0, -1)},"location":${JSON.stringify({ id: location_id, name: location_name })}}`;

/**
 * Reads in one snapshot. Numbers in receipts are cast; if that fails, or one of them is not finite, everything is read
 * again with `careful` (sales/receipt-lists.server.ts).
 *
 * @param mark of a standby: the revision token that its snapshot must have, or nothing is read.
 * @param resources those that the answer depends on.
 */
export async function inOneSnapshot<A extends Answer>(
  db: Database,
  caller: Caller,
  mark: string | null,
  read: (tx: Tx, care: Care) => Promise<A>,
  resources = madeOf,
): Promise<A> {
  const run = (care: Care) =>
    inScope(db, caller, 'one snapshot', async (tx) => {
      await tx.rows(settings);
      if (mark !== null) await requireMark(tx, caller, mark, resources);
      return read(tx, care);
    });
  try {
    const answer = await run('cast');
    if (!/"-?(?:NaN|Infinity)"/.test(answer.text)) return answer;
  } catch (error) {
    if (!(error instanceof NotFinite) && !castFails.has(sqlState(error) ?? '')) throw error;
  }
  return run('careful');
}

async function requireMark(
  tx: Tx,
  caller: Caller,
  mark: string,
  resources: readonly string[],
): Promise<void> {
  const [now] = await tx.rows(sql<{ mark: string }>`select ${markOf(caller, resources)} as mark`);
  if (now?.mark !== mark) throw new StandbyBehind();
}

/** Sorts and hashes the receipts of a day in memory; JIT is off, since compiling takes longer than the statement. */
const settings = sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`;

/** invalid_text_representation: not a number; invalid_parameter_value: not a list of objects. */
const castFails = new Set(['22P02', '22023']);

/** The resources that a report depends on: its ETag is valid until one of them changes. */
const madeOf: readonly string[] = ['businessday', 'company', 'location', 'pos', 'sales', 'tax', 'tender'];

/**
 * Answers 304 if the client has the current response, otherwise streams the result of `make`. A standby may make it, in
 * all its parts: it exports snapshots as a primary does. Then `make` is given the token that its snapshot must have.
 *
 * @param resources those that the response depends on.
 */
export async function unlessKnown(
  c: Context<AppEnv>,
  db: Database,
  make: (on: Database, mark: string | null) => Promise<Answer>,
  resources = madeOf,
): Promise<Response> {
  const caller = c.get('caller');
  const { pathname, search } = new URL(c.req.url);
  // Read before the report, so that the report may be newer than its ETag, but never older.
  const mark = await revisionToken(db, caller, resources);
  const known = JSON.stringify([mark, companyKey(caller), pathname.toLowerCase(), search, reportEdition(db)]);
  const etag = `"${createHash('sha256').update(known).digest('base64url').slice(0, 22)}"`;
  const unchanged = unmodified(c.req.header('if-none-match'), etag);
  if (unchanged) return unchanged;
  const fresh = { of: `${caller.tenantId} report`, mark, isLong: true };
  const answer = await readFresh(db, fresh, async (on) => ({
    mark,
    ...(await make(on, on === db ? null : mark)),
  }));
  return json(streamOf(answer), 200, { ETag: etag });
}

/** Returns the response as a stream with backpressure: a chunk is produced when the previous one has been read. */
function streamOf({ text, rest }: Answer): ReadableStream<Bytes> {
  const left = [encoder.encode(text), ...rest].values();
  return new ReadableStream({
    pull: (controller) => {
      const next = left.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
  });
}
