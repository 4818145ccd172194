import { sql } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { trusted, type Tx } from '@/core/server/db/db';
import { wireTime } from '@/core/server/db/table';
import type { MonthEntry } from '../schema';

/** Reads the locks and unlocks of a month, oldest first. */
export const monthEntries = (tx: Tx, caller: Caller, month: string): Promise<MonthEntry[]> =>
  tx.rows(sql<MonthEntry>`
    select m.number, m.action, ${trusted(wireTime('m.at'))} as at, m.by, m.reason, m.hash, m.previous, m.content,
      jsonb_array_length(m.contents::jsonb->'days') as days
    from businessday_month m
    where m.tenant_id = ${caller.tenantId} and m.company_id = ${caller.companyId} and m.month = ${month}
    order by m.number`);

/** Reads which of some months are locked. */
export async function lockedMonths(
  tx: Tx,
  caller: Caller,
  months: readonly string[],
): Promise<ReadonlySet<string>> {
  if (months.length === 0) return new Set();
  const rows = await tx.rows(sql<{ month: string }>`
    select m.month from unnest(${[...new Set(months)]}::text[]) m(month)
    where businessday_month_locked(${caller.tenantId}, ${caller.companyId}, to_date(m.month, 'YYYY-MM'))`);
  return new Set(rows.map(({ month }) => month));
}
