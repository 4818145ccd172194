import { sql, type RawBuilder } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted } from '@/server/db/db';
import {
  counts,
  elements,
  guidPattern,
  isTurnover,
  type NumberParsing,
} from '../../receipts/server/receipt-lists.server';

const lineColumns = [
  'kind',
  'plu_id',
  'productid',
  'name',
  'dpt_id',
  'dpt_name',
  'qty',
  'total',
  'net',
  'tax',
];

/**
 * SQL parts; the last, `costed`, has the lines of turnover of some days, with whose receipt they are of and their `cost` (docs/report.md#margin): the
 * quantity times the cost that the product had when the receipt was completed. It is null, not known, for a line without a product, quantity, or stated
 * tax, of a product without a cost then, of a moment before the horizon of the trail, and in another currency than that of the company whose
 * product it is.
 */
export function costParts(
  caller: Caller,
  days: readonly string[],
  currency: string,
  parsing: NumberParsing,
): RawBuilder<unknown> {
  const { tenantId, companyId, lineage } = caller;
  const list = trusted(elements(parsing, 'lines', lineColumns));
  return sql`lines as materialized (
      select b.location_id, b.date, t.pos_id::text as pos_id, t.cashier, t.completed_at,
        extract(hour from t.completed_at at time zone (b.snapshot->>'timezone'))::integer as hour,
        lower(e.plu_id collate "C") as plu_id, e.productid, e.name, lower(e.dpt_id collate "C") as dpt_id, e.dpt_name, e.qty,
        case when lower(e.plu_id) ~ ${guidPattern} then e.plu_id::uuid end as product,
        coalesce(e.net, e.total - e.tax, e.total, 0) as net, e.net is not null or e.tax is not null as is_stated
      from businessday b join sales t on t.tenant_id = b.tenant_id and t.company_id = b.company_id and t.businessday_id = b.id
        cross join ${list}
      where b.tenant_id = ${tenantId} and b.company_id = ${companyId} and b.id = any(${days}::uuid[])
        and t.tenant_id = ${tenantId} and t.company_id = ${companyId} and t.businessday_id = any(${days}::uuid[])
        and ${trusted(counts)} and ${trusted(isTurnover)}
    ), owners as (
      select o.id, coalesce((
        select c.data->>'currency' from company c join unnest(${lineage}::uuid[]) with ordinality a(id, place) on a.id = c.id
        where c.tenant_id = ${tenantId} and a.place >= o.place and c.data->>'currency' is not null order by a.place limit 1), 'EUR') as currency
      from unnest(${lineage}::uuid[]) with ordinality o(id, place)
    ), steps as materialized (
      select s.plu_id, s.cost, s.at, lead(s.at) over (partition by s.plu_id order by s.at, s.seq) as until, h.horizon
      from plu_cost_steps(array(select distinct l.product from lines l where l.product is not null), (select min(l.completed_at) from lines l)) s
        join owners o on o.id = s.owner and o.currency = ${currency}
        left join event_horizon h on s.from_trail and h.tenant_id = ${tenantId} and h.company_id = s.owner
    ), costed as (
      select l.*, case when l.is_stated and l.qty is not null and (s.horizon is null or l.completed_at >= s.horizon) then s.cost end as cost
      from lines l left join steps s on s.plu_id = l.product and l.completed_at >= s.at and (s.until is null or l.completed_at < s.until)
    )`;
}

/** SQL: the sums of a margin over rows of `costed`. */
export const marginSums = `sum(net)::text as net, coalesce(sum(net) filter (where cost is not null), 0)::text as known_net,
    coalesce(sum(qty * cost) filter (where cost is not null), 0)::text as cost`;
