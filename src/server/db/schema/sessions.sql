-- Sessions and one-time links (docs/design.md#sessions). Requests read and write them only through functions that
-- `tillhouse_auth` owns, because they establish who somebody is, before there is a caller.

create table session (
  tenant_id uuid not null,
  -- The company that is acted in; a switch among one's memberships changes it, and the tenant.
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- SHA-256 of the token in the cookie.
  hash bytea not null unique,
  -- A person, by a membership of theirs, or an API key.
  login_id uuid,
  user_id uuid,
  key_id uuid,
  begun_at timestamptz(3) not null default clock_timestamp(),
  used_at timestamptz(3) not null default clock_timestamp(),
  -- From where it was begun, by which browser, and when the password was last typed in it.
  address text not null default '',
  agent text not null default '',
  confirmed_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company (tenant_id, id),
  check ((user_id is null) = (login_id is null) and (user_id is null) <> (key_id is null))
);
create index session_login on session (login_id);
create index session_key on session (tenant_id, key_id);
create index session_used on session (used_at);
-- Sessions of one person stand in several tenants and are ended by their id: it is unique over all of them.
create unique index session_id on session (id);
alter table session enable row level security, force row level security;
create policy known on session to tillhouse_auth using (true) with check (true);
grant select, insert, update, delete on session to tillhouse_auth;

-- Without a policy: to requests the table is there, and empty.
grant select (tenant_id, company_id, id) on session to tillhouse_app;

create table invitation (
  tenant_id uuid not null,
  company_id uuid not null,
  user_id uuid not null,
  -- SHA-256 of the token in the link.
  hash bytea not null unique,
  -- join: the membership is accepted. reset: the password is set anew, by the company's administrator.
  -- recover: the same by the administrator of the installation, who stands above all companies.
  kind text not null check (kind in ('join', 'reset', 'recover')),
  expires_at timestamptz(3) not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, company_id) references company (tenant_id, id)
);
alter table invitation enable row level security, force row level security;
create policy known on invitation to tillhouse_auth using (true) with check (true);
grant select, insert, update, delete on invitation to tillhouse_auth;
grant select (tenant_id, company_id, user_id) on invitation to tillhouse_app;

-- Ended by 30 minutes without a request, or after 12 hours.
create function session_stands(s session) returns boolean language sql stable as $$
  select s.used_at > clock_timestamp() - interval '30 minutes' and s.begun_at > clock_timestamp() - interval '12 hours'
$$;

-- Lists of memberships say when somebody signed in, and are kept while their revisions stand.
create policy signs_in on revision to tillhouse_auth using (true) with check (true);
grant insert, update on revision to tillhouse_auth;

create function signed_in(tenant uuid, membership uuid) returns void
language plpgsql volatile security definer set search_path = public as $$
begin
  update "user" u set last_sign_in_at = clock_timestamp() where u.tenant_id = tenant and u.id = membership;
  if not found then return; end if;
  insert into revision as r (tenant_id, resource, revision) values (tenant, 'user_sign_in', 1)
  on conflict (tenant_id, resource) do update
    set revision = r.revision + 1, at = greatest(r.at, clock_timestamp());
end $$;

-- Makes the one link of a membership; the one before no longer opens anything.
create function invitation_make(tenant uuid, membership uuid, token bytea, purpose text, hours integer)
returns timestamptz language plpgsql volatile security definer set search_path = public as $$
declare ends timestamptz;
begin
  insert into invitation as i (tenant_id, company_id, user_id, hash, kind, expires_at)
  select u.tenant_id, u.company_id, u.id, token, purpose, clock_timestamp() + make_interval(hours => hours)
  from "user" u where u.tenant_id = tenant and u.id = membership and u.active
    -- Within a request: of its own company alone.
    and (app_company() is null or (u.tenant_id = app_tenant() and u.company_id = app_company()))
  on conflict (tenant_id, user_id) do update
    set hash = excluded.hash, kind = excluded.kind, expires_at = excluded.expires_at
  returning expires_at into ends;
  return ends;
