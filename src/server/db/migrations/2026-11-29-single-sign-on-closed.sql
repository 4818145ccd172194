-- What a second look at single sign-on closed (docs/security.md#single-sign-on).

-- A sign-in knows where it came from, which session of the browser it replaces, and whom it is to show again.
alter table provider_sign_in
  add column back text,
  add column of_session uuid,
  add column again uuid,
  add column begun_at timestamptz(3);

-- Whether a provider may open memberships of a line. Where one of the line is the only way in, those of the topmost company that says so
-- alone: a company below adds none of its own to them. A line is a company and those above it, nearest first.
create function provider_opens(tenant uuid, line uuid[], provider uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare decides uuid;
begin
  select p.company_id into decides from identityprovider p
    where p.tenant_id = tenant and p.company_id = any (line) and p.active and p.data->'only' = 'true'
    order by array_position(line, p.company_id) desc limit 1;
  return decides is null or exists (select from identityprovider p
    where p.tenant_id = tenant and p.id = provider and p.company_id = decides and p.active and p.data->'only' = 'true');
end $$;

-- Whether a membership is of an identity whose provider opens it now: each request of its sessions asks.
create or replace function membership_is_of(one "user", whose uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from membership_identity m
    join provider_identity i on i.tenant_id = m.tenant_id and i.id = m.identity_id
    join identityprovider p on p.tenant_id = i.tenant_id and p.id = i.provider_id and p.active
    join company c on c.tenant_id = one.tenant_id and c.id = one.company_id and p.company_id = any (c.lineage)
    where m.tenant_id = one.tenant_id and m.user_id = one.id and m.identity_id = whose
      and provider_opens(one.tenant_id, c.lineage, p.id));
end $$;

-- As before; who breaks the glass is an administrator as long as they may.
create or replace function provider_says(tenant uuid, line uuid[], membership uuid) returns text
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

-- As before, of an identity with those that its provider opens now.
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

-- As before, without those that would open nothing.
create or replace function providers_of_line(tenant uuid, line uuid[]) returns table (id uuid, name text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select p.id, p.name from identityprovider p
    where p.tenant_id = tenant and p.company_id = any (line) and p.active and company_works(p.tenant_id, p.company_id)
      and provider_opens(tenant, line, p.id)
    order by array_position(line, p.company_id), p.name, p.id limit 10;
end $$;

-- A secret, and what sessions are asked again with, were for the provider that the record named: they go to no other address.
create function provider_is_another() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from provider_secret k where k.tenant_id = new.tenant_id and k.provider_id = new.id;
  delete from provider_sign_in s where s.of_tenant = new.tenant_id and s.of_provider = new.id;
  perform provider_sessions_end(new.tenant_id, new.id, null, null, null, 'provider', null);
  return null;
end $$;
create trigger is_another after update on identityprovider for each row
  when (old.data->'issuer' is distinct from new.data->'issuer' or old.data->'client_id' is distinct from new.data->'client_id')
  execute function provider_is_another();

-- As before. Under another e-mail a membership is another person's: whom a provider named before is not them. A login that takes another
-- address leaves memberships that its person has not taken up to the former one: those are whose they were.
create or replace function membership_ends_sessions() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  delete from session s where s.tenant_id = new.tenant_id and s.user_id = new.id;
  delete from invitation i where i.tenant_id = new.tenant_id and i.user_id = new.id;
  if old.login_id <> new.login_id and old.email <> new.email then
    delete from membership_identity m where m.tenant_id = new.tenant_id and m.user_id = new.id;
  end if;
  return null;
end $$;

-- `of_browser`: the session of the browser, which ends when another begins. `shows_again`: it is to show whom it was begun by. Returns
-- whether there is such a session.
create function provider_sign_in_begin(token bytea, tenant uuid, provider uuid, link bytea, from_page text, of_browser bytea,
  shows_again boolean) returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare one session;
begin
  delete from provider_sign_in s where s.expires_at < clock_timestamp();
  select s.* into one from session s where s.hash = of_browser and session_stands(s);
  if shows_again and (one.way is distinct from 'provider') then return false; end if;
  insert into provider_sign_in (hash, of_tenant, of_provider, invitation, back, of_session, again, begun_at)
  values (token, tenant, provider, link, from_page, one.id, case when shows_again then one.login_id end, clock_timestamp());
  return true;
end $$;

-- Takes a sign-in, right or wrong what the provider answers.
create function provider_sign_in_end(token bytea, provider uuid)
returns table (invitation bytea, back text, of_session uuid, again uuid, begun_at timestamptz)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query delete from provider_sign_in s where s.hash = token and s.of_provider = provider and s.expires_at > clock_timestamp()
    returning s.invitation, s.back, s.of_session, s.again, s.begun_at;
end $$;

-- The provider by which the session of a browser was begun.
create function provider_of_session(token bytea) returns uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select i.provider_id from session s join provider_identity i on i.tenant_id = s.tenant_id and i.id = s.login_id
    where s.hash = token and s.way = 'provider' and session_stands(s));
end $$;

-- As before. `shown_at`: when the person showed the provider who they are, as it says; what asks for that anew is open for a while from then
-- on, and not because its own session let them through. `former`: the session of the browser that it replaces.
create function session_begin_by_provider(token bytea, identity uuid, tenant uuid, membership uuid, remote text, browser text,
  request text, sealed text, of_session text, shown_at timestamptz, former uuid) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform session_begin_by_provider(token, identity, tenant, membership, remote, browser, request, sealed, of_session);
  update session s set confirmed_at = least(coalesce(shown_at, to_timestamp(0)), clock_timestamp()) where s.hash = token;
  delete from session s where s.id = former;
end $$;

-- Whether a provider's person has, or had, a membership here: they are not new.
create function provider_identity_is_linked(tenant uuid, identity uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from membership_identity m where m.tenant_id = tenant and m.identity_id = identity);
end $$;

-- Whom a provider of the request's own company named.
create function provider_identity_known(provider uuid, identity uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from provider_identity i join identityprovider p on p.tenant_id = i.tenant_id and p.id = i.provider_id
    where i.tenant_id = app_tenant() and p.company_id = app_company() and p.id = provider and i.id = identity);
end $$;

-- Tenants with sessions whose provider is to be asked again: they are asked by turns.
create function provider_tenants_due() returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select distinct s.tenant_id from session s where s.refresh_at < clock_timestamp() and session_stands(s);
end $$;

-- Those of one tenant, of each provider some: each by one service at a time, and who takes one has a minute.
create function provider_sessions_take(tenant uuid, of_each integer)
returns table (tenant_id uuid, id uuid, provider_id uuid, subject text, sealed text)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query with turn as (
      select s.id, row_number() over (partition by i.provider_id order by s.refresh_at) as n
      from session s join provider_identity i on i.tenant_id = s.tenant_id and i.id = s.login_id
      where s.tenant_id = tenant and s.refresh_at < clock_timestamp() and session_stands(s)),
    due as (
      select s.id from session s join turn t on t.id = s.id and t.n <= of_each
      where s.tenant_id = tenant and s.refresh_at < clock_timestamp() for update of s skip locked)
    update session s set refresh_at = clock_timestamp() + interval '1 minute'
    from due, provider_identity i
    where s.tenant_id = tenant and s.id = due.id and i.tenant_id = s.tenant_id and i.id = s.login_id
    returning s.tenant_id, s.id, i.provider_id, i.subject, s.refresh;
end $$;

-- As before. A person whose own sign-in opens the membership is told: somebody else may act in their name by it.
create or replace function provider_identity_link(tenant uuid, identity uuid, membership uuid) returns boolean
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

-- As before. Where nobody has to show that a domain is theirs, a company below claims none that one above it has: people of that one are
-- sent to no provider but its own.
create or replace function providers_offered(of_domain text) returns table (id uuid, name text)
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

-- As before. Whom a provider named and nobody let in is forgotten after 30 days: it may know the whole world.
create or replace function provider_identity_seen(tenant uuid, provider uuid, of_issuer text, of_subject text, said_name text, said_email text)
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

-- Secrets under another key than the first of the file, and what they become (auth/secret-keys.ts).
create function provider_secrets_under(other_than text) returns table (provider_id uuid, sealed text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query select k.provider_id, k.sealed from provider_secret k where not starts_with(k.sealed, other_than);
end $$;
create function provider_secret_sealed(provider uuid, former text, anew text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update provider_secret k set sealed = anew where k.provider_id = provider and k.sealed = former;
end $$;

do $$
declare one text;
begin
  foreach one in array array[
    'provider_secrets_under(text)',
    'provider_secret_sealed(uuid, text, text)',
    'provider_opens(uuid, uuid[], uuid)',
    'provider_is_another()',
    'provider_sign_in_begin(bytea, uuid, uuid, bytea, text, bytea, boolean)',
    'provider_sign_in_end(bytea, uuid)',
    'provider_of_session(bytea)',
    'session_begin_by_provider(bytea, uuid, uuid, uuid, text, text, text, text, text, timestamptz, uuid)',
    'provider_identity_is_linked(uuid, uuid)',
    'provider_identity_known(uuid, uuid)',
    'provider_tenants_due()',
    'provider_sessions_take(uuid, integer)'
  ] loop
    execute format('alter function %s owner to tillhouse_auth', one);
    execute format('revoke all on function %s from public', one);
  end loop;
end $$;
grant execute on function provider_identity_known(uuid, uuid) to tillhouse_app;
