import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Database, type Tx } from '@/server/db/db';
import { currencyScale } from '@/contract/values';
import {
  counts,
  type NumberParsing,
  elements,
  guidPattern,
  isTurnover,
} from '../../receipts/server/receipt-lists.server';
import { mostReceipts, ofReceipts, salesHistory, type SalesHistory } from '../answer';
import { sliceOf } from '../../figures/figure-columns.server';
import { hasFigures } from '../../figures/has-figures.server';
import { linesOf, soldParts } from '../../figures/sales-parts.server';
import { coverOf, type SumKind } from '../../figures/stored-figures.server';
import { ledgerParts, type CountedDay, receiptsOf } from '../../ledger/ledger.server';
import { inOneSnapshot } from '../../report/server/one-snapshot.server';
import { currencyOf, requireLocations } from '../../report/server/report-days.server';
import {
  breakdownOf,
  membersOf,
  namesNow,
  rowJson,
  rowsText,
  totalOf,
  type Breakdown,
  stepOf,
} from './breakdown.server';
import type { SalesQuestion } from './question.server';

/**
 * Answers a question about sales, in one snapshot: of days with figures from these, where they can be from the sums of months,
 * and of all others from their receipts.
 */
export const salesOf = async (db: Database, caller: Caller, question: SalesQuestion): Promise<SalesHistory> =>
  salesHistory.parse(JSON.parse(await salesText(db, caller, question)));

/** Answers as `salesOf`, in JSON. */
export const salesText = async (db: Database, caller: Caller, question: SalesQuestion): Promise<string> =>
  (await inOneSnapshot(db, caller, null, (tx, parsing) => answer(tx, caller, question, parsing))).text;

/** What a question is answered with. */
interface Asked {
  readonly tx: Tx;
  readonly caller: Caller;
  readonly parsing: NumberParsing;
  readonly question: SalesQuestion & { readonly currency: string };
  /** The days whose receipts are read. */
  readonly live: readonly CountedDay[];
  /** The rows of figures that have all other days, of any currency. */
  readonly cover: readonly string[];
  readonly scale: number;
}

const totals = z.tuple([salesHistory.shape.totals]);

