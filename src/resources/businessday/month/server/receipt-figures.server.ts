import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { Decimal } from '@/core/record/decimal';
import type { Caller } from '@/core/server/auth/caller';
import { trusted, type Tx } from '@/core/server/db/db';
import {
  asideChangesRows,
  asideSign,
  elements,
  isNonTurnover,
  lineNet,
  type Care,
} from '../../../sales/server/receipt-lists.server';
import { isAtFault } from '../../server/report/checks/report-receipt-faults.server';
import { NotFinite } from '../../server/report/not-finite.server';
import { counts, receiptParts, receiptsOf, type CountedDay } from '../../ledger/ledger.server';
import type { DayFigures } from '../sealed-figures';

/** The figures of a day as its receipts say now, with its late receipts by the day that they belong to. */
export interface ReceiptFigures extends DayFigures {
  /** How many receipts fail a check of their own figures. */
  readonly at_fault: number;
  readonly late: readonly {
    readonly of: string;
    readonly count: number;
    readonly gross: Decimal;
    readonly tax: Decimal;
  }[];
}

/** SQL: a JSON list of objects per day, as rows (day, list). */
const listOf = (name: string, members: string, order: string): string =>
  `${name}_list as materialized (
    select day, json_agg(json_build_object(${members}) order by ${order}) as list from ${name} group by day)`;

/** SQL: the figures of each day, by the rules of its report (server/report/report-totals.server.ts). */
function statement(
  caller: Caller,
  days: readonly CountedDay[],
  care: Care,
): RawBuilder<{ day: string; figures: string }> {
  const sign = trusted(asideSign);
  const is = { counted: trusted(counts), aside: trusted(isNonTurnover) };
  const lines = trusted(elements(care, 'lines', ['kind', 'total', 'net', 'tax', 'tax_rate']));
  return sql`
    with ${receiptParts(caller, days, care)}, m_sum as (
      select businessday_id as day, count(*) as count, sum(gross) as gross, sum(net) as net, sum(tax + aside_tax) as tax
      from r where counts group by 1
    ), m_vat as (
      select day, trim_scale(rate) as rate, sum(net) as net, sum(tax) as tax from (
        select d.id as day, e.rate, coalesce(e.net, 0) as net, coalesce(e.tax, 0) as tax, false as is_aside
        from ${receiptsOf(caller)} cross join ${trusted(elements(care, 'taxes', ['rate', 'net', 'tax']))}
        where ${is.counted}
        union all
        select d.id, coalesce(e.tax_rate, 0), ${sign} * ${trusted(lineNet)}, ${sign} * coalesce(e.tax, 0), true
        from ${receiptsOf(caller)} join r on r.seq = t.seq and r.counts and r.asides > 0
          cross join ${lines} where ${trusted(asideChangesRows)}
      ) parts group by 1, 2
      having sum(net) <> 0 or sum(tax) <> 0 or not bool_or(is_aside)
    ), m_paid as (
      select day, tender_id, min(name collate "C") as name, min(type collate "C") as type, coalesce(sum(amount), 0) as amount from (
        select d.id as day, lower(e.tender_id collate "C") as tender_id, e.name, e.type, e.amount
        from ${receiptsOf(caller)} cross join ${trusted(elements(care, 'tenders', ['tender_id', 'name', 'type', 'amount']))}
        where ${is.counted}
      ) e group by day, tender_id, case when tender_id is null then type end, case when tender_id is null then name end
    ), m_aside as (
      select d.id as day, e.kind, e.kind = 'deposit' and coalesce(e.total, 0) < 0 as returned, coalesce(sum(e.total), 0) as amount
      from ${receiptsOf(caller)} join r on r.seq = t.seq and r.counts and r.asides > 0 cross join ${lines}
      where ${is.aside} group by 1, 2, 3
    ), m_fault as (
      select businessday_id as day, count(*) as count from r where ${trusted(isAtFault)} group by 1
    ), m_late as (
      select businessday_id as day, late_for, count(*) as count, sum(gross) as gross, sum(tax + aside_tax) as tax
      from r where counts and late_for is not null and late_for <> businessday_id::text group by 1, 2
    ), ${trusted(lists)}
    select d.id as day, json_build_object('count', coalesce(s.count, 0), 'at_fault', coalesce(f.count, 0), 'gross', coalesce(s.gross, 0)::text,
      'net', coalesce(s.net, 0)::text, 'tax', coalesce(s.tax, 0)::text,
      'by_tax', coalesce((select list from m_vat_list x where x.day = d.id), '[]'),
      'by_tender', coalesce((select list from m_paid_list x where x.day = d.id), '[]'),
      'non_turnover', coalesce((select list from m_aside_list x where x.day = d.id), '[]'),
      'late', coalesce((select list from m_late_list x where x.day = d.id), '[]'))::text as figures
    from d left join m_sum s on s.day = d.id left join m_fault f on f.day = d.id`;
}

const lists = [
  listOf('m_vat', `'rate', rate::text, 'net', net::text, 'tax', tax::text`, 'rate'),
  listOf(
    'm_paid',
    `'tender_id', tender_id, 'name', name, 'type', type, 'amount', amount::text`,
    'tender_id, type, name',
  ),
  listOf(
    'm_aside',
    `'kind', kind, 'returned', returned, 'amount', amount::text`,
    'kind collate "C", returned',
  ),
  listOf('m_late', `'of', late_for, 'count', count, 'gross', gross::text, 'tax', tax::text`, 'late_for'),
].join(', ');

const money = z.string().transform((text) => {
  if (!/^-?\d/.test(text)) throw new NotFinite(`Not a finite number: ${text}`);
  return Decimal.parse(text);
});
const name = z.string().nullable();

const figuresSchema = z.object({
  at_fault: z.int(),
  count: z.int(),
  gross: money,
  net: money,
  tax: money,
  by_tax: z.array(z.object({ rate: name, net: money, tax: money })),
  by_tender: z.array(z.object({ tender_id: name, name, type: name, amount: money })),
  non_turnover: z.array(z.object({ kind: z.string(), returned: z.boolean(), amount: money })),
  late: z.array(z.object({ of: z.string(), count: z.int(), gross: money, tax: money })),
});

/** Reads what the receipts of each day come to, by the id of the day, in one statement. */
export async function readReceiptFigures(
  tx: Tx,
  caller: Caller,
  days: readonly CountedDay[],
  care: Care,
): Promise<Map<string, ReceiptFigures>> {
  if (days.length === 0) return new Map();
  const rows = await tx.rows(statement(caller, days, care));
  return new Map(rows.map(({ day, figures }) => [day, figuresSchema.parse(JSON.parse(figures))]));
}
