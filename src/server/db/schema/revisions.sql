-- The revision of each resource of a tenant.

-- One row for each (tenant, resource): whoever writes the resource holds it until the commit, so
-- seq, time and counts are given out in the order in which writes become visible.
create table revision (
  tenant_id uuid not null,
  resource text not null,
  revision bigint not null default 0,
  at timestamptz(3) not null default clock_timestamp(),
  -- company id -> [active, deactivated]
  counts jsonb not null default '{}',
  primary key (tenant_id, resource)
);
alter table revision enable row level security, force row level security;
create policy own on revision to tillhouse_app
  using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
grant select, insert, update on revision to tillhouse_app;

-- In PL/pgSQL, which is planned once for a connection.
create function counts_plus(counts jsonb, company uuid, active integer, deactivated integer)
returns jsonb language plpgsql immutable parallel safe as $$
begin
  return jsonb_set(counts, array[company::text], jsonb_build_array(
    coalesce((counts->company::text->>0)::bigint, 0) + active,
    coalesce((counts->company::text->>1)::bigint, 0) + deactivated));
end $$;

-- What a list answer depends on (list-mark.ts), read with each request: outside a transaction of the
-- caller's scope, which would be three round trips more.
create policy known on revision for select to tillhouse_auth using (true);
grant select on revision to tillhouse_auth;

-- Within a request of its own tenant alone. The time stands beside the number: after a restore of a backup the numbers come again,
-- the times do not.
create function revision_mark(tenant uuid, resources text[]) returns text
language plpgsql stable security definer set search_path = public as $$
begin
  if tenant <> app_tenant() then return null; end if;
  return (select string_agg(r.resource || ':' || r.revision || ':' || extract(epoch from r.at)::text, ' ' order by r.resource)
    from revision r where r.tenant_id = tenant and r.resource = any (resources));
end $$;

alter function revision_mark(uuid, text[]) owner to tillhouse_auth;
