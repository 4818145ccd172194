import { sql } from 'kysely';
import { trusted, type Tx } from '@/core/server/db/db';
import { invalid } from '@/core/server/http/problems';
import type { Change } from '@/core/server/write/rules';
import { decimal } from '../../sales/server/receipt-lists.server';
import { countedRegisters, keptRegister, zReportsOf } from './drawers.server';
import { fieldProblem } from './refusals.server';

/**
 * Requires a count for each register with cash (an opening float, or receipts that moved cash) when a day is closed, if
 * the location has `data.count_at_close`: in each of its z reports, as over and short do.
 *
 * @throws 422 `not_counted`, naming the registers and their z reports without a count.
 */
export async function requireCounting(tx: Tx, { caller, items }: Change, closed: readonly string[]) {
  if (closed.length === 0) return;
  const rows = await tx.rows(sql<{
    id: string;
    places: number[] | null;
    pos_id: string;
    name: string | null;
  }>`
    select d.id, z.places, r.pos_id, p.name
    from businessday d
    join location l on l.tenant_id = d.tenant_id and l.id = d.location_id and l.data->>'count_at_close' = 'required'
    cross join lateral (
      select ${trusted(keptRegister('c.pos_id'))} as pos_id, c.opening_float as cash, c.counted
      from ${trusted(countedRegisters('careful', 'd.data'))} c
      union all
      select k.pos_id::text, k.cash, null from businessday_totals k
      where k.tenant_id = d.tenant_id and k.businessday_id = d.id
    ) parts
    cross join lateral (select parts.pos_id) r
    left join lateral (
      select array_agg((ordinality - 1)::int order by ordinality) as places from ${trusted(zReportsOf('d.data'))}
      where ${trusted(keptRegister(`lower(e->>'pos_id')`))} = r.pos_id and ${trusted(decimal('careful', 'e', 'counted'))} is null
    ) z on true
    left join pos p on p.tenant_id = d.tenant_id and p.id::text = r.pos_id
    where d.tenant_id = ${caller.tenantId} and d.id = any(${closed}::uuid[])
    group by d.id, z.places, r.pos_id, p.name
    having bool_or(parts.cash <> 0) and count(parts.counted) = 0
    order by d.id, r.pos_id`);
  const problems = rows.flatMap(({ id, places, pos_id, name }) => {
    const item = items.findLast((one) => one.id === id);
    if (!item) return [];
    const fields = places?.map((place) => ['data', 'z_reports', String(place), 'counted']);
    return (fields ?? [['data', 'z_reports']]).map((field) =>
      fieldProblem(item, field, 'not_counted', `Register ${name ?? pos_id} has cash and was not counted`),
    );
  });
  if (problems.length > 0) throw invalid(problems);
}
