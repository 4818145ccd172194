import { sql, type RawBuilder } from 'kysely';
import { trusted } from '@/server/db/db';
import { wireTime } from '@/server/db/table';
import { receiptDigits } from '../ledger/ledger.server';
import { snapshotOf } from '../model/snapshot.server';
import { dayTotalsJson } from '../model/totals.server';
import { contentsHash } from './contents';
import { newHasher } from './hasher.server';

/** Runs one statement: in a transaction of the caller's scope, or on the connection of `npm run verify`. */
export type Rows = <Row>(statement: RawBuilder<Row>) => Promise<Row[]>;

/** The contents of a day as they stand: their hash in edition 1 (contents.ts), and the receipts that went into it. */
export interface DayContents {
  readonly hash: string;
  /** JSON texts of arrays of receipts, one behind the other. */
  readonly receipts: readonly string[];
}

/** Returns a day's current contents. */
export async function contentsOfDay(rows: Rows, tenant: string, day: string): Promise<DayContents> {
  const [contents] = (await contentsOfDays(rows, tenant, [day])).values();
  if (contents === undefined) throw new Error(`There is no business day ${day}`);
  return contents;
}

/** Returns the current contents of days by their id, all of them in three statements. */
export async function contentsOfDays(
  rows: Rows,
  tenant: string,
  days: readonly string[],
): Promise<ReadonlyMap<string, DayContents>> {
  const found = await rows(dayTexts(tenant, days));
  // JIT off, since compiling takes longer than the statement; the receipts are sorted in memory.
  await rows(sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`);
  const receipts = new Map<string, string[]>(found.map(({ id }) => [id, []]));
  for (const { id, list } of await rows(receiptTexts(tenant, days))) receipts.get(id)?.push(list);
  return new Map(
    found.map(({ id, day }) => {
      const own = receipts.get(id) ?? [];
      return [id, { hash: contentsHash(newHasher(), day, own), receipts: own }];
    }),
  );
}

const dayTexts = (tenant: string, days: readonly string[]) => sql<{ id: string; day: string }>`
  select t.id, (select row_to_json(e)::text from (
    select t.id, t.company_id, t.location_id, t.name, t.date, ${trusted(wireTime('t.opened_at'))} as opened_at,
      ${trusted(wireTime('t.closed_at'))} as closed_at, ${trusted(snapshotOf)} as snapshot, t.late_z_reports,
      ${trusted(dayTotalsJson)} as totals, t.data) e) as day
  from businessday t where t.tenant_id = ${tenant} and t.id = any(${days}::uuid[])`;

/** SQL: the receipts of days in the order of their reports, one array per day and ten minutes. */
function receiptTexts(tenant: string, days: readonly string[]): RawBuilder<{ id: string; list: string }> {
  const minutes = trusted(`date_bin('10 minutes', t.completed_at, 'epoch')`);
  return sql`
    select t.businessday_id as id, '[' || string_agg((select row_to_json(e)::text from (
      select t.id, t.active, t.name, t.businessday_id, t.location_id, t.pos_id, t.receipt_num, t.type,
        ${trusted(wireTime('t.completed_at'))} as completed_at, t.cashier, t.customer_id, t.currency, t.total::text,
        t.total_net::text, t.total_tax::text, t.rounding::text, t.removed, t.company_id,
        ${trusted(wireTime('t.created_at'))} as created_at, t.data) e), ','
      order by t.completed_at, ${trusted(receiptDigits('t.receipt_num'))}, t.seq) || ']' as list
    from sales t where t.tenant_id = ${tenant} and t.businessday_id = any(${days}::uuid[])
    group by t.businessday_id, ${minutes} order by t.businessday_id, ${minutes}`;
}
