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
