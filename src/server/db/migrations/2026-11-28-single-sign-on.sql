-- Who somebody is by what a company's provider says (docs/security.md#single-sign-on). It is the tenant's: an identity opens memberships of
-- the provider's company and of those below, by links that stand here, and no login of a person is involved.

create table provider_identity (
  tenant_id uuid not null,
  -- In a session it stands where a person's login does.
  id uuid not null default gen_random_uuid(),
  provider_id uuid not null,
  -- Who it is: never an e-mail, which is somebody else's one day. The issuer is kept, in case the provider gets another one.
  issuer text not null,
  subject text not null,
  -- As the provider last said, for administrators to recognise; nothing is decided by it.
  name text,
  email text,
  first_at timestamptz(3) not null default clock_timestamp(),
  last_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, provider_id, issuer, subject)
);
create unique index provider_identity_id on provider_identity (id);

create table membership_identity (
  tenant_id uuid not null,
  user_id uuid not null,
  identity_id uuid not null,
  linked_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, user_id, identity_id)
);
create index membership_identity_identity on membership_identity (identity_id);

-- Encrypted with a key that the database does not have (auth/secret-keys.ts).
create table provider_secret (
  tenant_id uuid not null,
  provider_id uuid not null,
  sealed text not null,
  primary key (tenant_id, provider_id)
);

create table provider_domain (
  tenant_id uuid not null,
  provider_id uuid not null,
  domain text not null,
  shown_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, provider_id, domain)
);

-- A sign-in whose answer of the provider is awaited.
create table provider_sign_in (
  -- SHA-256 of the token in the cookie, of which state, nonce and verifier are made.
  hash bytea primary key,
  of_tenant uuid not null,
  of_provider uuid not null,
  -- SHA-256 of the token of the invitation that is followed; null for none.
  invitation bytea,
  expires_at timestamptz(3) not null default clock_timestamp() + interval '10 minutes'
);
create index provider_sign_in_expires on provider_sign_in (expires_at);

