import { sql, type RawBuilder } from 'kysely';
import { trusted } from '@/server/db/db';
import { allSums, byTender, drawerSums, hasVat, isUnknown, tenderSums } from '../../ledger/ledger.server';

/**
 * SQL parts: the ledger of all days of a statement, folded into one. `g`: the sums of all receipts; `tax_rows`, `tender_rows`,
 * `dpt_rows`, `hour_rows`, `cashier_rows`: the breakdowns, which the checks compare with `g`.
 */
export const totalParts: RawBuilder<unknown> = trusted(`${allSums}, tax_parts as materialized (
    select rate, sum(gross) as gross, sum(net) as net, sum(tax) as tax, bool_or(is_aside) as is_aside from vat group by rate
  ), taxed_asides as materialized (
    select coalesce(sum(total), 0) as gross, coalesce(sum(net), 0) as net, coalesce(sum(tax), 0) as tax from asides where is_taxed
  ), tender_rows as materialized (
    select ${tenderSums}
    from tenders
    group by ${byTender}
  ), dpt_rows as materialized (
    select dpt_id, max(dpt_name collate "C") as name, sum(qty) as qty, sum(total) as gross, sum(net) as net, sum(tax) as tax
    from sold group by dpt_id, case when dpt_id is null then dpt_name end
  ), plu_rows as (
    select plu_id, max(productid collate "C") as productid, max(name collate "C") as name, sum(qty) as qty, sum(total) as gross
    from sold group by plu_id, case when plu_id is null then productid end, case when plu_id is null then name end
  ), aside_rows as (
    select kind, sum(count)::bigint as count, sum(total) as amount from asides group by kind
  ), hour_rows as materialized (
    select hour, min(cutover) as cutover, count(*) as count, sum(gross) as gross
    from r where counts group by hour
  ), cashier_rows as materialized (
    select cashier->>'id' as id, max(cashier->>'name' collate "C") as name, count(*) as count, sum(gross) as gross
    from r where counts group by cashier->>'id', case when cashier->>'id' is null then cashier->>'name' end
  ), unknown_rows as (
    select type, count(*) as count, sum(gross) as gross from r where ${isUnknown} group by type
  ), removed_rows as (
    select id, receipt_num, type, gross, removed, completed_at, num, seq, type in ('sale', 'return') as is_turnover
    from r where not active
  )`);

/** SQL part `tax_rows`: of a report, or of what is added up again with the figures that are kept. */
export const taxRows = trusted(`tax_rows as materialized (select * from tax_parts where ${hasVat})`);

/**
 * SQL part `k`: the cash of each drawer. Of one day, over and short are of its receipts. Of several they are the sum of those days on which
 * the register was counted, of the sums that are kept of each day.
 */
export const drawersOf = (of: 'day' | 'days'): RawBuilder<unknown> =>
  trusted(
    of === 'day'
      ? 'k as materialized (select * from drawers)'
      : `k as materialized (
    select pos_id, ${drawerSums},
      sum(counted) as counted, sum(over_short) as over_short
    from (
      select pos_id, null::numeric as opening_float, sales, refunds, paid_in, paid_out, null::numeric as counted, null::numeric as over_short
      from drawer_rows
      union all
      select pos_id, opening_float, null, null, null, null, counted, over_short from read_registers
    ) parts group by pos_id
  )`,
  );

/** SQL: a JSON list of objects; `[]` if there are none. */
const list = (from: string, order: string, members: string): string =>
  `coalesce((select json_agg(json_build_object(${members}) order by ${order}) from ${from}), '[]')`;

