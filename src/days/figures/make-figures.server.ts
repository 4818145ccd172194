import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted } from '@/server/db/db';
import { isAtOwnFault } from '../checks/report-receipt-faults.server';
import { ledgerParts, mirrored, type CountedDay, withoutRates } from '../ledger/ledger.server';
import { totalParts } from '../report/server/report-totals.server';
import { checkColumns, figuresEdition, figureType, sliceOf } from './figure-columns.server';
import { figureNames, figuresOfParts, figuresOfStored, storedPart } from './figure-parts.server';
import { keptParts, soldParts } from './sales-parts.server';

/** SQL: rows as the value of a column of `businessday_figures`. */
const listOf = (column: keyof typeof checkColumns, rows: string): string =>
  `array(select row(${Object.keys(checkColumns[column]).join(', ')})::${figureType(column)} from (${rows}) e order by 1) as ${column}`;

/** Receipts that agree with themselves, by what else they are compared with (`isAtFault`); the rate 0 is always known. */
const doubts = `
  select count(*) as count, pos_id, rates, keys, rounding from (
    select case when active and is_guest then pos_id end as pos_id,
      case when counts and not rates <@ array[0::numeric] then rates end as rates,
      case when counts and rounding <> 0 then tender_keys end as keys,
      case when counts and rounding <> 0 then ${mirrored} end as rounding
    from r where (${isAtOwnFault}) is not true
  ) r where pos_id is not null or rates is not null or rounding is not null
  group by 2, 3, 4, 5`;

/** The numbers of each register, without receipts that belong to another day, and its paid in and out, as `failingByDay` has them. */
const registers = `
  select coalesce(n.pos_id, m.pos_id) as pos_id, first, last, is_whole, has_unnumbered, n.pos_id is not null as is_numbered,
    paid_in, paid_out
  from (
    select pos_id, min(num) as first, max(num) as last, bool_or(num is null and times > 0) as has_unnumbered,
      count(num) = max(num) - min(num) + 1 and max(times) filter (where num is not null) <= 1 as is_whole
    from (
      select coalesce(pos_id, '') as pos_id, num, count(*) filter (where active) as times from r
      where coalesce(late_for = businessday_id::text, true) group by 1, 2
    ) numbers group by pos_id
  ) n full join (
    select coalesce(pos_id, '') as pos_id, sum(abs(coalesce(cash, total))) filter (where type = 'paid_in') as paid_in,
      sum(abs(coalesce(cash, total))) filter (where type = 'paid_out') as paid_out
    from r where active and type in ('paid_in', 'paid_out') group by 1
  ) m using (pos_id)`;

/**
 * SQL: the figures of one day, of its receipts as they are, as columns of `businessday_figures`. Numbers are cast: where one is
 * none, the statement fails, and the day is left out.
 */
export const dayFigures = (caller: Caller, day: CountedDay): RawBuilder<unknown> => sql`
  with ${ledgerParts(caller, [day], 'cast', withoutRates)}, ${totalParts}, ${soldParts(caller, 'cast')}, ${keptParts}
  select ${trusted(figuresOfParts)}, (select count(*) from r where ${trusted(isAtOwnFault)}) as at_fault,
    ${trusted(listOf('doubts', doubts))}, ${trusted(listOf('registers', registers))}`;

/** SQL: the sum of stored figures, by the ids of their rows, as columns of `businessday_figures`. */
export const sumOfFigures = (caller: Caller, ids: readonly number[]): RawBuilder<unknown> => sql`
  with ${storedPart(caller, ids)} select ${trusted(figuresOfStored)} where (select count(*) from x) = ${ids.length}`;

/** SQL condition: some number of figures `made` is not finite. A report shows such a day as text that is not a number. */
const isNotFinite = `to_jsonb(made)::text ~ '"-?(NaN|Infinity)"'`;

/**
 * SQL: stores the figures of a day in its row, which the caller has locked. Opening a day deletes its row, so a locked row is of a
 * closed day until the caller commits.
 */
export function storeDay(
  caller: Caller,
  { row, day }: { readonly row: number; readonly day: CountedDay },
): RawBuilder<{ readonly stored: number }> {
  const all = [...figureNames, 'at_fault', ...Object.keys(checkColumns)];
  return sql`
    with made as materialized (${dayFigures(caller, day)})
    update businessday_figures f set edition = ${figuresEdition}, left_out = ${trusted(isNotFinite)},
      ${trusted(all.map((name) => `${name} = made.${name}`).join(', '))}
    from made
    where f.tenant_id = ${caller.tenantId} and f.company_id = ${caller.companyId} and f.id = ${row}
    returning 1 as stored`;
}

/** SQL: notes that the receipts of a day have no figures, because a number in them cannot be cast. */
export const leaveOut = ({ tenantId, companyId }: Caller, row: number): RawBuilder<unknown> => sql`
  update businessday_figures f set edition = ${figuresEdition}, left_out = true
  where f.tenant_id = ${tenantId} and f.company_id = ${companyId} and f.id = ${row}`;

/** The sum of days of a month in one currency that is to be stored: of all, of one location, or of one date. */
export interface DaySum {
  readonly month: string;
  readonly currency: string;
  readonly location_id: string | null;
  readonly date: string | null;
  /** The rows that are added: of days, or an earlier sum and days beside it. */
  readonly add: readonly number[];
  /** The rows of all days that are in it. */
  readonly of: readonly number[];
}

const whole = figureNames.filter((name) => name !== 'plus');

/** SQL: stores the sum of days, its products in slices. */
export const storeSum = (
  caller: Caller,
  { month, currency, location_id, date, add, of }: DaySum,
): RawBuilder<{ readonly id: number }> => sql`
  with made as materialized (${sumOfFigures(caller, add)}), stored as (
    insert into businessday_figures (tenant_id, company_id, month, currency, location_id, date, "of", edition, ${trusted(whole.join(', '))})
    select ${caller.tenantId}, ${caller.companyId}, ${month}::date, ${currency}, ${location_id}::uuid, ${date}::date, ${of}::bigint[],
      ${figuresEdition}, ${trusted(whole.map((name) => `made.${name}`).join(', '))}
    from made returning id
  ), sliced as (
    insert into businessday_figures_plus (tenant_id, company_id, figures_id, slice, plus)
    select ${caller.tenantId}, ${caller.companyId}, stored.id, ${trusted(sliceOf('(e).plu_id'))}, array_agg(e order by e)
    from stored, made cross join unnest(made.plus) e group by 3, 4
  ) select id from stored`;