do $$
declare one text;
begin
  foreach one in array array['provider_identity', 'membership_identity', 'provider_secret', 'provider_domain',
    'provider_sign_in'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy known on %I to tillhouse_auth using (true) with check (true)', one);
    execute format('grant select, insert, update, delete on %I to tillhouse_auth', one);
  end loop;
end $$;

-- A session that a provider began: it stands until `checked_by`, unless the provider has said meanwhile that it may.
alter table session
  add column checked_by timestamptz(3),
  add column refresh_at timestamptz(3),
  add column refresh text,
  add column provider_session text;

create or replace function session_stands(s session) returns boolean language sql stable as $$
  select s.used_at > clock_timestamp() - make_interval(mins => s.idle_minutes)
    and s.begun_at > clock_timestamp() - make_interval(hours => s.most_hours)
    and (s.checked_by is null or s.checked_by > clock_timestamp())
$$;

-- Whether a membership is of an identity whose provider opens it now: each request of its sessions asks.
create function membership_is_of(one "user", whose uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from membership_identity m
    join provider_identity i on i.tenant_id = m.tenant_id and i.id = m.identity_id
    join identityprovider p on p.tenant_id = i.tenant_id and p.id = i.provider_id and p.active
    join company c on c.tenant_id = one.tenant_id and c.id = one.company_id and p.company_id = any (c.lineage)
    where m.tenant_id = one.tenant_id and m.user_id = one.id and m.identity_id = whose
      and provider_opens(one.tenant_id, c.lineage, p.id));
end $$;

-- What a provider of a line says of a membership that a person's own sign-in is to open: null where it is free to; 'only' where it is not;
-- 'break_glass' where it may, with a second factor. A line is a company and those above it.
-- Who breaks the glass is an administrator as long as they may.
create function provider_says(tenant uuid, line uuid[], membership uuid) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare alone record; says text;
begin
  for alone in select p.data->'break_glass' as named from identityprovider p
    where p.tenant_id = tenant and p.company_id = any (line) and p.active and p.data->'only' = 'true' loop
    if jsonb_typeof(alone.named) = 'array' and alone.named ? membership::text
      and exists (select from "user" u where u.tenant_id = tenant and u.id = membership and u.role = 'admin')
    then says := 'break_glass';
    else return 'only'; end if;
  end loop;
  return says;
end $$;

-- As before, also of an identity, and without those that a provider alone opens.
-- Of an identity with those that its provider opens now.
create or replace function memberships_of(login uuid)
returns table (tenant_id uuid, company_id uuid, user_id uuid, role text, who text, email text, company text)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query select u.tenant_id, u.company_id, u.id, u.role, u.name, u.email, c.name
    from "user" u join company c on c.tenant_id = u.tenant_id and c.id = u.company_id
    where u.login_id = login and u.active and u.accepted_at is not null and company_works(u.tenant_id, u.company_id)
      and provider_says(u.tenant_id, c.lineage, u.id) is distinct from 'only'
    order by u.last_sign_in_at desc nulls last, u.created_at, u.id;
  if found then return; end if;
  return query select u.tenant_id, u.company_id, u.id, u.role, u.name, u.email, c.name
    from membership_identity m
    join provider_identity i on i.tenant_id = m.tenant_id and i.id = m.identity_id
    join identityprovider p on p.tenant_id = i.tenant_id and p.id = i.provider_id and p.active
    join "user" u on u.tenant_id = m.tenant_id and u.id = m.user_id and u.active
    join company c on c.tenant_id = u.tenant_id and c.id = u.company_id and p.company_id = any (c.lineage)
    where m.identity_id = login and company_works(u.tenant_id, u.company_id) and company_works(p.tenant_id, p.company_id)
      and provider_opens(u.tenant_id, c.lineage, p.id)
    order by u.last_sign_in_at desc nulls last, u.created_at, u.id;
end $$;

-- The memberships of whom a session is, whichever way it began.
create function memberships_of_session(wanted uuid)
returns table (tenant_id uuid, company_id uuid, user_id uuid, role text, who text, email text, company text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select m.* from session s cross join lateral memberships_of(s.login_id) m where s.id = wanted and session_stands(s);
end $$;

-- Domains that a provider's company has shown to be its own. In an installation of one chain nobody else could claim one.
-- Where nobody has to show that a domain is theirs, a company below claims none that one above it has: people of that one are
-- sent to no provider but its own.
create function providers_offered(of_domain text) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select p.id, p.name from identityprovider p
    join company own on own.tenant_id = p.tenant_id and own.id = p.company_id
    where p.active and jsonb_typeof(p.data->'domains') = 'array' and p.data->'domains' ? of_domain
      and company_works(p.tenant_id, p.company_id)
      and (exists (select from provider_domain d where d.tenant_id = p.tenant_id and d.provider_id = p.id and d.domain = of_domain)
        or not exists (select from company c where c.id = c.tenant_id and c.tenant_id <> p.tenant_id)
          and not exists (select from identityprovider a where a.tenant_id = p.tenant_id and a.company_id <> p.company_id
            and a.company_id = any (own.lineage) and a.active and jsonb_typeof(a.data->'domains') = 'array'
            and a.data->'domains' ? of_domain))
    order by p.name, p.id limit 10;
end $$;

-- Those by which somebody joins a company: its own, and those above it.
-- Without those that would open nothing.
create function providers_of_line(tenant uuid, line uuid[]) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select p.id, p.name from identityprovider p
    where p.tenant_id = tenant and p.company_id = any (line) and p.active and company_works(p.tenant_id, p.company_id)
      and provider_opens(tenant, line, p.id)
    order by array_position(line, p.company_id), p.name, p.id limit 10;
end $$;

create function providers_exist() returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from identityprovider p where p.active and company_works(p.tenant_id, p.company_id));
end $$;

create function provider_domain_shown(tenant uuid, provider uuid, of_domain text, is_shown boolean) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from provider_domain d where d.tenant_id = tenant and d.provider_id = provider and d.domain = of_domain;
  if is_shown then insert into provider_domain (tenant_id, provider_id, domain) values (tenant, provider, of_domain); end if;
end $$;

create function provider_sign_in_begin(token bytea, tenant uuid, provider uuid, link bytea) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from provider_sign_in s where s.expires_at < clock_timestamp();
  insert into provider_sign_in (hash, of_tenant, of_provider, invitation) values (token, tenant, provider, link);
end $$;

-- Takes a sign-in, right or wrong what the provider answers.
create function provider_sign_in_take(token bytea, provider uuid) returns table (tenant_id uuid, invitation bytea)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query delete from provider_sign_in s where s.hash = token and s.of_provider = provider and s.expires_at > clock_timestamp()
    returning s.of_tenant, s.invitation;
end $$;

-- A provider that works, by its id; one of an id that two tenants have is nobody's.
create function provider_by_id(wanted uuid)
returns table (tenant_id uuid, company_id uuid, lineage uuid[], id uuid, version integer, name text, data jsonb, sealed text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if (select count(*) from identityprovider p where p.id = wanted) <> 1 then return; end if;
  return query select p.tenant_id, p.company_id, c.lineage, p.id, p.version, p.name, p.data, k.sealed
    from identityprovider p
    join company c on c.tenant_id = p.tenant_id and c.id = p.company_id
    left join provider_secret k on k.tenant_id = p.tenant_id and k.provider_id = p.id
    where p.id = wanted and p.active and company_works(p.tenant_id, p.company_id);
end $$;

-- Whom a provider names, noted with what it says of them. Returns their id.
-- Whom a provider named and nobody let in is forgotten after 30 days: it may know the whole world.
create function provider_identity_seen(tenant uuid, provider uuid, of_issuer text, of_subject text, said_name text, said_email text)
returns uuid language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare seen uuid;
begin
  delete from provider_identity i where i.tenant_id = tenant and i.provider_id = provider
    and i.last_at < clock_timestamp() - interval '30 days'
    and not exists (select from membership_identity m where m.tenant_id = tenant and m.identity_id = i.id);
  insert into provider_identity as i (tenant_id, provider_id, issuer, subject, name, email)
    values (tenant, provider, of_issuer, of_subject, said_name, said_email)
  on conflict (tenant_id, provider_id, issuer, subject) do update
    set name = excluded.name, email = excluded.email, last_at = clock_timestamp()
  returning i.id into seen;
  return seen;
end $$;

-- Links an identity to a membership of the provider's company or one below. False where it is none of those.
-- A person whose own sign-in opens the membership is told: somebody else may act in their name by it.
create function provider_identity_link(tenant uuid, identity uuid, membership uuid) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into membership_identity (tenant_id, user_id, identity_id)
    select u.tenant_id, u.id, i.id
    from provider_identity i
    join identityprovider p on p.tenant_id = i.tenant_id and p.id = i.provider_id
    join "user" u on u.tenant_id = i.tenant_id and u.id = membership and u.active
    join company c on c.tenant_id = u.tenant_id and c.id = u.company_id and p.company_id = any (c.lineage)
    where i.tenant_id = tenant and i.id = identity
  on conflict do nothing;
  if found then
    insert into mail_outbox (tenant_id, company_id, kind, recipient, data, give_up_at)
    select '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', 'sign_in_changed', l.email,
      jsonb_build_object('what', 'identity_linked', 'language', l.language, 'who', coalesce(i.name, i.subject), 'company', c.name),
      clock_timestamp() + interval '24 hours'
    from "user" u join login l on l.id = u.login_id
    join company c on c.tenant_id = u.tenant_id and c.id = u.company_id
    join provider_identity i on i.tenant_id = u.tenant_id and i.id = identity
    where u.tenant_id = tenant and u.id = membership and u.accepted_at is not null;
  end if;
  return exists (select from membership_identity m where m.tenant_id = tenant and m.identity_id = identity and m.user_id = membership);
end $$;

-- Follows an invitation by what a provider said: the membership is linked, and the link is used up. The person's own login has not taken it
-- up, so no password opens it.
create function provider_invitation_use(token bytea, tenant uuid, identity uuid) returns uuid
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare one invitation;
begin
  select i.* into one from invitation i
    where i.hash = token and i.kind = 'join' and i.tenant_id = tenant and i.expires_at > clock_timestamp() for update;
  if one.user_id is null or not provider_identity_link(tenant, identity, one.user_id) then return null; end if;
  delete from invitation i where i.hash = token;
  return one.user_id;
end $$;

-- Begins a session by what a provider said. It stands for a quarter of an hour, and as long as the provider says so again.
create function session_begin_by_provider(token bytea, identity uuid, tenant uuid, membership uuid, remote text, browser text,
  request text, sealed text, of_session text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare one session; there record;
begin
  delete from session s where s.used_at < clock_timestamp() - interval '12 hours';
  select m.* into there from memberships_of(identity) m where m.tenant_id = tenant and m.user_id = membership;
  if there.user_id is null then return; end if;
  perform from membership_identity m where m.tenant_id = tenant and m.user_id = membership and m.identity_id = identity for key share;
  if not found then return; end if;
  insert into session (tenant_id, company_id, hash, login_id, user_id, address, agent, way, checked_by, refresh_at, refresh, provider_session)
  values (tenant, there.company_id, token, identity, membership, remote, browser, 'provider', clock_timestamp() + interval '15 minutes',
    case when sealed is not null then clock_timestamp() + interval '5 minutes' end, sealed, of_session)
  returning * into one;
  perform signed_in(tenant, membership);
  perform session_noted(one, 'sign_in', 'provider', remote, request);
  insert into login_sign_in (login_id, way, address, agent) values (identity, 'provider', nullif(remote, ''), browser);
end $$;

-- Sessions whose provider is to be asked again, each by one service at a time: who takes one has a minute.
create function provider_sessions_due(most integer) returns table (tenant_id uuid, id uuid, provider_id uuid, subject text, sealed text)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query with due as (
      select s.tenant_id, s.id from session s
      where s.refresh_at < clock_timestamp() and session_stands(s) order by s.refresh_at limit most for update skip locked)
    update session s set refresh_at = clock_timestamp() + interval '1 minute'
    from due, provider_identity i
    where s.tenant_id = due.tenant_id and s.id = due.id and i.tenant_id = s.tenant_id and i.id = s.login_id
    returning s.tenant_id, s.id, i.provider_id, i.subject, s.refresh;
end $$;

-- The provider said that a session may go on.
create function provider_session_goes_on(tenant uuid, wanted uuid, sealed text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update session s set checked_by = clock_timestamp() + interval '15 minutes', refresh_at = clock_timestamp() + interval '5 minutes',
    refresh = sealed where s.tenant_id = tenant and s.id = wanted and session_stands(s);
end $$;

-- Ends what a provider began: one session, those of a subject, those of one of its own sessions, or all. How many stood.
create function provider_sessions_end(tenant uuid, provider uuid, wanted uuid, of_subject text, of_session text, why text, request text)
returns integer language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare one session; ended integer := 0;
begin
  for one in delete from session s using provider_identity i
    where s.tenant_id = tenant and i.tenant_id = tenant and i.id = s.login_id and i.provider_id = provider
      and (wanted is null or s.id = wanted) and (of_subject is null or i.subject = of_subject)
      and (of_session is null or s.provider_session = of_session)
    returning s.* loop
    if session_stands(one) then
      ended := ended + 1;
      perform session_noted(one, 'session_ended', why, null, request);
    end if;
  end loop;
  return ended;
end $$;

create function provider_ends_sessions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform provider_sessions_end(new.tenant_id, new.id, null, null, null, 'provider', null);
  return null;
end $$;

create policy signs_in on identityprovider for select to tillhouse_auth using (true);
grant select on identityprovider to tillhouse_auth;
create index identityprovider_id_alone on identityprovider (id);
create trigger ends_sessions after update on identityprovider for each row
  when (old.active and not new.active) execute function provider_ends_sessions();

-- Whoever comes in beside a provider that is the only way is in the log, and the administrators of the company are told by mail.
create function session_breaks_glass() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.way = 'provider' or new.user_id is null
    or provider_says(new.tenant_id, line_of(new.tenant_id, new.company_id), new.user_id) is distinct from 'break_glass' then return null; end if;
  perform session_noted(new, 'break_glass', null, new.address, null);
  insert into mail_outbox (tenant_id, company_id, kind, recipient, data, give_up_at)
  select '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', 'sign_in_changed', l.email,
    jsonb_build_object('what', 'break_glass', 'language', l.language, 'who', who.name, 'company', c.name),
    clock_timestamp() + interval '24 hours'
  from "user" u join login l on l.id = u.login_id
  join company c on c.tenant_id = u.tenant_id and c.id = u.company_id
  join "user" who on who.tenant_id = new.tenant_id and who.id = new.user_id
  where u.tenant_id = new.tenant_id and u.company_id = new.company_id and u.active and u.role = 'admin';
  return null;
end $$;
create trigger breaks_glass after insert or update of user_id on session for each row execute function session_breaks_glass();

-- For administrators, in a request of the provider's own company: whom it named, and what they open.
create function provider_identities(provider uuid)
returns table (id uuid, subject text, name text, email text, first_at timestamptz, last_at timestamptz, memberships jsonb)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select i.id, i.subject, i.name, i.email, i.first_at, i.last_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'role', u.role, 'company', c.name) order by u.name, u.id)
        from membership_identity m join "user" u on u.tenant_id = m.tenant_id and u.id = m.user_id
        join company c on c.tenant_id = u.tenant_id and c.id = u.company_id
        where m.tenant_id = i.tenant_id and m.identity_id = i.id), '[]')
    from provider_identity i join identityprovider p on p.tenant_id = i.tenant_id and p.id = i.provider_id
    where i.tenant_id = app_tenant() and p.company_id = app_company() and p.id = provider
    order by i.last_at desc, i.id limit 500;
