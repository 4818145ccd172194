import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { numbersBefore } from './numbers-before.server';
import { openings } from './openings.server';
import {
  began,
  ofCompany,
  registerRead,
  zReports,
  isKept,
  lateFor,
  num,
  registerOf,
  type RegisterCheck,
} from './register-parts.server';
import type { SummaryQuery } from './summary-query.server';

/**
 * SQL: the failing register checks by day, as JSON text `{businessday_id: [code]}`, for all days of some locations in a range
 * at once: of days of other locations only those on which one of their registers did something, as it may have been moved. The results equal those of the reports (report-registers.server.ts, report-register-faults.server.ts); a report
 * looks up the previous day, here a window function provides it. Failing receipt checks are counted with the totals, and
 * `day_*` checks fail only if a receipt check does.
 */
export function failingByDay(
  caller: Caller,
  { from, to, location_ids }: Pick<SummaryQuery, 'from' | 'to' | 'location_ids'>,
  parsing: NumberParsing,
): RawBuilder<{ readonly failing: string }> {
  const check = { caller, from, parsing };
  const within = sql`${ofCompany(caller)} and t.date between ${from}::date and ${to}::date`;
  const asked = sql`${within} and t.location_id = any(${location_ids}::uuid[])`;
  return sql`
    with ${lateReceipts(check)}, read_registers as materialized (
      select t.id as day, t.location_id, ${registerRead} as pos_id, e, ordinality
      from businessday t cross join lateral ${zReports} where ${within}
    ), registers as materialized (
      select k.pos_id::text collate "C" as pos_id from businessday t
      join businessday_totals k on k.tenant_id = t.tenant_id and k.businessday_id = t.id
      where ${asked} and k.pos_id <> '00000000-0000-0000-0000-000000000000'
      union
      select pos_id from read_registers where location_id = any(${location_ids}::uuid[]) and pos_id <> ''
    ), elsewhere as materialized (
      select k.businessday_id as id from businessday t
      join businessday_totals k on k.tenant_id = t.tenant_id and k.businessday_id = t.id
      where ${within} and k.pos_id::text in (select pos_id from registers)
      union
      select day from read_registers where pos_id in (select pos_id from registers)
      union
      select t.id from businessday t where ${within} and t.id::text in (select late_for from late)
    ), dd as materialized (
      select t.id as day, t.location_id, t.status, currency_scale(t.snapshot->>'currency') as scale,
        row_number() over (order by t.date, ${began}, t.seq) as place
      from businessday t where ${within}
        and (t.location_id = any(${location_ids}::uuid[]) or t.id in (select id from elsewhere))
    ), ${openings(check)}, ${numbersOfDays(check)}, ${numbersBefore(check)}, said as (
      select day, pos_id, min(first) as first, max(last) as last, abs(sum(paid_in)) as paid_in, abs(sum(paid_out)) as paid_out
      from z group by day, pos_id
    ), moved as (
      select day, pos_id, sum(moved) filter (where moves = 'paid_in') as paid_in,
        sum(moved) filter (where moves = 'paid_out') as paid_out
      from s where moves is not null group by day, pos_id
      union all
      select day, pos_id, paid_in, paid_out from kept_registers where paid_in is not null or paid_out is not null
    )
    select coalesce(json_object_agg(day, codes), '{}')::text as failing from (
      select day, json_agg(code order by place) as codes from (
        select day, 0 as place, 'receipt_scale' as code from z
          where greatest(min_scale(opening_float), min_scale(counted), min_scale(paid_in), min_scale(paid_out)) > scale
        union select day, 1, 'receipt_sequence' from b where not is_whole or first <> before + 1 and not (first = 1 and z_read)
        union select day, 1, 'receipt_sequence' from n where has_unnumbered
        union select day, 1, 'receipt_sequence' from said join n using (day, pos_id)
          where said.first <> n.first or said.last <> n.last
        union select day, 2, 'cash' from said left join moved using (day, pos_id)
          where said.paid_in <> coalesce(moved.paid_in, 0) or said.paid_out <> coalesce(moved.paid_out, 0)
        union select day, 3, 'opening' from o where opening_float <> counted
      ) f group by day
    ) days`;
}

/** SQL: the table `late` of the late receipts of the company, whatever day they are stored in. */
const lateReceipts = ({ caller }: RegisterCheck): RawBuilder<unknown> => sql`
    late as materialized (
      select t.id, t.active, ${registerOf} as pos_id, t.location_id, t.businessday_id, ${lateFor} as late_for, ${num} as num
      from sales t where ${ofCompany(caller)}
        and t.id = any (array(select sales_come_late(${caller.tenantId}, ${caller.companyId})))
    )`;

/**
 * SQL: the tables of what each register rang up on each day of `dd`, for the checks in summary-checks.server.ts; beside `late`,
 * and `z` of their Z reports (openings.server.ts).
 *
 * - `kept_registers`: of closed days, from their figures, unless late receipts of the day are stored in another one.
 * - `s`: the receipts of all other days.
 * - `n`: the first and the last number of a register on a day, and whether every number between is there, once.
 */
function numbersOfDays(check: RegisterCheck): RawBuilder<unknown> {
  const { caller } = check;
  const scope = ofCompany(caller);
  return sql`
    kept as materialized (
      select dd.day, f.registers from dd join businessday_figures f on ${isKept(check, 'dd.day')}
      where dd.status <> 'open'
        and not exists (select from late where late.late_for = dd.day::text and late.businessday_id <> dd.day)
    ), kept_registers as materialized (
      select kept.day, e.* from kept cross join unnest(kept.registers) e
    ), s as materialized (
      select dd.day, t.id, t.active, ${registerOf} as pos_id, ${num} as num,
        case when t.active and t.type in ('paid_in', 'paid_out') then t.type end as moves,
        case when t.active and t.type in ('paid_in', 'paid_out') then abs(coalesce((t.sums).cash, t.total)) end as moved
      from (select day from dd except select day from kept) dd join sales t on ${scope} and t.businessday_id = dd.day
    ), n as materialized (
      select numbers.*, of.pos_id is not null as is_read from (
        select day, pos_id, min(num) as first, max(num) as last, bool_or(num is null and times > 0) as has_unnumbered,
          count(num) = max(num) - min(num) + 1 and max(times) filter (where num is not null) <= 1 as is_whole
        from (
          select day, pos_id, num, count(*) filter (where active) as times from (
            select day, active, pos_id, num from s
            where not exists (select from late where late.id = s.id and late.late_for <> s.day::text)
            union all
            select dd.day, late.active, late.pos_id, late.num from late join dd on late.late_for = dd.day::text
            where late.businessday_id <> dd.day and (late.pos_id <> '' or late.location_id = dd.location_id)
          ) own group by day, pos_id, num
        ) numbers group by day, pos_id
        union all
        select day, pos_id, first, last, has_unnumbered, is_whole from kept_registers where is_numbered
      ) numbers left join (select distinct day, pos_id from z where is_read) of on of.day = numbers.day and of.pos_id = numbers.pos_id
    )`;
}
