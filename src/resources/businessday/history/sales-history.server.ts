import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/core/server/auth/caller';
import { trusted, type Database, type Tx } from '@/core/server/db/db';
import { currencyScale } from '@/core/contract/values';
import type { Care } from '../../sales/server/receipt-lists.server';
import { mostReceipts, salesHistory, type SalesHistory } from '../../sales/history/answer';
import { inOneSnapshot } from '../server/report/one-snapshot.server';
import { currencyOf, requireLocations } from '../server/report/report-days.server';
import { counts } from '../ledger/ledger.server';
import { breakdownOf, rowJson, rowsText, totalOf, type Breakdown } from './breakdown';
import type { SalesQuestion } from './question.server';
import { rowsOfLatest, rowsOfReceipts } from './rows.server';

/** Answers a question about sales, in one snapshot. */
export const salesOf = async (db: Database, caller: Caller, question: SalesQuestion): Promise<SalesHistory> =>
  salesHistory.parse(JSON.parse(await salesText(db, caller, question)));

/** Answers as `salesOf`, in JSON. */
export const salesText = async (db: Database, caller: Caller, question: SalesQuestion): Promise<string> =>
  (await inOneSnapshot(db, caller, null, (tx, care) => answer(tx, caller, question, care))).text;

async function answer(tx: Tx, caller: Caller, question: SalesQuestion, care: Care): Promise<{ text: string }> {
  const { by, from, to, location_ids, plu_id, dpt_id } = question;
  await requireLocations(tx, caller, location_ids);
  const days = await tx.rows(sql<{ id: string; currency: string }>`
    select d.id, d.snapshot->>'currency' as currency from businessday d where ${daysAsked(caller, question)}`);
  const { currency, currencies } = await currencyOf(tx, caller, days, question.currency);
  const asked: Asked = {
    tx,
    caller,
    care,
    question: { ...question, currency },
    live: days.filter((day) => day.currency === currency).map(({ id }) => id),
    scale: currencyScale(currency),
  };
  const of = plu_id !== null ? 'plu' : dpt_id !== null ? 'dpt' : null;
  const breakdown = breakdownOf(by, of);
  const isOfLatest = plu_id !== null && (by === 'together' || by === 'hour');
  const { rows, latest } = isOfLatest
    ? await rowsOfLatestReceipts(asked, breakdown)
    : { rows: await rowsOf(asked, breakdown), latest: null };
  const [total] = totals.parse(JSON.parse(await rowsOf(asked, totalOf(of))));
  const head: Omit<SalesHistory, 'rows'> = {
    by,
    from,
    to,
    currency,
    currencies,
    location_ids: [...location_ids],
    plu_id,
    dpt_id,
    totals: total,
    latest_receipts: latest,
  };
  return { text: `${JSON.stringify(head).slice(0, -1)},"rows":${rows}}` };
}

/** What a question is answered with. */
interface Asked {
  readonly tx: Tx;
  readonly caller: Caller;
  readonly care: Care;
  readonly question: SalesQuestion & { readonly currency: string };
  /** The days whose receipts are read. */
  readonly live: readonly string[];
  readonly scale: number;
}

const totals = z.tuple([salesHistory.shape.totals]);

/** SQL condition: the business day `d` is asked for. */
const daysAsked = (
  { tenantId, companyId }: Caller,
  { from, to, location_ids, currency }: SalesQuestion,
): RawBuilder<unknown> => sql`d.tenant_id = ${tenantId} and d.company_id = ${companyId} and d.active
  and d.date between ${from}::date and ${to}::date
  and ${location_ids.length > 0 ? sql`d.location_id = any(${location_ids}::uuid[])` : sql`true`}
  and ${currency === null ? sql`true` : sql`d.snapshot->>'currency' = ${currency}`}`;

const zone = `d.snapshot->>'timezone' as zone`;

/** Reads the rows of a breakdown, as JSON text. */
async function rowsOf(asked: Asked, breakdown: Breakdown): Promise<string> {
  const { tx, caller, care, question } = asked;
  const { plu_id, dpt_id } = question;
  const [{ rows } = { rows: '[]' }] = await tx.rows(sql<{ rows: string }>`
    with days as materialized (
      select d.id, d.date, d.location_id, ${trusted(zone)} from businessday d
      where d.tenant_id = ${caller.tenantId} and d.company_id = ${caller.companyId} and d.id = any(${asked.live}::uuid[])
    ), found as (
      select * from (${rowsOfReceipts(caller, breakdown.part, care)}) l where
        ${plu_id !== null ? sql`plu_id = ${plu_id}` : dpt_id !== null ? sql`dpt_id = ${dpt_id}` : sql`true`}
    ) select ${listOf(asked, breakdown)}::text as rows`);
  return rows;
}

/**
 * Reads the rows of what is no sum of figures, of the latest receipts that have the product: what was sold with it, and at which
 * hours it was.
 */
async function rowsOfLatestReceipts(
  asked: Asked,
  breakdown: Breakdown,
): Promise<{ readonly rows: string; readonly latest: number | null }> {
  const { tx, caller, care, question } = asked;
  const { plu_id, by } = question;
  const chosen = by === 'together'
    ? sql`plu_id is distinct from ${plu_id} and receipt in (select receipt from every_line where counts and plu_id = ${plu_id})`
    : sql`plu_id = ${plu_id}`;
  const [{ rows, count } = { rows: '[]', count: 0 }] = await tx.rows(sql<{ rows: string; count: number }>`
    with latest as materialized (
      select t.id, d.date, d.location_id, ${trusted(zone)} from sales t
      join businessday d on d.tenant_id = t.tenant_id and d.id = t.businessday_id
      where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and ${trusted(counts)}
        and jsonb_path_query_array(t.data, '$.lines[*].plu_id') ?| array[${plu_id}, upper(${plu_id})]
        and ${daysAsked(caller, question)}
      order by d.date desc, t.completed_at desc, t.seq desc limit ${mostReceipts}
    ), every_line as (${rowsOfLatest(caller, breakdown.part, care)}), found as (
      select * from every_line where ${chosen}
    ) select (select count(*) from latest) as count, ${listOf(asked, breakdown)}::text as rows`);
  return { rows, latest: count === mostReceipts ? count : null };
}

/** SQL: the rows of a breakdown over the relation `found` as a JSON list. */
function listOf({ caller, question: { by }, scale }: Asked, breakdown: Breakdown): RawBuilder<unknown> {
  const named = by === 'location' || by === 'register' ? (by === 'location' ? 'location' : 'pos') : null;
  const rows = named === null || breakdown.group === ''
    ? sql`(${trusted(rowsText(breakdown))}) rows`
    : sql`(select f.id, f.productid, n.name, ${trusted(rest)} from (${trusted(rowsText(breakdown))}) f
        left join ${sql.table(named)} n on n.tenant_id = ${caller.tenantId} and n.company_id = ${caller.companyId} and n.id = f.id::uuid) rows`;
  return sql`(select coalesce(json_agg(${trusted(rowJson(scale))}), '[]') from ${rows})`;
}

const rest = 'place, receipts, quantity, gross, net, tax, discount';
