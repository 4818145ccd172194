import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { Decimal } from '@/record/decimal';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { findFigures, storedFaults } from '../../figures/stored-figures.server';
import { isAtFault } from '../../checks/report-receipt-faults.server';
import type { FoundDay } from '../../report/server/report-days.server';
import { NotFinite } from '../../report/server/not-finite.server';
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

/**
 * SQL: the figures of each day: of its ledger, which is made of its receipts, or as they are kept since it was closed. `kept`: the rows
 * of figures (figures/stored-figures.server.ts).
 */
function statement(
  caller: Caller,
  live: readonly CountedDay[],
  kept: readonly number[],
  parsing: NumberParsing,
): RawBuilder<{ day: string; figures: string }> {
  const { tenantId, companyId } = caller;
  return sql`
    with ${ledgerParts(caller, live, parsing)}, x as materialized (
      select f.businessday_id as day, f.sums, f.taxes, f.tenders, f.asides, f.lates from businessday_figures f
      where f.tenant_id = ${tenantId} and f.company_id = ${companyId} and f.id = any(${kept}::bigint[])
    ), m_sum as (
      select day, count, gross, net, tax from day_sums
      union all select day, (sums).count, (sums).gross, (sums).net, (sums).tax from x
    ), m_vat as (
      select day, trim_scale(rate) as rate, net, tax from (
        select day, rate, gross, net, tax, is_aside from vat
        union all select x.day, e.rate, e.gross, e.net, e.tax, e.is_aside from x cross join unnest(x.taxes) e
      ) v where ${trusted(hasVat)}
    ), m_paid as (
      select day, tender_id, name, type, amount from tenders
      union all select x.day, e.tender_id, e.name, e.type, e.amount from x cross join unnest(x.tenders) e
    ), m_aside as (
      select day, kind, returned, sum(total) as amount from asides group by 1, 2, 3
      union all select x.day, e.kind, e.returned, e.amount from x cross join unnest(x.asides) e
    ), m_late as (
      select day, late_for, count, gross, tax from lates
      union all select x.day, e.late_for, e.count, e.gross, e.tax from x cross join unnest(x.lates) e
    ), m_fault as (
      select businessday_id as day, count(*) as count from r where ${trusted(isAtFault)} group by 1
    ), ${trusted(lists)}
    select d.day, json_build_object('count', coalesce(s.count, 0), 'at_fault', coalesce(f.count, 0), 'gross', coalesce(s.gross, 0)::text,
      'net', coalesce(s.net, 0)::text, 'tax', coalesce(s.tax, 0)::text,
      'by_tax', coalesce(v.list, '[]'), 'by_tender', coalesce(p.list, '[]'), 'non_turnover', coalesce(a.list, '[]'),
      'late', coalesce(l.list, '[]'))::text as figures
    from (select id as day from d union all select day from x) d
      left join m_sum s using (day) left join m_fault f using (day) left join m_vat_list v using (day)
      left join m_paid_list p using (day) left join m_aside_list a using (day) left join m_late_list l using (day)`;
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

/**
 * Reads what the receipts of each day come to, by the id of the day, in one statement; and how many of them fail a check. A closed day is
 * read from the figures that are kept of it.
 */
export async function readReceiptFigures(
  tx: Tx,
  caller: Caller,
  days: readonly FoundDay[],
  parsing: NumberParsing,
): Promise<Map<string, ReceiptFigures>> {
  if (days.length === 0) return new Map();
  const { live, days: kept } = await findFigures(tx, caller, days, parsing, []);
  const rows = await tx.rows(statement(caller, live, kept, parsing));
  const faults = await storedFaults(tx, caller, kept);
  return new Map(
    rows.map(({ day, figures }) => {
      const read = figuresSchema.parse(JSON.parse(figures));
      return [day, { ...read, at_fault: faults[day] ?? read.at_fault }];
    }),
  );
}
