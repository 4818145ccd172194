/** SQL for the cost price in the record of an event or a row; null if it has none. */
const costIn = (record: string) =>
  `(case when jsonb_typeof(${record}->'data'->'cost_price') = 'number' then (${record}->'data'->>'cost_price')::numeric end)`;

/**
 * The costs that products had, from their events, for whoever may read the products: a child company reads what its parent's products
 * cost and since when, and nothing else of the parent's events (docs/report.md#margin).
 *
 * `plu_cost_steps(products, since)` has a row for each moment from which on a product had a cost, null where it had none. A product that has
 * not changed since `since` has one row, what it costs now; of others the events say it (`from_trail`), which holds only from the horizon of their
 * company on. `seq` orders steps of the same moment.
 */
export const costSteps = `
  create function plu_cost_steps(wanted uuid[], since timestamptz)
  returns table (plu_id uuid, owner uuid, at timestamptz, seq bigint, cost numeric, from_trail boolean)
  language plpgsql stable security definer set search_path = public as $$
  #variable_conflict use_column
  begin
    return query
      with products as materialized (
        select r.id, r.company_id, r.created_at, r.modified_at, r.cost_price
        from plu r where r.tenant_id = app_tenant() and r.company_id = any (app_lineage()) and r.id = any (wanted)
      ), steps as materialized (
        select p.id, e.at, e.seq, e.action, ${costIn('e.before')} as was, ${costIn('e.after')} as cost
        from products p join event e on e.tenant_id = app_tenant() and e.company_id = p.company_id and e.entity = 'plu' and e.entity_id = p.id
        where p.modified_at > since and e.after is not null
          and (e.action = 'create' or ${costIn('e.before')} is distinct from ${costIn('e.after')})
      )
      select p.id, p.company_id, p.modified_at, 0::bigint, p.cost_price, false from products p where p.modified_at <= since
      union all
      select p.id, p.company_id, s.at, s.seq, s.cost, true from steps s join products p on p.id = s.id
      union all
      -- Before the first change that is left it cost what that event has as before; without any, what it costs now.
      select p.id, p.company_id, p.created_at, 0::bigint, case when f.id is null then p.cost_price else f.was end, true
      from products p left join lateral (
        select s.id, s.action, s.was from steps s where s.id = p.id order by s.seq limit 1
      ) f on true
      where p.modified_at > since and f.action is distinct from 'create';
  end $$;
  alter function plu_cost_steps(uuid[], timestamptz) owner to tillhouse_search;
  revoke all on function plu_cost_steps(uuid[], timestamptz) from public;
  grant execute on function plu_cost_steps(uuid[], timestamptz) to tillhouse_app;
`;
