-- The security log, which nobody edits.

-- The security log: who signed in, from where, and what was done to keys and people. Administrators of the
-- company read it (resources/securityevent). Rows are inserted and, after 400 days, deleted; nothing else.
create table securityevent (
  tenant_id uuid not null,
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  seq bigint generated always as identity,
  at timestamptz(3) not null default clock_timestamp(),
  kind text not null,
  -- Who did it, or whose account was tried: a membership or a key.
  user_id uuid,
  key_id uuid,
  who text,
  -- What it was done to: a membership, a key or a customer.
  subject_id uuid,
  -- Its name; never a customer's.
  subject text,
  address text,
  detail text,
  request_id text,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company (tenant_id, id)
);
create index securityevent_place on securityevent (tenant_id, company_id, seq);
create index securityevent_past on securityevent (at);
alter table securityevent enable row level security, force row level security;
create policy seen on securityevent for select to tillhouse_app
  using (tenant_id = app_tenant() and company_id = app_company());
create policy written on securityevent for insert to tillhouse_app
  with check (tenant_id = app_tenant() and company_id = app_company());
create policy noted on securityevent for insert to tillhouse_auth with check (true);
create policy past on securityevent for select to tillhouse_auth
  using (at <= clock_timestamp() - interval '400 days');
create policy cleared on securityevent for delete to tillhouse_auth
  using (at <= clock_timestamp() - interval '400 days');
grant select, insert on securityevent to tillhouse_app;
grant select, insert, delete on securityevent to tillhouse_auth;

create function securityevent_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_user = 'tillhouse_auth' then
    if old.at <= clock_timestamp() - interval '400 days' then return old; end if;
  end if;
  raise exception 'the security log is append-only' using errcode = '42501';
end $$;
create trigger append_only before update or delete on securityevent
  for each row execute function securityevent_is_append_only();
create trigger append_only_all before truncate on securityevent
  for each statement execute function securityevent_is_append_only();

create function security_clear(most integer) returns integer
language plpgsql volatile security definer set search_path = public as $$
declare cleared integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('tillhouse security past')) then return 0; end if;
  with past as (
    select tenant_id, id from securityevent where at <= clock_timestamp() - interval '400 days' order by at limit most
  )
  delete from securityevent s using past p where s.tenant_id = p.tenant_id and s.id = p.id;
  get diagnostics cleared = row_count;
  return cleared;
end $$;

-- Writes what concerns a company before, or without, a transaction of a request: sign-ins, refusals.
create function security_note(tenant uuid, company uuid, what text, membership uuid, api_key uuid, name text,
  remote text, about text, target uuid, request text) returns void
language plpgsql volatile security definer set search_path = public as $$
begin
  insert into securityevent (tenant_id, company_id, kind, user_id, key_id, who, address, detail, subject_id, request_id)
  values (tenant, company, what, membership, api_key, name, nullif(remote, ''), about, target, request);
end $$;

-- A sign-in with an e-mail that failed, in each company in which the person has taken their membership up: a
-- company that merely invited an e-mail learns nothing of what else it is used for.
create function security_note_login(login uuid, what text, remote text, request text) returns void
language plpgsql volatile security definer set search_path = public as $$
begin
  insert into securityevent (tenant_id, company_id, kind, user_id, who, address, request_id)
  select u.tenant_id, u.company_id, what, u.id, u.name, nullif(remote, ''), request
  from "user" u where u.login_id = login and u.accepted_at is not null;
end $$;

-- What is done to keys and people, and each erasure, is in the audit trail; the same transaction writes it here.
create function event_is_security() returns trigger language plpgsql as $$
declare
  what text;
  about text;
  was_active boolean := (new.before->>'active')::boolean;
  is_active boolean := (new.after->>'active')::boolean;
begin
  if new.action = 'erase' then what := new.entity || '_erased';
  elsif new.action = 'create' then
    what := case new.entity when 'apikey' then 'key_created' else 'user_created' end;
    about := new.after->>'role';
  elsif new.entity = 'apikey' then
    what := case when was_active and not is_active then 'key_revoked' else 'key_changed' end;
  elsif new.payload ? 'invitation' then
    what := 'link_created';
    about := new.payload->>'kind';
  elsif new.payload ? 'accepted' then
    what := case new.payload->>'accepted' when 'join' then 'invitation_accepted' else 'password_reset' end;
  elsif new.payload ? 'password' then what := 'password_changed';
  elsif was_active and not is_active then what := 'user_deactivated';
  elsif is_active and not was_active then what := 'user_activated';
  elsif new.before->>'role' is distinct from new.after->>'role' then
    what := 'role_changed';
    about := concat_ws(' → ', new.before->>'role', new.after->>'role');
  else what := 'user_changed';
  end if;
  insert into securityevent (tenant_id, company_id, kind, user_id, key_id, who, subject_id, subject, address, detail, request_id)
  values (new.tenant_id, new.company_id, what, new.user_id, new.key_id, new.who, new.entity_id,
    case when new.entity in ('apikey', 'user') then new.after->>'name' end,
    nullif(current_setting('app.address', true), ''), about, new.request_id);
  return null;
end $$;
create trigger security after insert on event for each row
  when (new.entity in ('apikey', 'user') or new.action = 'erase') execute function event_is_security();

-- Whose key it was that a request came with in vain, and why. By its hash the key is right, and was revoked, is past
-- its end, or belongs to a company that is closed; by its prefix alone it is wrong. No row: it is nobody's.
create policy revoked on securityevent for select to tillhouse_auth using (kind = 'key_revoked');

-- They run with the rights of tillhouse_auth, and are called by the owner of the database and by whom they are granted to.
do $$
declare one text;
begin
  foreach one in array array[
    'security_clear(integer)',
    'security_note(uuid, uuid, text, uuid, uuid, text, text, text, uuid, text)',
    'security_note_login(uuid, text, text, text)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
