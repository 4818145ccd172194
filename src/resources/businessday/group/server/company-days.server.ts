import { sql } from 'kysely';
import { currencyScale } from '@/core/contract/values';
import { Decimal } from '@/core/record/decimal';
import type { Caller } from '@/core/server/auth/caller';
import { inScope, type Database, type Tx } from '@/core/server/db/db';
import { monthsSchema } from '../../month/schema';
import { monthsAnswer } from '../../month/server/months.server';
import type { GroupDay, GroupDays } from '../schema';
import type { Period } from './company-figures.server';

type Days = Pick<GroupDays['companies'][number], 'months' | 'days'>;

/** Reads one company's days of a period, and which of its months are locked, in the caller's own rights: no receipt is read. */
export function companyDays(db: Database, caller: Caller, period: Period): Promise<Days> {
  return inScope(db, caller, 'one snapshot', async (tx) => {
    const all = monthsSchema.parse(JSON.parse(await monthsAnswer(tx, caller)));
    const [first, last] = [period.from.slice(0, 7), period.to.slice(0, 7)];
    return {
      months: all
        .filter(({ month }) => month >= first && month <= last)
        .map(({ month, locked, lock, over, days }) => ({ month, locked, lock, over, days })),
      days: await daysOf(tx, caller, period),
    };
  });
}

async function daysOf(tx: Tx, { tenantId, companyId }: Caller, { from, to }: Period): Promise<GroupDay[]> {
  const rows = await tx.rows(sql<GroupDay>`
    select t.id, t.location_id, t.snapshot->>'location_name' as location_name, t.date::text as date, t.status,
      t.snapshot->>'currency' as currency, k.count as receipts, k.gross::text as gross,
      case when t.status <> 'open' then (select s.hash from businessday_seal s
        where s.tenant_id = t.tenant_id and s.businessday_id = t.id order by s.seq desc limit 1) end as seal
    from businessday t cross join lateral (
      select coalesce(sum(x.count), 0)::float8 as count, coalesce(sum(x.gross), 0) as gross from businessday_totals x
      where x.tenant_id = t.tenant_id and x.businessday_id = t.id
    ) k
    where t.tenant_id = ${tenantId} and t.company_id = ${companyId} and t.active
      and t.date between ${from}::date and ${to}::date
    order by t.date, 3, t.seq`);
  return rows.map((row) => ({
    ...row,
    gross: Decimal.parse(row.gross).toFixed(currencyScale(row.currency)),
  }));
}
