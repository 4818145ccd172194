import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Database } from '@/server/db/db';
import { entityJson, type Table } from '@/server/db/table';
import { addedParts, storedPart } from '../../figures/figure-parts.server';
import { checkParts, checksJson } from '../../checks/report-checks.server';
import { isAtFault } from '../../checks/report-receipt-faults.server';
import { registerParts, registersJson } from './report-registers.server';
import { counts, type NumberParsing } from '../../receipts/server/receipt-lists.server';
import { failingByDay } from '../../summary/server/summary-checks.server';
import { drawerParts, ledgerParts, receiptDigits, type CountedDay } from '../../ledger/ledger.server';
import { drawersOf, taxRows, totalParts, totalsJson } from './report-totals.server';
import { currencyScale } from '@/contract/values';

/** The parts of a report besides its transactions, as JSON text. */
export interface Figures {
  readonly totals: string;
  readonly checks: string;
  readonly registers: string;
  readonly tax_rates: string | null;
  readonly rounding_units: string;
  readonly late: string;
}

/** SQL: totals, checks and registers of one day, in one statement. */
export function reportFigures(caller: Caller, day: CountedDay, parsing: NumberParsing): RawBuilder<Figures> {
  const scale = currencyScale(day.currency);
  return sql<Figures>`
    with ${ledgerParts(caller, [day], parsing)}, ${drawerParts(caller, parsing)}, ${totalParts}, ${taxRows}, ${drawersOf('day')},
      ${registerParts(caller, day.id, parsing)}, ${checkParts(caller, scale, parsing)}
    select ${totalsJson(scale)}::text as totals, ${checksJson(scale)}::text as checks,
      ${registersJson(caller, scale)}::text as registers,
      (select to_json(array(select v::text from unnest(tax_rates) v order by v)) from d where tax_rates is not null)::text as tax_rates,
      (select coalesce(json_agg(json_build_object('key', key, 'way', way, 'unit', unit::text) order by key, way), '[]') from ru)::text
        as rounding_units, ${lateJson(caller, day.id, scale)}::text as late`;
}

/** SQL: per day, the number of receipts `r` that fail a check of their own figures; days without any are left out. */
const atFaultJson = `coalesce((
      select json_object_agg(businessday_id, count) from (
        select businessday_id, count(*) as count from r where ${isAtFault} group by 1
      ) days), '{}')`;

/**
 * SQL: totals of several days of one currency, as JSON text, and the receipts at fault of those that are read from receipts, by
 * day, in one pass over the receipts. `stored`: the rows of figures that have the other days (figures/stored-figures.server.ts).
 */
export function summaryTotals(
  caller: Caller,
  { days, live, stored }: Summed,
  currency: string,
  parsing: NumberParsing,
): RawBuilder<{ readonly totals: string; readonly at_fault: string }> {
  const ids = days.map(({ id }) => id);
  return sql`
    with ${ledgerParts(caller, live, parsing)}, every_day as (select id from unnest(${ids}::uuid[]) id),
      ${drawerParts(caller, parsing, 'every_day')}, ${totalParts}, ${storedPart(caller, stored)}
    select s.totals, ${trusted(atFaultJson)}::text as at_fault from (
      with ${trusted(addedParts)}, ${taxRows}, ${drawersOf('days')}
      select ${totalsJson(currencyScale(currency))}::text as totals
    ) s`;
}

/** The days of a summary: all of them, those whose receipts are read, and the rows of figures that have the others. */
export interface Summed {
  readonly days: readonly CountedDay[];
  readonly live: readonly CountedDay[];
  readonly stored: readonly number[];
}

/** SQL: the receipts at fault by day, as JSON text (`summaryTotals`). */
export function receiptsAtFault(
  caller: Caller,
  days: readonly CountedDay[],
  parsing: NumberParsing,
): RawBuilder<{ readonly at_fault: string }> {
  return sql`with ${ledgerParts(caller, days, parsing)} select ${trusted(atFaultJson)}::text as at_fault`;
}

/**
 * SQL: the receipts of a day, in receipt order, as elements of a JSON list. One row contains the receipts of ten minutes,
 * without a comma between rows: with one row per receipt, the garbage collector would copy 20,000 strings repeatedly.
 */
export function transactionTexts(
  caller: Caller,
  day: string,
  sales: Table,
): RawBuilder<{ entities: string }> {
  const minutes = trusted(`date_bin('10 minutes', t.completed_at, 'epoch')`);
  return sql`
    select string_agg(${trusted(entityJson(sales))}::text, ','
      order by t.completed_at, ${trusted(receiptDigits('t.receipt_num'))}, t.seq) as entities
    from sales t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.businessday_id = ${day}
    group by ${minutes} order by ${minutes}`;
}

/** Returns a hash of the report statements, so that ETags of an older version of the service no longer match. */
export function reportEdition(db: Database): string {
  const day = { id: '', location_id: '', date: '', currency: 'EUR', zone: 'UTC', cutover: 0 };
  const caller = {
    tenantId: '',
    companyId: '',
    lineage: [],
    role: 'admin',
    keyId: null,
    keyName: null,
    userId: null,
    locale: 'en',
  } as const;
  edition ??= createHash('sha256')
    .update(reportFigures(caller, day, 'cast').compile(db).sql)
    .update(failingByDay(caller, { from: '', to: '', location_ids: [] }, 'cast').compile(db).sql)
    .digest('base64url');
  return edition;
}

let edition: string | undefined;

/**
 * SQL: the `late` of a report, grouped by the other day: `of` are the late receipts stored in this day that belong to
 * another; `elsewhere` are those that belong to this day and are stored in another. The two days may be in different VAT
 * periods (docs/report.md#final).
 */
function lateJson(caller: Caller, day: string, scale: number): RawBuilder<unknown> {
  const scope = sql`t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}`;
  const gathered = (other: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`coalesce((
    select json_agg(json_build_object('businessday_id', x.other, 'date', b.date::text, 'count', x.count,
      'gross', report_money(x.gross, ${sql.lit(scale)}), 'tax', report_money(x.tax, ${sql.lit(scale)}),
      'transaction_ids', x.ids) order by b.date, x.other)
    from (
      select ${other} as other, count(*) as count, sum(t.total - (t.sums).aside) as gross, sum(t.total_tax) as tax,
        json_agg(t.id order by t.completed_at, t.seq) as ids
      from sales t where ${scope} and ${trusted(counts)} and ${where} group by 1
    ) x left join businessday b on b.tenant_id = ${caller.tenantId} and b.id::text = x.other
  ), '[]')`;
  const lateFor = sql`lower(t.data->>'late_for' collate "C")`;
  return sql`json_build_object(
    'of', ${gathered(lateFor, sql`t.businessday_id = ${day} and ${lateFor} <> ${day}`)},
    'elsewhere', ${gathered(
      sql`t.businessday_id::text`,
      sql`t.id = any (array(select sales_by_late_for(${day}))) and t.businessday_id <> ${day}`,
    )})`;
}