end $$;

-- What a link leads to. It says the same whether or not its e-mail is known in another company: that is decided when a
-- password is typed. A reset of somebody who works elsewhere, too, is opened like any other, and refused then. Links of logins are shown,
-- and sign in, by the membership that was used last. Whoever holds the link of an established login proves by their password who they are.
create function invitation_by_token(token bytea)
returns table (tenant_id uuid, company_id uuid, lineage uuid[], user_id uuid, login_id uuid, role text, who text,
  email text, company text, kind text, expires_at timestamptz, password_hash text, established boolean, shared boolean)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select i.tenant_id, i.company_id, c.lineage, u.id, l.id, u.role, u.name, u.email, c.name, i.kind,
      i.expires_at, l.password_hash,
      i.kind = 'join' and (l.password_hash is not null or login_is_shared(l.id, i.tenant_id, i.company_id)),
      i.kind = 'reset' and login_is_shared(l.id, i.tenant_id, i.company_id)
    from invitation i
    join "user" u on u.tenant_id = i.tenant_id and u.id = i.user_id and u.company_id = i.company_id
    join login l on l.id = u.login_id
    join company c on c.tenant_id = i.tenant_id and c.id = i.company_id
    where i.hash = token and i.expires_at > clock_timestamp() and u.active and company_works(i.tenant_id, i.company_id);
  if found then return; end if;
  return query select m.tenant_id, m.company_id, c.lineage, m.user_id, l.id, m.role, m.who, coalesce(k.address, l.email),
      m.company, k.kind, k.expires_at, l.password_hash, k.kind = 'address', false
    from login_link k
    join login l on l.id = k.login_id
    cross join lateral (select * from memberships_of(l.id) limit 1) m
    join company c on c.tenant_id = m.tenant_id and c.id = m.company_id
    where k.hash = token and k.expires_at > clock_timestamp();
end $$;

-- Uses the link up: accepts the membership and, with a hash, sets the password, which ends what was
-- signed in with the old one. False where the link was used or replaced meanwhile.
create function invitation_use(token bytea, password text) returns boolean
language plpgsql volatile security definer set search_path = public as $$
declare one record;
begin
  perform from invitation i where i.hash = token for update;
  perform from login_link k where k.hash = token for update;
  select v.* into one from invitation_by_token(token) v;
  if one.user_id is null or one.kind = 'address' or one.shared or one.established <> (password is null) then
    return false;
  end if;
  delete from invitation i where i.hash = token;
  delete from login_link k where k.hash = token;
  update "user" u set accepted_at = coalesce(u.accepted_at, clock_timestamp())
    where u.tenant_id = one.tenant_id and u.id = one.user_id and u.login_id = one.login_id;
  if password is not null then
    update login l set password_hash = password where l.id = one.login_id;
    delete from session s where s.login_id = one.login_id;
    -- Whoever asked for them did so under the old password.
    delete from login_link k where k.login_id = one.login_id;
  end if;
  return true;
end $$;

-- The login that a session was begun with. What a person does to their own login goes by it and never by a membership,
-- which a company may give another address in the same moment.
create function login_of_session(wanted uuid) returns table (login_id uuid, email text, password_hash text)
language plpgsql stable security definer set search_path = public as $$
begin
  return query select l.id, l.email, l.password_hash from session s join login l on l.id = s.login_id
    where s.id = wanted and session_stands(s);
end $$;

-- What the security log says of a session: in the company that it acts in, of the person or key it is for.
create function session_noted(one session, what text, about text, remote text, request text) returns void
language plpgsql volatile security definer set search_path = public as $$
begin
  insert into securityevent (tenant_id, company_id, kind, user_id, key_id, who, address, detail, request_id)
  select one.tenant_id, one.company_id, what, one.user_id, one.key_id,
    coalesce((select u.name from "user" u where u.tenant_id = one.tenant_id and u.id = one.user_id),
      (select k.name from apikey k where k.tenant_id = one.tenant_id and k.id = one.key_id)),
    nullif(remote, ''), about, request;
