import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/core/server/auth/caller';
import { trusted, type Tx } from '@/core/server/db/db';
import {
  asideChangesRows,
  asideSign,
  elements,
  isNonTurnover,
  isTaxedAside,
  isTurnover,
  lineNet,
  type Care,
} from '../../../sales/server/receipt-lists.server';
import { Decimal } from '@/core/record/decimal';
import { NotFinite } from '../../server/report/not-finite.server';
import { countedRegisters } from '../../server/drawers.server';
import { counts, receiptParts, receiptsOf, type CountedDay } from '../../ledger/ledger.server';
import { noSource, zero, type VoucherSource } from '../source';

/** The most different reasons of a day that are told apart; the rest is one without a reason. */
const mostReasons = 100;

/** SQL: per day, a JSON list of objects, as rows (day, list); materialized, or each day would compute those of all days. */
const listOf = (name: string, from: string, members: string, order: string): string =>
  `${name}_list as materialized (select day, json_agg(json_build_object(${members}) order by ${order}) as list from ${from} group by day)`;

/** SQL: the pieces of each day's voucher, with the same rules as the totals of its report (report-totals.server.ts). */
function statement(
  caller: Caller,
  days: readonly CountedDay[],
  care: Care,
): RawBuilder<{ day: string; pieces: string }> {
  const lines = (columns: readonly string[]) =>
    sql`${receiptsOf(caller)} cross join ${trusted(elements(care, 'lines', columns))}`;
  const sign = trusted(asideSign);
  const is = { counted: trusted(counts), turnover: trusted(isTurnover), aside: trusted(isNonTurnover) };
  return sql`
    with ${receiptParts(caller, days, care)}, p_sum as (
      select businessday_id as day, coalesce(sum(gross) filter (where counts), 0) as gross,
        coalesce(sum(net) filter (where counts), 0) as net, coalesce(sum(tax + aside_tax) filter (where counts), 0) as tax,
        coalesce(sum(rounding) filter (where counts), 0) as rounding,
        count(*) filter (where active and type not in ('sale', 'return', 'void', 'training', 'paid_in', 'paid_out')) as unknown,
        count(*) filter (where counts and late_for is not null and late_for <> businessday_id::text) as late_of
      from r group by 1
    ), p_revenue as (
      select day, dpt_id, max(dpt_name collate "C") as name, rate, sum(net) as net, sum(untaxed)::bigint as untaxed from (
        select d.id as day, lower(e.dpt_id collate "C") as dpt_id, e.dpt_name, trim_scale(e.tax_rate) as rate,
          coalesce(e.net, e.total - e.tax, 0) as net, (coalesce(e.net, e.tax) is null)::integer as untaxed
        from ${lines(['kind', 'dpt_id', 'dpt_name', 'total', 'net', 'tax', 'tax_rate'])}
        where ${is.counted} and ${is.turnover}
      ) e group by day, dpt_id, case when dpt_id is null then dpt_name end, rate
    ), p_aside as (
      select d.id as day, e.kind, e.kind = 'deposit' and e.total < 0 as returned,
        case when ${trusted(isTaxedAside)} then trim_scale(coalesce(e.tax_rate, 0)) end as rate, sum(e.total) as amount, coalesce(sum(e.tax), 0) as tax
      from ${lines(['kind', 'total', 'tax', 'tax_rate'])} where ${is.counted} and ${is.aside} group by 1, 2, 3, 4
    ), p_vat as (
      select day, trim_scale(rate) as rate, sum(net) as net, sum(tax) as tax from (
        select d.id as day, e.rate, coalesce(e.net, 0) as net, coalesce(e.tax, 0) as tax
        from ${receiptsOf(caller)} cross join ${trusted(elements(care, 'taxes', ['rate', 'net', 'tax']))}
        where ${is.counted}
        union all
        select d.id, coalesce(e.tax_rate, 0), ${sign} * ${trusted(lineNet)}, ${sign} * coalesce(e.tax, 0)
        from ${receiptsOf(caller)} join r on r.seq = t.seq and r.counts and r.asides > 0
          cross join ${trusted(elements(care, 'lines', ['kind', 'total', 'net', 'tax', 'tax_rate']))}
        where ${trusted(asideChangesRows)}
      ) parts group by 1, 2
    ), p_paid as (
      select d.id as day, coalesce(t.pos_id::text collate "C", '') as pos_id, lower(e.tender_id collate "C") as tender_id,
        e.name, e.type, sum(e.amount) as amount
      from ${receiptsOf(caller)} cross join ${trusted(elements(care, 'tenders', ['tender_id', 'name', 'type', 'amount']))}
      where ${is.counted} group by 1, 2, 3, 4, 5
    ), p_tender as (
      select day, tender_id, max(name collate "C") as name, max(type collate "C") as type, coalesce(sum(amount), 0) as amount
      from p_paid group by day, tender_id, case when tender_id is null then type end, case when tender_id is null then name end
    ), p_moved as (
      select r.businessday_id as day, coalesce(r.pos_id, '') as pos_id, r.type,
        left(regexp_replace(trim(coalesce(t.data->>'reason', '')), '\\s+', ' ', 'g'), 100) as reason,
        abs(coalesce(r.cash, r.total)) as amount
      from r join sales t on t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and t.id = r.id
      where r.active and r.type in ('paid_in', 'paid_out')
    ), p_ranked as (
      select day, type, min(reason) as reason, sum(amount) as amount,
        row_number() over (partition by day, type order by sum(amount) desc, lower(reason)) as place
      from p_moved group by day, type, lower(reason)
    ), p_move as (
      select day, type, case when place <= ${mostReasons} then reason else '' end as reason, sum(amount) as amount
      from p_ranked group by 1, 2, 3
    ), p_z as (
      select d.id as day, c.* from d join businessday t on t.tenant_id = ${caller.tenantId} and t.id = d.id
        cross join lateral ${trusted(countedRegisters(care, 't.data'))} c
    ), p_drawer as (
      select day, pos_id, coalesce(sum(moved), 0) + sum(opening_float) as expected, max(counted) as counted,
        sum(moved) <> 0 or sum(opening_float) <> 0 as has_cash
      from (
        select day, pos_id, amount as moved, 0 as opening_float, null::numeric as counted from p_paid where type = 'cash'
        union all select day, pos_id, case type when 'paid_in' then amount else -amount end, 0, null from p_moved
        union all select day, pos_id, 0, opening_float, counted from p_z
      ) parts group by 1, 2
    ), p_cash as (
      select day, coalesce(sum(greatest(counted - coalesce(expected, 0), 0)), 0) as over,
        coalesce(sum(greatest(coalesce(expected, 0) - counted, 0)), 0) as short,
        count(*) filter (where counted is null and has_cash) as uncounted
      from p_drawer group by day
    ), ${trusted(lists)}
    select d.id as day, json_build_object('gross', coalesce(s.gross, 0)::text, 'net', coalesce(s.net, 0)::text,
      'tax', coalesce(s.tax, 0)::text, 'rounding', coalesce(s.rounding, 0)::text, 'unknown', coalesce(s.unknown, 0),
      'late_of', coalesce(s.late_of, 0),
      'late_elsewhere', (select count(*) from sales t where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}
        and t.id = any (array(select sales_by_late_for(d.id::text))) and t.businessday_id <> d.id and ${is.counted}),
      'untaxed', coalesce((select sum(untaxed) from p_revenue x where x.day = d.id), 0),
      'revenue', coalesce((select list from revenue_list x where x.day = d.id), '[]'),
      'vat', coalesce((select list from vat_list x where x.day = d.id), '[]'),
      'tenders', coalesce((select list from tender_list x where x.day = d.id), '[]'),
      'non_turnover', coalesce((select list from aside_list x where x.day = d.id), '[]'),
      'moves', coalesce((select list from move_list x where x.day = d.id), '[]'),
      'over', coalesce(c.over, 0)::text, 'short', coalesce(c.short, 0)::text, 'uncounted', coalesce(c.uncounted, 0)
    )::text as pieces
    from d left join p_sum s on s.day = d.id left join p_cash c on c.day = d.id`;
}

