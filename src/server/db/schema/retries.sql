-- Answers to requests with an Idempotency-Key.

-- The results of writes that came with an Idempotency-Key, for 24 hours (retry.ts). Unlike events they
-- are deleted: when past their time, and with whatever is erased of the resource.
create table retry (
  tenant_id uuid not null,
  company_id uuid not null,
  -- The user or the API key that asked.
  owner_id uuid not null,
  key text not null,
  resource text not null,
  asked bytea not null,
  results text not null,
  at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, company_id, owner_id, key),
  foreign key (tenant_id, company_id) references company (tenant_id, id)
);
alter table retry enable row level security, force row level security;
create policy own on retry to tillhouse_app
  using (tenant_id = app_tenant() and company_id = app_company())
  with check (tenant_id = app_tenant() and company_id = app_company());
grant select, insert, update, delete on retry to tillhouse_app;

-- Those past their time go, whoever's they are (past.ts): one index for all of them.
create index retry_past on retry (at);
create policy past on retry to tillhouse_auth using (at <= clock_timestamp() - interval '24 hours');

create function retry_clear(most integer) returns integer
language plpgsql volatile security definer set search_path = public as $$
declare cleared integer;
begin
  -- One process at a time is enough.
  if not pg_try_advisory_xact_lock(hashtext('tillhouse past')) then return 0; end if;
  with past as (
    select tenant_id, company_id, owner_id, key from retry
    where at <= clock_timestamp() - interval '24 hours' order by at limit most
  )
  delete from retry r using past p
  where r.tenant_id = p.tenant_id and r.company_id = p.company_id and r.owner_id = p.owner_id and r.key = p.key;
  get diagnostics cleared = row_count;
  return cleared;
end $$;

-- Stored retry answers hold records as they were.
create policy erased on retry to tillhouse_auth
  using (tenant_id = app_tenant() and company_id = app_company());
grant select, delete on retry to tillhouse_auth;

alter function retry_clear(integer) owner to tillhouse_auth;