end $$;

-- Begins a session of a membership or a key. With `login`: only if the membership is still that login's, which was proven; it may
-- have been given another address since.
create function session_begin(token bytea, tenant uuid, company uuid, membership uuid, api_key uuid, login uuid,
  remote text, browser text, way text, request text) returns void
language plpgsql volatile security definer set search_path = public as $$
declare one session; whose uuid;
begin
  delete from session s where s.used_at < clock_timestamp() - interval '12 hours';
  if membership is not null then
    select u.login_id into whose from "user" u
      where u.tenant_id = tenant and u.id = membership and u.accepted_at is not null
        and (login is null or u.login_id = login)
      for key share;
    if whose is null then return; end if;
  end if;
  insert into session (tenant_id, company_id, hash, login_id, user_id, key_id, address, agent)
  values (tenant, company, token, whose, membership, api_key, remote, browser)
  returning * into one;
  perform signed_in(tenant, membership);
  perform session_noted(one, 'sign_in', way, remote, request);
end $$;

-- To another membership of the same person, under another token; false where there is none in which they may act. Without the
-- tenant the id must be that of one membership of the person alone.
create function session_switch(token bytea, renewed bytea, tenant uuid, membership uuid, remote text, request text)
returns boolean language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
declare one session; there record; found integer;
begin
  select s.* into one from session s where s.hash = token and session_stands(s) for update;
  if one.login_id is null then return false; end if;
  select count(*) into found from memberships_of(one.login_id) m
    where m.user_id = membership and (tenant is null or m.tenant_id = tenant);
  if found <> 1 then return false; end if;
  select m.* into there from memberships_of(one.login_id) m
    where m.user_id = membership and (tenant is null or m.tenant_id = tenant);
  update session s set tenant_id = there.tenant_id, company_id = there.company_id, user_id = membership,
    hash = renewed, used_at = clock_timestamp() where s.tenant_id = one.tenant_id and s.id = one.id
    returning s.* into one;
  perform signed_in(there.tenant_id, membership);
  perform session_noted(one, 'sign_in', 'switch', remote, request);
  return true;
end $$;

-- This one, or all of the same person or key. Nobody is told of what a new sign-in of the same browser replaces.
create function session_end(token bytea, everywhere boolean, noted boolean, remote text, request text) returns void
language plpgsql volatile security definer set search_path = public as $$
declare one session; other session;
begin
  delete from session s where s.hash = token returning s.* into one;
  if one.id is null then return; end if;
  if noted then perform session_noted(one, 'sign_out', null, remote, request); end if;
  if not everywhere then return; end if;
  for other in delete from session s where s.login_id = one.login_id
    or (s.tenant_id = one.tenant_id and s.key_id = one.key_id) returning s.* loop
    if session_stands(other) then perform session_noted(other, 'session_ended', null, remote, request); end if;
  end loop;
end $$;

-- The password was typed again, or the key: what asks for it is open for a while (server/auth/confirmation.ts).
create function session_confirm(token bytea, remote text, request text) returns boolean
language plpgsql volatile security definer set search_path = public as $$
declare one session;
begin
  update session s set confirmed_at = clock_timestamp(), used_at = clock_timestamp()
    where s.hash = token and session_stands(s) returning s.* into one;
  if one.id is null then return false; end if;
  perform session_noted(one, 'reauthenticated', null, remote, request);
  return true;
end $$;

-- The sessions of a person, in whichever company, or those of a key; those that still stand.
create function sessions_of(tenant uuid, membership uuid, api_key uuid)
returns table (id uuid, company text, begun_at timestamptz, used_at timestamptz, address text, agent text)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select s.id, c.name, s.begun_at, s.used_at, s.address, s.agent
    from session s join company c on c.tenant_id = s.tenant_id and c.id = s.company_id
    where session_stands(s) and (s.login_id = login_of_membership(tenant, membership)
      or (s.tenant_id = tenant and s.key_id = api_key))
    order by s.used_at desc, s.id;