const lists = [
  listOf(
    'revenue',
    'p_revenue',
    `'dpt_id', dpt_id, 'name', name, 'rate', rate::text, 'net', net::text`,
    'dpt_id, name, rate',
  ),
  listOf('vat', 'p_vat', `'rate', rate::text, 'net', net::text, 'tax', tax::text`, 'rate'),
  listOf(
    'tender',
    'p_tender',
    `'tender_id', tender_id, 'name', name, 'type', type, 'amount', amount::text`,
    'amount desc, name collate "C", tender_id',
  ),
  listOf(
    'aside',
    'p_aside',
    `'kind', kind, 'returned', returned, 'rate', rate::text, 'amount', amount::text, 'tax', tax::text`,
    'kind collate "C", returned, rate',
  ),
  listOf(
    'move',
    'p_move',
    `'type', type, 'reason', reason, 'amount', amount::text`,
    'type, amount desc, reason collate "C"',
  ),
].join(', ');

const money = () =>
  z.string().transform((text) => (/^-?\d/.test(text) ? Decimal.parse(text) : notFinite(text)));
const text = () => z.string().nullable();

const notFinite = (value: string): Decimal => {
  throw new NotFinite(`Not a finite number: ${value}`);
};

const sourceSchema = z.object({
  gross: money(),
  net: money(),
  tax: money(),
  rounding: money(),
  untaxed: z.int(),
  revenue: z.array(z.object({ dpt_id: text(), name: text(), rate: text(), net: money() })),
  vat: z.array(z.object({ rate: text(), net: money(), tax: money() })),
  tenders: z.array(z.object({ tender_id: text(), name: text(), type: text(), amount: money() })),
  non_turnover: z.array(
    z.object({
      kind: z.string(),
      returned: z.boolean().nullable(),
      rate: text(),
      amount: money().nullable(),
      tax: money(),
    }),
  ),
  moves: z.array(z.object({ type: z.enum(['paid_in', 'paid_out']), reason: z.string(), amount: money() })),
  over: money(),
  short: money(),
  uncounted: z.int(),
  unknown: z.int(),
  late_of: z.int(),
  late_elsewhere: z.int(),
});

/** Reads the source of each day's voucher, by the id of the day. */
export async function readSources(
  tx: Tx,
  caller: Caller,
  days: readonly CountedDay[],
  care: Care,
): Promise<Map<string, VoucherSource>> {
  if (days.length === 0) return new Map();
  const rows = await tx.rows(statement(caller, days, care));
  return new Map(
    rows.map(({ day, pieces }) => {
      const source = sourceSchema.parse(JSON.parse(pieces));
      const non_turnover = source.non_turnover.map(({ returned, amount, ...piece }) => ({
        ...piece,
        returned: returned ?? false,
        amount: amount ?? zero,
      }));
      return [day, { ...noSource, ...source, non_turnover }];
    }),
  );
}
