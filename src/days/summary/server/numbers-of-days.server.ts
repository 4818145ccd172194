import { sql, type RawBuilder } from 'kysely';
import { isKept, lateFor, num, ofCompany, registerOf, type RegisterCheck } from './register-parts.server';

/** SQL: the table `late` of the late receipts of the company, whatever day they are stored in. */
export const lateReceipts = ({ caller }: RegisterCheck): RawBuilder<unknown> => sql`
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
export function numbersOfDays(check: RegisterCheck): RawBuilder<unknown> {
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