end $$;

-- As sessions_of, by the session of who asks.
create function sessions_of_session(wanted uuid)
returns table (id uuid, company text, begun_at timestamptz, used_at timestamptz, address text, agent text)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select s.id, c.name, s.begun_at, s.used_at, s.address, s.agent
    from session own
    join session s on s.login_id = own.login_id or (s.tenant_id = own.tenant_id and s.key_id = own.key_id)
    join company c on c.tenant_id = s.tenant_id and c.id = s.company_id
    where own.id = wanted and session_stands(s)
    order by s.used_at desc, s.id;
end $$;

-- The sessions that act by one membership of a company: what its administrators may see and end.
create function sessions_of_membership(tenant uuid, wanted uuid, membership uuid)
returns table (id uuid, company text, begun_at timestamptz, used_at timestamptz, address text, agent text)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select s.id, c.name, s.begun_at, s.used_at, s.address, s.agent
    from session s join company c on c.tenant_id = s.tenant_id and c.id = s.company_id
    where session_stands(s) and s.tenant_id = tenant and s.company_id = wanted and s.user_id = membership
    order by s.used_at desc, s.id;
end $$;

-- Ends one session of the same person or key, or all but one. How many there were.
create function sessions_end(tenant uuid, membership uuid, api_key uuid, only_this uuid, but_this uuid,
  remote text, request text) returns integer
language plpgsql volatile security definer set search_path = public as $$
declare one session; ended integer := 0;
begin
  for one in delete from session s where (s.login_id = login_of_membership(tenant, membership)
      or (s.tenant_id = tenant and s.key_id = api_key))
    and (only_this is null or s.id = only_this) and s.id is distinct from but_this returning s.* loop
    if session_stands(one) then
      ended := ended + 1;
      perform session_noted(one, 'session_ended', null, remote, request);
    end if;
  end loop;
  return ended;
end $$;

-- The same by the session of who asks, of the others.
create function sessions_end_of_session(wanted uuid, only_this uuid, remote text, request text) returns integer
language plpgsql volatile security definer set search_path = public as $$
declare one session; ended integer := 0;
begin
  for one in delete from session s using session own
    where own.id = wanted and s.id <> own.id
      and (s.login_id = own.login_id or (s.tenant_id = own.tenant_id and s.key_id = own.key_id))
      and (only_this is null or s.id = only_this) returning s.* loop
    if session_stands(one) then
      ended := ended + 1;
      perform session_noted(one, 'session_ended', null, remote, request);
    end if;
  end loop;
  return ended;
end $$;

-- The same by an administrator, who is in the log as who did it: sessions of one membership of their company.
create function sessions_end_of_membership(tenant uuid, wanted uuid, membership uuid, only_this uuid, by_user uuid,
  by_key uuid, by_name text, remote text, request text) returns integer
language plpgsql volatile security definer set search_path = public as $$
declare one session; ended integer := 0;
begin
  for one in delete from session s where s.tenant_id = tenant and s.company_id = wanted and s.user_id = membership
    and (only_this is null or s.id = only_this) returning s.* loop
    if session_stands(one) then ended := ended + 1; end if;
  end loop;
  if ended > 0 then
    insert into securityevent (tenant_id, company_id, kind, user_id, key_id, who, subject_id, subject, address, request_id)
    select tenant, wanted, 'session_ended', by_user, by_key, by_name, u.id, u.name, nullif(remote, ''), request
    from "user" u where u.tenant_id = tenant and u.id = membership;
  end if;
  return ended;
end $$;

