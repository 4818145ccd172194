-- Passkeys of a person (docs/security.md#passkeys). They are the login's, as the password is: no table here has a tenant, and no request
-- reads or writes one but through the functions below.

create table login_passkey (
  id uuid primary key default gen_random_uuid(),
  login_id uuid not null,
  credential bytea not null unique,
  -- In COSE form: what is public of it.
  public_key bytea not null,
  -- How often it was used, as it says itself; 0 of those that do not count, such as the ones that several devices share.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  made_at timestamptz(3) not null default clock_timestamp(),
  used_at timestamptz(3),
  -- Its counter went back, so there may be a copy of it: it opens nothing any more.
  refused_at timestamptz(3)
);
create index login_passkey_login on login_passkey (login_id);

-- What a browser is to sign. Each works once, for five minutes: at the sign-in page, or in one session.
create table login_challenge (
  challenge bytea primary key,
  -- Null: of the sign-in page, for the browser whose cookie has what this is the SHA-256 of.
  session_id uuid,
  purpose text not null,
  -- Whether what stands now was shown before another passkey is added.
  shown boolean not null,
  expires_at timestamptz(3) not null default clock_timestamp() + interval '5 minutes'
);
create index login_challenge_expires on login_challenge (expires_at);

do $$
declare one text;
begin
  foreach one in array array['login_passkey', 'login_challenge'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy known on %I to tillhouse_auth using (true) with check (true)', one);
    execute format('grant select, insert, update, delete on %I to tillhouse_auth', one);
  end loop;
end $$;

-- Which words a session and a sign-in have is what the functions of this schema write.
alter table session drop constraint session_second_check;
alter table login_sign_in drop constraint login_sign_in_refused_check;
-- The passkey that a session was begun with, or that it showed last.
alter table session add column passkey_id uuid;

create function login_challenge_begin(asked bytea, of_session uuid, what text, has_shown boolean) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from login_challenge c where c.expires_at < clock_timestamp();
  insert into login_challenge (challenge, session_id, purpose, shown) values (asked, of_session, what, has_shown);
end $$;

-- Takes a challenge, right or wrong what answers it. Null: there is none, or not for this; else whether something was shown before it.
create function login_challenge_take(answered bytea, of_session uuid, what text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare has_shown boolean;
begin
  delete from login_challenge c where c.challenge = answered and c.session_id is not distinct from of_session and c.purpose = what
    and c.expires_at > clock_timestamp() returning c.shown into has_shown;
  return has_shown;
end $$;

create function login_passkey_of(wanted bytea)
returns table (id uuid, login_id uuid, email text, public_key bytea, transports text[], is_refused boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select k.id, k.login_id, l.email, k.public_key, k.transports, k.refused_at is not null
    from login_passkey k join login l on l.id = k.login_id where k.credential = wanted;
end $$;

create function login_passkeys_of(login uuid)
returns table (id uuid, credential bytea, transports text[], name text, made_at timestamptz, used_at timestamptz, refused_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select k.id, k.credential, k.transports, k.name, k.made_at, k.used_at, k.refused_at
    from login_passkey k where k.login_id = login order by coalesce(k.used_at, k.made_at) desc, k.id;
end $$;

-- The passkey that a session has shown last; null for none.
create function session_passkey(wanted uuid) returns uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select s.passkey_id from session s where s.id = wanted);
end $$;

-- Whether a company that a person works in asks a second factor of them, from some day on.
create function login_is_asked(login uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from "user" u
    join company c on c.tenant_id = u.tenant_id and c.id = u.company_id
    cross join lateral second_factor_asked(u.tenant_id, c.lineage, u.role) a
    where u.login_id = login and u.active and u.accepted_at is not null
      and exists (select from company x where x.tenant_id = c.tenant_id and x.id = any (c.lineage) and x.data ? 'second_factor'));
end $$;

-- Whether more than the password is shown before a way to sign in is added or taken away: where the password alone opens less. Who has
-- passkeys and is asked for nothing may lose them all, and begins anew with the password.
create function login_is_guarded(login uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from login_authenticator a where a.login_id = login)
    or (exists (select from login_passkey k where k.login_id = login and k.refused_at is null) and login_is_asked(login));
end $$;

-- A session of a person that stands, for what changes their passkeys. The login is locked first, here and below: two sessions of a person
-- that end each other, or a sign-in, wait and do not lock each other out.
create function session_of_login(wanted uuid) returns session
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare one session;
begin
  perform from login l where l.id = (select s.login_id from session s where s.id = wanted) for update;
  select s.* into one from session s where s.id = wanted and session_stands(s) for update;
  return one;
end $$;

-- Adds a passkey to the person of a session, which has shown it with that. Null: the session has ended, there are too many, somebody has
-- it already, or the login has become guarded and nothing was shown.
create function login_passkey_add(of_session uuid, has_shown boolean, most integer, of_name text, of_credential bytea, key bytea,
  count bigint, ways text[], remote text, request text) returns uuid
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare one session; made uuid;
begin
  one := session_of_login(of_session);
  if one.login_id is null then return null; end if;
  if not has_shown and login_is_guarded(one.login_id) then return null; end if;
  if (select count(*) from login_passkey k where k.login_id = one.login_id) >= most then return null; end if;
  insert into login_passkey (login_id, credential, public_key, counter, transports, name)
    values (one.login_id, of_credential, key, count, ways, of_name)
    on conflict (credential) do nothing returning id into made;
  if made is null then return null; end if;
  update session s set second = 'passkey', passkey_id = made, remembered_id = null where s.id = one.id;
  perform login_second_factor_noted(one.login_id, 'passkey_added', remote, request);
  return made;
end $$;

-- Ends the sessions that a passkey began; others have shown nothing with it any more. `but` is left.
create function login_passkey_sessions_end(passkey uuid, but uuid, remote text, request text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare one session;
begin
  for one in delete from session s where s.passkey_id = passkey and s.way = 'passkey'
    and s.id is distinct from but returning s.* loop
    if session_stands(one) then perform session_noted(one, 'session_ended', null, remote, request); end if;
  end loop;
  update session s set second = null, passkey_id = null where s.passkey_id = passkey and s.id is distinct from but;
end $$;

-- Notes that a passkey was shown, whose signature is right: `used`. `refused` where it was before; `cloned` where its counter went back,
-- which refuses it from now on. A session that shows it is confirmed with it.
create function login_passkey_use(passkey uuid, count bigint, of_session uuid, remote text, request text) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare one login_passkey;
begin
  perform from login l where l.id = (select k.login_id from login_passkey k where k.id = passkey) for update;
  select k.* into one from login_passkey k where k.id = passkey for update;
  if one.id is null or one.refused_at is not null then return 'refused'; end if;
  if (count > 0 or one.counter > 0) and count <= one.counter then
    update login_passkey k set refused_at = clock_timestamp() where k.id = one.id;
    perform login_passkey_sessions_end(one.id, null, remote, request);
    perform login_second_factor_noted(one.login_id, 'passkey_cloned', remote, request);
    return 'cloned';
  end if;
  update login_passkey k set counter = count, used_at = clock_timestamp() where k.id = one.id;
  if of_session is not null then
    update session s set second = 'passkey', passkey_id = one.id, remembered_id = null, confirmed_at = clock_timestamp()
      where s.id = of_session and s.login_id = one.login_id;
    if not found then return 'refused'; end if;
  end if;
  return 'used';
end $$;

create function login_passkey_rename(login uuid, passkey uuid, anew text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update login_passkey k set name = anew where k.id = passkey and k.login_id = login;
  return found;
end $$;

-- Sessions of a person that nothing shows a second factor of any more: a company that asks for one is not entered.
create function login_shows_nothing(login uuid) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if exists (select from login_authenticator a where a.login_id = login)
    or exists (select from login_passkey k where k.login_id = login and k.refused_at is null) then return; end if;
  update session s set second = null, remembered_id = null, passkey_id = null where s.login_id = login and s.second is not null;
end $$;

-- Removes a passkey of the person of a session; the other sessions that it began end.
create function login_passkey_remove(of_session uuid, passkey uuid, remote text, request text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare one session;
begin
  one := session_of_login(of_session);
  if one.login_id is null then return false; end if;
  delete from login_passkey k where k.id = passkey and k.login_id = one.login_id;
  if not found then return false; end if;
  perform login_passkey_sessions_end(passkey, one.id, remote, request);
  update session s set passkey_id = null where s.id = one.id and s.passkey_id = passkey;
  perform login_shows_nothing(one.login_id);
  perform login_second_factor_noted(one.login_id, 'passkey_removed', remote, request);
  return true;
end $$;

-- Takes all that a person shows besides the password, whose phone is lost, and ends the sessions that a passkey began.
create function login_second_factor_reset(login uuid, what text, remote text, request text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare had boolean := false; one record;
begin
  perform from login l where l.id = login for update;
  for one in delete from login_passkey k where k.login_id = login returning k.id loop
    had := true;
    perform login_passkey_sessions_end(one.id, null, remote, request);
  end loop;
  if login_authenticator_off(login, what, remote, request) then return true; end if;
  if not had then return false; end if;
  perform login_shows_nothing(login);
  perform login_second_factor_noted(login, what, remote, request);
  return true;
end $$;

-- As before, with the passkey that it was begun with, which is there as long as the session is.
create function session_begin(token bytea, tenant uuid, company uuid, membership uuid, api_key uuid, login uuid,
  remote text, browser text, by_way text, request text, shown text, remembered uuid, passkey uuid) returns void
language plpgsql volatile security definer set search_path = public as $$
begin
  if passkey is not null then
    -- Locked as below, so whoever takes the passkey away waits, or is waited for.
    perform from "user" u where u.tenant_id = tenant and u.id = membership for key share;
    perform from login l where l.id = login for share;
    perform from login_passkey k where k.id = passkey and k.login_id = login and k.refused_at is null;
    if not found then return; end if;
  end if;
  perform session_begin(token, tenant, company, membership, api_key, login, remote, browser, by_way, request, shown, remembered);
  update session s set passkey_id = passkey where s.hash = token and passkey is not null;
end $$;

do $$
declare one text;
begin
  foreach one in array array[
    'login_challenge_begin(bytea, uuid, text, boolean)',
    'login_challenge_take(bytea, uuid, text)',
    'login_passkey_of(bytea)',
    'login_passkeys_of(uuid)',
    'session_passkey(uuid)',
    'login_is_asked(uuid)',
    'login_is_guarded(uuid)',
    'session_of_login(uuid)',
    'login_authenticator_on(uuid, text, text)',
    'login_passkey_add(uuid, boolean, integer, text, bytea, bytea, bigint, text[], text, text)',
    'login_passkey_sessions_end(uuid, uuid, text, text)',
    'login_passkey_use(uuid, bigint, uuid, text, text)',
    'login_passkey_rename(uuid, uuid, text)',
    'login_shows_nothing(uuid)',
    'login_passkey_remove(uuid, uuid, text, text)',
    'login_second_factor_reset(uuid, text, text, text)',
    'session_begin(bytea, uuid, uuid, uuid, uuid, uuid, text, text, text, text, text, uuid, uuid)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
