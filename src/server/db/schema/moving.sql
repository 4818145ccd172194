-- A tenant that is moved to another database (docs/decisions/145-moving-a-tenant.md).

-- One row for each tenant that is, or was, on the move. While it is frozen, nothing of the tenant is written.
create table tenant_move (
  tenant_id uuid primary key,
  name text not null,
  -- Null: writes go on.
  frozen_at timestamptz(3),
  -- SHA-256 of the files that were exported during this freeze, and of the file that the tenant came in.
  exported text[] not null default '{}',
  imported text,
  -- Set when the tenant's home is elsewhere: it is not thawed here any more.
  moved_at timestamptz(3),
  -- A hash of the key of cursors at that time: the tenant comes back under another one alone.
  cursors text
);
alter table tenant_move enable row level security, force row level security;
create policy known on tenant_move to tillhouse_auth using (true) with check (true);
grant select, insert, update on tenant_move to tillhouse_auth;

-- Returns whether a tenant takes writes, and keeps it so until the end of the transaction: whoever freezes it waits
-- for the lock. It is looked at before the lock, so that refused writes do not make the freeze wait, and after
-- it, because the freeze may have come in between.
create function tenant_takes_writes(tenant uuid) returns boolean
language plpgsql volatile security definer set search_path = public as $$
begin
  if current_setting('app.writes', true) = tenant::text then return true; end if;
  if exists (select from tenant_move m where m.tenant_id = tenant and m.frozen_at is not null) then return false; end if;
  perform pg_advisory_xact_lock_shared(tenant_lock(tenant));
  if exists (select from tenant_move m where m.tenant_id = tenant and m.frozen_at is not null) then return false; end if;
  perform set_config('app.writes', tenant::text, true);
  return true;
end $$;

create function tenant_lock(tenant uuid) returns bigint language sql immutable parallel safe as
  $$ select hashtextextended('tillhouse tenant ' || tenant, 0) $$;

-- Before each statement that a request sends.
create function write_while_frozen() returns trigger language plpgsql as $$
begin
  if app_tenant() is null or tenant_takes_writes(app_tenant()) then return null; end if;
  raise exception 'the tenant is frozen' using errcode = 'TH503';
end $$;

-- Before each row of tables that are also written outside of a request: by a sign-in, a link, an invitation.
create function row_while_frozen() returns trigger language plpgsql as $$
begin
  if tenant_takes_writes(new.tenant_id) then return new; end if;
  -- What the security log would say of sessions and failed sign-ins is left out: they concern other tenants of the
  -- person, too. An export of personal data is not done without its entry.
  if tg_table_name = 'securityevent' and app_tenant() is null then
    if to_jsonb(new)->>'kind' <> 'customer_exported' then return null; end if;
  end if;
  raise exception 'the tenant is frozen' using errcode = 'TH503';
end $$;
alter function tenant_takes_writes(uuid) owner to tillhouse_auth;
