import { defineTable } from '@/server/db/table';
import { tax } from './contract';

/**
 * `tax_rates_on(day)`: the rates that the taxes of a company and its ancestors had on a day, from their events, so that an edit of a
 * rate leaves the verdicts on earlier days as they were (docs/report.md#checks). Null for a company without taxes. Zero is always among
 * them. Deactivated taxes are: they are only no longer used for new sales.
 *
 * A state holds until the change that ended it. The first one that is known holds from ever, because receipts may be older than the
 * record. A day is taken with the days beside it in UTC: it lies in some time zone, and a till learns of a change later.
 */
const ratesOfDay = `
  create function tax_rates_on(day date) returns numeric[]
  language sql stable security definer set search_path = public as $$
    with taxes as materialized (
      select x.id, x.company_id, x.rate, x.data from tax x
      where x.tenant_id = app_tenant() and x.company_id = any (app_lineage())
    ), ended as materialized (
      select e.entity_id as id, e.at, (e.before->>'rate')::numeric as rate, e.before->'data' as data,
        lag(e.at, 1, '-infinity') over (partition by e.entity_id order by e.seq) as since
      from taxes t join event e on e.tenant_id = app_tenant() and e.company_id = t.company_id
        and e.entity = 'tax' and e.entity_id = t.id and e.before is not null
    ), states as (
      select s.rate, s.data from ended s where s.at >= day - 1 and s.since < day + 2
      union all
      select t.rate, t.data from taxes t
      where not exists (select from ended s where s.id = t.id and s.at >= day + 2)
    )
    select case when exists (select from taxes)
      then array_append(coalesce(array_agg(distinct trim_scale(s.rate)) filter (where s.rate <> 0
        and coalesce(s.data->>'valid_from' <= day::text, true) and coalesce(s.data->>'valid_until' >= day::text, true)), '{}'), 0) end
    from states s
  $$;
  alter function tax_rates_on(date) owner to tillhouse_search;
  revoke all on function tax_rates_on(date) from public;
  grant execute on function tax_rates_on(date) to tillhouse_app;
`;

/** Table of tax rates. The search covers name, code and rate. */
export const taxTable = defineTable(tax, {
  columns: { code: 'text not null', rate: 'numeric not null' },
  search: `concat_search(name, code, rate::text)`,
  objects: ratesOfDay,
});
