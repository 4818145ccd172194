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

/** SQL for the state of a row of `plu_price_past`, as `stateOf` of an event. */
const pastState = (of: '' | 'was_') => `p.${of}base, p.${of}prices::text, p.${of}active`;

const pastOfLineage = ofLineage.replaceAll('e.', 'p.');

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
  #variable_conflict use_column
  begin
    return query
      select w.entity_id, w.at, w.event_id, w.base, w.prices, w.active from (
        select e.entity_id, e.at, e.seq, case when e.company_id = app_company() then e.id end, ${stateOf('after')}
        from event e
        where ${ofLineage} and e.entity = 'plu' and e.entity_id = wanted
          and (e.action = 'create' or ${changesPrices})
        union all
        select p.plu_id, p.at, p.seq, null::uuid, ${pastState('')}
        from plu_price_past p
        where ${pastOfLineage} and p.plu_id = wanted
      ) w(entity_id, at, seq, event_id, base, prices, active)
      order by w.at, w.seq;
  end $$;

  -- The same of all products of which a price changed since a moment, or that are on one of some lists. What they
  -- cost before the first change is what that event has as before: so no creation is read.
  create function plu_price_changes(since timestamptz, lists text[])
  returns table (plu_id uuid, at timestamptz, event_id uuid, base text, prices text, active boolean,
    created_at timestamptz, was_base text, was_prices text, was_active boolean)
  language plpgsql stable security definer set search_path = public as $$
  #variable_conflict use_column
  begin
    return query
      with wanted as materialized (
        select distinct e.entity_id as id from event e
        where ${ofLineage} and ${changesPrices} and (e.at >= since or cardinality(lists) > 0 and exists (
          select from plu r where r.tenant_id = app_tenant() and r.id = e.entity_id
            and (r.data->'prices' ?| lists or e.after->'data'->'prices' ?| lists or e.before->'data'->'prices' ?| lists)))
        union
        select p.plu_id from plu_price_past p
        where ${pastOfLineage} and p.is_change and (p.at >= since or cardinality(lists) > 0 and exists (
          select from plu r where r.tenant_id = app_tenant() and r.id = p.plu_id
            and (r.data->'prices' ?| lists or p.prices ?| lists or p.was_prices ?| lists)))
      )
      select w.entity_id, w.at, w.event_id, w.base, w.prices, w.active, r.created_at, w.was_base, w.was_prices, w.was_active
      from (
        select e.entity_id, e.at, e.seq, case when e.company_id = app_company() then e.id end, ${stateOf('after')}, ${stateOf('before')}
        from event e
        where ${ofLineage} and ${changesPrices} and e.entity_id in (select w.id from wanted w)
        union all
        select p.plu_id, p.at, p.seq, case when p.company_id = app_company() then p.event_id end,
          ${pastState('')}, ${pastState('was_')}
        from plu_price_past p
        where ${pastOfLineage} and p.is_change and p.plu_id in (select w.id from wanted w)
      ) w(entity_id, at, seq, event_id, base, prices, active, was_base, was_prices, was_active)
      join plu r on r.tenant_id = app_tenant() and r.id = w.entity_id
      order by w.entity_id, w.at, w.seq;
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

  alter function plu_prices(uuid) owner to tillhouse_search;
  alter function plu_price_changes(timestamptz, text[]) owner to tillhouse_search;
  alter function pricelist_terms() owner to tillhouse_search;
  revoke all on function plu_prices(uuid), plu_price_changes(timestamptz, text[]), pricelist_terms() from public;
  grant execute on function plu_prices(uuid), plu_price_changes(timestamptz, text[]), pricelist_terms() to tillhouse_app;
`;
