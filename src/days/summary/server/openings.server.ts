import { sql, type RawBuilder } from 'kysely';
import {
  began,
  byRegister,
  numberRead,
  ofCompany,
  recent,
  registerRead,
  zReports,
  type RegisterCheck,
} from './register-parts.server';

/**
 * SQL: the tables of what the Z reports of the days of `dd` say, of `read_registers` (summary-checks.server.ts).
 *
 * - `z`: each with its register, its numbers and its cash, and whether the register was read.
 * - `o`: what was in the drawer at each opening without a note, and what was counted in it last before that.
 */
export function openings(check: RegisterCheck): RawBuilder<unknown> {
  const { from } = check;
  const read = (key: string) => numberRead(check, key);
  return sql`
    z as materialized (
      select dd.day, dd.location_id, pos_id, dd.scale,
        row_number() over (order by dd.place, ${read('z_number')} nulls last, ordinality) as place,
        nullif(regexp_replace(e->>'first_receipt_num', '[^0-9]', '', 'g'), '')::numeric as first,
        nullif(regexp_replace(e->>'last_receipt_num', '[^0-9]', '', 'g'), '')::numeric as last,
        ${read('opening_float')} as opening_float, ${read('counted')} as counted,
        ${read('paid_in')} as paid_in, ${read('paid_out')} as paid_out,
        nullif(trim(e->>'opening_note'), '') as opening_note,
        e->>'z_number' is not null or e->>'last_receipt_num' is not null as is_read
      from dd join read_registers using (day)
    ), opened as materialized (
      select of.*, case when of.pos_id = '' then of.location_id end as place_id from (
        select *, lag(counted) over w as earlier, row_number() over w as nth from z
        window w as (${byRegister} order by place)
      ) of where of.opening_note is null and of.opening_float is not null
    ), counted_lately as materialized (
      ${countedLast(check, sql`t.date >= ${from}::date - ${recent} and t.date < ${from}::date`)}
    ), counted_earlier as materialized (
      ${countedLast(
        check,
        sql`t.date < ${from}::date - ${recent} and exists (select from opened of where ${unknown})
        and ${registerRead} in (select of.pos_id from opened of where ${unknown})`,
      )}
    ), o as (
      select of.day, of.opening_float,
        case when of.nth > 1 then of.earlier when c.pos_id is not null then c.counted else was.counted end as counted
      from opened of
      left join counted_lately c on c.pos_id = of.pos_id and c.place_id is not distinct from of.place_id
      left join counted_earlier was on was.pos_id = of.pos_id and was.place_id is not distinct from of.place_id
    )`;
}

/** SQL: the opening `of` is the first one of its register, which was not counted lately. */
const unknown = sql`of.nth = 1 and not exists (
          select from counted_lately c where c.pos_id = of.pos_id and c.place_id is not distinct from of.place_id)`;

/** SQL: what was counted last in each register on some days. */
const countedLast = (check: RegisterCheck, days: RawBuilder<unknown>) => sql`
      select distinct on (pos_id, place_id) pos_id, place_id, counted from (
        select ${registerRead} as pos_id, case when ${registerRead} = '' then t.location_id end as place_id,
          t.date, ${began} as began, t.seq, ${numberRead(check, 'counted')} as counted,
          ${numberRead(check, 'z_number')} as z_number, ordinality
        from businessday t cross join lateral ${zReports} where ${ofCompany(check.caller)} and ${days}
      ) e order by pos_id, place_id, date desc, began desc, seq desc, z_number desc nulls first, ordinality desc`;
