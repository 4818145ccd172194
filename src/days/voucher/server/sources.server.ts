import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import { counts, type NumberParsing } from '../../receipts/server/receipt-lists.server';
import { Decimal } from '@/record/decimal';
import { NotFinite } from '../../report/server/not-finite.server';
import { drawerParts, hasVat, ledgerParts, type CountedDay } from '../../ledger/ledger.server';
import { noSource, type VoucherSource } from '../source';

/** The most different reasons of a day that are told apart; the rest is one without a reason. */
const mostReasons = 100;

/** SQL: per day, a JSON list of objects, as rows (day, list); materialized, or each day would compute those of all days. */
const listOf = (name: string, from: string, members: string, order: string): string =>
  `${name}_list as materialized (select day, json_agg(json_build_object(${members}) order by ${order}) as list from ${from} group by day)`;

/** SQL: the pieces of each day's voucher, of its ledger. */
function statement(
  caller: Caller,
  days: readonly CountedDay[],
  parsing: NumberParsing,
): RawBuilder<{ day: string; pieces: string }> {
  return sql`
    with ${ledgerParts(caller, days, parsing)}, ${drawerParts(caller, parsing)}, p_revenue as (
      select day, dpt_id, max(dpt_name collate "C") as name, trim_scale(rate) as rate, sum(revenue) as net, sum(untaxed)::bigint as untaxed
      from sold group by day, dpt_id, case when dpt_id is null then dpt_name end, rate
    ), p_vat as (
      select day, trim_scale(rate) as rate, net, tax from vat where ${trusted(hasVat)}
    ), p_aside as (
      select day, kind, returned, case when is_taxed then trim_scale(rate) end as rate, sum(total) as amount, sum(tax) as tax
      from asides group by 1, 2, 3, 4
    ), p_ranked as (
      select day, type, min(reason) as reason, sum(amount) as amount,
        row_number() over (partition by day, type order by sum(amount) desc, lower(reason)) as place
      from moves group by day, type, lower(reason)
    ), p_move as (
      select day, type, case when place <= ${mostReasons} then reason else '' end as reason, sum(amount) as amount
      from p_ranked group by 1, 2, 3
    ), p_cash as (
      select day, coalesce(sum(greatest(over_short, 0)), 0) as over, coalesce(sum(greatest(-over_short, 0)), 0) as short,
        count(*) filter (where counted is null and (expected <> opening_float or opening_float <> 0)) as uncounted
      from drawers group by day
    ), ${trusted(lists)}
    select d.id as day, json_build_object('gross', coalesce(s.gross, 0)::text, 'net', coalesce(s.net, 0)::text,
      'tax', coalesce(s.tax, 0)::text, 'rounding', coalesce(s.rounding, 0)::text, 'unknown', coalesce(s.unknown, 0),
      'late_of', coalesce(s.late_of, 0),
      'late_elsewhere', (select count(*) from sales t where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}
        and t.id = any (array(select sales_by_late_for(d.id::text))) and t.businessday_id <> d.id and ${trusted(counts)}),
      'untaxed', coalesce((select sum(untaxed) from p_revenue x where x.day = d.id), 0),
      'revenue', coalesce(revenue_list.list, '[]'), 'vat', coalesce(vat_list.list, '[]'), 'tenders', coalesce(tender_list.list, '[]'),
      'non_turnover', coalesce(aside_list.list, '[]'), 'moves', coalesce(move_list.list, '[]'),
      'over', coalesce(c.over, 0)::text, 'short', coalesce(c.short, 0)::text, 'uncounted', coalesce(c.uncounted, 0)
    )::text as pieces
    from d left join day_sums s on s.day = d.id left join p_cash c on c.day = d.id
      left join revenue_list on revenue_list.day = d.id left join vat_list on vat_list.day = d.id
      left join tender_list on tender_list.day = d.id left join aside_list on aside_list.day = d.id
      left join move_list on move_list.day = d.id`;
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
    'tenders',
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
      returned: z.boolean(),
      rate: text(),
      amount: money(),
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
  parsing: NumberParsing,
): Promise<Map<string, VoucherSource>> {
  if (days.length === 0) return new Map();
  const rows = await tx.rows(statement(caller, days, parsing));
  return new Map(
    rows.map(({ day, pieces }) => [day, { ...noSource, ...sourceSchema.parse(JSON.parse(pieces)) }]),
  );
}