end $$;

-- The same: takes the link away, and ends what it began.
create function provider_identity_unlink(tenant uuid, identity uuid, membership uuid, request text) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare one session;
begin
  delete from membership_identity m where m.tenant_id = tenant and m.identity_id = identity and m.user_id = membership;
  if not found then return false; end if;
  for one in delete from session s where s.tenant_id = tenant and s.login_id = identity and s.user_id = membership returning s.* loop
    if session_stands(one) then perform session_noted(one, 'session_ended', 'provider', null, request); end if;
  end loop;
  return true;
end $$;

-- When a membership was linked first, for who lists the company's people: it is taken up by that.
create function membership_linked_at(tenant uuid, membership uuid) returns timestamptz
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select min(m.linked_at) from membership_identity m where m.tenant_id = tenant and m.user_id = membership and tenant = app_tenant());
end $$;

create function provider_secret_set(tenant uuid, provider uuid, anew text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if anew is null then
    delete from provider_secret k where k.tenant_id = tenant and k.provider_id = provider;
  else
    insert into provider_secret as k (tenant_id, provider_id, sealed) values (tenant, provider, anew)
    on conflict (tenant_id, provider_id) do update set sealed = excluded.sealed;
  end if;
end $$;

create function provider_has_secret(tenant uuid, provider uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return tenant = app_tenant() and exists (select from provider_secret k where k.tenant_id = tenant and k.provider_id = provider);
end $$;

do $$
declare one text;
begin
  foreach one in array array[
    'provider_says(uuid, uuid[], uuid)',
    'session_breaks_glass()',
    'membership_is_of("user", uuid)',
    'memberships_of_session(uuid)',
    'providers_offered(text)',
    'providers_of_line(uuid, uuid[])',
    'providers_exist()',
    'provider_domain_shown(uuid, uuid, text, boolean)',
    'provider_sign_in_begin(bytea, uuid, uuid, bytea)',
    'provider_sign_in_take(bytea, uuid)',
    'provider_by_id(uuid)',
    'provider_identity_seen(uuid, uuid, text, text, text, text)',
    'provider_identity_link(uuid, uuid, uuid)',
    'provider_invitation_use(bytea, uuid, uuid)',
    'session_begin_by_provider(bytea, uuid, uuid, uuid, text, text, text, text, text)',
    'provider_sessions_due(integer)',
    'provider_session_goes_on(uuid, uuid, text)',
    'provider_sessions_end(uuid, uuid, uuid, text, text, text, text)',
    'provider_ends_sessions()',
    'provider_identities(uuid)',
    'provider_identity_unlink(uuid, uuid, uuid, text)',
    'membership_linked_at(uuid, uuid)',
    'provider_secret_set(uuid, uuid, text)',
    'provider_has_secret(uuid, uuid)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
grant execute on function provider_has_secret(uuid, uuid), provider_identities(uuid), membership_linked_at(uuid, uuid)
  to tillhouse_app;
