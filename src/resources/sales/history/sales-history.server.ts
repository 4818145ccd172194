import { Big } from 'big.js';
import { sql } from 'kysely';
import type { ColumnStore } from '@/core/server/archive/column-store';
import { companyFolder } from '@/core/server/archive/files';
import type { Caller } from '@/core/server/auth/caller';
import { inScope, sqlState, trusted, type Database, type Tx } from '@/core/server/db/db';
import { currencyScale } from '@/core/contract/values';
import type { Care } from '../server/receipt-lists.server';
import type { SalesFigures, SalesHistory, SalesRow } from './answer';
import { breakdownOf, breakdownText, totalOf, type Breakdown } from './breakdown';
import { archiveText } from './from-archive.server';
import { merged, type RawRow } from './merge';
import { nameRows } from './names.server';
import type { SalesQuestion } from './question.server';
import { rowsOfPart } from './rows.server';
import { columnsText, rowsOf, sentColumns } from './sent-columns';
import { askedDays, type AskedDays } from './snapshot.server';

/** What an answer is made with; without a store PostgreSQL answers for every day. */
export interface Answering {
  readonly db: Database;
  readonly store: ColumnStore | null;
}

/** Answers a question about sales: of each day from the archive or from PostgreSQL, as one snapshot says. */
export async function salesOf(
  answering: Answering,
  caller: Caller,
  question: SalesQuestion,
): Promise<SalesHistory> {
  const { store } = answering;
  if (store !== null) {
    try {
      return await answer(answering, caller, question, store);
    } catch (error) {
      if (!(error instanceof ArchiveUnread)) throw error;
      store.log.warn({ message: error.message }, 'the archive could not be read; the database answers');
    }
  }
  return answer(answering, caller, question, null);
}

/** A breakdown, of the rows or of what was sold together with them. */
interface Asked {
  readonly breakdown: Breakdown;
  readonly together: boolean;
}

/** A file is missing or damaged, or the process of DuckDB ended. */
class ArchiveUnread extends Error {}

async function answer(
  { db }: Answering,
  caller: Caller,
  question: SalesQuestion,
  store: ColumnStore | null,
): Promise<SalesHistory> {
  const of = question.plu_id !== null ? 'plu' : question.dpt_id !== null ? 'dpt' : null;
  const asked: Asked[] = [
    { breakdown: breakdownOf(question.by, of), together: question.by === 'together' },
    { breakdown: totalOf(of), together: false },
  ];
  const { days, stored, names } = await inCare(db, caller, async (tx, care) => {
    const found = await askedDays(tx, caller, question, store !== null);
    const rows: RawRow[][] = [];
    for (const one of asked) rows.push(await storedRows(tx, caller, question, found, one, care));
    return { days: found, stored: rows, names: await nameRows(tx, caller, question.by) };
  });
  const [rows = [], totals = []] = await Promise.all(
    asked.map(async (one, at) => [
      stored[at] ?? [],
      store === null || days.files.length === 0 ? [] : await archivedRows(store, caller, question, days, one),
    ]),
  );
  const scale = currencyScale(days.currency);
  const { by, from, to, location_ids, plu_id, dpt_id } = question;
  const [total] = merged(totals, by, scale);
  return {
    by,
    from,
    to,
    currency: days.currency,
    currencies: [...days.currencies],
    location_ids: [...location_ids],
    plu_id,
    dpt_id,
    totals: total ? figuresOf(total) : nothing(scale),
    rows: merged(rows, by, scale).map((row) => {
      const name = row.name ?? names.get(row.id ?? '') ?? null;
      return name === row.name ? row : { ...row, name };
    }),
  };
}

const figuresOf = ({ receipts, quantity, gross, net, tax, discount, average }: SalesRow): SalesFigures => ({
  receipts,
  quantity,
  gross,
  net,
  tax,
  discount,
  average,
});

const nothing = (scale: number): SalesFigures => {
  const zero = new Big(0).toFixed(scale);
  return { receipts: 0, quantity: '0', gross: zero, net: zero, tax: zero, discount: zero, average: null };
};

async function archivedRows(
  store: ColumnStore,
  caller: Caller,
  question: SalesQuestion,
  { files, currency }: AskedDays,
  { breakdown, together }: Asked,
): Promise<RawRow[]> {
  // The session of this folder can open no other: a caller reads what is their company's.
  const folder = companyFolder(store.root, caller);
  try {
    const asked = archiveText(folder, files, breakdown, { ...question, currency, together });
    return rowsOf(sentColumns.parse(await store.ask(folder, { sql: columnsText(asked) })));
  } catch (error) {
    throw new ArchiveUnread(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

async function storedRows(
  tx: Tx,
  caller: Caller,
  { plu_id, dpt_id }: SalesQuestion,
  { rows }: AskedDays,
  { breakdown, together }: Asked,
  care: Care,
): Promise<RawRow[]> {
  if (rows.length === 0) return [];
  const lines = rowsOfPart(caller, rows, breakdown.part, care);
  const text = trusted<RawRow>(breakdownText(breakdown));
  if (breakdown.part !== 'lines' || (plu_id === null && dpt_id === null))
    return tx.rows(sql<RawRow>`with ${lines} ${text}`);
  const chosen = together
    ? sql`select * from every_line where plu_id is distinct from ${plu_id} and receipt in (
        select receipt from every_line where counts and plu_id = ${plu_id})`
    : plu_id !== null
      ? sql`select * from every_line where plu_id = ${plu_id}`
      : sql`select * from every_line where dpt_id = ${dpt_id}`;
  return tx.rows(
    sql<RawRow>`with every_line as (with ${lines} select * from found), found as (${chosen}) ${text}`,
  );
}

/** Numbers in receipts are cast; if that fails, everything is read again with care, as for a report. */
async function inCare<T>(db: Database, caller: Caller, read: (tx: Tx, care: Care) => Promise<T>): Promise<T> {
  const run = (care: Care) =>
    inScope(db, caller, 'one snapshot', async (tx) => {
      await tx.rows(sql`select set_config('work_mem', '64MB', true)`);
      return read(tx, care);
    });
  try {
    return await run('cast');
  } catch (error) {
    if (!['22P02', '22023'].includes(sqlState(error) ?? '')) throw error;
    return run('careful');
  }
}