async function answer(
  tx: Tx,
  caller: Caller,
  question: SalesQuestion,
  parsing: NumberParsing,
): Promise<{ text: string }> {
  const { by, from, to, location_ids, plu_id, dpt_id } = question;
  await requireLocations(tx, caller, location_ids);
  const of = plu_id !== null ? 'plu' : dpt_id !== null ? 'dpt' : null;
  const breakdown = breakdownOf(by, of);
  const isOfReceipts = ofReceipts.includes(by);
  const whole = totalOf(of);
  const kinds = kindsFor(isOfReceipts ? whole : breakdown, question);
  const { live, kept, cover } = await sourcesOf(tx, caller, question, parsing === 'cast', kinds);
  const { currency, currencies } = await currencyOf(
    tx,
    caller,
    [...live, ...kept.map((one) => ({ currency: one }))],
    question.currency,
  );
  const asked: Asked = {
    tx,
    caller,
    parsing,
    question: { ...question, currency },
    live: live.filter((day) => day.currency === currency),
    cover,
    scale: currencyScale(currency),
  };
  const isOfLatest = plu_id !== null && (by === 'together' || by === 'hour');
  // Figures of one column are read once for the rows and their sum.
  const isOneColumn = !isOfLatest && breakdown.column === whole.column;
  const [sums = '[]', ownRows] = await rowsOf(asked, isOneColumn ? [whole, breakdown] : [whole]);
  const { rows, latest } = isOfLatest
    ? await rowsOfLatest(asked, breakdown)
    : {
        rows: ownRows ?? (await rowsOf(isOfReceipts ? await unstored(asked) : asked, [breakdown]))[0] ?? '[]',
        latest: null,
      };
  const [total] = totals.parse(JSON.parse(sums));
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

/** SQL condition: a business day, or a row of its figures, is of the company, dates and locations of a question. */
export const isAsked = (
  of: 'd' | 'f' | 't',
  { tenantId, companyId }: Caller,
  { from, to, without, location_ids }: SalesQuestion,
): RawBuilder<unknown> => {
  const t = sql.ref(of);
  return sql`${t}.tenant_id = ${tenantId} and ${t}.company_id = ${companyId} and ${t}.date between ${from}::date and ${to}::date
    and ${without.length > 0 ? sql`${t}.date <> all(${without}::date[])` : sql`true`}
    and ${location_ids.length > 0 ? sql`${t}.location_id = any(${location_ids}::uuid[])` : sql`true`}`;
};

/**
 * Reads which days of a question have no figures, the currencies of those that have, and the rows that cover these, with sums of the
 * kinds. A row of figures is there only while its day is closed (a trigger).
 *
 * @param withFigures false: no day has any, as with care for values that cannot be cast.
 */
async function sourcesOf(
  tx: Tx,
  caller: Caller,
  question: SalesQuestion,
  withFigures: boolean,
  kinds: readonly SumKind[],
): Promise<{ readonly live: CountedDay[]; readonly kept: string[]; readonly cover: string[] }> {
  const months = sql`f.month between date_trunc('month', ${question.from}::date) and ${question.to}::date`;
  const [found] = await tx.rows(sql<{ live: CountedDay[]; kept: string[]; cover: string[] }>`
    with kept as materialized (
      select f.id, f.businessday_id, f.currency from businessday_figures f
      where ${isAsked('f', caller, question)} and f.businessday_id is not null and ${trusted(hasFigures)} and ${months}
        and ${withFigures}
    ) ${coverOf(caller, kinds, months)}, live as (
      select d.id, d.location_id, d.date::text as date, d.snapshot->>'currency' as currency, d.snapshot->>'timezone' as zone,
        (d.snapshot->>'cutover_hour')::integer as cutover
      from businessday d where ${isAsked('d', caller, question)} and d.active and d.id not in (select businessday_id from kept)
    ) select (select coalesce(json_agg(live), '[]') from live) as live, array(select distinct currency from kept) as kept,
      array(select id::text from cover) as cover`);
  return found ?? { live: [], kept: [], cover: [] };
}

/** Returns the same question of receipts alone. */
async function unstored(asked: Asked): Promise<Asked> {
  const { tx, caller, question } = asked;
  const { live } = await sourcesOf(tx, caller, question, false, []);
  return { ...asked, live: live.filter(({ currency }) => currency === question.currency), cover: [] };
}

/** The sums of days that answer a question by a breakdown, the largest first. */
function kindsFor({ of }: Breakdown, { location_ids }: SalesQuestion): readonly SumKind[] {
  if (location_ids.length > 0) return of === 'date' ? [] : ['place'];
  return of === undefined ? ['month', 'date'] : [of];
}

/** Columns that no figures have. */
const receiptColumns = new Set<string>(['discounts', 'tips', 'amounts']);

/** SQL condition on the members of a row: what the lines are restricted to. */
export const isOfArticle = ({ plu_id, dpt_id }: SalesQuestion): RawBuilder<unknown> =>
  plu_id !== null ? sql`plu_id = ${plu_id}` : dpt_id !== null ? sql`dpt_id = ${dpt_id}` : sql`true`;

/** Reads the rows of breakdowns of one column, as JSON text each. */
async function rowsOf(asked: Asked, breakdowns: readonly [Breakdown, ...Breakdown[]]): Promise<string[]> {
  const { tx, caller, parsing, question, live } = asked;
  const [first] = breakdowns;
  const ledger = sql`${ledgerParts(caller, live, parsing)}, ${soldParts(caller, parsing)}`;
  const isOfReceipts = receiptColumns.has(first.column);
  if (isOfReceipts && live.length === 0) return breakdowns.map(() => '[]');
  const parts = isOfReceipts
    ? [sql`(with ${ledger}, ${receiptParts(caller, parsing)} ${soldRows(first)})`]
    : [storedRows(asked, first), ...(live.length > 0 ? [sql`(with ${ledger} ${soldRows(first)})`] : [])];
  const lists = breakdowns.map((each) => sql`${listOf(asked, each)}::text`);
  const [found] = await tx.rows(sql<{ lists: string[] }>`
    with found as (
      select * from (${sql.join(parts, sql` union all `)}) l where ${isOfArticle(question)}
    ) select array[${sql.join(lists)}] as lists`);
  return found?.lists ?? [];
}

/** SQL: the rows of a column in the figures that cover the days. A sum of a month has no date: its rows are of the month's first. */
function storedRows(
  { caller, question: { plu_id, currency }, cover }: Asked,
  { column }: Breakdown,
): RawBuilder<unknown> {
  const { tenantId, companyId } = caller;
  const list = trusted(`coalesce(f.date, f.month) as date, f.location_id, ${membersOf(column, 'stored')}`);
  const own = sql`select ${list} from businessday_figures f cross join unnest(f.${trusted(column)}) e
    where f.tenant_id = ${tenantId} and f.company_id = ${companyId} and f.id = any(${cover}::bigint[]) and f.currency = ${currency}`;
  if (column !== 'plus') return own;
  const slice = plu_id === null ? sql`true` : sql`p.slice = ${trusted(sliceOf('asked.plu'))}`;
  return sql`${own} union all
    select ${list} from (select ${plu_id}::text as plu) asked
      join businessday_figures_plus p on p.tenant_id = ${tenantId} and p.company_id = ${companyId}
        and p.figures_id = any(${cover}::bigint[]) and ${slice}
      join businessday_figures f on f.tenant_id = p.tenant_id and f.id = p.figures_id and f.currency = ${currency}
      cross join unnest(p.plus) e`;
}

/** SQL: the same rows of receipts, one for each line, receipt or tender of a day. */
function soldRows({ column }: Breakdown): RawBuilder<unknown> {
  const list = trusted(`date, location_id, ${membersOf(column, 'sold')}`);
  if (column === 'tenders') return sql`select ${list} from tenders join d on d.id = tenders.day`;
  if (receiptColumns.has(column)) return sql`select ${list} from ${trusted(`${column}_sold`)}`;
  return sql`select ${list} from ${trusted(column === 'plus' || column === 'dpts' ? 'lines_sold' : 'receipts_sold')}`;
}

/**
 * Reads the rows of what no figures say, of the latest receipts that have the product: what was sold with it, and at which hours it
 * was.
 */
async function rowsOfLatest(
  asked: Asked,
  breakdown: Breakdown,
): Promise<{ readonly rows: string; readonly latest: number | null }> {
  const { tx, caller, parsing, question } = asked;
  const { plu_id, by, currency } = question;
  const chosen =
    by === 'together'
      ? sql`plu_id is distinct from ${plu_id} and seq in (select seq from lines_sold where plu_id = ${plu_id})`
      : sql`plu_id = ${plu_id}`;
  const [{ rows, count } = { rows: '[]', count: 0 }] = await tx.rows(sql<{ rows: string; count: number }>`
    with latest as materialized (
      select t.id, d.date, d.location_id, d.snapshot->>'timezone' as zone from sales t
      join businessday d on d.tenant_id = t.tenant_id and d.id = t.businessday_id
      where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and ${trusted(counts)}
        and jsonb_path_query_array(t.data, '$.lines[*].plu_id') ?| array[${plu_id}, upper(${plu_id})]
        and ${isAsked('d', caller, question)} and d.active and d.snapshot->>'currency' = ${currency}
      order by d.date desc, t.completed_at desc, t.seq desc limit ${mostReceipts}
    ), lines_sold as (
      ${linesOf(sql`latest d join sales t on t.tenant_id = ${caller.tenantId} and t.id = d.id`, parsing)}
    ), found as (
      select ${trusted(`hour, ${membersOf('plus', 'sold')}`)} from lines_sold where ${chosen}
    ) select (select count(*) from latest) as count, ${listOf(asked, breakdown)}::text as rows`);
  return { rows, latest: count === mostReceipts ? count : null };
}

/** SQL: the rows of a breakdown over the relation `found` as a JSON list; locations, registers and discounts are called as they are now. */
function listOf({ caller, question: { by }, scale }: Asked, breakdown: Breakdown): RawBuilder<unknown> {
  const names = namesNow(caller, by);
  const rows =
    names === null || breakdown.group === ''
      ? sql`(${trusted(rowsText(breakdown))}) rows`
      : sql`(select f.id, f.productid, n.name, place, receipts, qty, gross, net, tax, discount from (${trusted(rowsText(breakdown))}) f
          ${names}) rows`;
  return sql`(select coalesce(json_agg(${trusted(rowJson(scale))}), '[]') from ${rows})`;
}

/** SQL: the discount that a line names; null for names of a till's own, which may be anything. */
const named = trusted(
  `case when e.discount_id ~* '${guidPattern}' then lower(e.discount_id collate "C") end`,
);

/**
 * SQL parts of what only receipts say, in a statement that has the ledger and `receipts_sold` (figures/sales-parts.server.ts).
 *
 * - `discounts_sold`: what was taken off each line of turnover, by the discount that it names; together the discount of the day.
 * - `tips_sold`: the tips of each receipt that counts, by its cashier; together the tips of the day's `non_turnover`.
 * - `amounts_sold`: each receipt that counts with the step of amounts that it is in.
 */
const receiptParts = (caller: Caller, parsing: NumberParsing): RawBuilder<unknown> => {
  const lines = (...columns: string[]) => trusted(elements(parsing, 'lines', columns));
  return sql`discounts_sold as (
    select d.date, d.location_id, ${named} as discount_id, coalesce(e.qty, 0) as qty, e.discount as amount,
      case when row_number() over (partition by t.seq, ${named}) = 1 then 1 else 0 end as receipts
    from ${receiptsOf(caller)} cross join ${lines('kind', 'qty', 'discount', 'discount_id')}
    where ${trusted(`${counts} and ${isTurnover}`)} and e.discount <> 0
  ), tips_sold as (
    select d.date, d.location_id, t.cashier->>'id' as id, t.cashier->>'name' as name, null::numeric as qty,
      coalesce(sum(e.total), 0) as amount, 1 as receipts
    from ${receiptsOf(caller)} cross join ${lines('kind', 'total')}
    where ${trusted(counts)} and e.kind = 'tip' group by t.seq, d.date, d.location_id, t.cashier
  ), amounts_sold as (select r.*, ${trusted(stepOf)} as step from receipts_sold r)`;
};