-- Sets the password of whom the session is for, within their own request: its token is another one from now on,
-- and every other session of the person ends, and so do links that were made under the old one. False where it has ended meanwhile.
create function password_change(token bytea, renewed bytea, password text) returns boolean
language plpgsql volatile security definer set search_path = public as $$
declare one session;
begin
  update session s set hash = renewed, confirmed_at = clock_timestamp(), used_at = clock_timestamp()
    where s.hash = token and session_stands(s) and s.login_id is not null
      and s.tenant_id = app_tenant() and s.company_id = app_company()
    returning s.* into one;
  if one.id is null then return false; end if;
  update login l set password_hash = password where l.id = one.login_id;
  delete from session s where s.login_id = one.login_id and s.id <> one.id;
  delete from login_link k where k.login_id = one.login_id;
  return true;
end $$;

-- Sessions and one-time links end with the right that they came from, and do not come back with it.
create function membership_ends_sessions() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  delete from session s where s.tenant_id = new.tenant_id and s.user_id = new.id;
  delete from invitation i where i.tenant_id = new.tenant_id and i.user_id = new.id;
  return null;
end $$;

create function apikey_ends_sessions() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  delete from session s where s.tenant_id = new.tenant_id and s.key_id = new.id;
  return null;
end $$;
create trigger ends_sessions after update on apikey for each row
  when (old.active and not new.active) execute function apikey_ends_sessions();

create function company_ends_sessions() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  delete from session s using company c
    where c.tenant_id = new.tenant_id and new.id = any (c.lineage) and s.tenant_id = c.tenant_id and s.company_id = c.id;
  delete from invitation i using company c
    where c.tenant_id = new.tenant_id and new.id = any (c.lineage) and i.tenant_id = c.tenant_id and i.company_id = c.id;
  return null;
end $$;
create trigger ends_sessions after update on company for each row
  when (old.active and not new.active) execute function company_ends_sessions();

-- Sets the language of the person whose session this is. Null if the session has ended, false for an API key's.
create function session_choose_language(token bytea, chosen text) returns boolean
language plpgsql volatile security definer set search_path = public as $$
declare one session;
begin
  select s.* into one from session s where s.hash = token and session_stands(s);
  if one.id is null then return null; end if;
  update login l set language = chosen where l.id = one.login_id;
  return one.login_id is not null;
end $$;

-- They run with the rights of tillhouse_auth, and are called by the owner of the database and by whom they are granted to.
do $$
declare one text;
begin
  foreach one in array array[
    'signed_in(uuid, uuid)',
    'invitation_make(uuid, uuid, bytea, text, integer)',
    'invitation_use(bytea, text)',
    'session_noted(session, text, text, text, text)',
    'session_end(bytea, boolean, boolean, text, text)',
    'session_confirm(bytea, text, text)',
    'sessions_of(uuid, uuid, uuid)',
    'sessions_of_membership(uuid, uuid, uuid)',
    'sessions_end(uuid, uuid, uuid, uuid, uuid, text, text)',
    'sessions_end_of_membership(uuid, uuid, uuid, uuid, uuid, uuid, text, text, text)',
    'password_change(bytea, bytea, text)',
    'membership_ends_sessions()',
    'apikey_ends_sessions()',
    'company_ends_sessions()',
    'invitation_by_token(bytea)',
    'session_switch(bytea, bytea, uuid, uuid, text, text)',
    'session_choose_language(bytea, text)',
    'login_of_session(uuid)',
    'session_begin(bytea, uuid, uuid, uuid, uuid, uuid, text, text, text, text)',
    'sessions_of_session(uuid)',
    'sessions_end_of_session(uuid, uuid, text, text)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
-- An administrator's request makes links (user.server.ts).
grant execute on function invitation_make(uuid, uuid, bytea, text, integer) to tillhouse_app;
-- With its event, in the transaction of whoever changes it.
grant execute on function password_change(bytea, bytea, text) to tillhouse_app;
-- With its events, in the transaction of whoever accepted.
grant execute on function invitation_use(bytea, text) to tillhouse_app;
