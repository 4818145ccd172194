import { Big } from 'big.js';
import { sql } from 'kysely';
import type { ColumnStore } from '@/core/server/archive/column-store';
import type { Caller } from '@/core/server/auth/caller';
import { inScope, sqlState, trusted, type Database, type Tx } from '@/core/server/db/db';
import { currencyScale } from '@/core/contract/values';
import type { Care } from '../server/receipt-lists.server';
import { salesHistory, type SalesFigures, type SalesHistory, type SalesRow, type SalesBy } from './answer';
import { ArchiveUnread, archivedRows, rowsFromArchive, type Archive, type Asked } from './ask-archive.server';
import { breakdownOf, breakdownText, totalOf } from './breakdown';
import { merged, type RawRow } from './answer-rows/merge';
import type { SalesQuestion } from './question.server';
import { rowsOfPart } from './rows.server';
import { askedDays, type AskedDays } from './snapshot.server';
import { writtenBys } from './answer-rows/written-rows';

/** What an answer is made with; without a store PostgreSQL answers for every day. */
export interface Answering {
  readonly db: Database;
  readonly store: ColumnStore | null;
}

/** Answers a question about sales: of each day from the archive or from PostgreSQL, as one snapshot says. */
export const salesOf = async (
  answering: Answering,
  caller: Caller,
  question: SalesQuestion,
): Promise<SalesHistory> => salesHistory.parse(JSON.parse(await salesText(answering, caller, question)));

/** Answers as `salesOf`, in JSON. */
export async function salesText(
  answering: Answering,
  caller: Caller,
  question: SalesQuestion,
): Promise<string> {
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

async function answer(
  { db }: Answering,
  caller: Caller,
  question: SalesQuestion,
  store: ColumnStore | null,
): Promise<string> {
  const of = question.plu_id !== null ? 'plu' : question.dpt_id !== null ? 'dpt' : null;
  const parts: Asked = { breakdown: breakdownOf(question.by, of), together: question.by === 'together' };
  const whole: Asked = { breakdown: totalOf(of), together: false };
  const { days, stored, archived, names } = await inCare(db, caller, async (tx, care) => {
    const found = await askedDays(tx, caller, question, store !== null);
    // DuckDB reads its days while PostgreSQL reads the others.
    const reading =
      store === null ? null : readArchive({ store, caller, question, days: found }, parts, whole);
    reading?.catch(() => undefined);
    const rowsFor = (one: Asked) => storedRows(tx, caller, question, found, one, care);
    const rows = { parts: await rowsFor(parts), whole: await rowsFor(whole) };
    return { days: found, stored: rows, archived: reading, names: await nameRows(tx, caller, question.by) };
  });
  const { by, from, to, location_ids, plu_id, dpt_id } = question;
  const scale = currencyScale(days.currency);
  const kept = (await archived) ?? { parts: [], whole: [] };
  const [total] = merged([stored.whole, kept.whole], by, scale);
  const named = (row: SalesRow): SalesRow => ({ ...row, name: row.name ?? names.get(row.id ?? '') ?? null });
  const added = (some: readonly RawRow[]) => merged([stored.parts, some], by, scale);
  const rows =
    typeof kept.parts === 'string'
      ? kept.parts
      : JSON.stringify(names.size === 0 ? added(kept.parts) : added(kept.parts).map(named));
  const head: Omit<SalesHistory, 'rows'> = {
    by,
    from,
    to,
    currency: days.currency,
    currencies: [...days.currencies],
    location_ids: [...location_ids],
    plu_id,
    dpt_id,
    totals: total ? figuresOf(total) : nothing(scale),
  };
  return `${JSON.stringify(head).slice(0, -1)},"rows":${rows}}`;
}

/** Reads what is in the archive: the rows in JSON where nothing is to be added to them. @throws `ArchiveUnread` */
async function readArchive(archive: Archive, parts: Asked, whole: Asked) {
  const { question, days } = archive;
  if (days.files.length === 0) return null;
  const isWritten = days.rows.length === 0 && writtenBys.includes(question.by);
  const [rows, total] = await Promise.all([
    isWritten ? rowsFromArchive(archive, parts) : archivedRows(archive, parts),
    archivedRows(archive, whole),
  ]);
  return { parts: rows, whole: total };
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

/** Returns the names of the records that receipts name by id alone. */
async function nameRows(
  tx: Tx,
  { tenantId, companyId }: Caller,
  by: SalesBy,
): Promise<ReadonlyMap<string, string>> {
  const table = by === 'location' ? 'location' : by === 'register' ? 'pos' : null;
  if (table === null) return new Map();
  const rows = await tx.rows(sql<{ id: string; name: string }>`
    select t.id, t.name from ${sql.table(table)} t where t.tenant_id = ${tenantId} and t.company_id = ${companyId}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