/** SQL: the `totals` of a report or a summary (docs/report.md#shape), money with at least `scale` decimals. */
export function totalsJson(scale: number): RawBuilder<unknown> {
  const money = (...names: string[]) =>
    names.map((name) => `'${name}', report_money(${name}, ${scale})`).join(', ');
  const apart = (name: string) =>
    `json_build_object('count', ${name}, 'gross', report_money(${name}_gross, ${scale}))`;
  const members = [
    `'count', g.count, ${money('gross', 'net', 'tax', 'discount', 'rounding')}`,
    `'by_tax', ${list('tax_rows', 'rate', `'rate', trim_scale(rate)::text, ${money('gross', 'net', 'tax')}`)}`,
    `'by_tender', ${list('tender_rows t', 't.amount desc, name collate "C", tender_id', `'tender_id', tender_id, 'name', name, 'type', type, 'count', count, ${money('amount', 'refunded')}`)}`,
    `'by_dpt', ${list('dpt_rows t', 't.gross desc, name collate "C", dpt_id', `'dpt_id', dpt_id, 'name', name, 'qty', qty::text, ${money('gross', 'net', 'tax')}`)}`,
    `'by_plu', ${list('plu_rows t', 't.gross desc, name collate "C", plu_id', `'plu_id', plu_id, 'productid', productid, 'name', name, 'qty', qty::text, ${money('gross')}`)}`,
    `'by_cashier', ${list('cashier_rows t', 't.gross desc, name collate "C", id', `'cashier', case when id is not null or name is not null then json_build_object('id', id, 'name', name) end, 'count', count, ${money('gross')}`)}`,
    `'by_hour', ${list('hour_rows', '(hour - cutover + 24) % 24', `'hour', hour, 'count', count, ${money('gross')}`)}`,
    `'returns', ${apart('returns')}`,
    `'voids', ${apart('voids')}`,
    `'training', ${apart('trainings')}`,
    `'unknown_types', ${list('unknown_rows', 'type collate "C"', `'type', type, 'count', count, ${money('gross')}`)}`,
    `'removed', (select json_build_object('count', count(*),
      'gross', report_money(coalesce(sum(gross) filter (where is_turnover), 0), ${scale}),
      'receipts', coalesce(json_agg(json_build_object('transaction_id', id, 'receipt_num', receipt_num, 'type', type,
        ${money('gross')}, 'at', removed->>'at', 'by', removed->>'by', 'reason', removed->>'reason')
        order by completed_at, num, seq), '[]')) from removed_rows)`,
    `'non_turnover', ${list('aside_rows', 'kind', `'kind', kind, 'count', count, ${money('amount')}`)}`,
  ];
  return sql`(select json_build_object(${trusted(members.join(',\n'))}, ${cashJson(scale)}) from g)`;
}

const drawerFigures = (scale: number, row: string): RawBuilder<unknown> => {
  const expected = `(${row}.opening_float + ${row}.sales - ${row}.refunds + ${row}.paid_in - ${row}.paid_out)`;
  const money = (value: string) => trusted(`report_money(${value}, ${scale})`);
  return sql`'opening_float', ${money(`${row}.opening_float`)}, 'sales', ${money(`${row}.sales`)},
    'refunds', ${money(`${row}.refunds`)}, 'paid_in', ${money(`${row}.paid_in`)},
    'paid_out', ${money(`${row}.paid_out`)}, 'expected', ${money(expected)},
    'counted', ${money(`${row}.counted`)}, 'over_short', ${money(`${row}.over_short`)}`;
};

/** SQL: `totals.cash` and `totals.cash_total`, whose `counted` and `over_short` cover only the counted registers. */
const cashJson = (scale: number): RawBuilder<unknown> => sql`
  'cash', coalesce((
    select json_agg(json_build_object('pos_id', nullif(k.pos_id, ''), ${drawerFigures(scale, 'k')}) order by k.pos_id)
    from k
  ), '[]'),
  'cash_total', (
    select json_build_object(${drawerFigures(scale, 'k')}) from (
      select coalesce(sum(opening_float), 0) as opening_float, coalesce(sum(sales), 0) as sales,
        coalesce(sum(refunds), 0) as refunds, coalesce(sum(paid_in), 0) as paid_in,
        coalesce(sum(paid_out), 0) as paid_out, sum(counted) as counted, sum(over_short) as over_short
      from k
    ) k
  )`;
