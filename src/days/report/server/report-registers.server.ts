import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted } from '@/server/db/db';
import { decimal, type NumberParsing } from '../../receipts/server/receipt-lists.server';
import { receiptDigits } from '../../ledger/ledger.server';
import { zReportsOf } from '../../model/drawers.server';
import { snapshotOf } from '../../model/snapshot.server';

/**
 * SQL parts: the facts of other days that the checks need, by register ('' for receipts without a register, which are
 * distinguished by location):
 *
 * - `z`: the z reports of the day, in the order in which they were taken;
 * - `late`: late receipts of this day that are stored in another;
 * - `own`: the receipts in this day's number sequence: without those that belong to another day (`late_for`), with `late`;
 * - `reg`: the registers, with the last number of their previous day and the cash counted at the previous close.
 *
 * Days are ordered by date, and on the same date by the time of opening.
 */
export function registerParts(caller: Caller, day: string, parsing: NumberParsing): RawBuilder<unknown> {
  const scope = sql`t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}`;
  const num = trusted(receiptDigits('t.receipt_num'));
  const number = (key: string) => trusted(decimal(parsing, 'e', key));
  return sql`z as materialized (
    select coalesce(lower(e->>'pos_id'), '') collate "C" as pos_id,
      row_number() over (order by ${number('z_number')} nulls last, ordinality) as place,
      e->>'first_receipt_num' as first_receipt_num, e->>'last_receipt_num' as last_receipt_num,
      ${number('opening_float')} as opening_float, ${number('paid_in')} as paid_in,
      ${number('paid_out')} as paid_out, ${number('counted')} as counted,
      nullif(trim(e->>'opening_note'), '') as opening_note
    from d join businessday t on t.tenant_id = ${caller.tenantId} and t.id = d.id
    cross join lateral ${trusted(zReportsOf('t.data'))}
  ), dd as materialized (
    select t.id, t.location_id, t.own_registers, t.date, coalesce(t.opened_at, t.created_at) as began, t.seq,
      ${trusted(snapshotOf)} as snapshot
    from businessday t where ${scope} and t.id = ${day}
  ), late as materialized (
    select t.id, t.active, coalesce(t.pos_id::text collate "C", '') as pos_id, t.receipt_num, ${num} as num, t.businessday_id
    from sales t where ${scope} and t.id = any (array(select sales_by_late_for(${day}))) and t.businessday_id <> ${day}
      and (t.pos_id is not null or t.location_id = (select location_id from dd))
  ), own as materialized (
    select seq, id, active, coalesce(pos_id, '') as pos_id, receipt_num, num from r
    where late_for is null or late_for = ${day}
    union all select null, id, active, pos_id, receipt_num, num from late
  ), reg as materialized (
    select reg.pos_id, b.receipt_num as before_num, b.num as before, b.id as before_day, b.date as before_date, b.z_read,
      c.counted, c.id as counted_day, c.date as counted_date
    from (select coalesce(pos_id, '') as pos_id from r union select pos_id from z union select pos_id from late) reg
    cross join dd
    left join lateral (
      select last.receipt_num, last.num, t.id, t.date, exists (
          select from jsonb_path_query(t.data, '$.z_reports[*] ? (@.z_number != null || @.last_receipt_num != null)') e
          where coalesce(lower(e->>'pos_id'), '') = reg.pos_id
        ) as z_read
      from businessday t
      join businessday_totals k on k.tenant_id = t.tenant_id and k.businessday_id = t.id
        and k.pos_id::text = coalesce(nullif(reg.pos_id, ''), '00000000-0000-0000-0000-000000000000')
      cross join lateral (
        select m.receipt_num, m.num from (
          select t.receipt_num, ${num} as num from sales t where ${scope} and t.businessday_id = k.businessday_id
            and coalesce(t.pos_id::text, '') = reg.pos_id
            and coalesce(lower(t.data->>'late_for') = k.businessday_id::text, true)
          union all
          select t.receipt_num, ${num} from sales t
          where ${scope} and t.id = any (array(select sales_by_late_for(k.businessday_id::text)))
            and coalesce(t.pos_id::text, '') = reg.pos_id
        ) m where m.num is not null order by m.num desc limit 1
      ) last
      where ${scope} and ${trusted(isBefore)} and (reg.pos_id <> '' or t.location_id = dd.location_id)
      order by ${trusted(latestFirst)} limit 1
    ) b on true
    left join lateral (
      select last.counted, t.id, t.date
      from businessday t cross join lateral (
        select ${number('counted')} as counted
        from ${trusted(zReportsOf('t.data'))}
        where coalesce(lower(e->>'pos_id'), '') = reg.pos_id
        order by ${number('z_number')} desc nulls first, ordinality desc limit 1
      ) last
      where ${scope} and ${trusted(isBefore)} and (reg.pos_id <> '' or t.location_id = dd.location_id)
      order by ${trusted(latestFirst)} limit 1
    ) c on true
  )`;
}

const isBefore = `t.date <= dd.date
  and (t.date, coalesce(t.opened_at, t.created_at), t.seq) < (dd.date, dd.began, dd.seq)`;
const latestFirst = `t.date desc, coalesce(t.opened_at, t.created_at) desc, t.seq desc`;

/** SQL: the `registers` of a report. */
export const registersJson = (caller: Caller, scale: number): RawBuilder<unknown> => sql`coalesce((
  select json_agg(json_build_object('pos_id', nullif(reg.pos_id, ''), 'name', named.name, 'pos_num', named.pos_num,
    'location_id', case when pos.id = any(dd.own_registers) then dd.location_id else pos.location_id end,
    'last_before', case when before_day is not null then
      json_build_object('receipt_num', before_num, 'businessday_id', before_day, 'date', before_date,
        'z_read', z_read) end,
    'counted_before', case when counted is not null then
      json_build_object('counted', report_money(counted, ${trusted(String(scale))}),
        'businessday_id', counted_day, 'date', counted_date) end,
    'late', coalesce((
      select json_agg(json_build_object('transaction_id', late.id, 'active', late.active, 'receipt_num', late.receipt_num,
        'businessday_id', late.businessday_id) order by late.num, late.id)
      from late where late.pos_id = reg.pos_id
    ), '[]')) order by named.pos_num, named.name, reg.pos_id)
  from dd cross join reg
  left join (
    select x->>'id' as id, x->>'name' as name, (x->>'pos_num')::integer as pos_num
    from dd cross join jsonb_array_elements(dd.snapshot->'registers') x
  ) kept on kept.id = reg.pos_id
  left join pos on pos.tenant_id = ${caller.tenantId} and pos.id::text = reg.pos_id
  cross join lateral (
    -- A register of late receipts alone is not in the day's snapshot.
    select case when kept.id is null then pos.name else kept.name end as name,
      case when kept.id is null then pos.pos_num else kept.pos_num end as pos_num
  ) named
), '[]')`;
