import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { trusted } from '@/core/server/db/db';
import { decimal, type Care } from '../../sales/server/receipt-lists.server';
import { hasFigures } from './has-figures.server';
import { receiptDigits } from '../server/report/report-sql.server';

/**
 * SQL of what the checks of registers over several days (server/report/summary-checks.server.ts) read of receipts `t` and days `t`, and of what
 * a register `of` did on the days before the range that begins on `from`.
 */
export function registerSql(caller: Caller, from: string, care: Care) {
  const scope = sql`t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}`;
  const num = trusted(receiptDigits('t.receipt_num'));
  const number = (key: string) => trusted(decimal(care, 'e', key));
  const registerOf = trusted(`coalesce(t.pos_id::text collate "C", '')`);
  const lateFor = trusted(`lower(t.data->>'late_for' collate "C")`);
  const zReports = trusted(`jsonb_array_elements(
    case when jsonb_typeof(t.data->'z_reports') = 'array' then t.data->'z_reports' else '[]' end
  ) with ordinality e(e, ordinality)`);
  // Receipts without a register are grouped by location.
  const byRegister = trusted(`partition by pos_id, case when pos_id = '' then location_id end`);
  const before = sql`${scope} and t.date < ${from}::date
    and (of.pos_id <> '' or t.location_id = of.location_id)`;
  const began = trusted('coalesce(t.opened_at, t.created_at)');
  const totalsOf = sql`businessday_totals k on k.tenant_id = t.tenant_id and k.businessday_id = t.id
            and k.pos_id::text = coalesce(nullif(of.pos_id, ''), '00000000-0000-0000-0000-000000000000')`;
  const isKept = (day: string) => sql`f.tenant_id = ${caller.tenantId} and f.company_id = ${caller.companyId}
        and f.businessday_id = ${trusted(day)} and ${care === 'cast' ? trusted(hasFigures) : sql`false`}`;
  /** SQL: the last number of the register `of` on the earlier day `was`, and whether the register was read then. */
  const lastOn = sql`
        select m.num, exists (
            select from businessday t, jsonb_path_query(t.data,
              '$.z_reports[*] ? (@.z_number != null || @.last_receipt_num != null)') e
            where ${scope} and t.id = was.id and coalesce(lower(e->>'pos_id'), '') = of.pos_id
          ) as z_read
        from (
          select max(num) as num from (
            select e.last as num from businessday_figures f cross join unnest(f.registers) e
            where ${isKept('was.id')} and e.pos_id = of.pos_id and was.status <> 'open'
            union all
            select ${num} as num from sales t where ${scope} and t.businessday_id = was.id and ${registerOf} = of.pos_id
              and coalesce(${lateFor} = was.id::text, true)
              and not (was.status <> 'open' and exists (select from businessday_figures f where ${isKept('was.id')}))
            union all
            select late.num from late where late.late_for = was.id::text and late.pos_id = of.pos_id
          ) of_day
        ) m where m.num is not null`;
  /** SQL: what was counted last in each register on some days. */
  const countedBefore = (days: RawBuilder<unknown>) => sql`
      select distinct on (pos_id, place_id) pos_id, place_id, counted from (
        select coalesce(lower(e->>'pos_id'), '') collate "C" as pos_id,
          case when coalesce(lower(e->>'pos_id'), '') = '' then t.location_id end as place_id,
          t.date, ${began} as began, t.seq, ${number('counted')} as counted, ${number('z_number')} as z_number, ordinality
        from businessday t cross join lateral ${zReports} where ${scope} and ${days}
      ) e order by pos_id, place_id, date desc, began desc, seq desc, z_number desc nulls first, ordinality desc`;
  /** SQL: the opening \`of\` is the first one of its register, which was not counted lately. */
  const unknown = sql`of.nth = 1 and not exists (
          select from counted_lately c where c.pos_id = of.pos_id and c.place_id is not distinct from of.place_id)`;
  return {
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
  };
}
