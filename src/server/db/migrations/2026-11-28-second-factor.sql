-- The second factor of a person: an authenticator app, and recovery codes (docs/security.md#second-factor). It is the login's, as the
-- password is: no table here has a tenant, and no request reads or writes one but through the functions below.

create table login_authenticator (
  login_id uuid primary key,
  -- The secret, encrypted with a key that the database does not have (auth/secret-keys.ts).
  sealed text not null,
  since timestamptz(3) not null default clock_timestamp(),
  -- The last step of 30 seconds whose code was used: each code works once.
  last_step bigint not null
);

-- One that is being set up. Its recovery codes are made when its first code was right, and nothing is on before they are kept.
create table login_authenticator_new (
  login_id uuid primary key,
  sealed text not null,
  expires_at timestamptz(3) not null,
  -- Whether a code of the one that is on was shown before.
  shown boolean not null,
  last_step bigint,
  codes bytea[],
  check ((last_step is null) = (codes is null))
);

create table login_recovery_code (
  login_id uuid not null,
  -- SHA-256 of 80 random bits.
  hash bytea not null,
  made_at timestamptz(3) not null default clock_timestamp(),
  used_at timestamptz(3),
  primary key (login_id, hash)
);

-- Browsers that are asked for no code, for 30 days at most.
create table login_remembered (
  id uuid primary key default gen_random_uuid(),
  login_id uuid not null,
  -- SHA-256 of the token in the cookie.
  hash bytea not null unique,
  agent text not null,
  address text not null,
  used_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null default clock_timestamp() + interval '30 days'
);
create index login_remembered_login on login_remembered (login_id);

-- A sign-in whose password, or link, was right and whose code is awaited.
create table login_pending (
  -- SHA-256 of the token in the cookie.
  hash bytea primary key,
  login_id uuid not null,
  -- The membership that it leads to.
  of_tenant uuid not null,
  of_company uuid not null,
  of_user uuid not null,
  way text not null,
  expires_at timestamptz(3) not null default clock_timestamp() + interval '10 minutes'
);
create index login_pending_expires on login_pending (expires_at);

-- How a person came in, or somebody was refused in their name: for themselves, over all companies.
create table login_sign_in (
  seq bigint generated always as identity primary key,
  login_id uuid not null,
  at timestamptz(3) not null default clock_timestamp(),
  refused text check (refused in ('password', 'code')),
  way text,
  second text,
  address text,
  agent text not null default ''
);
create index login_sign_in_login on login_sign_in (login_id, seq);
create index login_sign_in_past on login_sign_in (at);

do $$
declare one text;
begin
  foreach one in array array['login_authenticator', 'login_authenticator_new', 'login_recovery_code', 'login_remembered',
    'login_pending', 'login_sign_in'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy known on %I to tillhouse_auth using (true) with check (true)', one);
    execute format('grant select, insert, update, delete on %I to tillhouse_auth', one);
  end loop;
end $$;

-- A new password, whoever sets it: no browser is let in without a code any more, and no half sign-in goes on.
alter table login add column password_changed_at timestamptz(3);
create function login_has_new_password() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.password_changed_at := clock_timestamp();
  delete from login_remembered r where r.login_id = new.id;
  delete from login_pending p where p.login_id = new.id;
  return new;
end $$;
create trigger has_new_password before update of password_hash on login for each row
  when (new.password_hash is distinct from old.password_hash) execute function login_has_new_password();

-- What a session was begun with. `second`: what was shown besides the password.
alter table session
  add column way text not null default 'password',
  add column second text check (second in ('app', 'recovery_code', 'remembered')),
  add column remembered_id uuid;

-- Today where a company is; an unknown time zone is UTC. PostgreSQL takes zones a week away: none is further than a day from UTC.
create function date_in(zone text) returns date language plpgsql stable set search_path = public, pg_temp as $$
declare here date := (clock_timestamp() at time zone 'UTC')::date;
begin
  return greatest(here - 1, least(here + 1, (clock_timestamp() at time zone coalesce(zone, 'UTC'))::date));
exception when invalid_parameter_value then
  return here;
end $$;

-- The day from which something is asked. What is no day is asked already: it stops nobody else, whose requests are answered by the
-- same statement, and opens nothing.
create function day_asked(said jsonb) returns date language plpgsql immutable set search_path = public, pg_temp as $$
begin
  if said is null or jsonb_typeof(said) = 'null' then return null; end if;
  return (said #>> '{}')::date;
exception when data_exception then
  return '-infinity';
end $$;

-- What companies of a line ask of a role: those due first, then the earliest. A line is a company and those above it.
create function second_factor_asked(tenant uuid, line uuid[], of_role text)
returns table (company text, since date, is_due boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select c.name, a.since, a.since <= date_in((
      select above.data->>'timezone' from company above
      where above.tenant_id = tenant and above.id = any (c.lineage) and above.data->>'timezone' is not null
      order by array_position(c.lineage, above.id) limit 1))
    from company c
    cross join lateral (select day_asked(c.data->'second_factor'->'from') as since) a
    where c.tenant_id = tenant and c.id = any (line) and a.since is not null
      and jsonb_typeof(c.data->'second_factor'->'roles') = 'array' and c.data->'second_factor'->'roles' ? of_role
    order by 3 desc, 2, array_position(line, c.id);
end $$;

-- A company and those above it, nearest first.
create function line_of(tenant uuid, company uuid) returns uuid[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select c.lineage from company c where c.tenant_id = tenant and c.id = company);
end $$;

-- Whether a session has shown less than the company that it acts in asks of its role by now. Whom the demo's click signs in shows nothing.
-- A provider asks for a second factor itself.
create function session_lacks_second_factor(one session, line uuid[], of_role text) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if one.login_id is null or one.second is not null or one.way in ('demo', 'provider') then return false; end if;
  if provider_says(one.tenant_id, line, one.user_id) = 'break_glass' then return true; end if;
  return exists (select from company c where c.tenant_id = one.tenant_id and c.id = any (line) and c.data ? 'second_factor')
    and exists (select from second_factor_asked(one.tenant_id, line, of_role) a where a.is_due);
end $$;

-- As caller_by_session and callers_now of 1.0.0, with what the session has shown. Those keep their result, which services of the version
-- before have in prepared statements while they go on during an upgrade.
-- With memberships of an identity.
create function caller_of_session(wanted bytea, uses boolean)
returns table (tenant_id uuid, company_id uuid, lineage uuid[], role text, key_id uuid, user_id uuid, who text,
  locale text, session_id uuid, confirmed boolean, second text, lacks_second boolean)
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
declare one session;
begin
  select s.* into one from session s where s.hash = wanted and session_stands(s);
  if one.id is null then return; end if;
  if uses and one.used_at < clock_timestamp() - interval '1 minute' then
    update session s set used_at = clock_timestamp() where s.tenant_id = one.tenant_id and s.id = one.id;
  end if;
  return query select c.tenant_id, c.id, c.lineage, coalesce(u.role, k.role), k.id, u.id, coalesce(u.name, k.name),
      coalesce(root.data->>'locale', 'und'), one.id, one.confirmed_at > clock_timestamp() - interval '10 minutes',
      one.second, session_lacks_second_factor(one, c.lineage, u.role)
    from company c
    join company root on root.tenant_id = c.tenant_id and root.id = c.tenant_id
    left join apikey k on k.tenant_id = c.tenant_id and k.company_id = c.id and k.id = one.key_id
      and k.active and (k.expires_at is null or k.expires_at > clock_timestamp())
    left join "user" u on u.tenant_id = c.tenant_id and u.company_id = c.id and u.id = one.user_id
      and u.active
      and (u.login_id = one.login_id and u.accepted_at is not null and provider_says(u.tenant_id, c.lineage, u.id) is distinct from 'only'
        or one.way = 'provider' and membership_is_of(u, one.login_id))
    where c.tenant_id = one.tenant_id and c.id = one.company_id and (k.id is not null or u.id is not null)
      and company_works(c.tenant_id, c.id);
end $$;

create function callers_standing(hashes bytea[], sessions boolean[], resources text[])
returns table (n bigint, tenant_id uuid, company_id uuid, lineage uuid[], role text, key_id uuid, user_id uuid, who text,
  locale text, session_id uuid, confirmed boolean, unused boolean, second text, lacks_second boolean, mark text)
language plpgsql stable security definer set search_path = public set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  select a.n, c.tenant_id, c.id, c.lineage, a.role, a.key_id, a.user_id, a.who, coalesce(root.data->>'locale', 'und'),
    a.session_id, a.confirmed, a.unused, (a.one).second,
    a.session_id is not null and session_lacks_second_factor(a.one, c.lineage, a.role),
    case when a.resources <> '' then (
      select string_agg(r.resource || ':' || r.revision || ':' || extract(epoch from r.at)::text, ' ' order by r.resource)
      from revision r where r.tenant_id = c.tenant_id and r.resource = any (string_to_array(a.resources, ' '))) end
  from (
    select q.n, q.resources, k.tenant_id, k.company_id, k.role, k.id as key_id, null::uuid as user_id, k.name as who,
      null::uuid as session_id, null::boolean as confirmed, false as unused, null::session as one
    from unnest(hashes, sessions, resources) with ordinality q(hash, by_session, resources, n)
    join apikey k on k.hash = q.hash
    where not q.by_session and k.active and (k.expires_at is null or k.expires_at > clock_timestamp())
    union all
    select q.n, q.resources, s.tenant_id, s.company_id, coalesce(u.role, k.role), k.id, u.id, coalesce(u.name, k.name),
      s.id, s.confirmed_at > clock_timestamp() - interval '10 minutes', s.used_at < clock_timestamp() - interval '1 minute', s
    from unnest(hashes, sessions, resources) with ordinality q(hash, by_session, resources, n)
    join session s on s.hash = q.hash
    left join apikey k on k.tenant_id = s.tenant_id and k.company_id = s.company_id and k.id = s.key_id
      and k.active and (k.expires_at is null or k.expires_at > clock_timestamp())
    left join "user" u on u.tenant_id = s.tenant_id and u.company_id = s.company_id and u.id = s.user_id
      and u.active
      and (u.login_id = s.login_id and u.accepted_at is not null or s.way = 'provider' and membership_is_of(u, s.login_id))
    where q.by_session and session_stands(s) and (k.id is not null or u.id is not null)
  ) a
  join company c on c.tenant_id = a.tenant_id and c.id = a.company_id
  join company root on root.tenant_id = a.tenant_id and root.id = a.tenant_id
  where (a.user_id is null or (a.one).way = 'provider' or provider_says(c.tenant_id, c.lineage, a.user_id) is distinct from 'only')
    and not exists (select from company above
    where above.tenant_id = a.tenant_id and above.id = any (c.lineage) and not above.active);
end $$;

create or replace function caller_by_session(wanted bytea, uses boolean)
returns table (tenant_id uuid, company_id uuid, lineage uuid[], role text, key_id uuid, user_id uuid, who text,
  locale text, session_id uuid, confirmed boolean)
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select c.tenant_id, c.company_id, c.lineage, c.role, c.key_id, c.user_id, c.who, c.locale, c.session_id, c.confirmed
    from caller_of_session(wanted, uses) c where not c.lacks_second;
end $$;
create or replace function callers_now(hashes bytea[], sessions boolean[], resources text[])
returns table (n bigint, tenant_id uuid, company_id uuid, lineage uuid[], role text, key_id uuid, user_id uuid, who text,
  locale text, session_id uuid, confirmed boolean, unused boolean, mark text)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select c.n, c.tenant_id, c.company_id, c.lineage, c.role, c.key_id, c.user_id, c.who, c.locale, c.session_id,
      c.confirmed, c.unused, c.mark
    from callers_standing(hashes, sessions, resources) c where not c.lacks_second;
end $$;

-- Whether a person is asked for a code, and whether this browser is not, for some days.
create function login_second_factor(login uuid, token bytea) returns table (is_on boolean, remembered uuid)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  is_on := exists (select from login_authenticator a where a.login_id = login);
  update login_remembered r set used_at = clock_timestamp()
    where r.hash = token and r.login_id = login and r.expires_at > clock_timestamp() returning r.id into remembered;
  return next;
end $$;

-- As the schema of 1.0.0 has it, with what was shown. A login with a second factor comes in by nothing less, whoever asks: also a service
-- of the version before, which goes on during an upgrade.
create function session_begin(token bytea, tenant uuid, company uuid, membership uuid, api_key uuid, login uuid,
  remote text, browser text, by_way text, request text, shown text, remembered uuid) returns void
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
    -- Whoever turns a second factor on waits, or is waited for: no session without one is left behind.
    perform from login l where l.id = whose for share;
    if by_way <> 'demo' and shown is null and exists (select from login_authenticator a where a.login_id = whose) then return; end if;
  end if;
  insert into session (tenant_id, company_id, hash, login_id, user_id, key_id, address, agent, way, second, remembered_id)
  values (tenant, company, token, whose, membership, api_key, remote, browser, by_way, shown, remembered)
  returning * into one;
  perform signed_in(tenant, membership);
  perform session_noted(one, 'sign_in', concat_ws(' ', by_way, shown), remote, request);
  if whose is null then return; end if;
  insert into login_sign_in (login_id, way, second, address, agent) values (whose, by_way, shown, nullif(remote, ''), browser);
end $$;
create or replace function session_begin(token bytea, tenant uuid, company uuid, membership uuid, api_key uuid, login uuid,
  remote text, browser text, way text, request text) returns void
language plpgsql volatile security definer set search_path = public as $$
begin
  perform session_begin(token, tenant, company, membership, api_key, login, remote, browser, way, request, null, null);
end $$;

create function login_pending_begin(token bytea, login uuid, tenant uuid, company uuid, membership uuid, by_way text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from login_pending p where p.expires_at < clock_timestamp();
  perform from login l where l.id = login for share;
  insert into login_pending (hash, login_id, of_tenant, of_company, of_user, way)
  values (token, login, tenant, company, membership, by_way);
end $$;

create function login_pending_by_token(token bytea)
returns table (login_id uuid, tenant_id uuid, company_id uuid, user_id uuid, way text, email text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select p.login_id, p.of_tenant, p.of_company, p.of_user, p.way, l.email
    from login_pending p join login l on l.id = p.login_id
    where p.hash = token and p.expires_at > clock_timestamp();
end $$;

-- A half sign-in leads to one session, and uses one code. False where it is over, or another request came first.
create function login_pending_take(token bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if token is null then return true; end if;
  delete from login_pending p where p.hash = token and p.expires_at > clock_timestamp();
  return found;
end $$;

create function login_authenticator_of(login uuid) returns table (sealed text, since timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select a.sealed, a.since from login_authenticator a where a.login_id = login;
end $$;

-- Each step of an authenticator is used once, and none before it any more. `half`: the half sign-in that it ends.
create function login_code_use(login uuid, step bigint, half bytea) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform from login_authenticator a where a.login_id = login and a.last_step < step for update;
  if not found or not login_pending_take(half) then return false; end if;
  update login_authenticator a set last_step = step where a.login_id = login and a.last_step < step;
  return found;
end $$;

-- Tells a person by mail what became of their sign-in, in the language that they chose.
create function login_told(login uuid, what text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into mail_outbox (tenant_id, company_id, kind, recipient, data, give_up_at)
  select '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', 'sign_in_changed', l.email,
    jsonb_build_object('what', what, 'language', l.language), clock_timestamp() + interval '24 hours'
  from login l where l.id = login;
end $$;
-- Which kinds are of nobody's company is what the functions of this schema write; a constraint would lock the table while tills sell.
alter table mail_outbox drop constraint mail_outbox_check;
create or replace function mail_settle(mail uuid, attempt uuid, outcome text, why text, pause interval) returns text
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare became text;
begin
  update mail_outbox m set
      state = case when outcome = 'waiting' and clock_timestamp() + pause > m.give_up_at then 'failed' else outcome end,
      next_at = clock_timestamp() + pause, problem = why, claim = null, claimed_until = null,
      finished_at = case when outcome <> 'waiting' or clock_timestamp() + pause > m.give_up_at then clock_timestamp() end
    where m.id = mail and m.claim = attempt and m.state = 'waiting' returning m.state into became;
  -- It names an e-mail that may be nobody's here, or is of no company.
  delete from mail_outbox m where m.id = mail and m.state <> 'waiting'
    and m.tenant_id = '00000000-0000-0000-0000-000000000000';
  return became;
end $$;

-- What is done to a second factor is told to its person, to the companies that they work in, and to whoever lists their people.
create function login_second_factor_noted(login uuid, what text, remote text, request text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  -- An administrator who resets it is in the log as who did it.
  if what <> 'second_factor_reset' then perform security_note_login(login, what, remote, request); end if;
  perform login_told(login, what);
  insert into revision as r (tenant_id, resource, revision)
  select distinct u.tenant_id, 'user_sign_in', 1 from "user" u where u.login_id = login
  on conflict (tenant_id, resource) do update
    set revision = r.revision + 1, at = greatest(r.at, clock_timestamp());
end $$;

create function login_recovery_code_use(login uuid, code bytea, half bytea, remote text, request text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform from login_recovery_code k where k.login_id = login and k.hash = code and k.used_at is null for update;
  if not found or not login_pending_take(half) then return false; end if;
  update login_recovery_code k set used_at = clock_timestamp() where k.login_id = login and k.hash = code;
  perform login_second_factor_noted(login, 'recovery_code_used', remote, request);
  return true;
end $$;

create function login_remember(login uuid, token bytea, browser text, remote text) returns uuid
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare made uuid;
begin
  delete from login_remembered r where r.expires_at < clock_timestamp();
  insert into login_remembered (login_id, hash, agent, address) values (login, token, browser, remote) returning id into made;
  return made;
end $$;

-- Begins to set an authenticator up; whatever was begun before is gone.
create function login_authenticator_begin(login uuid, secret text, has_shown boolean) returns timestamptz
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare ends timestamptz := clock_timestamp() + interval '30 minutes';
begin
  insert into login_authenticator_new as a (login_id, sealed, shown, expires_at) values (login, secret, has_shown, ends)
  on conflict (login_id) do update
    set sealed = excluded.sealed, shown = excluded.shown, expires_at = ends, last_step = null, codes = null;
  return ends;
end $$;

create function login_authenticator_begun(login uuid) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select a.sealed from login_authenticator_new a where a.login_id = login and a.expires_at > clock_timestamp());
end $$;

-- Its first code was right: these are its recovery codes. False where it is over, or another one meanwhile.
create function login_authenticator_checked(login uuid, secret text, step bigint, hashes bytea[]) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update login_authenticator_new a set last_step = greatest(a.last_step, step), codes = hashes
    where a.login_id = login and a.sealed = secret and a.expires_at > clock_timestamp();
  return found;
end $$;

-- Turns it on, by the session that set it up: it alone stands from now on. False where there is nothing checked.
-- Where the login is guarded by passkeys meanwhile, too: who began to set one up before they
-- were there has shown nothing of them.
create function login_authenticator_on(wanted uuid, remote text, request text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare one session; made login_authenticator_new;
begin
  one := session_of_login(wanted);
  if one.login_id is null then return false; end if;
  delete from login_authenticator_new a where a.login_id = one.login_id and a.codes is not null and a.expires_at > clock_timestamp()
    and (a.shown or not login_is_guarded(one.login_id))
    returning a.* into made;
  if made.login_id is null then return false; end if;
  insert into login_authenticator as a (login_id, sealed, last_step) values (made.login_id, made.sealed, made.last_step)
  on conflict (login_id) do update set sealed = excluded.sealed, last_step = excluded.last_step, since = clock_timestamp();
  delete from login_recovery_code k where k.login_id = one.login_id;
  insert into login_recovery_code (login_id, hash) select one.login_id, code from unnest(made.codes) code;
  delete from login_remembered r where r.login_id = one.login_id;
  delete from login_pending p where p.login_id = one.login_id;
  perform sessions_end_of_session(one.id, null, remote, request);
  update session s set second = 'app', passkey_id = null, remembered_id = null where s.id = one.id;
  perform login_second_factor_noted(one.login_id, 'second_factor_on', remote, request);
  return true;
end $$;

-- Turns it off. Sessions stand as if no code had been shown: a company that asks for one is not entered any more.
-- A session that a passkey began goes on.
create function login_authenticator_off(login uuid, what text, remote text, request text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from login_authenticator a where a.login_id = login;
  if not found then return false; end if;
  delete from login_authenticator_new a where a.login_id = login;
  delete from login_recovery_code k where k.login_id = login;
  delete from login_remembered r where r.login_id = login;
  delete from login_pending p where p.login_id = login;
  update session s set second = null, remembered_id = null where s.login_id = login and s.second <> 'passkey';
  perform login_second_factor_noted(login, what, remote, request);
  return true;
end $$;

create function login_recovery_codes_make(login uuid, hashes bytea[], remote text, request text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform from login_authenticator a where a.login_id = login for update;
  if not found then return false; end if;
  delete from login_recovery_code k where k.login_id = login;
  insert into login_recovery_code (login_id, hash) select login, code from unnest(hashes) code;
  perform login_second_factor_noted(login, 'recovery_codes_made', remote, request);
  return true;
end $$;

create function login_recovery_codes_of(login uuid) returns table (codes_left bigint, made_at timestamptz, used_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select count(*) filter (where k.used_at is null), max(k.made_at), max(k.used_at)
    from login_recovery_code k where k.login_id = login;
end $$;

create function login_remembered_of(login uuid)
returns table (id uuid, agent text, address text, used_at timestamptz, expires_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select r.id, r.agent, nullif(r.address, ''), r.used_at, r.expires_at
    from login_remembered r where r.login_id = login and r.expires_at > clock_timestamp() order by r.used_at desc, r.id;
end $$;

-- Forgets one browser of a person. Its sessions go on.
create function login_forget(login uuid, only_this uuid) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from login_remembered r where r.login_id = login and r.id = only_this;
  return found;
end $$;

-- Whoever ends a session of their own ends what lets that browser in without a code, too; all but this one, also browsers without a session.
create or replace function sessions_end_of_session(wanted uuid, only_this uuid, remote text, request text) returns integer
language plpgsql volatile security definer set search_path = public as $$
declare own session; one session; ended integer := 0;
begin
  select s.* into own from session s where s.id = wanted;
  for one in delete from session s
    where s.id <> own.id and (s.login_id = own.login_id or (s.tenant_id = own.tenant_id and s.key_id = own.key_id))
      and (only_this is null or s.id = only_this)
    returning s.* loop
    delete from login_remembered r where r.id = one.remembered_id and r.id is distinct from own.remembered_id;
    if session_stands(one) then
      ended := ended + 1;
      perform session_noted(one, 'session_ended', null, remote, request);
    end if;
  end loop;
  if only_this is null then
    delete from login_remembered r where r.login_id = own.login_id and r.id is distinct from own.remembered_id;
    delete from login_pending p where p.login_id = own.login_id;
  end if;
  return ended;
end $$;
create or replace function session_end(token bytea, everywhere boolean, noted boolean, remote text, request text) returns void
language plpgsql volatile security definer set search_path = public as $$
declare one session; other session;
begin
  delete from session s where s.hash = token returning s.* into one;
  if one.id is null then return; end if;
  if noted then perform session_noted(one, 'sign_out', null, remote, request); end if;
  if not everywhere then return; end if;
  delete from login_remembered r where r.login_id = one.login_id;
  delete from login_pending p where p.login_id = one.login_id;
  for other in delete from session s where s.login_id = one.login_id
    or (s.tenant_id = one.tenant_id and s.key_id = one.key_id) returning s.* loop
    if session_stands(other) then perform session_noted(other, 'session_ended', null, remote, request); end if;
  end loop;
end $$;

-- By what the sessions of the same person were begun, and until when their browsers are asked for no code.
create function sessions_shown(wanted uuid)
returns table (id uuid, way text, second text, remembered_id uuid, remembered_until timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select s.id, s.way, s.second, r.id, r.expires_at
    from session own join session s on s.login_id = own.login_id
    left join login_remembered r on r.id = s.remembered_id and r.expires_at > clock_timestamp()
    where own.id = wanted;
end $$;

create function login_password_changed_at(login uuid) returns timestamptz
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select l.password_changed_at from login l where l.id = login);
end $$;

create function login_sign_ins(login uuid)
returns table (at timestamptz, refused text, way text, second text, address text, agent text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  -- Apart: who is refused often pushes no sign-in off the list.
  return query select i.at, i.refused, i.way, i.second, i.address, i.agent from (
      (select o.* from login_sign_in o where o.login_id = login and o.refused is null and o.at > clock_timestamp() - interval '90 days'
        order by o.seq desc limit 100)
      union all
      (select o.* from login_sign_in o where o.login_id = login and o.refused is not null and o.at > clock_timestamp() - interval '90 days'
        order by o.seq desc limit 100)
    ) i order by i.seq desc;
end $$;

-- Notes that somebody was refused in a person's name: for the companies and for the person, whom a hundred of a kind a day tell enough.
-- A wrong code says that the password is known: the person is told by mail, once a day.
create function login_refused(login uuid, what text, remote text, browser text, request text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  kind text := case what when 'wrong_code' then 'code' when 'sign_in_failed' then 'password' when 'passkey_refused' then 'passkey' end;
  before bigint;
begin
  perform security_note_login(login, what, remote, request);
  if kind is null then return; end if;
  select count(*) into before from (select from login_sign_in i where i.login_id = login and i.refused = kind
    and i.at > clock_timestamp() - interval '1 day' limit 100) recent;
  if before = 0 and kind = 'code' then perform login_told(login, what); end if;
  if before = 100 then return; end if;
  insert into login_sign_in (login_id, refused, address, agent) values (login, kind, nullif(remote, ''), browser);
end $$;

create function login_sign_in_clear(most integer) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare cleared integer;
begin
  delete from login_sign_in i where i.seq in (
    select o.seq from login_sign_in o where o.at < clock_timestamp() - interval '90 days' order by o.at limit most);
  get diagnostics cleared = row_count;
  return cleared;
end $$;

-- Whether the person of a membership that was taken up has one: for who lists the company's people.
create function membership_has_second_factor(tenant uuid, membership uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from "user" u
    where u.tenant_id = tenant and u.id = membership and u.accepted_at is not null and tenant = app_tenant()
      and (exists (select from login_authenticator a where a.login_id = u.login_id)
        or exists (select from login_passkey k where k.login_id = u.login_id and k.refused_at is null)));
end $$;

-- Secrets under another key than the first of the file, and what they become (auth/secret-keys.ts).
create function login_authenticators_under(other_than text) returns table (login_id uuid, sealed text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select a.login_id, a.sealed from login_authenticator a where not starts_with(a.sealed, other_than);
end $$;
create function login_authenticator_sealed(login uuid, former text, anew text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update login_authenticator a set sealed = anew where a.login_id = login and a.sealed = former;
end $$;

do $$
declare one text;
begin
  foreach one in array array[
    'login_has_new_password()',
    'second_factor_asked(uuid, uuid[], text)',
    'line_of(uuid, uuid)',
    'session_lacks_second_factor(session, uuid[], text)',
    'caller_of_session(bytea, boolean)',
    'callers_standing(bytea[], boolean[], text[])',
    'caller_by_session(bytea, boolean)',
    'callers_now(bytea[], boolean[], text[])',
    'login_second_factor(uuid, bytea)',
    'session_begin(bytea, uuid, uuid, uuid, uuid, uuid, text, text, text, text, text, uuid)',
    'session_begin(bytea, uuid, uuid, uuid, uuid, uuid, text, text, text, text)',
    'login_pending_begin(bytea, uuid, uuid, uuid, uuid, text)',
    'login_pending_by_token(bytea)',
    'login_pending_take(bytea)',
    'login_authenticator_of(uuid)',
    'login_code_use(uuid, bigint, bytea)',
    'login_told(uuid, text)',
    'mail_settle(uuid, uuid, text, text, interval)',
    'login_second_factor_noted(uuid, text, text, text)',
    'login_recovery_code_use(uuid, bytea, bytea, text, text)',
    'login_remember(uuid, bytea, text, text)',
    'login_authenticator_begin(uuid, text, boolean)',
    'login_authenticator_begun(uuid)',
    'login_authenticator_checked(uuid, text, bigint, bytea[])',
    'login_authenticator_on(uuid, text, text)',
    'login_authenticator_off(uuid, text, text, text)',
    'login_recovery_codes_make(uuid, bytea[], text, text)',
    'login_recovery_codes_of(uuid)',
    'login_remembered_of(uuid)',
    'login_forget(uuid, uuid)',
    'sessions_end_of_session(uuid, uuid, text, text)',
    'session_end(bytea, boolean, boolean, text, text)',
    'sessions_shown(uuid)',
    'login_password_changed_at(uuid)',
    'login_sign_ins(uuid)',
    'login_refused(uuid, text, text, text, text)',
    'login_sign_in_clear(integer)',
    'membership_has_second_factor(uuid, uuid)',
    'login_authenticators_under(text)',
    'login_authenticator_sealed(uuid, text, text)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
-- The list of people, in a request of their company.
grant execute on function membership_has_second_factor(uuid, uuid) to tillhouse_app;
