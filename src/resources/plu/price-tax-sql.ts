/**
 * What the companies of the caller's line say of their prices, the nearest that says it, for whoever may read the products:
 * a row for each company, null where nobody says it. A company reads nothing else of its parents' settings.
 */
export const companyPriceTax = `
  grant select (data) on company to tillhouse_search;
  create function company_price_tax() returns table (company_id uuid, said boolean)
  language plpgsql stable security definer set search_path = public rows 3 as $$
  begin
    return query
      select own.id, (
        select a.data->>'price_tax' = 'included'
        from unnest(app_lineage()) with ordinality above(id, n)
        join company a on a.tenant_id = app_tenant() and a.id = above.id
        where above.n >= own.n and a.data->>'price_tax' in ('included', 'excluded')
        order by above.n limit 1)
      from unnest(app_lineage()) with ordinality own(id, n);
  end $$;
  alter function company_price_tax() owner to tillhouse_search;
  revoke all on function company_price_tax() from public;
  grant execute on function company_price_tax() to tillhouse_app;
`;

/** SQL for whether a base price holds tax, as `priceHoldsTax` decides, over what its company says and its tax `g`. */
export const holdsTax = (companySaid: string): string =>
  `coalesce(${companySaid}, g.data->'included' is distinct from 'false')`;

/** SQL for whether a price on the list with an id holds tax: as the list says, else as the base price. */
export const listHoldsTax = (id: string, companySaid: string): string =>
  `coalesce((select (p.data->'tax_included')::boolean from pricelist p where p.tenant_id = app_tenant()
    and p.id = (case when ${id} ~ '^[0-9A-Fa-f-]{36}$' then (${id})::uuid end)
    and jsonb_typeof(p.data->'tax_included') = 'boolean'), ${holdsTax(companySaid)})`;
