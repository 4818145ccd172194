import { sql, type RawBuilder } from 'kysely';
import { trusted } from '@/core/server/db';
import { cashJson } from './report-cash.server';

/**
 * `g`: what all receipts come to; `tax_rows`, `tender_rows`, `dpt_rows`, `hour_rows`, `cashier_rows`: the
 * breakdowns, which the checks compare with `g`.
 */
export const totalParts = `g as materialized (
    select count(*) as count, coalesce(sum(gross), 0) as gross, coalesce(sum(net), 0) as net,
      coalesce(sum(tax), 0) as tax, coalesce(sum(discount), 0) as discount,
      coalesce(sum(rounding), 0) as rounding, coalesce(sum(aside), 0) as aside
    from r where counts
  ), tax_rows as materialized (
    select rate, sum(gross) as gross, sum(net) as net, sum(tax) as tax from (
      select rate, gross, net, tax, false as is_aside from x
      union all
      select coalesce(l.rate, 0), -coalesce(l.total, 0),
        -coalesce(l.net, l.total - coalesce(l.tax, 0), 0), -coalesce(l.tax, 0), true
      from l join r using (seq) where not l.turnover and r.rows_have_aside
    ) parts group by rate
    having sum(gross) <> 0 or sum(net) <> 0 or sum(tax) <> 0 or not bool_or(is_aside)
  ), tender_rows as materialized (
    select tender_id, max(name collate "C") as name, max(type collate "C") as type, count(*) as count,
      coalesce(sum(amount), 0) as amount, coalesce(-sum(amount) filter (where amount < 0), 0) as refunded
    from p where counts
    group by tender_id, case when tender_id is null then type end, case when tender_id is null then name end
  ), dpt_rows as materialized (
    select dpt_id, max(dpt_name collate "C") as name, coalesce(sum(qty), 0) as qty,
      coalesce(sum(total), 0) as gross, coalesce(sum(net), 0) as net, coalesce(sum(tax), 0) as tax
    from l where turnover group by dpt_id, case when dpt_id is null then dpt_name end
  ), plu_rows as (
    select plu_id, max(productid collate "C") as productid, max(name collate "C") as name,
      coalesce(sum(qty), 0) as qty, coalesce(sum(total), 0) as gross
    from l where turnover
    group by plu_id, case when plu_id is null then productid end, case when plu_id is null then name end
  ), hour_rows as materialized (
    select hour, (hour - min(cutover) + 24) % 24 as place, count(*) as count, sum(gross) as gross
    from r where counts group by hour
  ), cashier_rows as materialized (
    select cashier->>'id' as id, max(cashier->>'name' collate "C") as name, count(*) as count, sum(gross) as gross
    from r where counts group by cashier->>'id', case when cashier->>'id' is null then cashier->>'name' end
  )`;

/** A list of objects as JSON; `[]` where there is none. */
const list = (from: string, order: string, members: string): string =>
  `coalesce((select json_agg(json_build_object(${members}) order by ${order}) from ${from}), '[]')`;

/** The `totals` of a report or a summary (report.md, Shape), money at `scale` digits or as many as there are. */
export function totalsJson(scale: number): RawBuilder<unknown> {
  const money = (...names: string[]) =>
    names.map((name) => `'${name}', report_money(${name}, ${scale})`).join(', ');
  const apart = (types: string) => `(
    select json_build_object('count', count(*), 'gross', report_money(coalesce(sum(total), 0), ${scale}))
    from r where active and type = '${types}')`;
  const members = [
    `'count', g.count, ${money('gross', 'net', 'tax', 'discount', 'rounding')}`,
    `'by_tax', ${list('tax_rows', 'rate', `'rate', trim_scale(rate)::text, ${money('gross', 'net', 'tax')}`)}`,
    `'by_tender', ${list('tender_rows t', 't.amount desc, name collate "C", tender_id', `'tender_id', tender_id, 'name', name, 'type', type, 'count', count, ${money('amount', 'refunded')}`)}`,
    `'by_dpt', ${list('dpt_rows t', 't.gross desc, name collate "C", dpt_id', `'dpt_id', dpt_id, 'name', name, 'qty', qty::text, ${money('gross', 'net', 'tax')}`)}`,
    `'by_plu', ${list('plu_rows t', 't.gross desc, name collate "C", plu_id', `'plu_id', plu_id, 'productid', productid, 'name', name, 'qty', qty::text, ${money('gross')}`)}`,
    `'by_cashier', ${list('cashier_rows t', 't.gross desc, name collate "C", id', `'cashier', case when id is not null or name is not null then json_build_object('id', id, 'name', name) end, 'count', count, ${money('gross')}`)}`,
    `'by_hour', ${list('hour_rows', 'place', `'hour', hour, 'count', count, ${money('gross')}`)}`,
    `'returns', (select json_build_object('count', count(*), 'gross', report_money(coalesce(sum(gross), 0), ${scale}))
      from r where counts and type = 'return')`,
    `'voids', ${apart('void')}`,
    `'training', ${apart('training')}`,
    `'non_turnover', ${list('(select kind, count(*) as count, coalesce(sum(total), 0) as amount from l where not turnover group by kind) t', 'kind', `'kind', kind, 'count', count, ${money('amount')}`)}`,
  ];
  return sql`(select json_build_object(${trusted(members.join(',\n'))}, ${cashJson(scale)}) from g)`;
}
