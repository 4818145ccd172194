import { sql } from 'kysely';
import type { Tx } from '@/core/server/db/db';
import { invalid } from '@/core/server/http/problems';
import type { Change } from '@/core/server/write/rules';
import { fieldProblem } from './refusals.server';

/**
 * Requires `counted` for each register with cash (an opening float, or receipts that moved cash) when a day is closed, if
 * the location has `data.count_at_close`.
 *
 * @throws 422 `not_counted`, naming the registers.
 */
export async function requireCounting(tx: Tx, { caller, items }: Change, closed: readonly string[]) {
  if (closed.length === 0) return;
  const rows = await tx.rows(sql<{ id: string; place: number | null; pos_id: string; name: string | null }>`
    select d.id, z.place, r.pos_id, p.name
    from businessday d
    join location l on l.tenant_id = d.tenant_id and l.id = d.location_id and l.data->>'count_at_close' = 'required'
    cross join lateral (
      select k.pos_id::text as pos_id from businessday_totals k
      where k.tenant_id = d.tenant_id and k.businessday_id = d.id and k.cash <> 0
      union
      select coalesce(lower(e->>'pos_id'), '00000000-0000-0000-0000-000000000000')
      from jsonb_path_query(d.data, '$.z_reports[*]') e where e->>'opening_float' is not null
    ) r
    left join lateral (
      select (min(e.place) - 1)::int as place, bool_or(e.z->>'counted' is not null) as counted
      from jsonb_path_query_array(d.data, '$.z_reports[*]') list
      cross join jsonb_array_elements(list) with ordinality e(z, place)
      where coalesce(lower(e.z->>'pos_id'), '00000000-0000-0000-0000-000000000000') = r.pos_id
    ) z on true
    left join pos p on p.tenant_id = d.tenant_id and p.id::text = r.pos_id
    where d.tenant_id = ${caller.tenantId} and d.id = any(${closed}::uuid[]) and z.counted is not true
    order by d.id, r.pos_id`);
  const problems = rows.flatMap(({ id, place, pos_id, name }) => {
    const item = items.findLast((one) => one.id === id);
    if (!item) return [];
    const field = place === null ? ['data', 'z_reports'] : ['data', 'z_reports', String(place), 'counted'];
    return [
      fieldProblem(item, field, 'not_counted', `Register ${name ?? pos_id} has cash and was not counted`),
    ];
  });
  if (problems.length > 0) throw invalid(problems);
}
