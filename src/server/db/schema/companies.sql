-- Companies, the first of which is the tenant.

create table company (
  tenant_id uuid not null,
  company_id uuid not null,
  id uuid not null,
  parent_id uuid,
  -- The company and its ancestors, nearest first. A company never changes its parent.
  lineage uuid[] not null,
  seq bigint generated always as identity,
  version integer not null default 1,
  active boolean not null default true,
  name text not null,
  ident text not null default '',
  data jsonb not null default '{}',
  created_at timestamptz(3) not null default clock_timestamp(),
  modified_at timestamptz(3) not null default clock_timestamp(),
  search text generated always as (concat_search(name)) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references company (tenant_id, id),
  check (company_id = id),
  check ((parent_id is null) = (tenant_id = id)),
  check (lineage[1] = id and lineage[cardinality(lineage)] = tenant_id)
);
alter table company enable row level security, force row level security;

-- A company sees its ancestors and its own children.
create policy seen on company for select to tillhouse_app using (tenant_id = app_tenant()
  and (id = any ((select app_lineage())::uuid[]) or parent_id = app_company()));
-- A company is made by itself (a new root) or by its parent.
create policy made on company for insert to tillhouse_app
  with check (tenant_id = app_tenant() and app_company() in (id, parent_id));
create policy known on company for select to tillhouse_auth using (true);
grant select, insert on company to tillhouse_app;
grant select on company to tillhouse_auth;

-- Whether a company stands, or any at all: asked at start, before there is a caller.
create function company_stands(wanted uuid) returns boolean
language sql stable security definer set search_path = public as
  $$ select exists (select from company where wanted is null or id = wanted) $$;

-- The columns of the wire alone: parent_id and lineage never change.
grant update (active, name, ident, data, version, modified_at) on company to tillhouse_app;
create policy changed on company for update to tillhouse_app
  using (tenant_id = app_tenant() and id = app_company())
  with check (tenant_id = app_tenant() and id = app_company());

-- What is made without a lineage is a child of the company that makes it.
create function company_is_child() returns trigger language plpgsql as $$
begin
  new.company_id := new.id;
  new.parent_id := app_company();
  new.lineage := new.id || app_lineage();
  return new;
end $$;
create trigger child before insert on company for each row
  when (new.lineage is null) execute function company_is_child();

-- Companies as a caller may see them: of its ancestors only what it works by.
create view company_seen with (security_invoker = true) as
  select c.tenant_id, c.company_id, c.id, c.parent_id, c.seq, c.version, c.active, c.name, c.search,
    c.created_at, c.modified_at,
    case when own.is then c.ident else '' end as ident,
    case when own.is then c.data else (
      select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(c.data) d
      where d.key in ('currency', 'locale', 'timezone', 'additional_fields')) end as data
  from company c cross join lateral (select app_company() in (c.id, c.parent_id) as is) own;
grant select on company_seen to tillhouse_app;

create policy searched on company for select to tillhouse_search using (true);
grant select (tenant_id, company_id, id, search) on company to tillhouse_search;

create function search_company_seen(phrase text, longest text, others text[]) returns setof uuid
language sql stable security definer set search_path = public as $$
  select t.id from company t where t.tenant_id = app_tenant() and t.id = any ((select app_lineage())::uuid[])
    and (t.search like phrase or (t.search like longest and t.search like all (others)))
$$;

-- Whether a company and all above it are active.
create function company_works(tenant uuid, wanted uuid) returns boolean
language plpgsql stable set search_path = public as $$
begin
  return exists (select from company c where c.tenant_id = tenant and c.id = wanted)
    and not exists (select from company c join company above
      on above.tenant_id = c.tenant_id and above.id = any (c.lineage)
      where c.tenant_id = tenant and c.id = wanted and not above.active);
end $$;

alter function company_stands(uuid) owner to tillhouse_auth;

alter function search_company_seen(text, text, text[]) owner to tillhouse_search;
revoke all on function search_company_seen(text, text, text[]) from public;
grant execute on function search_company_seen(text, text, text[]) to tillhouse_app;
