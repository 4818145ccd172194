-- The memberships of a login that a provider alone opens, and which one: what the person sets up for themselves does not.
create function entered_by_provider(login uuid) returns table (company text, provider text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select c.name, (select p.name from identityprovider p
      where p.tenant_id = u.tenant_id and p.company_id = any (c.lineage) and p.active and p.data->'only' = 'true'
      order by array_position(c.lineage, p.company_id) desc limit 1)
    from "user" u join company c on c.tenant_id = u.tenant_id and c.id = u.company_id
    where u.login_id = login and u.active and u.accepted_at is not null and company_works(u.tenant_id, u.company_id)
      and provider_says(u.tenant_id, c.lineage, u.id) = 'only'
    order by c.name;
end $$;
alter function entered_by_provider(uuid) owner to tillhouse_auth;
revoke all on function entered_by_provider(uuid) from public;
