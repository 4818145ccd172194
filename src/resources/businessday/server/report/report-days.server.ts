import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { trusted, type Tx } from '@/core/server/db/db';
import { entityJson } from '@/core/server/db/table';
import type { CountedDay } from './report-sql.server';
import { businessdayTable } from '../../table';

/** A business day with the fields that its report shows and computes with. */
export interface FoundDay extends CountedDay {
  /** The entity in its wire form, as JSON text. */
  readonly entity: string;
  readonly location_name: string;
}

/**
 * Reads business days of the caller's company, by date. Currency, time zone, cutover and names come from the day's
 * snapshot, taken when it was opened.
 */
export function findDays(tx: Tx, caller: Caller, where: RawBuilder<unknown>): Promise<FoundDay[]> {
  return tx.rows(sql<FoundDay>`
    select t.id, t.location_id, t.date::text as date, ${trusted(entityJson(businessdayTable))}::text as entity,
      t.snapshot->>'location_name' as location_name, t.snapshot->>'currency' as currency,
      t.snapshot->>'timezone' as zone, (t.snapshot->>'cutover_hour')::integer as cutover
    from businessday t
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and ${where}
    order by t.date, t.snapshot->>'location_name', coalesce(t.opened_at, t.created_at), t.seq`);
}

/** Returns the currency of the caller's company, own or inherited. */
export async function usualCurrency(tx: Tx, caller: Caller): Promise<string> {
  const [row] = await tx.rows(sql<{ currency: string | null }>`
    select ${inherited(caller, 'currency')} as currency`);
  return row?.currency ?? usual;
}

const usual = 'EUR';

/** SQL: a setting of the company, or of the nearest ancestor that has it. */
const inherited = (caller: Caller, key: 'currency' | 'timezone') => sql`(
  select c.data->>${sql.lit(key)} from company c
  where c.tenant_id = ${caller.tenantId} and c.id = any(${caller.lineage}::uuid[])
    and c.data->>${sql.lit(key)} is not null
  order by array_position(${caller.lineage}::uuid[], c.id) limit 1)`;
