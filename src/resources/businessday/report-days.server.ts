import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/caller';
import { trusted, type Tx } from '@/core/server/db';
import { entityJson } from '@/core/server/table';
import type { CountedDay } from './report-sql.server';
import { businessdayTable } from './table';

/** A business day with what a report says of it and counts by. */
export interface FoundDay extends CountedDay {
  /** The entity as the wire has it, as JSON text. */
  readonly entity: string;
  readonly location_name: string;
}

/**
 * Business days of the caller's company, by date. Currency and time zone are the location's, else those of the company
 * or of the nearest above it that says them.
 */
export function findDays(tx: Tx, caller: Caller, where: RawBuilder<unknown>): Promise<FoundDay[]> {
  return tx.rows(sql<FoundDay>`
    select t.id, t.location_id, ${trusted(entityJson(businessdayTable))}::text as entity,
      coalesce(l.name, '') as location_name,
      coalesce(l.data->>'currency', ${inherited(caller, 'currency')}, ${usual}) as currency,
      report_zone(l.data->>'timezone', ${inherited(caller, 'timezone')}) as zone,
      case when l.data->>'day_cutover' ~ '^[0-2][0-9]:' then left(l.data->>'day_cutover', 2)::integer else 0 end as cutover
    from businessday t left join location l on l.tenant_id = t.tenant_id and l.id = t.location_id
    where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and ${where}
    order by t.date, l.name, coalesce(t.opened_at, t.created_at), t.seq`);
}

/** The currency of the caller's company. */
export async function usualCurrency(tx: Tx, caller: Caller): Promise<string> {
  const [row] = await tx.rows(sql<{ currency: string | null }>`
    select ${inherited(caller, 'currency')} as currency`);
  return row?.currency ?? usual;
}

const usual = 'EUR';

/** What the company says, or the nearest above it that says it. */
const inherited = (caller: Caller, key: 'currency' | 'timezone') => sql`(
  select c.data->>${sql.lit(key)} from company c
  where c.tenant_id = ${caller.tenantId} and c.id = any(${caller.lineage}::uuid[])
    and c.data->>${sql.lit(key)} is not null
  order by array_position(${caller.lineage}::uuid[], c.id) limit 1)`;
