import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { Decimal } from '@/core/record/decimal';
import type { Caller } from '@/core/server/auth/caller';
import { trusted, type Tx } from '@/core/server/db/db';
import type { Care } from '../../../sales/server/receipt-lists.server';
import { isAtFault } from '../../server/report/checks/report-receipt-faults.server';
import { NotFinite } from '../../server/report/not-finite.server';
import { hasVat, ledgerParts, type CountedDay } from '../../ledger/ledger.server';
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

/** SQL: the figures of each day, of its ledger. */
function statement(
  caller: Caller,
  days: readonly CountedDay[],
  care: Care,
): RawBuilder<{ day: string; figures: string }> {
  return sql`
    with ${ledgerParts(caller, days, care)}, m_vat as (
      select day, trim_scale(rate) as rate, net, tax from vat where ${trusted(hasVat)}
    ), m_aside as (
      select day, kind, returned, sum(total) as amount from asides group by 1, 2, 3
    ), m_fault as (
      select businessday_id as day, count(*) as count from r where ${trusted(isAtFault)} group by 1
    ), ${trusted(lists)}
    select d.id as day, json_build_object('count', coalesce(s.count, 0), 'at_fault', coalesce(f.count, 0), 'gross', coalesce(s.gross, 0)::text,
      'net', coalesce(s.net, 0)::text, 'tax', coalesce(s.tax, 0)::text,
      'by_tax', coalesce((select list from m_vat_list x where x.day = d.id), '[]'),
      'by_tender', coalesce((select list from tenders_list x where x.day = d.id), '[]'),
      'non_turnover', coalesce((select list from m_aside_list x where x.day = d.id), '[]'),
      'late', coalesce((select list from lates_list x where x.day = d.id), '[]'))::text as figures
    from d left join day_sums s on s.day = d.id left join m_fault f on f.day = d.id`;
}

const lists = [
  listOf('m_vat', `'rate', rate::text, 'net', net::text, 'tax', tax::text`, 'rate'),
  listOf(
    'tenders',
    `'tender_id', tender_id, 'name', name, 'type', type, 'amount', amount::text`,
    'tender_id, type, name',
  ),
  listOf(
    'm_aside',
    `'kind', kind, 'returned', returned, 'amount', amount::text`,
    'kind collate "C", returned',
  ),
  listOf('lates', `'of', late_for, 'count', count, 'gross', gross::text, 'tax', tax::text`, 'late_for'),
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
