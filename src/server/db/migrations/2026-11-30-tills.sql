-- Tills that are paired by a code, and keys that are held to something (docs/security.md#tills).

alter table apikey
  -- A role of the company's own, which the key's counts as.
  add column role_id uuid,
  -- The register whose till has the key.
  add column pos_id uuid,
  -- What the till said last of its own version.
  add column till_version text;

-- As before, and: an end comes nearer alone; what a key is bound to stays.
create or replace function apikey_is_kept() returns trigger language plpgsql as $$
begin
  if new.active and not old.active then
    raise exception 'a revoked key stays revoked' using errcode = 'TH001', detail = new.id::text;
  elsif new.role <> old.role then
    raise exception 'a key keeps its role' using errcode = 'TH002', column = 'role', detail = new.id::text;
  elsif new.role_id is distinct from old.role_id then
    raise exception 'a key keeps its role' using errcode = 'TH002', column = 'role_id', detail = new.id::text;
  elsif new.pos_id is distinct from old.pos_id then
    raise exception 'a key keeps its register' using errcode = 'TH002', column = 'pos_id', detail = new.id::text;
  elsif new.expires_at is distinct from old.expires_at
    and coalesce(new.expires_at, 'infinity') > coalesce(old.expires_at, 'infinity') then
    raise exception 'a key keeps its end, or ends sooner' using errcode = 'TH002', column = 'expires_at', detail = new.id::text;
  elsif (new.made_user, new.made_key) is distinct from (old.made_user, old.made_key) then
    raise exception 'a key keeps its maker' using errcode = 'TH002', column = 'made_by', detail = new.id::text;
  end if;
  return new;
end $$;

-- Codes, by their SHA-256. One that was used, or whose time is over, pairs nothing.
create table pairing (
  tenant_id uuid not null,
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  pos_id uuid not null,
  hash bytea not null unique,
  overlap_hours integer not null,
  -- Who made it: the person or key in whose name the till's key is made.
  made_user uuid,
  made_key uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  -- The key that the till got.
  key_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company (tenant_id, id)
);
create index pairing_pos on pairing (tenant_id, pos_id);
alter table pairing enable row level security, force row level security;
create policy own on pairing to tillhouse_app
  using (tenant_id = app_tenant() and company_id = app_company())
  with check (tenant_id = app_tenant() and company_id = app_company());
create policy held on pairing as restrictive to tillhouse_store
  using (exists (select from pos p where p.tenant_id = pairing.tenant_id and p.id = pairing.pos_id));
create policy known on pairing for select to tillhouse_auth using (true);
grant select, insert, update, delete on pairing to tillhouse_app;
grant select on pairing to tillhouse_auth;

create function pairing_of(wanted bytea)
returns table (tenant_id uuid, company_id uuid, id uuid, pos_id uuid, overlap_hours integer, made_user uuid, made_key uuid)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select p.tenant_id, p.company_id, p.id, p.pos_id, p.overlap_hours, p.made_user, p.made_key
    from pairing p where p.hash = wanted and p.key_id is null and p.expires_at > clock_timestamp();
end $$;

-- What a caller is held to: of a membership as membership_held has it; of a key its own role, the register and the location of its till,
-- and the networks that it is accepted from. Null for what holds all of a built-in role.
create function caller_held(tenant uuid, membership uuid, api_key uuid) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare one record;
begin
  if api_key is null then return membership_held(tenant, membership); end if;
  select k.role_id, k.pos_id, k.data->'networks' as networks into one from apikey k where k.tenant_id = tenant and k.id = api_key;
  if one.role_id is null and one.pos_id is null and coalesce(jsonb_typeof(one.networks), 'null') = 'null' then return null; end if;
  return jsonb_build_object(
    'locations', case when one.pos_id is not null
      then (select coalesce(jsonb_agg(p.location_id), '[]') from pos p where p.tenant_id = tenant and p.id = one.pos_id) end,
    -- One that is not found has no rights.
    'role', case when one.role_id is not null then coalesce((
      select jsonb_build_object('id', r.id, 'name', r.name, 'active', r.active, 'data', r.data) from "role" r
        where r.tenant_id = tenant and r.id = one.role_id),
      jsonb_build_object('id', one.role_id, 'name', '', 'active', false, 'data', '{}'::jsonb)) end,
    'pos_id', one.pos_id,
    'networks', one.networks);
end $$;

-- Whether a person or a key has a role, in whatever company of the tenant.
create function role_is_given(tenant uuid, wanted uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from "user" u where u.tenant_id = tenant and u.role_id = wanted)
    or exists (select from apikey k where k.tenant_id = tenant and k.role_id = wanted and k.active);
end $$;

create policy known on pos for select to tillhouse_auth using (true);
grant select on pos to tillhouse_auth;
do $$
declare one text;
begin
  foreach one in array array['pairing_of(bytea)', 'caller_held(uuid, uuid, uuid)', 'role_is_given(uuid, uuid)'] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
grant execute on function role_is_given(uuid, uuid) to tillhouse_app;
