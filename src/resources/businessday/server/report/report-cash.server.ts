import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { trusted } from '@/core/server/db/db';
import { decimal, type Care } from '../../../sales/server/receipt-lists.server';
import { countedRegisters, keptRegister, zReportsOf } from '../drawers.server';

/**
 * SQL parts. `z`: the z reports of the days, in the order in which they were taken; `drawer_rows`: what the receipts of each
 * register did to its drawer; `k`: the cash of each drawer. The register '' stands for receipts without a register.
 *
 * Paid in and paid out come from receipts, whose sign is ignored (docs/report.md#what-counts).
 *
 * @param days the part with the ids of the days whose z reports are read.
 */
export function cashParts(caller: Caller, care: Care, days: 'd' | 'every_day' = 'd'): RawBuilder<unknown> {
  const number = (key: string) => trusted(decimal(care, 'e', key));
  return sql`z as materialized (
    select d.id as businessday_id, coalesce(lower(e->>'pos_id'), '') collate "C" as pos_id,
      row_number() over (order by ${number('z_number')} nulls last, ordinality) as place,
      e->>'first_receipt_num' as first_receipt_num, e->>'last_receipt_num' as last_receipt_num,
      ${number('opening_float')} as opening_float, ${number('paid_in')} as paid_in,
      ${number('paid_out')} as paid_out, ${number('counted')} as counted,
      nullif(trim(e->>'opening_note'), '') as opening_note
    from ${trusted(days)} d join businessday t on t.tenant_id = ${caller.tenantId} and t.id = d.id
    cross join lateral ${trusted(zReportsOf('t.data'))}
  ), read_registers as materialized (
    select c.*, c.counted - c.opening_float - coalesce(x.cash, 0) as over_short
    from ${trusted(days)} d join businessday t on t.tenant_id = ${caller.tenantId} and t.id = d.id
    cross join lateral ${trusted(countedRegisters(care, 't.data'))} c
    left join businessday_totals x on x.tenant_id = t.tenant_id and x.businessday_id = t.id
      and x.pos_id::text = ${trusted(keptRegister('c.pos_id'))}
  ), drawer_rows as materialized (
    select pos_id, sum(sales) as sales, sum(refunds) as refunds, sum(paid_in) as paid_in, sum(paid_out) as paid_out
    from (
      select coalesce(pos_id, '') as pos_id, amount + refunded as sales, refunded as refunds,
        null::numeric as paid_in, null::numeric as paid_out
      from payments where type = 'cash'
      union all
      select coalesce(pos_id, ''), null, null, sum(moved) filter (where type = 'paid_in'),
        sum(moved) filter (where type = 'paid_out')
      from (select *, case when active then abs(coalesce(cash, total)) end as moved from r) r group by 1
    ) parts group by pos_id
  ), ${drawersOf(days === 'd' ? 'day' : 'days')}`;
}

/**
 * SQL part `k`, of `drawer_rows` and `read_registers`. Of one day, over and short are of its receipts. Of several they are the sum of
 * those days on which the register was counted, of the sums that are kept of each day.
 */
export const drawersOf = (of: 'day' | 'days'): RawBuilder<unknown> => sql`k as materialized (
    select k.*, ${trusted(of === 'days' ? 'kept_over_short' : 'counted - opening_float - sales + refunds - paid_in + paid_out')} as over_short
    from (select pos_id, coalesce(sum(opening_float), 0) as opening_float, coalesce(sum(sales), 0) as sales,
      coalesce(sum(refunds), 0) as refunds, coalesce(sum(paid_in), 0) as paid_in,
      coalesce(sum(paid_out), 0) as paid_out,
      sum(counted) as counted, sum(over_short) as kept_over_short
    from (
      select pos_id, null::numeric as opening_float, sales, refunds, paid_in, paid_out, null::numeric as counted,
        null::numeric as over_short
      from drawer_rows
      union all
      select pos_id, opening_float, null, null, null, null, counted, over_short from read_registers
    ) parts group by pos_id) k
  )`;

const figures = (scale: number, row: string): RawBuilder<unknown> => {
  const expected = `(${row}.opening_float + ${row}.sales - ${row}.refunds + ${row}.paid_in - ${row}.paid_out)`;
  const money = (value: string) => trusted(`report_money(${value}, ${scale})`);
  return sql`'opening_float', ${money(`${row}.opening_float`)}, 'sales', ${money(`${row}.sales`)},
    'refunds', ${money(`${row}.refunds`)}, 'paid_in', ${money(`${row}.paid_in`)},
    'paid_out', ${money(`${row}.paid_out`)}, 'expected', ${money(expected)},
    'counted', ${money(`${row}.counted`)}, 'over_short', ${money(`${row}.over_short`)}`;
};

/** SQL: `totals.cash` and `totals.cash_total`, whose `counted` and `over_short` cover only the counted registers. */
export const cashJson = (scale: number): RawBuilder<unknown> => sql`
  'cash', coalesce((
    select json_agg(json_build_object('pos_id', nullif(k.pos_id, ''), ${figures(scale, 'k')}) order by k.pos_id)
    from k
  ), '[]'),
  'cash_total', (
    select json_build_object(${figures(scale, 'k')}) from (
      select coalesce(sum(opening_float), 0) as opening_float, coalesce(sum(sales), 0) as sales,
        coalesce(sum(refunds), 0) as refunds, coalesce(sum(paid_in), 0) as paid_in,
        coalesce(sum(paid_out), 0) as paid_out, sum(counted) as counted, sum(over_short) as over_short
      from k
    ) k
  )`;
