import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/caller';
import { trusted, type Database } from '@/core/server/db';
import { entityJson, type Table } from '@/core/server/table';
import { cashParts } from './report-cash.server';
import { checkParts, checksJson } from './report-checks.server';
import { registerParts, registersJson } from './report-registers.server';
import { receiptDigits, receiptParts, type Care, type CountedDay } from './report-sql.server';
import { totalParts, totalsJson } from './report-totals.server';
import { currencyScale } from './report';

/** What a report says beside its transactions, as JSON text. */
export interface Figures {
  readonly totals: string;
  readonly checks: string;
  readonly registers: string;
}

/** Totals, checks and registers of one day. */
export function reportFigures(caller: Caller, day: CountedDay, care: Care): RawBuilder<Figures> {
  const scale = currencyScale(day.currency);
  return sql<Figures>`
    with ${receiptParts(caller, [day], care)}, ${cashParts(caller, care)}, ${trusted(totalParts)},
      ${registerParts(caller, day.id, care)}, ${checkParts(scale)}
    select ${totalsJson(scale)}::text as totals, ${checksJson(scale)}::text as checks,
      ${registersJson(caller, scale)}::text as registers`;
}

/** Totals of several days of one currency. */
export function summaryTotals(
  caller: Caller,
  days: readonly CountedDay[],
  currency: string,
  care: Care,
): RawBuilder<Pick<Figures, 'totals'>> {
  return sql`
    with ${receiptParts(caller, days, care)}, ${cashParts(caller, care)}, ${trusted(totalParts)}
    select ${totalsJson(currencyScale(currency))}::text as totals`;
}

/** Receipts of a day, in receipt order, as JSON text: each a row, which leaves PostgreSQL as soon as it is made. */
export function transactionTexts(caller: Caller, day: string, sales: Table): RawBuilder<{ entity: string }> {
  return sql`
    select ${trusted(entityJson(sales))}::text as entity from sales t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.businessday_id = ${day}
    order by t.completed_at, ${trusted(receiptDigits('t.receipt_num'))}, t.seq`;
}

/** Tells one shape of the report from another: after an update of the service no old ETag holds. */
export function reportEdition(db: Database): string {
  const day = { id: '', location_id: '', currency: 'EUR', zone: 'UTC', cutover: 0 };
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
    .digest('base64url');
  return edition;
}

let edition: string | undefined;
