import { sql, type RawBuilder } from 'kysely';
import { trusted } from '@/core/server/db/db';
import { wireTime } from '@/core/server/db/table';
import { receiptDigits } from '../server/report/report-sql.server';
import { snapshotOf } from '../server/snapshot.server';
import { dayTotalsJson } from '../server/totals.server';
import { contentsHash } from './contents';
import { newHasher } from './hasher.server';

/** Runs one statement: in a transaction of the caller's scope, or on the connection of `npm run verify`. */
export type Rows = <Row>(statement: RawBuilder<Row>) => Promise<Row[]>;

/** Returns the hash of a day's current contents, in edition 1 (contents.ts). */
export async function hashOfDay(rows: Rows, tenant: string, day: string): Promise<string> {
  const [found] = await rows(dayText(tenant, day));
  if (!found) throw new Error(`There is no business day ${day}`);
  // JIT off, since compiling takes longer than the statement; the receipts are sorted in memory.
  await rows(sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`);
  const receipts = await rows(receiptTexts(tenant, day));
  return contentsHash(
    newHasher(),
    found.day,
    receipts.map(({ list }) => list),
  );
}

const dayText = (tenant: string, day: string) => sql<{ day: string }>`
  select (select row_to_json(e)::text from (
    select t.id, t.company_id, t.location_id, t.name, t.date, ${trusted(wireTime('t.opened_at'))} as opened_at,
      ${trusted(wireTime('t.closed_at'))} as closed_at, ${trusted(snapshotOf)} as snapshot, t.late_z_reports,
      ${trusted(dayTotalsJson)} as totals, t.data) e) as day
  from businessday t where t.tenant_id = ${tenant} and t.id = ${day}`;

/** SQL: the receipts of a day in the order of its report, one array per ten minutes. */
function receiptTexts(tenant: string, day: string): RawBuilder<{ list: string }> {
  const minutes = trusted(`date_bin('10 minutes', t.completed_at, 'epoch')`);
  return sql`
    select '[' || string_agg((select row_to_json(e)::text from (
      select t.id, t.active, t.name, t.businessday_id, t.location_id, t.pos_id, t.receipt_num, t.type,
        ${trusted(wireTime('t.completed_at'))} as completed_at, t.cashier, t.customer_id, t.currency, t.total::text,
        t.total_net::text, t.total_tax::text, t.rounding::text, t.removed, t.company_id,
        ${trusted(wireTime('t.created_at'))} as created_at, t.data) e), ','
      order by t.completed_at, ${trusted(receiptDigits('t.receipt_num'))}, t.seq) || ']' as list
    from sales t where t.tenant_id = ${tenant} and t.businessday_id = ${day}
    group by ${minutes} order by ${minutes}`;
}
