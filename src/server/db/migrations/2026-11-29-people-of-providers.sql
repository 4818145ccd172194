-- People and groups as a company's provider sends them by itself (SCIM 2.0, docs/security.md#single-sign-on). Whom it sends is no membership
-- yet: `user_id` says which one is theirs, of the provider's company, and what is sent is written to it.

create table provider_token (
  tenant_id uuid not null,
  company_id uuid not null,
  provider_id uuid not null,
  hash bytea not null unique,
  made_at timestamptz(3) not null default clock_timestamp(),
  used_at timestamptz(3),
  -- The version of the provider's record by which its people were last written: a later one may mean other roles.
  applied integer not null default 0,
  primary key (tenant_id, provider_id)
);

create table provider_person (
  tenant_id uuid not null,
  company_id uuid not null,
  provider_id uuid not null,
  -- Of the same provider's record under another address nobody is the same.
  issuer text not null,
  id uuid not null default gen_random_uuid(),
  user_name text not null,
  -- Who it is to the provider: what a claim of a sign-in is compared with.
  external_id text,
  active boolean not null,
  -- The rest of what was sent, in SCIM's own shape.
  data jsonb not null,
  user_id uuid,
  -- Whether a group has said their role before: who leaves the last such group loses it.
  by_group boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  modified_at timestamptz(3) not null default clock_timestamp(),
  -- One who was deleted stays, so that whoever is sent again later is the same membership.
  deleted_at timestamptz(3),
  primary key (tenant_id, id)
);
create unique index provider_person_name on provider_person (tenant_id, provider_id, issuer, lower(user_name)) where deleted_at is null;
create unique index provider_person_external on provider_person (tenant_id, provider_id, issuer, external_id) where deleted_at is null;
create unique index provider_person_user on provider_person (tenant_id, user_id);

create table provider_group (
  tenant_id uuid not null,
  company_id uuid not null,
  provider_id uuid not null,
  issuer text not null,
  id uuid not null default gen_random_uuid(),
  display_name text not null,
  external_id text,
  created_at timestamptz(3) not null default clock_timestamp(),
  modified_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create unique index provider_group_name on provider_group (tenant_id, provider_id, issuer, lower(display_name));

create table provider_group_member (
  tenant_id uuid not null,
  company_id uuid not null,
  group_id uuid not null,
  person_id uuid not null,
  primary key (tenant_id, group_id, person_id),
  foreign key (tenant_id, group_id) references provider_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, person_id) references provider_person (tenant_id, id)
);
create index provider_group_member_person on provider_group_member (tenant_id, person_id);

do $$
declare one text;
begin
  foreach one in array array['provider_token', 'provider_person', 'provider_group', 'provider_group_member'] loop
    execute format('alter table %I enable row level security, force row level security', one);
    execute format('create policy own on %I to tillhouse_app
      using (tenant_id = app_tenant() and company_id = app_company())
      with check (tenant_id = app_tenant() and company_id = app_company())', one);
    execute format('grant select, insert, update%s on %I to tillhouse_app', case when one <> 'provider_person' then ', delete' else '' end, one);
  end loop;
end $$;

create policy known on provider_token to tillhouse_auth using (true);
grant select, update (used_at) on provider_token to tillhouse_auth;

-- The provider whose token this is, if it works; its use is noted once a minute.
create function provider_by_token(token bytea)
returns table (tenant_id uuid, company_id uuid, lineage uuid[], id uuid, version integer, name text, data jsonb, sealed text)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare one provider_token;
begin
  select t.* into one from provider_token t where t.hash = token;
  if one.hash is null then return; end if;
  if coalesce(one.used_at < clock_timestamp() - interval '1 minute', true) then
    update provider_token t set used_at = clock_timestamp() where t.tenant_id = one.tenant_id and t.provider_id = one.provider_id;
  end if;
  return query select p.tenant_id, p.company_id, c.lineage, p.id, p.version, p.name, p.data, null::text
    from identityprovider p join company c on c.tenant_id = p.tenant_id and c.id = p.company_id
    where p.tenant_id = one.tenant_id and p.id = one.provider_id and p.active and company_works(p.tenant_id, p.company_id);
end $$;
-- Providers whose record has changed since their people were written by it.
create function providers_to_apply()
returns table (tenant_id uuid, company_id uuid, lineage uuid[], id uuid, version integer, name text, data jsonb, sealed text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select p.tenant_id, p.company_id, c.lineage, p.id, p.version, p.name, p.data, null::text
    from provider_token t join identityprovider p on p.tenant_id = t.tenant_id and p.id = t.provider_id
    join company c on c.tenant_id = p.tenant_id and c.id = p.company_id
    where p.version <> t.applied and p.active and company_works(p.tenant_id, p.company_id)
      -- A frozen tenant takes no writes: its people are written when it is thawed.
      and not exists (select from tenant_move m where m.tenant_id = p.tenant_id and m.frozen_at is not null)
    limit 20;
end $$;
alter function providers_to_apply() owner to tillhouse_auth;
revoke all on function providers_to_apply() from public;
alter function provider_by_token(bytea) owner to tillhouse_auth;
revoke all on function provider_by_token(bytea) from public;
