import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { monthSchema, type MonthEntry } from '../schema';
import { vatCountries } from '../vat-return';

/** Reads the locks and unlocks of a month, oldest first; of what a lock covers, what is of locations that the caller holds. */
export function monthEntries(tx: Tx, caller: Caller, month: string): Promise<MonthEntry[]> {
  const { locations } = caller;
  const listed = (key: 'days' | 'missing') =>
    locations
      ? sql`(select case when m.action = 'lock' then coalesce(jsonb_agg(e order by place), '[]') end
          from jsonb_array_elements(m.contents::jsonb->${sql.lit(key)}) with ordinality l(e, place)
          where (e->>'location_id')::uuid = any(${locations}::uuid[]))`
      : sql`m.contents::jsonb->${sql.lit(key)}`;
  // What was said of open questions is one text about all of them.
  const questions = locations ? sql`null` : sql`nullif(m.contents::jsonb->'questions', 'null')`;
  return tx.rows(sql<MonthEntry>`
    select m.number, m.action, ${trusted(wireTime('m.at'))} as at, m.by, m.reason, m.hash, m.previous, m.content,
      jsonb_array_length(${listed('days')}) as days, coalesce(${listed('missing')}, '[]') as missing, ${questions} as questions
    from businessday_month m
    where m.tenant_id = ${caller.tenantId} and m.company_id = ${caller.companyId} and m.month = ${month}
    order by m.number`);
}

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

/** What a lock covers besides the figures of days (seal.ts). */
const contentsSchema = z.object({
  currencies: z.array(z.object({ currency: z.string(), owed: monthSchema.shape.owed })),
  locations: z.array(z.object({ location_id: z.string(), country: z.enum(vatCountries).nullable() })),
});
export type LockedContents = z.infer<typeof contentsSchema>;

/** Reads what the lock of a month covers; null while it is not locked. */
export async function lockedContents(tx: Tx, caller: Caller, month: string): Promise<LockedContents | null> {
  const [last] = await tx.rows(sql<{ contents: string | null }>`
    select m.contents from businessday_month m
    where m.tenant_id = ${caller.tenantId} and m.company_id = ${caller.companyId} and m.month = ${month}
    order by m.number desc limit 1`);
  return last?.contents ? contentsSchema.parse(JSON.parse(last.contents)) : null;
}
