/** SQL for whether an update of the product in the event `e` changed a price, or whether it is sold. */
export const changesPrices = `e.entity = 'plu' and e.action = 'update'
  and (e.before->>'base_price' is distinct from e.after->>'base_price'
    or e.before->'active' is distinct from e.after->'active'
    or e.before->'data'->'prices' is distinct from e.after->'data'->'prices')`;

/** SQL for the companies whose events `e` a caller's prices are read from. */
export const ofLineage = 'e.tenant_id = app_tenant() and e.company_id = any (app_lineage())';

/** SQL for the prices in the record of an event `e` before or after it. */
export const stateOf = (record: 'before' | 'after') =>
  `e.${record}->>'base_price', (e.${record}->'data'->'prices')::text, (e.${record}->>'active')::boolean`;

/**
 * The prices that products had, from their events, for whoever may read the products: a child company reads when its
 * parent's products had which price, and nothing else of the parent's events, not even their ids.
 */
export const priceEvents = `
  create index event_price on event (tenant_id, company_id, entity_id, at, seq)
    where ${changesPrices.replaceAll('e.', '')};
  grant select (id, action, before) on event to tillhouse_search;

  create function plu_prices(wanted uuid)
  returns table (plu_id uuid, at timestamptz, event_id uuid, base text, prices text, active boolean)
  language plpgsql stable security definer set search_path = public as $$
  begin
    return query
      select e.entity_id, e.at, case when e.company_id = app_company() then e.id end, ${stateOf('after')}
      from event e
      where ${ofLineage} and e.entity = 'plu' and e.entity_id = wanted
        and (e.action = 'create' or ${changesPrices})
      order by e.at, e.seq;
  end $$;

  -- The same of all products of which a price changed since a moment, or that are on one of some lists. What they
  -- cost before the first change is what that event has as before: so no creation is read.
  create function plu_price_changes(since timestamptz, lists text[])
  returns table (plu_id uuid, at timestamptz, event_id uuid, base text, prices text, active boolean,
    created_at timestamptz, was_base text, was_prices text, was_active boolean)
  language plpgsql stable security definer set search_path = public as $$
  begin
    return query
      with wanted as materialized (
        select distinct e.entity_id as id from event e
        where ${ofLineage} and ${changesPrices} and (e.at >= since or cardinality(lists) > 0 and exists (
          select from plu r where r.tenant_id = app_tenant() and r.id = e.entity_id
            and (r.data->'prices' ?| lists or e.after->'data'->'prices' ?| lists or e.before->'data'->'prices' ?| lists)))
      )
      select e.entity_id, e.at, case when e.company_id = app_company() then e.id end, ${stateOf('after')},
        r.created_at, ${stateOf('before')}
      from event e
      join plu r on r.tenant_id = app_tenant() and r.id = e.entity_id
      where ${ofLineage} and ${changesPrices} and e.entity_id in (select w.id from wanted w)
      order by e.entity_id, e.at, e.seq;
  end $$;

  -- When price lists said that they hold, for whoever may read the lists.
  create function pricelist_terms() returns table (pricelist_id uuid, at timestamptz, terms jsonb)
  language plpgsql stable security definer set search_path = public as $$
  begin
    return query
      select e.entity_id, e.at, jsonb_build_object('active', e.after->'active', 'type', e.after->'type',
        'currency', e.after->'currency', 'data', e.after->'data')
      from event e
      where ${ofLineage} and e.entity = 'pricelist' and e.after is not null
      order by e.entity_id, e.at, e.seq;
  end $$;

  grant create on schema public to tillhouse_search;
  alter function plu_prices(uuid) owner to tillhouse_search;
  alter function plu_price_changes(timestamptz, text[]) owner to tillhouse_search;
  alter function pricelist_terms() owner to tillhouse_search;
  revoke create on schema public from tillhouse_search;
  revoke all on function plu_prices(uuid), plu_price_changes(timestamptz, text[]), pricelist_terms() from public;
  grant execute on function plu_prices(uuid), plu_price_changes(timestamptz, text[]), pricelist_terms() to tillhouse_app;
`;
