import { sql, type RawBuilder } from 'kysely';
import { trusted } from '@/server/db/db';
import {
  began,
  byRegister,
  isKept,
  lateFor,
  num,
  ofCompany,
  recent,
  registerOf,
  registerRead,
  type RegisterCheck,
} from './register-parts.server';

/** The register of receipts without one, in the totals of a day. */
const nobody = trusted("'00000000-0000-0000-0000-000000000000'");

/**
 * SQL: the table `b` of `n` (`numbersOfDays` in summary-checks.server.ts) with the last number of the register on an earlier day (`before`),
 * and whether the register was read then (`z_read`): of the range itself, else of its last day before.
 */
export function numbersBefore(check: RegisterCheck): RawBuilder<unknown> {
  const { caller, from } = check;
  const earlierDays = sql`${ofCompany(caller)} and t.date < ${from}::date
    and (of.pos_id <> '' or t.location_id = of.location_id)`;
  // A day on which the register rang anything up.
  const totals = sql`businessday_totals k on k.tenant_id = t.tenant_id and k.businessday_id = t.id
            and k.pos_id::text = coalesce(nullif(of.pos_id, ''), ${nobody})`;
  return sql`
    w as materialized (
      select n.*, dd.location_id, case when n.pos_id = '' then dd.location_id end as place_id,
        lag(n.last) over (${byRegister} order by dd.place) as earlier,
        lag(n.is_read) over (${byRegister} order by dd.place) as earlier_read
      from n join dd using (day) where n.last is not null
    ), recently as materialized (
      select case when k.pos_id = ${nobody} then '' else k.pos_id::text collate "C" end as pos_id,
        t.location_id, t.id, t.status, t.date, ${began} as began, t.seq
      from businessday t join businessday_totals k on k.tenant_id = t.tenant_id and k.businessday_id = t.id
      where ${ofCompany(caller)} and t.date < ${from}::date and t.date >= ${from}::date - ${recent}
    ), lately as materialized (
      select of.pos_id, of.place_id, l.num, l.z_read from (
        select distinct on (of.pos_id, of.place_id) of.pos_id, of.place_id, t.id, t.status
        from (select * from w where earlier is null) of
          join recently t on t.pos_id = of.pos_id and (of.pos_id <> '' or t.location_id = of.location_id)
        order by of.pos_id, of.place_id, t.date desc, t.began desc, t.seq desc
      ) was cross join lateral (select was.pos_id, was.place_id) of cross join lateral (${lastOn(check)}) l
    ), b as materialized (
      select of.*, case when of.earlier is not null then of.earlier_read when lately.num is not null then lately.z_read
          else early.z_read end as z_read, coalesce(of.earlier, lately.num, early.num) as before
      from w of
      left join lately on of.earlier is null and lately.pos_id = of.pos_id and lately.place_id is not distinct from of.place_id
      left join lateral (
        select l.num, l.z_read
        from (
          select t.id, t.status, t.date, ${began} as began, t.seq from businessday t join ${totals}
          where ${earlierDays} order by t.date desc, began desc, t.seq desc offset 0
        ) was cross join lateral (${lastOn(check)}) l
        where of.earlier is null and lately.num is null
        order by was.date desc, was.began desc, was.seq desc limit 1
      ) early on true
    )`;
}

/** SQL: the last number of the register `of` on the earlier day `was`, and whether the register was read then. */
function lastOn(check: RegisterCheck): RawBuilder<unknown> {
  const scope = ofCompany(check.caller);
  return sql`
        select m.num, exists (
            select from businessday t, jsonb_path_query(t.data,
              '$.z_reports[*] ? (@.z_number != null || @.last_receipt_num != null)') e
            where ${scope} and t.id = was.id and ${registerRead} = of.pos_id
          ) as z_read
        from (
          select max(num) as num from (
            select e.last as num from businessday_figures f cross join unnest(f.registers) e
            where ${isKept(check, 'was.id')} and e.pos_id = of.pos_id and was.status <> 'open'
            union all
            select ${num} as num from sales t where ${scope} and t.businessday_id = was.id and ${registerOf} = of.pos_id
              and coalesce(${lateFor} = was.id::text, true)
              and not (was.status <> 'open' and exists (select from businessday_figures f where ${isKept(check, 'was.id')}))
            union all
            select late.num from late where late.late_for = was.id::text and late.pos_id = of.pos_id
          ) of_day
        ) m where m.num is not null`;
}
