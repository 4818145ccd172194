import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { trusted } from '@/core/server/db/db';
import { decimal, type Care } from '../../../sales/server/receipt-lists.server';

/**
 * SQL parts. `z`: the z reports of the days, in the order in which they were taken; `drawer_rows`: what the receipts of each
 * register did to its drawer; `k`: the cash of each drawer. The register '' stands for receipts without a register.
 *
 * Paid in and paid out come from receipts, whose sign is ignored (docs/report.md#what-counts). A register is counted if
 * each of its z reports has a count.
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
    cross join lateral jsonb_array_elements(
      case when jsonb_typeof(t.data->'z_reports') = 'array' then t.data->'z_reports' else '[]' end
    ) with ordinality e(e, ordinality)
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
  ), ${drawers}`;
}

/** SQL part `k`, of `drawer_rows` and `z`. */
export const drawers = sql`k as materialized (
    select pos_id, coalesce(sum(opening_float), 0) as opening_float, coalesce(sum(sales), 0) as sales,
      coalesce(sum(refunds), 0) as refunds, coalesce(sum(paid_in), 0) as paid_in,
      coalesce(sum(paid_out), 0) as paid_out,
      case when bool_and(is_counted) then sum(counted) end as counted
    from (
      select pos_id, null::numeric as opening_float, sales, refunds, paid_in, paid_out, null::numeric as counted,
        null::boolean as is_counted
      from drawer_rows
      union all
      select pos_id, opening_float, null, null, null, null, counted, counted is not null from z
    ) parts group by pos_id
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
    from (${trusted(withOverShort)}) k
  ), '[]'),
  'cash_total', (
    select json_build_object(${figures(scale, 'k')}) from (
      select coalesce(sum(opening_float), 0) as opening_float, coalesce(sum(sales), 0) as sales,
        coalesce(sum(refunds), 0) as refunds, coalesce(sum(paid_in), 0) as paid_in,
        coalesce(sum(paid_out), 0) as paid_out, sum(counted) as counted, sum(over_short) as over_short
      from (${trusted(withOverShort)}) k
    ) k
  )`;

const withOverShort = `select *, counted - opening_float - sales + refunds - paid_in + paid_out as over_short from k`;
