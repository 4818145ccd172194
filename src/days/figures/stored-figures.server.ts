import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { planForValues, trusted, type Tx } from '@/server/db/db';
import type { NumberParsing } from '../receipts/server/receipt-lists.server';
import type { FoundDay } from '../report/server/report-days.server';
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

/**
 * The sums that may take the place of days: of a month, of a month at one location, or of one date. Each is asked for whole, and
 * no day is in two of them: a kind is taken where the one before it left days.
 */
export type SumKind = 'month' | 'place' | 'date';

const isKind: Readonly<Record<SumKind, string>> = {
  month: 'f.location_id is null and f.date is null',
  place: 'f.location_id is not null',
  date: 'f.date is not null',
};

/**
 * SQL: the rows of figures that have the days of the relation `kept` (id, the number of a day's row), as `id` in an array: sums of the
 * kinds, of which every day is among them and still there, and the rows of the other days.
 *
 * @param months SQL condition on the months of the rows `f`
 */
export function coverOf(
  { tenantId, companyId }: Caller,
  kinds: readonly SumKind[],
  months: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const steps = kinds.map((kind, at) => {
    const [left, sums, rest] = [at === 0 ? 'kept' : `left_${at}`, `sums_${at + 1}`, `left_${at + 1}`].map(
      trusted,
    );
    const asked = trusted(`asked_${at + 1}`);
    return sql`, ${asked} as materialized (
      select f.id, f."of" from businessday_figures f
      where f.tenant_id = ${tenantId} and f.company_id = ${companyId} and f.businessday_id is null
        and ${trusted(hasFigures)} and ${months} and ${trusted(isKind[kind])}
    ), ${sums} as materialized (
      select id, "of" from ${asked} where id not in (
        select a.id from ${asked} a cross join unnest(a."of") e where e not in (select id from ${left}))
    ), ${rest} as materialized (
      select id from ${left} where id not in (select unnest("of") from ${sums})
    )`;
  });
  const all = [
    ...kinds.map((_, at) => `select id from sums_${at + 1}`),
    `select id from ${kinds.length === 0 ? 'kept' : `left_${kinds.length}`}`,
  ];
  return sql`${sql.join(steps, sql``)} , cover as (${trusted(all.join(' union all '))})`;
}

/**
 * Finds the figures of days. A sum of days counts only if the row of each of its days does. Figures are of numbers that were
 * cast: with care everything is read from the receipts.
 *
 * @param kinds of sums that may take the place of days; none for whoever wants each day by itself
 */
export async function findFigures(
  tx: Tx,
  caller: Caller,
  days: readonly FoundDay[],
  parsing: NumberParsing,
  kinds: readonly SumKind[] = ['month', 'place', 'date'],
): Promise<Stored> {
  if (days.length === 0 || parsing !== 'cast') return { live: days, days: [], sums: [] };
  const dates = days.map(({ date }) => date).toSorted();
  const months = sql`f.month between date_trunc('month', ${dates[0]}::date) and ${dates.at(-1)}::date`;
  const [found] = await tx.rows(sql<{ kept: string[]; of: string[]; sums: string[] }>`
    with kept as materialized (
      select f.id, f.businessday_id from businessday_figures f
      join businessday t on t.tenant_id = f.tenant_id and t.id = f.businessday_id and t.status <> 'open'
      where f.tenant_id = ${caller.tenantId} and f.company_id = ${caller.companyId} and ${trusted(hasFigures)} and ${months}
        and f.businessday_id = any(${days.map(({ id }) => id)}::uuid[])
    ) ${coverOf(caller, kinds, months)}
    select array(select id::text from kept order by id) as kept, array(select businessday_id::text from kept order by id) as "of",
      array(select id::text from cover order by id) as sums`);
  const has = new Set(found?.of);
  return {
    live: days.filter(({ id }) => !has.has(id)),
    days: (found?.kept ?? []).map(Number),
    sums: (found?.sums ?? []).map(Number),
  };
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
  await planForValues(tx);
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
