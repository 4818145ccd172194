import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { trusted } from '@/core/server/db/db';
import type { Care } from '../../../sales/server/receipt-lists.server';
import type { SummaryQuery } from './summary-query.server';
import { registerSql } from '../../figures/register-sql.server';

/** So many days before a range what a register did last is looked for at once, of all registers; older ones one by one. */
const recent = trusted('14');

/**
 * SQL: the failing register checks by day, as JSON text `{businessday_id: [code]}`, for all days of the company in a range
 * at once. The results equal those of the reports (report-registers.server.ts, report-register-faults.server.ts); a report
 * looks up the previous day, here a window function provides it. Failing receipt checks are counted with the totals, and
 * `day_*` checks fail only if a receipt check does.
 *
 * The numbers of a closed day come from its figures (`kept`), unless late receipts of it are stored in another day.
 */
export function failingByDay(
  caller: Caller,
  { from, to }: Pick<SummaryQuery, 'from' | 'to'>,
  care: Care,
): RawBuilder<{ readonly failing: string }> {
  const {
    scope,
    num,
    number,
    registerOf,
    lateFor,
    zReports,
    byRegister,
    before,
    began,
    totalsOf,
    isKept,
    lastOn,
    countedBefore,
    unknown,
  } = registerSql(caller, from, care);
  return sql`
    with dd as materialized (
      select t.id as day, t.location_id, t.status,
        row_number() over (order by t.date, coalesce(t.opened_at, t.created_at), t.seq) as place
      from businessday t where ${scope} and t.date between ${from}::date and ${to}::date
    ), late as materialized (
      select t.id, t.active, ${registerOf} as pos_id, t.location_id, t.businessday_id, ${lateFor} as late_for, ${num} as num
      from sales t where ${scope}
        and t.id = any (array(select sales_come_late(${caller.tenantId}, ${caller.companyId})))
    ), kept as materialized (
      select dd.day, f.registers from dd join businessday_figures f on ${isKept('dd.day')}
      where dd.status <> 'open'
        and not exists (select from late where late.late_for = dd.day::text and late.businessday_id <> dd.day)
    ), kept_registers as materialized (
      select kept.day, e.* from kept cross join unnest(kept.registers) e
    ), s as materialized (
      select dd.day, t.id, t.active, ${registerOf} as pos_id, ${num} as num,
        case when t.active and t.type in ('paid_in', 'paid_out') then t.type end as moves,
        case when t.active and t.type in ('paid_in', 'paid_out') then abs(coalesce((t.sums).cash, t.total)) end as moved
      from (select day from dd except select day from kept) dd join sales t on ${scope} and t.businessday_id = dd.day
    ), readings as materialized (
      select distinct dd.day, coalesce(lower(e->>'pos_id'), '') collate "C" as pos_id
      from dd join businessday t on ${scope} and t.id = dd.day cross join lateral ${zReports}
      where e->>'z_number' is not null or e->>'last_receipt_num' is not null
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
      ) numbers left join readings of on of.day = numbers.day and of.pos_id = numbers.pos_id
    ), w as materialized (
      select n.*, dd.location_id, case when n.pos_id = '' then dd.location_id end as place_id,
        lag(n.last) over (${byRegister} order by dd.place) as earlier,
        lag(n.is_read) over (${byRegister} order by dd.place) as earlier_read
      from n join dd using (day) where n.last is not null
    ), lately as materialized (
      select of.pos_id, of.place_id, l.num, l.z_read from (
        select distinct on (of.pos_id, of.place_id) of.pos_id, of.place_id, t.id, t.status
        from (select * from w where earlier is null) of join businessday t on ${before} and t.date >= ${from}::date - ${recent}
          join ${totalsOf}
        order by of.pos_id, of.place_id, t.date desc, ${began} desc, t.seq desc
      ) was cross join lateral (select was.pos_id, was.place_id) of cross join lateral (${lastOn}) l
    ), b as materialized (
      select of.*, case when of.earlier is not null then of.earlier_read when lately.num is not null then lately.z_read
          else early.z_read end as z_read, coalesce(of.earlier, lately.num, early.num) as before
      from w of
      left join lately on of.earlier is null and lately.pos_id = of.pos_id and lately.place_id is not distinct from of.place_id
      left join lateral (
        select l.num, l.z_read
        from (
          select t.id, t.status, t.date, ${began} as began, t.seq
          from businessday t join ${totalsOf}
          where ${before} order by t.date desc, began desc, t.seq desc offset 0
        ) was cross join lateral (${lastOn}) l
        where of.earlier is null and lately.num is null
        order by was.date desc, was.began desc, was.seq desc limit 1
      ) early on true
    ), z as materialized (
      select dd.day, dd.location_id, coalesce(lower(e->>'pos_id'), '') collate "C" as pos_id,
        currency_scale(t.snapshot->>'currency') as scale,
        row_number() over (order by dd.place, ${number('z_number')} nulls last, ordinality) as place,
        nullif(regexp_replace(e->>'first_receipt_num', '[^0-9]', '', 'g'), '')::numeric as first,
        nullif(regexp_replace(e->>'last_receipt_num', '[^0-9]', '', 'g'), '')::numeric as last,
        ${number('opening_float')} as opening_float, ${number('counted')} as counted,
        ${number('paid_in')} as paid_in, ${number('paid_out')} as paid_out,
        nullif(trim(e->>'opening_note'), '') as opening_note
      from dd join businessday t on ${scope} and t.id = dd.day cross join lateral ${zReports}
    ), said as (
      select day, pos_id, min(first) as first, max(last) as last, abs(sum(paid_in)) as paid_in, abs(sum(paid_out)) as paid_out
      from z group by day, pos_id
    ), moved as (
      select day, pos_id, sum(moved) filter (where moves = 'paid_in') as paid_in,
        sum(moved) filter (where moves = 'paid_out') as paid_out
      from s where moves is not null group by day, pos_id
      union all
      select day, pos_id, paid_in, paid_out from kept_registers where paid_in is not null or paid_out is not null
    ), opened as materialized (
      select of.*, case when of.pos_id = '' then of.location_id end as place_id from (
        select *, lag(counted) over w as earlier, row_number() over w as nth from z
        window w as (${byRegister} order by place)
      ) of where of.opening_note is null and of.opening_float is not null
    ), counted_lately as materialized (
      ${countedBefore(sql`t.date >= ${from}::date - ${recent} and t.date < ${from}::date`)}
    ), counted_earlier as materialized (
      ${countedBefore(sql`t.date < ${from}::date - ${recent} and exists (select from opened of where ${unknown})
        and coalesce(lower(e->>'pos_id'), '') in (select of.pos_id from opened of where ${unknown})`)}
    ), o as (
      select of.day, of.opening_float,
        case when of.nth > 1 then of.earlier when c.pos_id is not null then c.counted else was.counted end as counted
      from opened of
      left join counted_lately c on c.pos_id = of.pos_id and c.place_id is not distinct from of.place_id
      left join counted_earlier was on was.pos_id = of.pos_id and was.place_id is not distinct from of.place_id
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
