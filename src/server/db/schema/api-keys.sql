-- API keys.

create table apikey (
  tenant_id uuid not null,
  company_id uuid not null,
  id uuid not null,
  seq bigint generated always as identity,
  version integer not null default 1,
  active boolean not null default true,
  name text not null,
  role text not null,
  prefix text not null,
  hash bytea not null unique,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  data jsonb not null default '{}',
  created_at timestamptz(3) not null default clock_timestamp(),
  modified_at timestamptz(3) not null default clock_timestamp(),
  search text generated always as (concat_search(name, role, prefix)) stored,
  -- Who made it: the person behind it (persons_of). Keys of the command line have nobody.
  made_user uuid,
  made_key uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company (tenant_id, id)
);
alter table apikey enable row level security, force row level security;
create policy own on apikey to tillhouse_app
  using (tenant_id = app_tenant() and company_id = app_company())
  with check (tenant_id = app_tenant() and company_id = app_company());
create policy known on apikey for select to tillhouse_auth using (true);
grant select, insert, update on apikey to tillhouse_app;
grant select on apikey to tillhouse_auth;
create policy searched on apikey for select to tillhouse_search using (true);
grant select (tenant_id, company_id, id, search) on apikey to tillhouse_search;

create function search_apikey(phrase text, longest text, others text[]) returns setof uuid
language sql stable security definer set search_path = public as $$
  select t.id from apikey t where t.tenant_id = app_tenant() and t.company_id = app_company()
    and (t.search like phrase or (t.search like longest and t.search like all (others)))
$$;

-- What a request may never do to a key, whatever the service forgets: bring it back, or change its rights or who made it.
create function apikey_is_kept() returns trigger language plpgsql as $$
begin
  if new.active and not old.active then
    raise exception 'a revoked key stays revoked' using errcode = 'TH001', detail = new.id::text;
  elsif new.role <> old.role then
    raise exception 'a key keeps its role' using errcode = 'TH002', column = 'role', detail = new.id::text;
  elsif new.expires_at is distinct from old.expires_at then
    raise exception 'a key keeps its end' using errcode = 'TH002', column = 'expires_at', detail = new.id::text;
  elsif (new.made_user, new.made_key) is distinct from (old.made_user, old.made_key) then
    raise exception 'a key keeps its maker' using errcode = 'TH002', column = 'made_by', detail = new.id::text;
  end if;
  return new;
end $$;
create trigger kept before update on apikey for each row
  when (current_user = 'tillhouse_app') execute function apikey_is_kept();

-- The trail says that a key was given, and never which.
create function event_hides_keys() returns trigger language plpgsql as $$
begin
  new.payload := new.payload || '{"key": "[redacted]"}';
  new.after := new.after || '{"key": "[redacted]"}';
  return new;
end $$;
create trigger redacted before insert on event for each row
  when (new.entity = 'apikey' and new.action = 'create') execute function event_hides_keys();

-- Whose key it was that a request came with in vain, and why. By its hash the key is right, and was revoked, is past
-- its end, or belongs to a company that is closed; by its prefix alone it is wrong. No row: it is nobody's.
create function key_refused(wanted bytea, start text)
returns table (tenant_id uuid, company_id uuid, key_id uuid, name text, reason text, at timestamptz, by_name text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare one apikey; row_of record;
begin
  select k.* into one from apikey k where k.hash = wanted;
  if one.id is not null and not one.active then
    select s.at, s.who into row_of from securityevent s
      where s.tenant_id = one.tenant_id and s.company_id = one.company_id and s.kind = 'key_revoked' and s.subject_id = one.id
      order by s.seq desc limit 1;
    return query select one.tenant_id, one.company_id, one.id, one.name, 'revoked', coalesce(row_of.at, one.modified_at),
      row_of.who;
  elsif one.expires_at <= clock_timestamp() then
    return query select one.tenant_id, one.company_id, one.id, one.name, 'expired', one.expires_at, null::text;
  elsif one.id is not null then
    return query select one.tenant_id, one.company_id, one.id, one.name, 'closed', null::timestamptz, null::text;
  elsif start <> '' then
    return query select k.tenant_id, k.company_id, k.id, k.name, 'wrong', null::timestamptz, null::text
      from apikey k where k.prefix = start limit 1;
  end if;
end $$;

alter function key_refused(bytea, text) owner to tillhouse_auth;
revoke all on function key_refused(bytea, text) from public;

alter function search_apikey(text, text, text[]) owner to tillhouse_search;
revoke all on function search_apikey(text, text, text[]) from public;
grant execute on function search_apikey(text, text, text[]) to tillhouse_app;
