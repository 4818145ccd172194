import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/core/server/auth/caller';
import { trusted } from '@/core/server/db/db';
import { cashJson } from './report-cash.server';
import { saleTypes } from '../../../sales/contract';
import {
  asideChangesRows,
  asideSign,
  lineNet,
  elements,
  isNonTurnover,
  isTaxedAside,
  isTurnover,
  type Care,
} from '../../../sales/server/receipt-lists.server';
import { receiptsOf } from '../../ledger/ledger.server';

/**
 * SQL parts. `g`: the sums of all receipts; `tax_rows`, `tender_rows`, `dpt_rows`, `hour_rows`, `cashier_rows`: the
 * breakdowns, which the checks compare with `g`.
 */
export const totalParts = (caller: Caller, care: Care): RawBuilder<unknown> => sql`g as materialized (
    select ${trusted(ofAll.join(', '))} from r
  ), tax_parts as materialized (
    select rate, sum(gross) as gross, sum(net) as net, sum(tax) as tax, bool_or(is_aside) as is_aside from (
      select rate, gross, net, tax, false as is_aside from taxed
      union all
      select coalesce(e.tax_rate, 0), ${sign} * coalesce(e.total, 0), ${sign} * ${trusted(lineNet)},
        ${sign} * coalesce(e.tax, 0), true
      from ${receiptsOf(caller)} join r on r.seq = t.seq and r.counts and r.asides > 0
        cross join ${trusted(elements(care, 'lines', ['kind', 'total', 'net', 'tax', 'tax_rate']))}
      where ${trusted(asideChangesRows)}
    ) parts group by rate
  ), taxed_asides as materialized (
    select coalesce(sum(e.total), 0) as gross, coalesce(sum(${trusted(lineNet)}), 0) as net, coalesce(sum(e.tax), 0) as tax
    from ${receiptsOf(caller)} join r on r.seq = t.seq and r.counts and r.asides > 0
      cross join ${trusted(elements(care, 'lines', ['kind', 'total', 'net', 'tax', 'tax_rate']))}
    where ${trusted(isTaxedAside)}
  ), ${taxRows}, ${trusted(breakdowns)}`;

const sign = trusted(asideSign);

/** SQL part: rates by which there is nothing but what is no turnover are left out. */
export const taxRows = sql`tax_rows as materialized (
    select * from tax_parts where gross <> 0 or net <> 0 or tax <> 0 or not is_aside
  )`;

const counted = (sum: string) => `coalesce(sum(${sum}) filter (where counts), 0)`;

/** The columns of `g`: sums of counted receipts, of others, and those that the checks compare. */
const ofAll = [
  'count(*) filter (where counts) as count',
  ...['gross', 'net', 'discount', 'rounding', 'aside'].map((name) => `${counted(name)} as ${name}`),
  // What is no turnover has its tax here, too: the receipts state it, so it is owed.
  `${counted('tax + aside_tax')} as tax`,
  ...['total', 'lines', 'paid', 'row_tax'].map((name) => `${counted(name)} as all_${name}`),
  `${counted('sold_tax + case when rows_have_aside then aside_tax else 0 end')} as all_line_tax`,
  'count(*) filter (where active) as active',
  `count(*) filter (where counts and type = 'return') as returns`,
  `coalesce(sum(gross) filter (where counts and type = 'return'), 0) as returns_gross`,
  ...['void', 'training'].flatMap((type) => [
    `count(*) filter (where active and type = '${type}') as ${type}s`,
    `coalesce(sum(gross) filter (where active and type = '${type}'), 0) as ${type}s_gross`,
  ]),
];

const types = saleTypes.map((type) => `'${type}'`).join(', ');

const breakdowns = `tender_rows as materialized (
    select tender_id, max(name collate "C") as name, max(type collate "C") as type, sum(count)::bigint as count,
      sum(amount) as amount, sum(refunded) as refunded
    from payments
    group by tender_id, case when tender_id is null then type end, case when tender_id is null then name end
  ), dpt_rows as materialized (
    select dpt_id, max(dpt_name collate "C") as name, sum(qty) as qty, sum(total) as gross, sum(net) as net, sum(tax) as tax
    from goods e where ${isTurnover} group by dpt_id, case when dpt_id is null then dpt_name end
  ), plu_rows as (
    select plu_id, max(productid collate "C") as productid, max(name collate "C") as name, sum(qty) as qty, sum(total) as gross
    from goods e where ${isTurnover}
    group by plu_id, case when plu_id is null then productid end, case when plu_id is null then name end
  ), aside_rows as (
    select kind, sum(count)::bigint as count, sum(total) as amount from goods e where ${isNonTurnover} group by kind
  ), hour_rows as materialized (
    select hour, min(cutover) as cutover, count(*) as count, sum(gross) as gross
    from r where counts group by hour
  ), cashier_rows as materialized (
    select cashier->>'id' as id, max(cashier->>'name' collate "C") as name, count(*) as count, sum(gross) as gross
    from r where counts group by cashier->>'id', case when cashier->>'id' is null then cashier->>'name' end
  ), unknown_rows as (
    select type, count(*) as count, sum(gross) as gross from r where active and type not in (${types}) group by type
  ), removed_rows as (
    select id, receipt_num, type, gross, removed, completed_at, num, seq, type in ('sale', 'return') as is_turnover
    from r where not active
  )`;

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
