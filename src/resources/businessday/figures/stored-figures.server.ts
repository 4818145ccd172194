import { sql } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { trusted, type Tx } from '@/core/server/db/db';
import type { Care } from '../../sales/server/receipt-lists.server';
import type { FoundDay } from '../server/report/report-days.server';
import { isRounding, ratesOfDay, roundingUnits } from '../ledger/ledger.server';
import { faultsByDay } from '../acknowledge/faults-by-day';
import { hasFigures } from './has-figures.server';

/** Which of the days of a summary have figures. */
export interface Stored {
  /** The days without figures: their receipts are read. */
  readonly live: readonly FoundDay[];
  /** The rows of the other days. */
  readonly days: readonly number[];
  /** The rows that have their sums: of months, where all days of it are asked for, and of days. */
  readonly sums: readonly number[];
}

interface Row {
  readonly id: number;
  readonly businessday_id: string | null;
  readonly of: readonly number[];
}

/**
 * Finds the figures of days. A sum of days counts only if the row of each of its days does. Figures are of numbers that were
 * cast: with care everything is read from the receipts.
 */
export async function findFigures(
  tx: Tx,
  caller: Caller,
  days: readonly FoundDay[],
  care: Care,
): Promise<Stored> {
  const dates = days.map(({ date }) => date).toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined || care !== 'cast') return { live: days, days: [], sums: [] };
  const rows = await tx.rows(sql<Row>`
    select f.id, f.businessday_id, f."of"::text[] as "of" from businessday_figures f
    left join businessday t on t.tenant_id = f.tenant_id and t.id = f.businessday_id
    where f.tenant_id = ${caller.tenantId} and f.company_id = ${caller.companyId} and ${trusted(hasFigures)}
      and f.month between date_trunc('month', ${first}::date) and ${last}::date
      and (f.businessday_id is null or t.status <> 'open') order by f.id`);
  const ofDay = new Map(rows.map(({ id, businessday_id }) => [businessday_id, id]));
  const kept = days.flatMap(({ id }) => ofDay.get(id) ?? []);
  const left = new Set(kept);
  const sums: number[] = [];
  for (const { id, businessday_id, of } of rows) {
    const parts = of.map(Number);
    if (businessday_id !== null || parts.length === 0 || !parts.every((part) => left.has(part))) continue;
    sums.push(id);
    for (const part of parts) left.delete(part);
  }
  return { live: days.filter(({ id }) => !ofDay.has(id)), days: kept, sums: [...sums, ...left] };
}

/**
 * Counts the receipts at fault of days with figures, by day: those that disagree with themselves were counted with the figures,
 * and what the others are compared with is read now.
 */
export async function storedFaults(
  tx: Tx,
  caller: Caller,
  rows: readonly number[],
): Promise<Readonly<Record<string, number>>> {
  if (rows.length === 0) return {};
  const [found] = await tx.rows(sql<{ at_fault: string }>`
    with f as materialized (
      select t.id, t.date, t.location_id, f.at_fault, f.doubts
      from businessday_figures f join businessday t on t.tenant_id = f.tenant_id and t.id = f.businessday_id
      where f.tenant_id = ${caller.tenantId} and f.company_id = ${caller.companyId} and f.id = any(${rows}::bigint[])
    ), ru as materialized (
      ${roundingUnits(caller)}
    ), known as materialized (
      select d.date, ${ratesOfDay} as tax_rates from (select distinct date from f) d
    ), units as materialized (
      select keys, rounding, not ${trusted(isRounding('k.rounding', 'k.keys'))} as is_wrong
      from (select distinct e.keys, e.rounding from f cross join unnest(f.doubts) e where e.keys is not null) k
    ), counted as (
      select f.id, f.at_fault + coalesce(sum(e.count) filter (where
        e.pos_id is not null and p.location_id is distinct from f.location_id
        or not e.rates <@ known.tax_rates or units.is_wrong), 0) as count
      from f join known using (date) left join unnest(f.doubts) e on true
        left join units on units.keys = e.keys and units.rounding = e.rounding
        left join pos p on p.tenant_id = ${caller.tenantId} and p.id = e.pos_id::uuid
      group by f.id, f.at_fault
    )
    select coalesce(json_object_agg(id, count) filter (where count > 0), '{}')::text as at_fault from counted`);
  return faultsByDay.parse(JSON.parse(found?.at_fault ?? '{}'));
}
